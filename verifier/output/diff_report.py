"""`diff` as a report: which sections differ and by how much, then every pair of rows with an example."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.ir.ruleset import RuleSet
from verifier.compare.diff import Difference
from verifier.compare.model import DIFFERENT, RowRef, SectionDiff
from verifier.output.diff_text import ending, example_lines, headline
from verifier.output.paths import near
from verifier.output.report import NOTHING, Block, Cell, Grid, Line, Prose, Report

FIELDS = ("left", "right", "section", "verdict", "relation", "count", "of", "left row", "right row", "example", "kept")


def report(found: Difference, code: int) -> Report:
    """Everything for people; the flat table has one record a pair of rows, or one for a section without any."""
    left, right = found.names
    large: tuple[Block, ...] = tuple(Prose(line) for line in at_large(found))
    sections = Grid("Sections", ("section",), "", ("answer",), tuple(Line((s.section,), (Cell(headline(s)),)) for s in found.sections))
    blocks: list[Block] = [*large, sections, *(_classes(found, s) for s in found.sections if s.classes), Prose(f"{ending(found)}."), *_sources(found)]
    return Report(f"{left} against {right}", tuple(blocks), FIELDS, tuple(_records(found)), {}, code)


def at_large(found: Difference) -> Iterator[str]:
    """What is different about the two games as a whole: how many play, the pack, the options that were chosen otherwise."""
    left, right = found.left, found.right
    if left.players != right.players:
        yield f"players: {left.players} on the left, {right.players} on the right"
    if left.pack != right.pack:
        told = _pack if _pack(left) != _pack(right) else _cards
        yield f"pack: {told(left)} on the left, {told(right)} on the right"
    shared = [name for name in left.options if name in right.options]
    chosen = [(name, left.chosen.get(name, "open"), right.chosen.get(name, "open")) for name in shared]
    for name, a, b in chosen:
        if a != b:
            yield f"option {name}: {a} on the left, {b} on the right"
    for name in [name for name in dict.fromkeys((*left.unread, *right.unread)) if name not in shared]:
        sides = [where for where, one in (("left", left), ("right", right)) if name in one.unread]
        yield f"option {name}: no row on the {' and the '.join(sides)} reads it" + (f", {_other(name, left, right)}" if len(sides) == 1 else "")


def _other(name: str, left: RuleSet, right: RuleSet) -> str:
    """What an option is on the side whose rows read it."""
    where, one = ("left", left) if name in left.options else ("right", right)
    return f"and it is {one.chosen.get(name, 'open')} on the {where}" if name in one.options else f"and there is none on the {'right' if name in left.unread else 'left'}"


def _pack(ruleset: RuleSet) -> str:
    pack = ruleset.pack
    jokers = f" and {pack.jokers} joker{'s' if pack.jokers > 1 else ''}" if pack.jokers else ""
    return f"{len(pack.suits)} suits of {len(pack.ranks)}{jokers}"


def _cards(ruleset: RuleSet) -> str:
    """Suits and ranks by name, where their numbers are the same."""
    return f"{' '.join(ruleset.pack.suits)}, {' '.join(map(str, ruleset.pack.ranks))}"


def _classes(found: Difference, section: SectionDiff) -> Grid:
    lines = []
    for one in section.classes:
        shown = "; ".join(example_lines(found, section.section, one.example))
        number = "" if one.count is None else f"{one.count:,}"
        lines.append(Line((_row(one.left_row), _row(one.right_row)), (Cell(number or NOTHING), Cell(shown))))
    return Grid(f"Section {section.section}", ("left row", "right row"), "", ("situations", "for example"), tuple(lines))


def _row(row: RowRef | None) -> str:
    return "no row" if row is None else f"{row.name} ({near(row.at)}{', ' + row.cite if row.cite else ''})"


def _records(found: Difference) -> Iterator[tuple[object, ...]]:
    left, right = found.names
    for section in found.sections:
        kept = "yes" if section.cached else "no"
        head = (left, right, section.section, section.verdict, section.relation or "")
        if section.verdict != DIFFERENT or not section.classes:
            yield *head, "" if section.count is None else section.count, "" if section.of is None else section.of, "", "", section.why, kept
        for one in section.classes if section.verdict == DIFFERENT else ():
            shown = "; ".join(example_lines(found, section.section, one.example))
            count = "" if one.count is None else one.count
            yield *head, count, "" if section.of is None else section.of, _row(one.left_row), _row(one.right_row), shown, kept


def _sources(found: Difference) -> Iterator[Prose]:
    for name, side in zip(found.names, (found.left, found.right), strict=True):
        yield Prose(f"{name}: {side.name}, rules {side.fingerprint}")
