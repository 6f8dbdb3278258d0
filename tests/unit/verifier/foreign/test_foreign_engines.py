"""Every known fault of public programs is found in an engine that has it, and none in the right one."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from tests.chosen import chosen
from verifier.programs.foreign.findings import Findings
from verifier.programs.foreign.fit import fits
from verifier.programs.foreign.judge import Limits, judge
from verifier.programs.foreign.process import Program
from verifier.programs.foreign.put import CaseRecord
from verifier.programs.foreign.replies import Replied
from verifier.programs.vectors.rivals import profiles

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
    "highest_trump": {"follow": {"trump to a high joker"}},
    "no_joker_following": {"follow": {"follow suit"}},
    "no_joker_to_trump": {"follow": {"trump to a high joker"}},
    "no_trump_duty": {"follow": {"trump to a high joker"}},
    "overtrump": {"follow": {"trump"}},
    "wandering_dealer": {"dealer": {None}},
}
"""The rows each engine breaks; it may break others by the way, in the same section or in the set that it scores."""


@pytest.fixture(scope="module")
def profile() -> RuleSet:
    return load("tvaladze")


@pytest.fixture(scope="module")
def cases(profile: RuleSet) -> Sequence[CaseRecord]:
    return chosen(profile.id).cases


def judged(profile: RuleSet, argv: Sequence[str], cases: Sequence[CaseRecord], games: int = 0, sections: Sequence[str] = ()) -> Findings:
    with Program(argv, 30) as program:
        return judge(profile, program, cases, Limits(games, 120, sections=sections), lambda text: None)


def test_there_is_an_engine_for_every_fault() -> None:
    assert {path.stem for path in ENGINES.glob("*.py")} == {*BROKEN, "other_premium", "constant"}


@pytest.mark.parametrize("name", [*BROKEN])
def test_a_fault_is_found_with_the_row_it_breaks(profile: RuleSet, cases: Sequence[CaseRecord], name: str) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / f"{name}.py")], cases, games=0 if BROKEN[name] else 1)
    assert not findings.breakdowns
    wrong: dict[str, set[str | None]] = {}
    for finding in findings.broken_rows:
        wrong.setdefault(finding.section, set()).add(finding.row)
        put = finding.smallest
        assert put is not None and isinstance(put.reply, Replied)
        assert put.asked.right != put.reply.answer
    assert all(rows <= wrong[section] for section, rows in BROKEN[name].items())
    assert set(wrong) - {"premium"} <= set(BROKEN[name])
    assert findings.exit_code == (1 if BROKEN[name] else 0)
    assert any(not put.agrees for put in findings.puts[: findings.chosen]) is bool(BROKEN[name])  # by the vectors alone


def test_the_smallest_case_is_small(profile: RuleSet, cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "dealer_may_balance.py")], cases)
    (finding,) = findings.broken_rows
    assert finding.smallest is not None
    assert finding.smallest.asked.case == {"question": "bids", "cards": 1, "earlier": [0, 0, 0]}
    assert finding.alone


def test_an_answer_that_hangs_on_the_question_before_is_said_to(profile: RuleSet, cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "demand_outlives.py")], cases)
    assert findings.broken_rows and not any(finding.alone for finding in findings.broken_rows)
    assert any(str(case["trick"]).startswith("['JK+") for finding in findings.broken_rows for case in finding.after)


def asking(profile: str) -> list[str]:
    """The command that answers as a rule set does, as a program."""
    return [sys.executable, "-c", "from verifier.cli import main; main()", "ask", profile, "-"]


def test_the_rule_set_that_fits_instead_is_named(profile: RuleSet, cases: Sequence[CaseRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    findings = judged(profile, asking("skill-games"), cases)
    found = fits(profile, profiles(), findings)
    assert found.best is not None and found.best.profile == "skill-games" and found.best.changed == ()
    assert {finding.section for finding in findings.broken_rows} >= {"follow", "strength", "score"}


@pytest.mark.parametrize("asked", ["web-225", "tvaladze"])
def test_what_it_plays_is_the_same_whichever_rule_set_was_asked_about(asked: str) -> None:
    ruleset = load(asked)
    findings = judged(ruleset, [sys.executable, str(ENGINES / "other_premium.py")], chosen(asked).cases)
    found = fits(ruleset, profiles(), findings)
    assert found.best is not None and (found.best.profile, dict(found.best.changed)) == ("web-225", {"premium": "georgian"})
    assert found.best.exceptions == () and {"pack", "game_length"} <= set(found.best.open)
    assert findings.exit_code == 1


def test_nothing_is_played_where_little_was_right(profile: RuleSet, cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "constant.py")], cases)
    assert fits(profile, profiles(), findings).best is None


def test_a_wrong_score_is_not_told_again_of_the_sets(profile: RuleSet, cases: Sequence[CaseRecord]) -> None:
    findings = judged(profile, [sys.executable, str(ENGINES / "ordinary_formula.py")], cases)
    assert {finding.section for finding in findings.broken_rows} == {"score"}


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
    assert not findings.broken_rows and findings.exit_code == 3  # plays and sets are never answered
    assert {section for section, _ in findings.rows} == {"bid", "score", "strength"}
    assert {"plays", "calls", "set", "trump", "cards", "dealer"} == set(findings.unsupported)
    assert judged(profile, [interpreter, str(file)], cases, sections=("bid", "score", "strength")).exit_code == 0


def test_both_examples_are_there() -> None:
    assert {language for language, _ in EXAMPLES} == set(INTERPRETERS)
    assert all(text.count("\n") <= 46 for _, text in EXAMPLES)
