"""The ends of one set: for each way in which it can stand for all players, the most it is worth to the first.

A set is seen under one rule set, or under two at once. What it is worth is the weighted sum of what they
give: weights of 1 and -1 ask how far apart the same bids and tricks can end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulespec.ir.expr import Expr
from rulespec.ir.walk import names
from rulespec.questions.ground import in_turn
from rulespec.rulebook import Rulebook
from verifier.match.standing import MADE, OF_POINTS, ZEROS, Mark, State, Table, after, begin, carried, premium, seen
from verifier.match.table import Hand, Ways
from verifier.witness.dealt import Result, in_seats

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
Kept = dict[Standing, tuple[int, Path]]
Spans = dict[Standing, tuple[int, int]]


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
    fields, steps = carried(sides.books), 0
    kept: Kept = {(begin(fields[0]), tuple(begin(its) for its in fields[1:])): (0, None)}
    for number, size in enumerate(sizes):
        marks = outcomes(sides, size, None if dealer is None else (dealer + number) % sides.players, fields)
        steps = within(steps + len(kept) * sum(map(len, marks.values())), sizes)
        kept = _grown(weights, fields, kept, marks)
    paid = weights if paid is None else paid
    added = Premiums(sides, fields, sizes)
    return {at: End(worth + weighed(paid, added.of(at)), path) for at, (worth, path) in kept.items()}


def span(sides: Sides, weights: Sequence[int], sizes: Sequence[int]) -> tuple[int, int]:
    """The most and the least that a set is worth where every hand may end as it can with any dealer. Raises TooLarge."""
    fields, steps = carried(sides.books), 0
    kept: Spans = {(begin(fields[0]), tuple(begin(its) for its in fields[1:])): (0, 0)}
    for size in sizes:
        marks = outcomes(sides, size, None, fields)
        steps = within(steps + len(kept) * sum(map(len, marks.values())), sizes)
        kept = _spread(weights, fields, kept, marks)
    added = Premiums(sides, fields, sizes)
    found = [(most + paid, least + paid) for at, (most, least) in kept.items() for paid in [weighed(weights, added.of(at))]]
    return max(most for most, _ in found), min(least for _, least in found)


def within(steps: int, sizes: Sequence[int]) -> int:
    """The steps taken so far. Raises TooLarge."""
    if steps > MOST:
        raise TooLarge(f"a set of {len(sizes)} hands can stand in too many ways to go through them all")
    return steps


def _grown(weights: Sequence[int], fields: Fields, kept: Kept, marks: Marks) -> Kept:
    """The standings with one more hand, the best of each."""
    grown: Kept = {}
    by_mine: dict[State, list[tuple[tuple[State, ...], tuple[int, Path]]]] = {}
    for (mine, others), found in kept.items():
        by_mine.setdefault(mine, []).append((others, found))
    for mark, rests in marks.items():
        gain, steps = weighed(weights, mark[0] or ()), Steps(fields, mark, rests)
        for mine, all_others in by_mine.items():
            now = after(fields[0], mine, mark)
            for others, (worth, path) in all_others:
                for after_, rest in steps.of(others).items():
                    old = grown.get(to := (now, after_))
                    if old is None or worth + gain > old[0]:
                        grown[to] = (worth + gain, (path, (mark, *rest)))
    return grown


def _spread(weights: Sequence[int], fields: Fields, kept: Spans, marks: Marks) -> Spans:
    """The standings with one more hand, the most and the least of each."""
    grown: Spans = {}
    by_mine: dict[State, list[tuple[tuple[State, ...], tuple[int, int]]]] = {}
    for (mine, others), found in kept.items():
        by_mine.setdefault(mine, []).append((others, found))
    for mark, rests in marks.items():
        gain, steps = weighed(weights, mark[0] or ()), Steps(fields, mark, rests)
        for mine, all_others in by_mine.items():
            now = after(fields[0], mine, mark)
            for others, (most, least) in all_others:
                most, least = most + gain, least + gain
                for after_ in steps.of(others):
                    high, low = grown.get(to := (now, after_), (most, least))
                    grown[to] = (high if high > most else most, low if low < least else least)
    return grown


class Steps:
    """Where the others can stand after a hand in which the first player has a mark; each way once."""

    def __init__(self, fields: Fields, mark: Mark, rests: Sequence[tuple[Mark, ...]]) -> None:
        self.fields, self.rests = fields[1:], rests
        self.known: dict[tuple[State, ...], dict[tuple[State, ...], tuple[Mark, ...]]] = {}

    def of(self, others: tuple[State, ...]) -> dict[tuple[State, ...], tuple[Mark, ...]]:
        if others not in self.known:
            found: dict[tuple[State, ...], tuple[Mark, ...]] = {}
            for rest in self.rests:
                found.setdefault(tuple(map(after, self.fields, others, rest)), rest)
            self.known[others] = found
        return self.known[others]


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


Marks = Mapping[Mark, Sequence[tuple[Mark, ...]]]  # for each of the first player's those of the others


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
