"""`jokeri rescore SHEET`: a played game under other rule sets, and which rules make the difference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulespec import library
from rulespec.diagnostics import Faults, fault
from rulespec.game_file import read_game, rules_of, sheet_in
from rulespec.ir.ruleset import RuleSet
from rulespec.record_reader import is_record, read_record
from rulespec.sheet import Sheet
from rulespec.spans import Source
from verifier.cli.common import (
    document,
    emit,
    error_record,
    format_option,
    load,
    load_all,
    near,
    settings_option,
)
from verifier.cli.output import note, say
from verifier.cli.replay import row_record
from verifier.evenings.rescore import Difference, Scored, Share, differences, rescore
from verifier.output.formats import names, write
from verifier.proofs.verdict import HOLDS

ALL = "all"


@click.command("rescore")
@click.argument("sheet")
@click.option("--profiles", default=ALL, show_default=True, metavar="ID,ID,...", help="The rule sets, the first is the one to compare with: of all of them the record's own.")
@settings_option
@format_option("text", "json", *names()[1:])
def command(sheet: str, profiles: str, settings: Sequence[str], format_: str) -> int:
    """A played game under other rule sets.

    SHEET is a record of a game, or a CSV file with the cards, bids and tricks of each hand and a blank
    line between two sets. Shows totals, premiums and places side by side, and for each difference the
    rows that make it.
    """
    source = read_game(Path(sheet))
    rulesets = chosen(profiles, settings, own(source))
    read = sheet_in(source)
    scored = dict(zip(rulesets, rescore(read, list(rulesets.values())), strict=True))
    against = next(name for name, one in scored.items() if one.sets and not one.faults)
    if format_ == "json":
        emit(document("rescore", HOLDS, **as_json(read, scored, against)))
    else:
        from verifier.output.rescore_report import report

        say(write(report(read, scored, against, as_json(read, scored, against)), format_))
    return HOLDS


def own(source: Source) -> str | None:
    """What loads the rules that a record was played by; None for a sheet. Rules that are not there are noted."""
    try:
        name = rules_of(read_record(source)) if is_record(source) else None
        return None if name is None or load(name).open_options else name
    except Faults as faults:
        note(f"the rules that the record names are left out: {faults.diagnostics[0].message}")
        return None


def chosen(profiles: str, settings: Sequence[str], own_name: str | None = None) -> dict[str, RuleSet]:
    """The rule sets by the names they were asked for, of all of them the record's own first. Raises Faults."""
    asked = [name.strip() for name in profiles.split(",") if name.strip()]
    if not asked:
        raise fault("RV133", "no rule set is named to score by", help="`--profiles all`, or ids with commas between them")
    if asked == [ALL]:
        names = dict.fromkeys([*([own_name] if own_name else []), *library.shipped()])
        found = {name: load(name, settings) for name in names}
        return {name: ruleset for name, ruleset in found.items() if not ruleset.open_options}
    return dict(zip(asked, load_all(asked, settings), strict=True))


# --- json -----------------------------------------------------------------------------------------


def as_json(sheet: Sheet, scored: dict[str, Scored], against: str) -> dict[str, object]:
    return {
        "sheet": near(sheet.source.name),
        "players": list(sheet.players),
        "against": against,
        "profiles": [scored_record(sheet, name, one, scored[against]) for name, one in scored.items()],
    }


def scored_record(sheet: Sheet, name: str, scored: Scored, against: Scored) -> dict[str, object]:
    return {
        "id": name,
        "fingerprint": scored.ruleset.fingerprint,
        "faults": [error_record(one) for one in scored.faults],
        "totals": scored.totals or None,
        "places": scored.places or None,
        "sets": [
            {"set": one.number, "points": points, "premiums": [share.points for share in one.premiums]}
            for one in scored.sets
            for points in [[sum(shares[player].points for shares in one.shares) for player in range(len(sheet.players))]]
        ],
        "differences": [difference_record(sheet, one) for one in differences(scored, against)],
    }


def difference_record(sheet: Sheet, one: Difference) -> dict[str, object]:
    return {
        "player": sheet.players[one.player], "set": one.set_number,
        "hand": None if one.hand is None else one.hand.number, "line": None if one.hand is None else one.hand.span.line,
        **share_record(one.share), "against": share_record(one.other),
    }  # fmt: skip


def share_record(share: Share) -> dict[str, object]:
    return {"points": share.points, "rows": [row_record(row) for row in share.rows]}
