"""A played game under several rule sets as a report: totals and premiums side by side, then each difference with its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulespec.diagnostics import Diagnostic
from rulespec.plain import one_line
from rulespec.sheet import Sheet
from verifier.evenings.rescore import Difference, Scored, Share, differences
from verifier.output.paths import near
from verifier.output.report import Block, Cell, Grid, Line, Note, Notes, Prose, Report
from verifier.proofs.verdict import HOLDS

FIELDS = ("profile", "against", "what", "set", "hand", "player", "points", "by", "points against", "by against", "place")
ByName = Mapping[str, Scored]


def report(sheet: Sheet, scored: ByName, against: str, data: Mapping[str, object]) -> Report:
    """`against` is the rule set that the others are compared with."""
    rules = Notes("Rule sets", tuple(Note(name, f"{one.ruleset.name}, rules {one.ruleset.fingerprint}") for name, one in scored.items()))
    accounts = [block for name, one in scored.items() for block in _account(sheet, name, one, scored, against)]
    blocks: list[Block] = [_totals(sheet, scored), *_premiums(sheet, scored), *accounts, rules]
    title = f"{one_line(near(sheet.source.name))} scored by {', '.join(scored)}" if len(scored) < 4 else f"{one_line(near(sheet.source.name))} scored by {len(scored)} rule sets"
    return Report(title, tuple(blocks), FIELDS, tuple(_records(sheet, scored, against)), data, HOLDS)


def _totals(sheet: Sheet, scored: ByName) -> Grid:
    lines = (Line((player,), tuple(Cell(_total(one, seat)) for one in scored.values())) for seat, player in enumerate(sheet.players))
    return Grid("Totals", ("total (place)",), "", tuple(scored), tuple(lines))


def _total(scored: Scored, seat: int) -> str:
    return f"{scored.totals[seat]} ({scored.places[seat]})" if scored.sets else "-"


def _premiums(sheet: Sheet, scored: ByName) -> Iterator[Grid]:
    """One line a set and player whom any rule set gives or takes something."""
    lines = []
    for i in range(max(len(one.sets) for one in scored.values())):
        for seat, player in enumerate(sheet.players):
            given = [one.sets[i].premiums[seat].points if i < len(one.sets) else 0 for one in scored.values()]
            if any(given):
                number = next(one.sets[i].number for one in scored.values() if one.sets)
                lines.append(Line((f"set {number} {player}",), tuple(Cell(str(points or "")) for points in given)))
    if lines:
        yield Grid("Premiums", ("premiums",), "", tuple(scored), tuple(lines))


def _account(sheet: Sheet, name: str, scored: Scored, all_scored: ByName, against: str) -> Iterator[Block]:
    """What one rule set gives otherwise than the one it is compared with, and by which rows."""
    found = list(differences(scored, all_scored[against]))
    if scored.faults:
        game = "other sets than its own game has" if scored.sets else "not a game by these rules"
        yield Notes(f"{name}: {game}", tuple(map(_fault, scored.faults)))
    if found:
        yield Notes(f"{name}, against {against}", tuple(_difference(sheet, one, name, against) for one in found))
    elif scored.sets and name != against:
        yield Prose(f"{name}: every hand and every premium as in {against}")


def _fault(fault: Diagnostic) -> Note:
    return Note(f"line {fault.span.line}", f"{fault.code}: {one_line(fault.message)}")


def _difference(sheet: Sheet, one: Difference, name: str, against: str) -> Note:
    where = f"end of set {one.set_number}" if one.hand is None else f"hand {one.hand.number}, line {one.hand.span.line}"
    return Note(f"{where}: {sheet.players[one.player]}", f"{one.share.points} by {_by(one.share)}; in {against} {one.other.points} by {_by(one.other)}")


def _by(share: Share) -> str:
    return ", ".join(f"{row.name} ({near(row.span.source.name)}:{row.span.line})" for row in share.rows) or "no row"


def _records(sheet: Sheet, scored: ByName, against: str) -> Iterator[tuple[object, ...]]:
    """A line for each total, then one for each difference."""
    other = scored[against]
    for name, one in scored.items():
        for seat, player in enumerate(sheet.players if one.sets else ()):
            beside = other.totals[seat] if seat < len(other.totals) else ""
            yield name, against, "total", "", "", player, one.totals[seat], "", beside, "", one.places[seat]
        for found in differences(one, other):
            hand = "" if found.hand is None else found.hand.number
            what = "premium" if found.hand is None else "hand"
            yield name, against, what, found.set_number, hand, sheet.players[found.player], found.share.points, _by(found.share), found.other.points, _by(found.other), ""
