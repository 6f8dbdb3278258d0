"""`diff` as text: what is the same in a word, every difference with its rows and a smallest example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from rulespec.ir.cards import Pack
from rulespec.plays import Play
from rulespec.questions import (
    Bidding,
    Calling,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    HandResult,
    Leading,
    Scheduled,
    SetEnd,
    WholeTrick,
)
from verifier.compare.diff import Difference
from verifier.compare.model import DIFFERENT, NOT_APPLICABLE, SAME, DiffClass, Example, RowRef, SectionDiff, Told
from verifier.output.check_text import kept
from verifier.witness.text import words


def lines(found: Difference, large: Iterable[str] = ()) -> Iterator[str]:
    """The whole report; `large` is what is different about the two games as a whole."""
    yield "{} (left) against {} (right)".format(*found.names)
    yield from large
    yield ""
    for section in found.sections:
        yield from _section(found, section)
    yield ""
    yield ending(found)


def _section(found: Difference, section: SectionDiff) -> Iterator[str]:
    yield f"{section.section:10}{headline(section)}".rstrip()
    for one in section.classes:
        yield from (f"    {line}".rstrip() for line in _class(found, section, one))
    for swing in section.swings:
        what = "a game" if section.section == "match" else "one set"
        yield f"    the total of {what} may lie {abs(swing.gap):,} apart, the {'left' if swing.gap > 0 else 'right'} ahead:"
        yield from (f"      {line}".rstrip() for line in example_lines(found, section.section, swing.example))


def headline(section: SectionDiff) -> str:
    """The answer on a section in one line."""
    return _verdict(section) + (", kept" if section.cached else "")


def _verdict(section: SectionDiff) -> str:
    if section.verdict == SAME:
        return "same"
    if section.verdict == NOT_APPLICABLE:
        return f"not applicable: {section.why}"
    if section.verdict != DIFFERENT:
        return f"{section.verdict.upper()}: {section.why}"
    if section.differs_when is not None and section.combinations is not None:
        differ, of = section.combinations
        when = "under every combination of the open options" if differ == of else f"exactly when {section.differs_when}"
        return f"different {when} ({differ:,} of {of:,} combinations)"
    relation = "" if section.relation in (None, "different") else f": {section.relation}"
    number = f" in {section.count:,} of {section.of:,} situations" if section.count is not None and section.of else ""
    return f"different{relation}{number}"


def _class(found: Difference, section: SectionDiff, one: DiffClass) -> Iterator[str]:
    number = f"  [{one.count:,}]" if one.count is not None and len(section.classes) > 1 else ""
    relation = f"  ({one.relation})" if len(section.classes) > 1 and one.relation != "different" else ""
    if section.section == "match":
        yield "another player may win:"
    else:
        yield f"left  {_row(one.left_row)}{number}{relation}"
        yield f"right {_row(one.right_row)}"
    yield from (f"  {line}" for line in example_lines(found, section.section, one.example))
    if isinstance(one.reachable, str):
        yield f"  no game was found that leads there: {one.reachable}"
    if one.gap is not None:
        yield f"  largest gap: {one.gap:+d} for the left"
    if one.counter is not None:
        yield "  and the other way:"
        yield from (f"  {line}" for line in example_lines(found, section.section, one.counter))


def _row(row: RowRef | None) -> str:
    if row is None:
        return "no row"
    return f"`{row.name}` ({row.at}{', ' + row.cite if row.cite else ''})"


def example_lines(found: Difference, section: str, example: Example) -> Iterator[str]:
    """A situation and both answers, in a player's words."""
    pack = found.left.pack
    match example.moment:
        case Leading() | Following() as at:
            held, suit, plays = at.cards, at.trump, at.trick
            before = f"on the table {words.trick(pack, plays)}" if plays else "to lead"
            yield f"{words.trump(pack, suit)}; {before}; in hand {words.hand(pack, held)}"
            yield f"left may play {_cards(pack, example.left)}; right {_cards(pack, example.right)}"
        case WholeTrick(_, suit, plays):
            yield f"{words.trump(pack, suit)}; the trick {words.trick(pack, plays)}"
            yield f"left: {_taker(pack, plays, example.left)}; right: {_taker(pack, plays, example.right)}"
        case Bidding(hand, earlier, _, _, bid):
            yield f"{hand.size} cards; bid before: {', '.join(map(str, earlier)) or 'nothing'}; now {bid}"
            yield f"left may bid {example.left}; right {example.right}"
        case SetEnd(_, cards, bids, tricks):
            for size, row in zip(cards, zip(bids, tricks, strict=True), strict=True):
                yield f"{size} cards, bid/took: " + "  ".join(f"{b}/{t}" for b, t in zip(*row, strict=True))
            yield f"totals, left: {example.left}; right: {example.right}"
        case Dealing(hand) if example.case is None:
            yield f"cards {hand.size}"
            yield from _plain(section, example)
        case GameEnd() as at:
            for name, side in (("left", found.left), ("right", found.right)):
                yield f"{name}:"
                yield from (f"  {line}" for line in words.ending(side, at, [f"player {i + 1}" for i in range(side.players)]))
        case HandResult() | HandEnd() | Calling() | Dealing() | Scheduled() | GameShape() | None:
            yield from _plain(section, example)
        case _:
            assert_never(example.moment)


def _cards(pack: Pack, told: Told) -> str:
    assert isinstance(told, list)
    return words.coded(pack, list(map(str, told)))


def _taker(pack: Pack, plays: Sequence[Play], place: Told) -> str:
    if place is None:
        return "nobody takes it"
    assert isinstance(place, int)
    return f"{words.play(pack, plays[place])} takes it"


def _plain(section: str, example: Example) -> Iterator[str]:
    """Situations told by their case, and answers that have none."""
    if example.case is not None:
        yield ", ".join(f"{key} {_value(value)}" for key, value in example.case.items() if key != "question" and value is not None)
    yield f"left: {_value(example.left)}"
    yield f"right: {_value(example.right)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items() if inner is not None)
    if isinstance(value, list):
        return " | ".join(map(_value, value)) if value and isinstance(value[0], list) else " ".join(map(str, value))
    return str(value)


def ending(found: Difference) -> str:
    """How it all came out, in one line."""
    different = [s.section for s in found.sections if s.verdict == DIFFERENT]
    open_ = [s.section for s in found.sections if s.verdict not in (SAME, DIFFERENT, NOT_APPLICABLE)]
    same = sum(s.verdict == SAME for s in found.sections)
    parts = [f"{same} of {len(found.sections)} sections proved the same"]
    if different:
        parts.append(f"different: {', '.join(different)} (every pair of rows that can disagree is listed)")
    if open_:
        parts.append(f"not settled: {', '.join(open_)}")
    parts += kept(sum(s.cached for s in found.sections))
    return "; ".join(parts)
