"""One player's total at the end of a game: the largest, the smallest, and every total there is. Exact, set by set.

Nothing but the deal going round ties one set to the next, so the best of a game is the best of its sets,
for each player who may deal first. Where bids hang on zero bids made before, this is a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulespec.ir.expr import Expr
from rulespec.ir.walk import names
from rulespec.rulebook import Rulebook
from verifier.match.names import Match
from verifier.match.sets import (
    End,
    Kept,
    Others,
    Premiums,
    Sides,
    ends,
    like,
    many,
    outcomes,
    results,
    within,
)
from verifier.match.standing import after, carried, premium_reads
from verifier.witness.dealt import Result


@dataclass(frozen=True, slots=True)
class Best:
    """A value and a game that comes to it."""

    value: int
    match: Match


def reads_set(book: Rulebook) -> bool:
    """Whether scores or premiums hang on the number of the set."""
    return "set_number" in premium_reads([book.ruleset]) or any("set_number" in names(part) for row in book.ruleset.rows("score") for part in (row.when, row.result) if isinstance(part, Expr))


def sides_of(book: Rulebook, number: int, making: bool = True) -> Sides:
    """A set under one rule set; sets that are scored alike have the same."""
    return Sides((book,), (number if reads_set(book) else 1,), making)


def firsts(book: Rulebook) -> list[int]:
    """For each set the number of hands before it."""
    return [sum(map(len, book.schedule[:k])) for k in range(len(book.schedule))]


def extreme(book: Rulebook, sign: int, making: bool = True) -> Best | None:
    """The largest total (`sign` 1) or the smallest (-1); without a bid made where `making` is not. Raises TooLarge."""
    found = [_with_dealer(book, sign, making, dealer) for dealer in range(book.players)]
    possible = [one for one in found if one is not None]
    return max(possible, key=lambda one: sign * one.value) if possible else None


def _with_dealer(book: Rulebook, sign: int, making: bool, dealer: int) -> Best | None:
    value, hands = 0, list[Result]()
    for number, (sizes, first) in enumerate(zip(book.schedule, firsts(book), strict=True), 1):
        sides, at = sides_of(book, number, making), (dealer + first) % book.players
        end = best_end(sides, sizes, at, (sign,), (sign,))
        if end is None:
            return None
        value += sign * end.worth
        hands += results(sides, sizes, at, end.path)
    return Best(value, Match(dealer, tuple(hands)))


def best_end(sides: Sides, sizes: tuple[int, ...], dealer: int, weights: Sequence[int], paid: Sequence[int]) -> End | None:
    """The most a set is worth with a dealer; None where it cannot be."""
    return _best_end(sides, sizes, like(sides, sizes, dealer), tuple(weights), tuple(paid))


@lru_cache(maxsize=1024)
def _best_end(sides: Sides, sizes: tuple[int, ...], dealer: int, weights: tuple[int, ...], paid: tuple[int, ...]) -> End | None:
    return max(ends(sides, weights, sizes, dealer, paid).values(), key=lambda end: end.worth, default=None)


def strike(book: Rulebook) -> Best | None:
    """The most that the end of one set takes away, with a game in which it does; None where no set ever takes."""
    best: Best | None = None
    for number, (sizes, first) in enumerate(zip(book.schedule, firsts(book), strict=True), 1):
        for dealer in range(book.players):
            at = (dealer + first) % book.players
            end = best_end(sides_of(book, number), sizes, at, (0,), (-1,))
            if end is not None and end.worth > (best.value if best else 0):
                hands = results(sides_of(book, number), sizes, at, end.path)
                best = Best(end.worth, Match(dealer, tuple(_around(book, dealer, first, hands))))
    return best


def _around(book: Rulebook, dealer: int, first: int, hands: Sequence[Result]) -> list[Result]:
    """The hands of one set among hands of other sets that end anyhow."""
    smallest = _with_dealer(book, -1, True, dealer)
    assert smallest is not None
    return [*smallest.match.hands[:first], *hands, *smallest.match.hands[first + len(hands) :]]


# --- every total --------------------------------------------------------------------------------------


def every_total(book: Rulebook) -> list[int]:
    """All totals with which a player can end a game. Raises TooLarge."""
    found: set[int] = set()
    for dealer in range(book.players):
        low, mask = 0, 1
        for number, (sizes, first) in enumerate(zip(book.schedule, firsts(book), strict=True), 1):
            sides, at = sides_of(book, number), (dealer + first) % book.players
            lowest, ways = _set_totals(sides, sizes, like(sides, sizes, at))
            low, mask = low + lowest, _sums(mask, ways)
        found |= {low + bit for bit in _bits(mask)}
    return sorted(found)


def _sums(a: int, b: int) -> int:
    """The sums of two sets of numbers, each as a mask."""
    small, large = sorted((a, b), key=int.bit_count)
    found = 0
    for bit in _bits(small):
        found |= large << bit
    return found


def _bits(mask: int) -> list[int]:
    return [i for i, bit in enumerate(reversed(bin(mask))) if bit == "1"]


@lru_cache(maxsize=256)
def _set_totals(sides: Sides, sizes: tuple[int, ...], dealer: int) -> tuple[int, int]:
    """Every total of a set, as the lowest that is thinkable and a mask above it."""
    others, low, steps = Others(carried(sides.books)), 0, 0
    kept: Kept[int] = others.begin(1)
    for number, size in enumerate(sizes):
        marks = outcomes(sides, size, (dealer + number) % sides.players, others.fields)
        steps = within(steps + many(kept) * sum(map(len, marks.values())), sizes)
        least = min(mark[0][0] for mark in marks if mark[0] is not None)
        low += least
        grown: Kept[int] = {}
        for mark, rests in marks.items():
            assert mark[0] is not None
            gain, ways = mark[0][0] - least, others.ways(rests)
            for mine, row in kept.items():
                target = grown.setdefault(after(others.mine, mine, mark), {})
                for one, values in row.items():
                    for to in ways.of(one):
                        target[to] = target.get(to, 0) | values << gain
        kept = grown
    added = Premiums(sides, others.fields, sizes)
    paid = [(added.of(at)[0], values) for at, values in others.told(kept)]
    least, mask = min(one for one, _ in paid), 0
    for one, values in paid:
        mask |= values << one - least
    return low + least, mask


def premium_values(book: Rulebook) -> set[int]:
    """Everything that the end of some set can add; 0 where it is not worked out. Larger than it need be is sound."""
    found = {0}
    for number, (sizes, first) in enumerate(zip(book.schedule, firsts(book), strict=True), 1):
        for dealer in range(book.players):
            sides, at = sides_of(book, number), (dealer + first) % book.players
            found |= _paid(sides, sizes, like(sides, sizes, at))
    return found


@lru_cache(maxsize=256)
def _paid(sides: Sides, sizes: tuple[int, ...], dealer: int) -> frozenset[int]:
    """Each premium by itself, read off the largest points that come with it and without."""
    fields = carried(sides.books)
    added = Premiums(sides, fields, sizes)
    return frozenset(added.of(at)[0] for at in ends(sides, (0,), sizes, dealer))
