"""Every known fault of public programs is found in an engine that has it, and none in the right one."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulespec.cases import answer
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.programs.foreign.fit import fits
from verifier.programs.foreign.judge import CaseRecord, Findings, Limits, judge
from verifier.programs.foreign.process import Program
from verifier.programs.foreign.replies import Replied
from verifier.programs.vectors import vectors

ROOT = Path(__file__).parents[4]
ENGINES = ROOT / "tests" / "engines"
BROKEN: dict[str, dict[str, set[str]]] = {
    "right": {},
    "follower_beaten": {"strength": {"high joker"}},
    "third_clean_forgotten": {"premium": {"bonus"}},
    "total_replaced": {"premium": {"bonus"}},
    "joker_is_an_ace": {"strength": {"high joker", "trump", "the suit asked for"}},
    "jokers_own_colour": {"follow": {"best of the suit"}},
    "ordinary_formula": {"score": {"every trick"}},
    "dealer_may_balance": {"bid": {"the dealer may not balance"}},
    "demand_outlives": {"follow": {"follow suit"}},
    "two_rankings": {"strength": {"trump"}},
}
"""The rows each engine breaks; it may break others by the way, in the same section or in the set that it scores."""


@pytest.fixture(scope="module")
def profile() -> RuleSet:
    return load("tvaladze")


@pytest.fixture(scope="module")
def others(profile: RuleSet) -> list[RuleSet]:
    return [one for one in map(load, shipped()) if not one.open_options and one.id != profile.id]


@pytest.fixture(scope="module")
def cases(profile: RuleSet, others: Sequence[RuleSet]) -> Sequence[CaseRecord]:
    return vectors(profile, size="large", others=others).cases


def judged(profile: RuleSet, argv: Sequence[str], cases: Sequence[CaseRecord], games: int = 0) -> Findings:
    with Program(argv, 30) as program:
        return judge(profile, program, cases, Limits(games, 120), lambda text: None)


def test_there_is_an_engine_for_every_fault() -> None:
    assert {path.stem for path in ENGINES.glob("*.py")} == set(BROKEN)


@pytest.mark.parametrize("name", [*BROKEN])
def test_a_fault_is_found_with_the_row_it_breaks(profile: RuleSet, cases: Sequence[CaseRecord], name: str) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / f"{name}.py")], cases, games=0 if BROKEN[name] else 1)
    assert not findings.breakdowns
    wrong: dict[str, set[str | None]] = {}
    for finding in findings.broken_rows:
        wrong.setdefault(finding.section, set()).add(finding.row)
        put = finding.smallest
        assert put is not None and isinstance(put.reply, Replied)
        assert answer(profile, put.case).answer == put.right != put.reply.answer
    assert all(rows <= wrong[section] for section, rows in BROKEN[name].items())
    assert set(wrong) - {"premium"} <= set(BROKEN[name])
    assert findings.exit_code == (1 if BROKEN[name] else 0)


def test_the_smallest_case_is_small(profile: RuleSet, cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "dealer_may_balance.py")], cases)
    (finding,) = findings.broken_rows
    assert finding.smallest is not None
    assert finding.smallest.case == {"question": "bids", "cards": 1, "earlier": [0, 0, 0]}
    assert finding.alone


def test_an_answer_that_hangs_on_the_question_before_is_said_to(profile: RuleSet, cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "demand_outlives.py")], cases)
    (finding,) = findings.broken_rows
    assert finding.smallest is not None
    assert not finding.alone
    assert any(str(case["trick"]).startswith("['JK+") for case in finding.after)


def test_the_rule_set_that_fits_instead_is_named(
    profile: RuleSet, others: Sequence[RuleSet], cases: Sequence[CaseRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    program = "from verifier.cli import main; main()"
    findings = judged(profile, [sys.executable, "-c", program, "ask", "skill-games", "-"], cases)
    found = fits(profile, others, findings)
    assert found.best == "skill-games"
    assert {finding.section for finding in findings.broken_rows} >= {"follow", "strength", "score"}


def test_what_fits_in_one_section_only_is_named_there(profile: RuleSet, others: Sequence[RuleSet], cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "two_rankings.py")], cases)
    found = fits(profile, others, findings)
    assert found.best == "tvaladze"
    ((own, better),) = found.exceptions
    assert own.section == "strength" and "skill-games" in {fit.profile for fit in better}


EXAMPLES = re.findall(r"```(python|javascript)\n(.*?)```", (ROOT / "docs" / "conform.md").read_text(encoding="utf-8"), re.S)
INTERPRETERS = {"python": sys.executable, "javascript": shutil.which("node")}


@pytest.mark.parametrize(("language", "text"), EXAMPLES, ids=[language for language, _ in EXAMPLES])
def test_the_examples_of_the_page_are_right(
    tmp_path: Path, profile: RuleSet, cases: Sequence[CaseRecord], language: str, text: str
) -> None:
    interpreter = INTERPRETERS[language]
    if interpreter is None:
        pytest.skip(f"no interpreter for {language}")
    file = tmp_path / "engine.txt"
    file.write_text(text, encoding="utf-8")
    findings = judged(profile, [interpreter, str(file)], cases)
    assert findings.exit_code == 0, findings.breakdowns
    assert {section for section, _ in findings.rows} == {"bid", "score", "strength"}
    assert {"plays", "calls", "set", "trump"} == set(findings.unsupported)


def test_both_examples_are_there() -> None:
    assert {language for language, _ in EXAMPLES} == set(INTERPRETERS)
    assert all(text.count("\n") <= 46 for _, text in EXAMPLES)
