"""The ends of one set: for each way in which it can stand for all players, the most it is worth to the first.

A set is seen under one rule set, or under two at once. What it is worth is the weighted sum of what they
give: weights of 1 and -1 ask how far apart the same bids and tricks can end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from rulespec.ir.expr import Expr
from rulespec.ir.walk import names
from rulespec.questions.ground import in_turn
from rulespec.rulebook import Rulebook
from verifier.match.standing import MADE, OF_POINTS, ZEROS, Mark, State, Table, after, begin, carried, premium, seen
from verifier.match.table import Hand, Ways
from verifier.witness.dealt import Result, in_seats

V = TypeVar("V")
MOST = 6_000_000  # steps from a state by a hand, in one set


class TooLarge(Exception):
    """There are more states than can be gone through; the message says of what."""


@dataclass(frozen=True)
class Sides:
    """The rule sets under which a set is seen, each with the number the set has there.

    Where `making` is not, the first player makes none of his bids.
    """

    books: tuple[Rulebook, ...]
    numbers: tuple[int, ...]
    making: bool = True

    @property
    def players(self) -> int:
        return self.books[0].players

    @property
    def reads_bids(self) -> bool:
        return any("bids_total" in names(part) for book in self.books for row in book.ruleset.rows("score") for part in (row.when, row.result) if isinstance(part, Expr))

    def points(self, size: int, bid: int, tricks: int, bids_total: int) -> tuple[int, ...]:
        found = [book.points(size, bid, tricks, bids_total, n).value for book, n in zip(self.books, self.numbers, strict=True)]
        return tuple(int(value or 0) for value in found)


def weighed(weights: Sequence[int], points: Sequence[int]) -> int:
    return sum(weight * one for weight, one in zip(weights, points, strict=True))


Path = tuple["Path", tuple[Mark, ...]] | None  # the hands so far, the last first, each by the marks of all seats
Fields = tuple[tuple[str, ...], ...]
Passes = tuple[int, ...] | None  # zero bids made before in the game; None where they are not told apart
Standing = tuple[State, tuple[State, ...]]  # of the first player, and of the others
Kept = dict[State, dict[int, V]]  # by the first player's standing, then by that of the others, who have a number together


@dataclass(frozen=True, slots=True)
class End:
    """What a set comes to for its first player, and the hands that lead there."""

    worth: int
    path: Path


def ends(
    sides: Sides, weights: Sequence[int], sizes: Sequence[int], dealer: int | None, paid: Sequence[int] | None = None
) -> dict[Standing, End]:
    """For each way the set can stand at its end the most that it is worth, premium included. Raises TooLarge.

    Without a dealer every hand may end as it can end with any dealer: more than a set can, so a bound.
    `paid` weighs the premium, where it is not weighed like the hands.
    """
    others, steps = Others(carried(sides.books)), 0
    kept: Kept[tuple[int, Path]] = others.begin((0, None))
    for number, size in enumerate(sizes):
        marks = outcomes(sides, size, None if dealer is None else (dealer + number) % sides.players, others.fields)
        steps = within(steps + many(kept) * sum(map(len, marks.values())), sizes)
        kept = _grown(weights, others, kept, marks)
    paid = weights if paid is None else paid
    added = Premiums(sides, others.fields, sizes)
    return {at: End(worth + weighed(paid, added.of(at)), path) for at, (worth, path) in others.told(kept)}


def span(sides: Sides, weights: Sequence[int], sizes: Sequence[int]) -> tuple[int, int]:
    """The most and the least that a set is worth where every hand may end as it can with any dealer. Raises TooLarge."""
    others, steps = Others(carried(sides.books)), 0
    kept: Kept[tuple[int, int]] = others.begin((0, 0))
    for size in sizes:
        marks = outcomes(sides, size, None, others.fields)
        steps = within(steps + many(kept) * sum(map(len, marks.values())), sizes)
        kept = _spread(weights, others, kept, marks)
    added = Premiums(sides, others.fields, sizes)
    found = [(most + paid, least + paid) for at, (most, least) in others.told(kept) for paid in [weighed(weights, added.of(at))]]
    return max(most for most, _ in found), min(least for _, least in found)


def many(kept: Kept[V]) -> int:
    """In how many ways a set can stand."""
    return sum(map(len, kept.values()))


def within(steps: int, sizes: Sequence[int]) -> int:
    """The steps taken so far. Raises TooLarge."""
    if steps > MOST:
        raise TooLarge(f"a set of {len(sizes)} hands can stand in too many ways to go through them all")
    return steps


def _grown(weights: Sequence[int], others: Others, kept: Kept[tuple[int, Path]], marks: Marks) -> Kept[tuple[int, Path]]:
    """The standings with one more hand, the best of each."""
    grown: Kept[tuple[int, Path]] = {}
    for mark, rests in marks.items():
        gain, ways = weighed(weights, mark[0] or ()), others.ways(rests)
        for mine, row in kept.items():
            target = grown.setdefault(after(others.mine, mine, mark), {})
            for one, (worth, path) in row.items():
                worth += gain
                for to, rest in (ways.known.get(one) or ways.of(one)).items():
                    old = target.get(to)
                    if old is None or worth > old[0]:
                        target[to] = (worth, (path, (mark, *rest)))
    return grown


def _spread(weights: Sequence[int], others: Others, kept: Kept[tuple[int, int]], marks: Marks) -> Kept[tuple[int, int]]:
    """The standings with one more hand, the most and the least of each."""
    grown: Kept[tuple[int, int]] = {}
    for mark, rests in marks.items():
        gain, ways = weighed(weights, mark[0] or ()), others.ways(rests)
        for mine, row in kept.items():
            target = grown.setdefault(after(others.mine, mine, mark), {})
            for one, (most, least) in row.items():
                most, least = most + gain, least + gain
                for to in ways.known.get(one) or ways.of(one):
                    old = target.get(to)
                    if old is None:
                        target[to] = (most, least)
                    elif most > old[0] or least < old[1]:
                        target[to] = (max(most, old[0]), min(least, old[1]))
    return grown


class Others:
    """The ways in which the other players can stand together, each by a number: it is looked up far more often than looked at."""

    def __init__(self, fields: Fields) -> None:
        self.fields, self.mine = fields, fields[0]
        self.states: list[tuple[State, ...]] = []
        self._numbers: dict[tuple[State, ...], int] = {}
        self._ways: dict[tuple[tuple[Mark, ...], ...], Onward] = {}

    def begin(self, value: V) -> Kept[V]:
        """Before the first hand."""
        return {begin(self.mine): {self.number(tuple(begin(its) for its in self.fields[1:])): value}}

    def number(self, states: tuple[State, ...]) -> int:
        found = self._numbers.setdefault(states, len(self.states))
        if found == len(self.states):
            self.states.append(states)
        return found

    def ways(self, rests: tuple[tuple[Mark, ...], ...]) -> Onward:
        """How the others can go on with these marks; marks of the first player mostly leave them the same."""
        if rests not in self._ways:
            self._ways[rests] = Onward(self, rests)
        return self._ways[rests]

    def told(self, kept: Kept[V]) -> Iterator[tuple[Standing, V]]:
        """Everybody's standings with what is kept of them."""
        for mine, row in kept.items():
            yield from (((mine, self.states[one]), value) for one, value in row.items())


class Onward:
    """Where the others can stand after a hand with some marks; each way once, with marks that lead there."""

    def __init__(self, others: Others, rests: Sequence[tuple[Mark, ...]]) -> None:
        self.others, self.rests = others, rests
        self.known: dict[int, dict[int, tuple[Mark, ...]]] = {}

    def of(self, one: int) -> dict[int, tuple[Mark, ...]]:
        if one not in self.known:
            states, fields = self.others.states[one], self.others.fields[1:]
            found: dict[int, tuple[Mark, ...]] = {}
            for rest in self.rests:
                found.setdefault(self.others.number(tuple(map(after, fields, states, rest))), rest)
            self.known[one] = found
        return self.known[one]


class Premiums:
    """What the ends of a set add to the first player; ends that a side cannot tell apart are asked about once."""

    def __init__(self, sides: Sides, fields: Fields, sizes: Sequence[int]) -> None:
        self.sides, self.own = sides, [carried((book,)) for book in sides.books]
        self.places = [[[(field, its.index(field)) for field in mine] for mine, its in zip(own, fields, strict=True)] for own in self.own]
        of_set = {"hands": len(sizes), "largest_hand": max(sizes), "smallest_hand": min(sizes)}
        self.of_sets = [{**of_set, "set_number": number} for number in sides.numbers]
        self.known: list[dict[Table, int]] = [{} for _ in sides.books]

    def of(self, at: Standing) -> list[int]:
        """Under each side."""
        states = (at[0], *at[1])
        return [self._paid(side, seen(places, states, side)) for side, places in enumerate(self.places)]

    def _paid(self, side: int, table: Table) -> int:
        known = self.known[side]
        if table not in known:
            known[table] = premium(self.sides.books[side].ruleset, self.own[side], table, self.of_sets[side])
        return known[table]


# --- the hands of a set -------------------------------------------------------------------------------


Marks = Mapping[Mark, tuple[tuple[Mark, ...], ...]]  # for each of the first player's those of the others


@lru_cache(maxsize=512)
def outcomes(sides: Sides, size: int, dealer: int | None, fields: Fields) -> Marks:
    """The marks that all seats can have together in a hand; without a dealer, with any."""
    found: dict[Mark, dict[tuple[Mark, ...], None]] = {}
    for one in (dealer,) if dealer is not None else range(sides.players):
        for total in totals(sides, size):
            for mine, *others in joint(sides, size, one, fields, total):
                found.setdefault(mine, {})[tuple(others)] = None
    return {mark: tuple(others) for mark, others in found.items()}


def like(sides: Sides, sizes: Sequence[int], dealer: int) -> int:
    """The first dealer with whom all hands of the set can end in the same ways."""
    fields, players = carried(sides.books), sides.players

    def same(other: int) -> bool:
        pairs = ((size, (other + n) % players, (dealer + n) % players) for n, size in enumerate(sizes))
        return all(_as_set(sides, size, one, fields) == _as_set(sides, size, two, fields) for size, one, two in pairs)

    return next(other for other in range(dealer + 1) if same(other))


@lru_cache(maxsize=512)
def _as_set(sides: Sides, size: int, dealer: int, fields: Fields) -> dict[Mark, frozenset[tuple[Mark, ...]]]:
    return {mark: frozenset(others) for mark, others in outcomes(sides, size, dealer, fields).items()}


def joint(sides: Sides, size: int, dealer: int, fields: Fields, total: int | None, passes: Passes = None) -> Iterator[tuple[Mark, ...]]:
    """The marks that all seats can have together with this sum of bids; after these zero bids by seat, where they are given."""
    order = in_turn(dealer, sides.players)
    marked = [marks_of(sides, size, fields[seat], seat == 0, total) for seat in order]
    for one in hand_of(sides.books, size, _in_order(passes, order)).ends(marked, total):
        yield tuple(one[order.index(seat)] for seat in range(sides.players))


def totals(sides: Sides, size: int) -> Sequence[int | None]:
    """The sums of all bids that are told apart; None where no score looks at them."""
    return range(size * sides.players + 1) if sides.reads_bids else (None,)


@lru_cache(maxsize=512)
def hand_of(books: tuple[Rulebook, ...], size: int, passes: Passes = None) -> Hand:
    return Hand(books, size, passes)


def _in_order(passes: Passes, order: Sequence[int]) -> Passes:
    return None if passes is None else tuple(passes[seat] for seat in order)


@lru_cache(maxsize=2048)
def marks_of(sides: Sides, size: int, fields: tuple[str, ...], first: bool, bids_total: int | None) -> Mapping[Mark, Ways]:
    """The results of a hand by what of them counts: for the first player his points always do."""
    found: dict[Mark, dict[int, int]] = {}
    for bid in range(size + 1):
        for tricks in range(size + 1):
            if first and bid == tricks and not sides.making:
                continue
            points = sides.points(size, bid, tricks, bids_total or 0) if first or set(fields) & set(OF_POINTS) else None
            mark = (points, bid == tricks if MADE in fields else None, bid == 0 if ZEROS in fields else None)
            ways = found.setdefault(mark, {})
            ways[bid] = ways.get(bid, 0) | 1 << tricks
    return found


# --- the hands that were gone ---------------------------------------------------------------------------


def hands_of(path: Path) -> list[tuple[Mark, ...]]:
    """The marks of a path, the first hand first."""
    found: list[tuple[Mark, ...]] = []
    while path is not None:
        path, marks = path
        found.append(marks)
    return found[::-1]


def results(sides: Sides, sizes: Sequence[int], dealer: int, path: Path) -> list[Result]:
    """Bids and tricks of every hand that lead along a path."""
    fields = carried(sides.books)
    gone = enumerate(zip(sizes, hands_of(path), strict=True))
    return [result(sides, size, (dealer + number) % sides.players, fields, marks) for number, (size, marks) in gone]


def result(sides: Sides, size: int, dealer: int, fields: Fields, marks: tuple[Mark, ...], passes: Passes = None) -> Result:
    """Bids and tricks with these marks, after these zero bids by seat, where they are given."""
    hand = hand_of(sides.books, size, _in_order(passes, in_turn(dealer, sides.players)))
    found = next(one for one in (hand.example(ways, total) for total, ways in _ways(sides, size, dealer, fields, marks)) if one is not None)
    return Result(in_seats(dealer, found[0]), in_seats(dealer, found[1]))


def _ways(sides: Sides, size: int, dealer: int, fields: Fields, marks: tuple[Mark, ...]) -> Iterator[tuple[int | None, list[Ways]]]:
    """The results with these marks, in bidding order, for each sum of the bids."""
    order = in_turn(dealer, sides.players)
    for total in totals(sides, size):
        yield total, [marks_of(sides, size, fields[seat], seat == 0, total).get(marks[seat], {}) for seat in order]
