"""`jokeri replay RECORD`: does a played game follow the rules?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulespec.diagnostics import fault, render
from rulespec.game_file import read_game, rules_of
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.record import Record
from rulespec.record_reader import read_record
from verifier.cli.common import (
    complete_profiles,
    document,
    emit,
    error_record,
    format_option,
    load_settled,
    near,
    settings_option,
    table,
)
from verifier.cli.output import say
from verifier.evenings.findings import Finding
from verifier.evenings.replay import Judgement, judge
from verifier.proofs.verdict import HOLDS, REFUTED


@click.command("replay")
@click.argument("record")
@click.option("--profile", metavar="PROFILE", shell_complete=complete_profiles, help="The rules to judge by, instead of those the record names.")
@settings_option
@format_option("text", "json")
def command(record: str, profile: str | None, settings: Sequence[str], format_: str) -> int:
    """Judge the record of a game.

    The first illegal act of each hand with the rule that forbids it, wrong winners, points, premiums,
    totals and places. 0: everything is right, 1: something is not, 2: the record cannot be read.
    """
    read = read_record(read_game(Path(record)))
    ruleset = load_settled(profile_of(read, profile), settings)
    judgement = judge(read, ruleset)
    code = REFUTED if judgement.findings else HOLDS
    if format_ == "json":
        emit(document("replay", code, **as_json(read, ruleset, judgement)))
    else:
        say(as_text(read, ruleset, judgement))
    return code


def profile_of(record: Record, given: str | None) -> str:
    """The rules a record is judged by. Raises Faults where nobody says."""
    if given is not None:
        return given
    named = rules_of(record)
    if named is None:
        raise fault("RV130", "by which rules should the record be judged?", record.players_span, "give `--profile ID`, or write `profile: ID` in the record")
    return named


def as_json(record: Record, ruleset: RuleSet, judgement: Judgement) -> dict[str, object]:
    first = judgement.first_illegal
    return {
        "profile": ruleset.id,
        "fingerprint": ruleset.fingerprint,
        "record": near(record.source.name),
        "players": list(record.players),
        "hands": judgement.hands,
        "findings": [finding_record(finding) for finding in judgement.findings],
        "first_illegal": None if first is None else finding_record(first),
        "totals": judgement.totals,
        "places": judgement.places,
    }


def finding_record(finding: Finding) -> dict[str, object]:
    return {**error_record(finding.diagnostic()), "act": finding.is_act, "row": row_record(finding.row)}


def row_record(row: AnyRow | None) -> dict[str, object] | None:
    """A row of the rules as JSON, with its place."""
    if row is None:
        return None
    return {"name": row.name, "file": near(row.span.source.name), "line": row.span.line, "cite": row.cite, "assumed": row.assumed}


def as_text(record: Record, ruleset: RuleSet, judgement: Judgement) -> str:
    parts = [render([finding.diagnostic() for finding in judgement.findings])] if judgement.findings else []
    if judgement.totals is not None:
        rows = [[name, *_total(judgement, seat)] for seat, name in enumerate(record.players)]
        parts.append(table(rows, ["player", "total", "place"]))
    count, hands = len(judgement.findings), f"{judgement.hands} hand{'' if judgement.hands == 1 else 's'}"
    found = "nothing is wrong" if not count else f"{count} finding{'' if count == 1 else 's'}"
    return "\n\n".join([*parts, f"{near(record.source.name)}: {hands} judged by {ruleset.id}: {found}"])


def _total(judgement: Judgement, seat: int) -> list[object]:
    assert judgement.totals is not None
    return [judgement.totals[seat], judgement.places[seat] if judgement.places else ""]
