"""Under each table stand its sources and the fingerprints of its rules, in every format that is read by people, and in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from verifier.cli import main
from verifier.output.formats import names, write
from verifier.output.report import Report
from verifier.tables.answers import answers_report
from verifier.tables.lead_report import lead_report
from verifier.tables.lead_table import LeadTable
from verifier.tables.premiums import premium_report
from verifier.tables.schedule import schedule_report
from verifier.tables.score_report import score_report
from verifier.tables.sources import living

PRINTED = [name for name in names() if name != "csv"]  # which is a flat table and nothing else


def leads(ruleset: RuleSet) -> Report:
    return lead_report(LeadTable(ruleset, ()))


@pytest.mark.parametrize("make", [score_report, premium_report, answers_report, schedule_report, leads])
def test_a_table_says_which_rules_it_is_of(make: Callable[[RuleSet], Report]) -> None:
    ruleset = load("king-rule")
    report = make(ruleset)
    for format_ in PRINTED:
        text = write(report, format_)
        assert ruleset.fingerprint in text and "Sources" in text and ruleset.name in text
        assert "Regional account" in text or "own king rule" in text
    assert ruleset.fingerprint in json.dumps(report.data)


@pytest.mark.parametrize("format_", [*PRINTED, "json"])
def test_the_matrix_says_which_rules_it_is_of(format_: str) -> None:
    result = CliRunner().invoke(main, ["compare", "tvaladze", "king-rule", "--section", "schedule", "--no-cache", "--format", format_])
    assert result.exit_code == 0
    for name in ("tvaladze", "king-rule"):
        assert load(name).fingerprint in result.stdout
    assert format_ == "json" or "own king rule, TypeScript" in " ".join(result.stdout.split())


def test_what_the_options_rule_out_is_no_source() -> None:
    """The last card shows the trump under `tvaladze`, so the row behind it never answers."""
    assert [row.name for row in living(load("tvaladze"), "trump")] == ["the next card", "the dealer's last card"]
    assert {row.name for row in living(load("tvaladze"), "premium")} == {"bonus"}
