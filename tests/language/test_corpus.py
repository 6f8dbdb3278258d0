"""Every file of `good` loads; every file of `bad` has exactly the faults that its comments expect.

A bad file says `# expect: CODE @ LINE:COLUMN "text"` for each of its faults, the text being what is
underlined (its first line; `…` stands for a longer rest), with `FILE:` or `--set:` before the line
where the fault is not in the file itself, and `# help: TEXT` below it for what is to be done. `# set: option=value` loads it under that setting.
A good file may say `# same as: FILE`: both mean the same.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulespec.diagnostics import Diagnostic, Faults, render
from rulespec.pipeline import load, setting
from rulespec.yaml_tree import Scalar

HERE = Path(__file__).parent
BAD, GOOD = HERE / "bad", HERE / "good"
EXPECTED = re.compile(r'# expect: (?P<code>\w+) @ (?:(?P<file>\S+):)?(?P<line>\d+):(?P<column>\d+) "(?P<text>.*)"')


def comments(path: Path, word: str) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(f"# {word}: ")]


def settings(path: Path) -> dict[str, Scalar]:
    found: dict[str, Scalar] = {}
    for line in comments(path, "set"):
        found |= setting(line.removeprefix("# set: "))
    return found


def expected(path: Path) -> list[str]:
    matches = [EXPECTED.fullmatch(line) for line in comments(path, "expect")]
    assert all(matches), "an `expect` comment that cannot be read"
    return sorted(match[0].removeprefix("# expect: ") for match in matches if match)


def found(diagnostic: Diagnostic, path: Path) -> str:
    span = diagnostic.span
    name = os.path.relpath(os.path.realpath(span.source.name), BAD) if "/" in span.source.name else span.source.name
    where = f"{span.line}:{span.column}" if Path(span.source.name) == path else f"{name}:{span.line}:{span.column}"
    text = span.text.split("\n")[0]
    return f'{diagnostic.code} @ {where} "{text if len(text) <= 70 else text[:60] + "…"}"'


@pytest.mark.parametrize("path", sorted(BAD.rglob("*.yaml")), ids=lambda path: str(path.relative_to(BAD)))
def test_a_bad_file_has_exactly_the_faults_it_expects(path: Path) -> None:
    wanted = expected(path)
    with pytest.raises(Faults) as caught:
        load(str(path), settings(path))
    assert wanted, "a bad file says what it expects"
    assert sorted(found(d, path) for d in caught.value.diagnostics) == wanted
    for diagnostic in caught.value.diagnostics:
        well_worded(diagnostic)


def helps(path: Path) -> list[str]:
    return [line.removeprefix("# help: ") for line in comments(path, "help")]


@pytest.mark.parametrize("path", [path for path in sorted(BAD.rglob("*.yaml")) if helps(path)], ids=lambda path: str(path.relative_to(BAD)))
def test_a_bad_file_is_told_what_to_do(path: Path) -> None:
    with pytest.raises(Faults) as caught:
        load(str(path), settings(path))
    said = [d.help for d in caught.value.diagnostics]
    assert [help_ for help_ in helps(path) if help_ not in said] == []


def well_worded(diagnostic: Diagnostic) -> None:
    """The house rules for messages, as far as a program can see them."""
    for text in filter(None, (diagnostic.message, diagnostic.help)):
        assert not text.endswith(".") or text.endswith("..."), text
        assert text.count("`") % 2 == 0 or "``" in text, text
        assert not text[0].isupper(), text
        assert not re.search(r"\b(str|int|bool|dict|tuple|NoneType|Scalar|Mapping)\b", re.sub("`[^`]*`", "", text)), text
    assert f"error[{diagnostic.code}]: " in render([diagnostic])


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_good_file_loads(path: Path) -> None:
    ruleset = load(str(path), settings(path))
    assert ruleset.id == path.stem
    for line in comments(path, "same as"):
        assert ruleset.fingerprint == load(str(GOOD / line.removeprefix("# same as: "))).fingerprint
