"""The case files: answers agree to the letter; every faulty case is refused for its own reason at its own place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulespec.cases import answer, expected, file_lines, read_case
from rulespec.diagnostics import Faults
from rulespec.diagnostics.explain import codes, page
from rulespec.pipeline import load
from rulespec.rulebook import rulebook
from rulespec.spans import Source

CASES = Path(__file__).parents[3] / "cases"
GOOD = sorted(CASES.glob("*.jsonl"))
BAD = sorted((CASES / "bad").glob("*.txt"))


def bad_cases() -> Iterator[tuple[str, str, str, str]]:
    for file in BAD:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                codes, underlined, case = line.split("\t")
                yield file.stem, codes, underlined, case


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.stem)
def test_the_rule_set_answers_as_the_file_says(file: Path) -> None:
    book = rulebook(load(file.stem))
    count = 0
    for line in file_lines(file):
        assert isinstance(line, Source)
        case = read_case(line, book)
        assert answer(book.ruleset, case).answer == expected(case), line.text
        count += 1
    assert count > 100


@pytest.mark.parametrize(("profile", "codes", "underlined", "case"), [*bad_cases()])
def test_a_faulty_case_is_refused_for_its_own_reason(profile: str, codes: str, underlined: str, case: str) -> None:
    with pytest.raises(Faults) as caught:
        read_case(Source("bad.jsonl", case, 7), rulebook(load(profile)))
    found = caught.value.diagnostics
    assert " | ".join(d.code for d in found) == codes
    assert " | ".join(d.span.text for d in found) == underlined
    assert {d.span.line for d in found} == {7}


def test_every_code_of_cases_has_a_faulty_case() -> None:
    found = {code for _, faults, _, _ in bad_cases() for code in faults.split(" | ")}
    assert found == {f"RS{number}" for number in range(401, 415)}


@pytest.mark.parametrize("code", [code for code in codes() if "```json" in (page(code) or "")])
def test_the_example_of_a_page_has_the_fault(code: str) -> None:
    example = re.findall(r"```json\n(.*?)\n```", page(code) or "", re.S)[0]
    with pytest.raises(Faults) as caught:
        read_case(Source("page", example), rulebook(load("skill-games")))
    assert {d.code for d in caught.value.diagnostics} == {code}
