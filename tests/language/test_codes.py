"""Every code of the sources has its page, and every one of the language a case that asserts it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespec.cases import answer, read_case
from rulespec.diagnostics import Faults
from rulespec.diagnostics.explain import codes, page, title
from rulespec.pipeline import load
from rulespec.rulebook import rulebook
from rulespec.spans import Source

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("rulespec", "verifier") for path in sorted((ROOT / folder).rglob("*.py"))]
USED = sorted({code for path in SOURCES for code in re.findall(r'"(R[SV][0-9]{3})"', path.read_text())})
LANGUAGE = [code for code in USED if re.match("RS[0-3]", code)]
ASSERTED = {
    code
    for path in (ROOT / "tests" / "language").rglob("*")
    if path.suffix in (".yaml", ".py")
    for code in re.findall(r'(?:# expect: |["\'])(RS[0-9]{3})(?: @|")', path.read_text())
}


@pytest.mark.parametrize("code", USED)
def test_a_code_has_a_page_with_a_name_a_text_and_a_mend(code: str) -> None:
    text = page(code)
    assert text is not None, f"write rulespec/diagnostics/pages/{code}.md"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", title(code)), "the first line is `# CODE: short-name`"
    assert text.count("\n\n") >= 2 and text.endswith(".\n")


def test_no_page_is_left_of_a_code_that_is_gone() -> None:
    assert [*codes()] == USED
    assert len({title(code) for code in codes()}) == len(codes())


@pytest.mark.parametrize("code", LANGUAGE)
def test_a_code_of_the_language_is_asserted_somewhere(code: str) -> None:
    assert code in ASSERTED


@pytest.mark.parametrize("code", [code for code in LANGUAGE if "```yaml" in (page(code) or "")])
def test_the_example_of_a_page_has_the_fault_and_no_other(code: str, tmp_path: Path) -> None:
    example = re.findall(r"```yaml\n(.*?)```", page(code) or "", re.S)[0]
    path = tmp_path / "house.yaml"
    path.write_text(example if example.startswith("rulespec:") else f"rulespec: 1\nid: house\nextends: tvaladze\n{example}")
    with pytest.raises(Faults) as caught:
        load(str(path))
    assert {d.code for d in caught.value.diagnostics} == {code}


@pytest.mark.parametrize("code", [code for code in USED if "```json" in (page(code) or "")])
def test_the_example_of_a_page_about_cases_has_the_fault_and_no_other(code: str) -> None:
    line = re.findall(r"```json\n(.*?)\n```", page(code) or "", re.S)[0]
    assert {code} in (codes_of_case(line, "tvaladze"), codes_of_case(line, "skill-games"))


def codes_of_case(line: str, name: str) -> set[str]:
    ruleset = load(name)
    try:
        answer(ruleset, read_case(Source("case", line), rulebook(ruleset)))
    except Faults as faults:
        return {d.code for d in faults.diagnostics}
    return set()


def test_a_page_is_found_by_its_code_only() -> None:
    assert page("rs103") == page("RS103") and page("RS999") is None and page("../RS103") is None and page("RS103.md") is None
