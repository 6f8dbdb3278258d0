"""The hands of a record laid on the schedule of a game: which set each belongs to, and whether a hand is missing or too many.

A hand that is not there would make every later one a wrong one. So where the lines of premiums, or else the hand sizes,
show that a set has a hand or two too few or too many and all that follows fits, that is one mistake, and the rest is
judged as the sets that it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.record import PREMIUMS, Record, RecordedHand
from rulespec.spans import Span

MOST = 2  # hands of a set that may be missing or too many; with more it is another game


@dataclass(frozen=True, slots=True)
class LaidSet:
    """The hands of one set with the sizes they have in the game; a `misfit` says what is missing or too many, and where."""

    hands: tuple[RecordedHand, ...]
    sizes: tuple[int, ...]
    misfit: tuple[str, Span] | None = None


def laid(record: Record, schedule: Sequence[Sequence[int]]) -> Iterator[LaidSet]:
    """The sets of the game with the hands of the record that are theirs."""
    start = 0
    for number, sizes in enumerate(schedule):
        end = _end(record, start, schedule[number:])
        hands = record.hands[start:end]
        if end == start + len(sizes):
            yield LaidSet(hands, tuple(sizes))
        else:
            yield LaidSet(hands, tuple(hand.cards for hand in hands), _misfit(record, start, end, sizes, number + 1))
        start = end


def _end(record: Record, start: int, sets: Sequence[Sequence[int]]) -> int:
    """After which hand of the record the first of these sets ends."""
    due = start + len(sets[0])
    ends = [line.after for line in record.sums if line.kind == PREMIUMS and line.after > start]
    if due in ends or due - MOST > len(record.hands) or (not ends and _fits(record, start, sets[:2])):
        return due
    near = sorted((end for end in range(max(start + 1, due - MOST), due + MOST + 1) if end != due), key=lambda end: abs(end - due))
    likely = (end for end in near if (end in ends or not ends) and _is_part(record, start, end, sets[0]) and _goes_on(record, end, sets[1:], ends))
    return next(likely, due)


def _fits(record: Record, start: int, sets: Sequence[Sequence[int]]) -> bool:
    """The hands from one on are these sets, as far as the record goes."""
    sizes = [size for one in sets for size in one]
    return all(hand.cards == size for hand, size in zip(record.hands[start:], sizes, strict=False))


def _goes_on(record: Record, end: int, sets: Sequence[Sequence[int]], ends: Sequence[int]) -> bool:
    """What stands after that hand is the sets that follow in the game."""
    if not sets:
        return end == len(record.hands)
    later = [one for one in ends if one > end]
    return end < len(record.hands) and _fits(record, end, sets[:1]) and (not later or later[0] == end + len(sets[0]))


def _is_part(record: Record, start: int, end: int, sizes: Sequence[int]) -> bool:
    """Either the hands are some of the set's, in order, or the set's are some of the hands."""
    there = [hand.cards for hand in record.hands[start:end]]
    few, many = (there, list(sizes)) if len(there) < len(sizes) else (list(sizes), there)
    rest = iter(many)
    return end <= len(record.hands) and len(few) < len(many) and all(size in rest for size in few)


def _misfit(record: Record, start: int, end: int, sizes: Sequence[int], number: int) -> tuple[str, Span]:
    hands = record.hands[start:end]
    at = _first_odd(record, start, end, sizes)
    what = "is missing before this" if len(hands) < len(sizes) else "too many stands here"
    if at == len(hands):
        at, what = at - 1, "is missing after this" if len(hands) < len(sizes) else what
    how = f"set {number} has {len(hands)} hands, and in this game {len(sizes)}"
    return f"a hand {what}: {how}", hands[at].span


def _first_odd(record: Record, start: int, end: int, sizes: Sequence[int]) -> int:
    """The first hand of the set that has another size than is due, or another dealer than the hand before lets expect."""
    players = len(record.players)
    for i, hand in enumerate(record.hands[start:end]):
        before = record.hands[start + i - 1] if start + i else None
        if i >= len(sizes) or hand.cards != sizes[i] or (before and hand.dealer.seat != (before.dealer.seat + 1) % players):
            return i
    return end - start
