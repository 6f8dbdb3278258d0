"""Texts of reports fit a terminal of 80 columns, however many rule sets stand side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main

EXAMPLES = Path(__file__).parents[3] / "examples"
COMMANDS = [
    ["rescore", str(EXAMPLES / "evening.csv")],
    ["rescore", str(EXAMPLES / "evening.csv"), "--profiles", "tvaladze+khishti_short=-200,skill-games+bonus-only"],
    ["table", "scores", "tvaladze"],
    ["table", "schedule", "tvaladze"],
    ["table", "premiums", "telegram-popular"],
    ["table", "answers", "king-rule"],
    ["compare", "tvaladze+khishti_short=-200", "skill-games", "web-225", "telegram-popular", "rasklad", "--section", "score", "--section", "deck"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_report_fits_a_terminal(command: list[str]) -> None:
    result = CliRunner().invoke(main, command)
    lines = result.stdout.splitlines()
    assert result.exit_code in (0, 1) and lines
    assert [line for line in lines if len(line) > 80] == []
