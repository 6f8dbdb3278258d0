"""`which`: the questions lead to the rule set that answers them, and cases and sheets leave those that fit."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main
from verifier.evenings import which
from verifier.evenings.which import Answers, Candidate, CaseText

ROOT = Path(__file__).parents[2]
SET = ROOT / "examples" / "evening.csv"
CANDIDATES = which.candidates()
POOL = which.pool(CANDIDATES)
TOTALS = {
    "tvaladze": "700,290,350,140", "web-225": "700,290,150,140", "skill-games": "700,90,-300,90",
    "skill-games+bonus-only": "700,290,-150,140", "georgian-table": "700,90,0,90", "greek-popular": "650,90,150,140",
    "greek-minus": "650,-20,250,20", "telegram-popular": "650,90,150,140", "king-rule": "700,90,0,90",
}  # fmt: skip


@cache
def cases() -> dict[CaseText, Answers]:
    return {case: which.replies(CANDIDATES, case) for case in POOL}


def asked(table: Candidate) -> tuple[tuple[Candidate, ...], int]:
    """What is left when this table answers everything it is asked, and after how many questions."""
    left, unasked, number = CANDIDATES, dict(cases()), 0
    while (case := which.best(left, unasked)) is not None:
        said = unasked.pop(case)[table.name]
        if said is not None:
            left, number = which.left(left, cases()[case], said), number + 1
    return left, number


@pytest.mark.parametrize("table", CANDIDATES, ids=[one.name for one in CANDIDATES])
def test_every_rule_set_is_found_by_its_answers(table: Candidate) -> None:
    left, number = asked(table)
    assert table in left and len(left) <= 3 and number <= 10
    for other in left:
        assert all(known[other.name] in (known[table.name], None) or known[table.name] is None for known in cases().values())


@pytest.mark.parametrize("name", TOTALS)
def test_a_sheet_with_its_totals_leaves_who_scores_so(name: str) -> None:
    result = CliRunner().invoke(main, ["which", "--sheet", str(SET), "--totals", TOTALS[name], "--format", "json"])
    document = json.loads(result.stdout)
    assert name in document["left"] and result.exit_code == (0 if len(document["left"]) == 1 else 3)


def test_answered_cases_leave_who_agrees(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"question":"winner","trump":"H","trick":["JK-D","8C","9S","10C"],"answer":3}\n')
    result = CliRunner().invoke(main, ["which", str(path)])
    assert result.exit_code == 0 and "jokeri show no-default-win" in result.stdout


@pytest.mark.parametrize("case", POOL, ids=str)
def test_who_plays_with_a_joker_plays_no_game_without_one(case: str) -> None:
    """Of those who cannot answer only games for as many, with the same pack, stay possible."""
    known = cases()[case]
    for said in {said for said in known.values() if said is not None}:
        tables = {(one.ruleset.players, one.ruleset.pack) for one in CANDIDATES if known[one.name] == said}
        left = which.left(CANDIDATES, known, said)
        assert {(one.ruleset.players, one.ruleset.pack) for one in left} == tables
        assert "JK" not in case or all(one.ruleset.pack.jokers for one in left)


def test_questions_end_with_the_command_that_shows_the_rest() -> None:
    result = CliRunner().invoke(main, ["which"], input="1\n")
    assert result.exit_code in (0, 3) and "see `jokeri" in result.stdout


def test_nothing_fits_or_the_words_are_wrong() -> None:
    words = ["which", "--sheet", str(SET), "--totals"]
    assert CliRunner().invoke(main, [*words, "1,2,3,4"]).exit_code == 1
    assert CliRunner().invoke(main, [*words, "1,x"]).exit_code == 2
    assert CliRunner().invoke(main, ["which", "--sheet", str(SET)]).exit_code == 2
