"""Games whose bids hang on the zero bids made before: gone through hand by hand, with everybody's zero bids as part of the state.

Exact, for short games: the states multiply with the players. What the rules cannot tell apart, such as one
zero bid more than the most that they count, is one state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Generic, TypeVar

from rulespec.rulebook import Rulebook
from verifier.match.names import Match
from verifier.match.sets import Fields, Premiums, Sides, TooLarge, joint, result, totals
from verifier.match.standing import ZEROS, Mark, State, after, begin, carried
from verifier.match.totals import Best, firsts, sides_of

MOST = 1_000_000  # steps from a state by a hand, in one game
V = TypeVar("V")
K = TypeVar("K")

Passes = tuple[int, ...]  # by seat
Played = tuple[Sides, int, int, Fields, tuple[Mark, ...], Passes]  # a hand as `result` asks for it
Path = tuple["Path", Played] | None  # the hands so far, the last first
Totals = tuple[int, int]  # the lowest that is thinkable, and a mask above it


@dataclass(frozen=True, slots=True)
class Kept(Generic[V]):
    """What is kept of all games that come to one state: at the start, with a hand more, at a set's end, of two the better."""

    start: V
    played: Callable[[V, Played], V]
    closed: Callable[[V, int], V]
    better: Callable[[V, V], V]


def every_total(book: Rulebook) -> list[int]:
    """All totals with which a player can end a game. Raises TooLarge."""
    kept: Kept[Totals] = Kept((0, 1), lambda found, hand: (found[0] + _points(hand), found[1]), lambda found, paid: (found[0] + paid, found[1]), _both)
    masks = [found for dealer in range(book.players) for found in ends(book, dealer, kept)]
    return sorted({low + bit for low, mask in masks for bit in range(mask.bit_length()) if mask >> bit & 1})


def _points(hand: Played) -> int:
    points = hand[4][0][0]
    assert points is not None
    return points[0]


def _both(one: Totals, other: Totals) -> Totals:
    low = min(one[0], other[0])
    return low, one[1] << one[0] - low | other[1] << other[0] - low


def strike(book: Rulebook) -> Best | None:
    """The most that the end of one set takes away, with a game in which it does; None where no set of a game takes. Raises TooLarge."""
    best: Best | None = None
    kept: Kept[tuple[int, Path]] = Kept((0, None), lambda found, hand: (found[0], (found[1], hand)), lambda found, paid: (max(found[0], -paid), found[1]), _larger)
    for dealer in range(book.players):
        for taken, path in ends(book, dealer, kept):
            if taken > (best.value if best else 0):
                best = Best(taken, Match(dealer, tuple(result(*hand) for hand in _hands(path))))
    return best


def _larger(one: tuple[int, Path], other: tuple[int, Path]) -> tuple[int, Path]:
    return other if other[0] > one[0] else one


def _hands(path: Path) -> list[Played]:
    found: list[Played] = []
    while path is not None:
        path, hand = path
        found.append(hand)
    return found[::-1]


# --- from hand to hand --------------------------------------------------------------------------------


def ends(book: Rulebook, dealer: int, kept: Kept[V]) -> list[V]:
    """What is kept of all games that come to their end, for each number of zero bids. Raises TooLarge."""
    return list(Game(book, dealer, kept).ends().values())


class Game(Generic[V]):
    """A game with one first dealer."""

    def __init__(self, book: Rulebook, dealer: int, kept: Kept[V]) -> None:
        self.book, self.dealer, self.kept, self.steps = book, dealer, kept, 0
        self.counted = counted(book)

    def ends(self) -> dict[Passes, V]:
        found: dict[Passes, V] = {(0,) * self.book.players: self.kept.start}
        for number, (sizes, first) in enumerate(zip(self.book.schedule, firsts(self.book), strict=True), 1):
            found = self._set(sides_of(self.book, number), tuple(sizes), self.dealer + first, found)
        return found

    def _set(self, sides: Sides, sizes: tuple[int, ...], dealer: int, found: dict[Passes, V]) -> dict[Passes, V]:
        fields = carried(sides.books)
        open_ = {(passes, tuple(map(begin, fields))): value for passes, value in found.items()}
        for number, size in enumerate(sizes):
            open_ = self._hand(sides, size, (dealer + number) % sides.players, fields, open_)
        added, closed = Premiums(sides, fields, sizes), dict[Passes, V]()
        for (passes, (mine, *others)), value in open_.items():
            self._keep(closed, passes, self.kept.closed(value, added.of((mine, tuple(others)))[0]))
        return closed

    def _hand(
        self, sides: Sides, size: int, dealer: int, fields: Fields, open_: dict[tuple[Passes, tuple[State, ...]], V]
    ) -> dict[tuple[Passes, tuple[State, ...]], V]:
        grown: dict[tuple[Passes, tuple[State, ...]], V] = {}
        with_zeros = tuple(its if ZEROS in its else (*its, ZEROS) for its in fields)
        for passes, group in groupby(sorted(open_, key=lambda at: at[0]), key=lambda at: at[0]):
            standings, marked = list(group), outcomes(sides, size, dealer, with_zeros, passes)
            self._step(len(standings) * len(marked))
            for marks in marked:
                more = tuple(min(made + bool(mark[2]), self.counted) for made, mark in zip(passes, marks, strict=True))
                hand = sides, size, dealer, with_zeros, marks, passes
                for at in standings:
                    self._keep(grown, (more, tuple(map(after, fields, at[1], marks))), self.kept.played(open_[at], hand))
        return grown

    def _step(self, number: int) -> None:
        self.steps += number
        if self.steps > MOST:
            raise TooLarge("bids hang on zero bids made before, and a game can go on in too many ways to go through them all")

    def _keep(self, among: dict[K, V], key: K, value: V) -> None:
        among[key] = self.kept.better(among[key], value) if key in among else value


@lru_cache(maxsize=4096)
def outcomes(sides: Sides, size: int, dealer: int, fields: Fields, passes: Passes) -> tuple[tuple[Mark, ...], ...]:
    """The marks that all seats can have together in a hand after these zero bids."""
    return tuple(dict.fromkeys(marks for total in totals(sides, size) for marks in joint(sides, size, dealer, fields, total, passes)))


def counted(book: Rulebook) -> int:
    """From so many zero bids on, no bid hangs on how many more there were."""
    most = len(book.ground.hands)
    legal = [[book.passes.legal(size, seat, total, made) for size in book.ground.sizes for seat in range(book.players) for total in range(seat * size + 1)] for made in range(most + 1)]
    return next(n for n in range(most + 1) if all(one == legal[most] for one in legal[n:]))
