"""One set of four nines tells premiums apart: its totals under every rule set that pays otherwise, by a case and as a sheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main

SHEET = Path(__file__).parents[2] / "examples" / "evening.csv"
# A hand a line, a player a place: bid and taken.
HANDS = (((1, 1), (2, 3), (0, 0), (4, 5)), ((2, 2), (3, 3), (1, 0), (2, 4)), ((0, 0), (3, 5), (2, 2), (3, 2)), ((3, 3), (2, 1), (2, 2), (1, 3)))
TOTALS = {
    "tvaladze": [700, 290, 350, 140],
    "web-225": [700, 290, 150, 140],
    "skill-games": [700, 90, -300, 90],
    "skill-games+bonus-only": [700, 290, -150, 140],
    "georgian-table": [700, 90, 0, 90],
    "greek-popular": [650, 90, 150, 140],
    "greek-minus": [650, -20, 250, 20],
    "telegram-popular": [650, 90, 150, 140],
    "king-rule": [700, 90, 0, 90],
}


@pytest.mark.parametrize("name", TOTALS)
def test_a_case_is_answered_with_the_totals(name: str) -> None:
    bids, tricks = ([[player[i] for player in hand] for hand in HANDS] for i in (0, 1))
    case = {"question": "set", "set_number": 2, "cards": [9, 9, 9, 9], "bids": bids, "tricks": tricks}
    result = CliRunner().invoke(main, ["ask", name, "-"], input=json.dumps(case) + "\n")
    assert (result.exit_code, json.loads(result.stdout)["answer"]) == (0, TOTALS[name])


def test_the_sheet_is_scored_under_all_of_them() -> None:
    result = CliRunner().invoke(main, ["rescore", str(SHEET), "--profiles", ",".join(TOTALS), "--format", "json"])
    document = json.loads(result.stdout)
    assert result.exit_code == 0
    assert {one["id"]: one["totals"] for one in document["profiles"]} == TOTALS
