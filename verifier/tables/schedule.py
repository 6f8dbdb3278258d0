"""The hands of a game: who deals, how many cards there are and are left over, how the trump is found."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from rulespec.questions.ground import Dealt, dealer_of
from rulespec.rulebook import rulebook
from verifier.output.report import Cell, Grid, Line, Prose, Report
from verifier.tables import sources

FIELDS = ("hand", "set", "cards", "left_over", "dealer", "trump")


def schedule_report(ruleset: RuleSet) -> Report:
    """One line a hand; the dealer is counted from whoever deals first."""
    ground, players = rulebook(ruleset).ground, ruleset.players
    records = tuple(_record(one, players) for one in ground.dealt)
    lines = tuple(Line((str(r[0]),), tuple(Cell(str(part)) for part in r[1:])) for r in records)
    grid = Grid("Hands of the game", ("hand",), "", ("set", "cards", "left over", "dealer", "trump"), lines)
    deals = [sum(r[4] == seat for r in records) for seat in range(1, players + 1)]
    even = "Everybody deals equally often." if len(set(deals)) == 1 else f"The seats deal {', '.join(map(str, deals))} times."
    text = f"The dealer is a seat, 1 for whoever deals first; the deal passes to the left. {even}"
    data = {"kind": "schedule", **sources.identity(ruleset), "hands": [dict(zip(FIELDS, r, strict=True)) for r in records], "deals": deals}
    return Report(f"{ruleset.name}: the hands", (grid, Prose(text), *sources.notes(ruleset, [one.row for one in ground.dealt])), FIELDS, records, data, 0)


def _record(one: Dealt, players: int) -> tuple[object, ...]:
    hand = one.hand
    return (hand.number, hand.set_number, hand.size, one.left_over, dealer_of(0, hand.number, players) + 1, one.row.name)
