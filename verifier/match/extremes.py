"""The extremes of a rule set's games: each figure with a game that shows it.

What hangs on one player's total alone comes from dynamic programming over hands and sets. What several
players have to do with is bounded from what each can do alone, and a game that meets the bound is
looked for; where none is found, the solver settles what lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import gcd
from typing import TypeVar, cast

from rulespec.ir.ruleset import RuleSet, doubles
from rulespec.rulebook import Rulebook, rulebook
from verifier.match import names, passing
from verifier.match.apart import Bound, Goal, Tied, bounds, met, priced, unit
from verifier.match.balance import level
from verifier.match.bidding import reads_passes
from verifier.match.figure import MET, PLANNED, Figure, legal, unsettled
from verifier.match.names import Match
from verifier.match.sets import TooLarge
from verifier.match.totals import Best, every_total, extreme, firsts, premium_values, strike
from verifier.witness.dealt import Result

T = TypeVar("T")
SAYS = {
    "largest-total": "the largest total",
    "smallest-total": "the smallest total",
    "smallest-winning-total": "the smallest total that wins",
    "largest-without-a-bid": "the largest total without a bid made",
    "largest-win": "the largest win, over the second",
    "lead-lost-in-last-set": "the largest lead that is lost in the last set",
    "lead-lost-in-last-hand": "the largest lead that is lost in the last hand",
    "all-can-tie": "all can end with the same total",
    "different-totals": "different totals that can end a game",
    "largest-strike": "the most that a set's end takes away",
}


def figures(ruleset: RuleSet, wanted: Sequence[str] = ()) -> Iterator[Figure]:
    """The figures by these names, or all, in the order of the list. The options of the rule set are settled."""
    table = Table(rulebook(ruleset))
    yield from (table.figure(name) for name in SAYS if not wanted or name in wanted)


class NotAsked(Exception):
    """Only the solver could go on."""


class Table:
    """The figures of one rule set; what one of them finds the others use. Without `asks` the solver is left alone."""

    def __init__(self, book: Rulebook, asks: bool = True) -> None:
        self.book, self.players, self.asks = book, book.players, asks
        self._known: dict[object, object] = {}

    def figure(self, name: str) -> Figure:
        """The figure of that name."""
        if doubles(self.book.ruleset.rows("trump")):
            return replace(unsettled("hands that are dealt again count double"), name=name, says=SAYS[name])
        try:
            found: Figure = getattr(self, name.replace("-", "_"))()
        except NotAsked:
            found = unsettled("the solver was not asked")
        except TooLarge as why:
            found = unsettled(str(why))
        return replace(found, name=name, says=SAYS[name])

    def _ask(self) -> None:
        if not self.asks:
            raise NotAsked

    # --- one player's total ---------------------------------------------------------------------------

    def largest_total(self) -> Figure:
        return self._own(1, lambda: extreme(self.book, 1))

    def smallest_total(self) -> Figure:
        return self._own(-1, lambda: extreme(self.book, -1))

    def largest_without_a_bid(self) -> Figure:
        return self._own(1, lambda: extreme(self.book, 1, making=False), made=False)

    def _own(self, sign: int, plan: Callable[[], Best | None], made: bool = True) -> Figure:
        best = plan()
        if best is None:
            return Figure("", "", None, PLANNED)
        if legal(self.book, best.match):
            return Figure("", "", best.value, PLANNED, best.match)
        from verifier.match.joint import one_total

        self._ask()
        return one_total(self.book, sign, best.value, made, self.step)

    def different_totals(self) -> Figure:
        found = passing.every_total(self.book) if reads_passes(self.book.ruleset) else every_total(self.book)
        return Figure("", "", len(found), PLANNED) if found else Figure("", "", None, PLANNED)

    def largest_strike(self) -> Figure:
        best = planned = strike(self.book)
        if planned is not None and not legal(self.book, planned.match):
            try:
                best = passing.strike(self.book)
            except TooLarge as why:
                return Figure("", "", 0, PLANNED, None, planned.value, str(why))
        return Figure("", "", None, PLANNED) if best is None else Figure("", "", best.value, PLANNED, best.match)

    # --- several players' totals ------------------------------------------------------------------------

    def smallest_winning_total(self) -> Figure:
        from verifier.match.joint import smallest_winner

        levelled = self._level()
        low = -self.range[0] if levelled is None else levelled[0]
        if levelled is not None and levelled[1] is not None and -max(self.totals(levelled[1])) == low and legal(self.book, levelled[1]):
            return Figure("", "", -low, MET, levelled[1])
        self._ask()
        return smallest_winner(self.book, low, self.step, levelled[1] if levelled else None)

    def _level(self) -> tuple[int, Match | None] | None:
        """The least that a largest total can be, negated, and a level game near it; None where players cannot be taken apart."""
        return self._once("level", self._find_level)

    @property
    def least_winning(self) -> int | None:
        """What the largest total of a game is at least; None where it is not worked out."""
        found = self._level()
        return None if found is None else -found[0]

    def _find_level(self) -> tuple[int, Match | None] | None:
        try:
            found = [(bound, unit(goal.sizes)) for goal in map(priced, self._goals((-1,) * self.players)) for bound in [next(bounds(goal))]]
        except (Tied, StopIteration):
            return None
        total = sum(bound.value // scale for bound, scale in found)
        game = level(self.book, [hand for bound, _ in found for hand in bound.ways])
        return total // self.players // self.step * self.step, game

    def _goals(self, weights: tuple[int, ...]) -> list[Goal]:
        return [Goal(self.book, number, weights) for number in range(1, len(self.book.schedule) + 1)]

    def all_can_tie(self) -> Figure:
        from verifier.match.joint import tie

        levelled = self._level()
        if levelled and levelled[1] and len(set(self.totals(levelled[1]))) == 1 and legal(self.book, levelled[1]):
            return Figure("", "", True, MET, levelled[1])
        self._ask()
        return tie(self.book)

    def largest_win(self) -> Figure:
        from verifier.match.joint import largest_win

        low, high = self.range
        apart = (high - low) // self.step * self.step
        game = self._apart((1, *[-1] * (self.players - 1)))
        if game is not None and self.lead(game, 0) == apart and legal(self.book, game):
            return Figure("", "", apart, MET, game)
        self._ask()
        return largest_win(self.book, apart, self.step, game if game and legal(self.book, game) else None)

    def _apart(self, weights: tuple[int, ...]) -> Match | None:
        """A game in which everybody does what makes the weighted sum the most, where one is found at once."""
        try:
            found = [next(bounds(goal)) for goal in self._goals(weights)]
        except (Tied, StopIteration):
            return None
        sets = [met(bound, first % self.players) for bound, first in zip(found, firsts(self.book), strict=True)]
        return None if None in sets else Match(0, tuple(hand for one in sets for hand in one or ()))

    def lead_lost_in_last_set(self) -> Figure:
        return self._lost(0)

    def lead_lost_in_last_hand(self) -> Figure:
        return self._lost(len(self.book.schedule[-1]) - 1)

    def _lost(self, first: int) -> Figure:
        """The largest lead before the last set's hand `first` that its holder loses."""
        from verifier.match.joint import lead_lost

        low, high = self.range
        swing, second, bound = high - low, 0, None
        try:
            found = [(next(bounds(self._last(other, first))), other) for other in range(self.players - 1)]
            bound, second = max(found, key=lambda one: one[0].value)
            swing = bound.value
        except (Tied, StopIteration):
            pass
        by_seat = self.book.ruleset.finish.ties == "by_seat"
        most = (swing if by_seat else swing - 1) // self.step * self.step
        return lead_lost(self.book, first, most, self.step, self._ending(bound), second, self._ask)

    def _last(self, other: int, first: int) -> Goal:
        weights = tuple({other: 1, self.players - 1: -1}.get(seat, 0) for seat in range(self.players))
        return Goal(self.book, len(self.book.schedule), weights, first)

    def _ending(self, bound: Bound | None) -> list[Result]:
        """A last set as the bound has it, where one can be dealt."""
        return [] if bound is None else met(bound, firsts(self.book)[-1] % self.players) or []

    # --- what they share -----------------------------------------------------------------------------------

    @property
    def range(self) -> tuple[int, int]:
        """Between what a player's total lies."""
        return self._once("range", self._find_range)

    def _find_range(self) -> tuple[int, int]:
        try:
            low, high = extreme(self.book, -1), extreme(self.book, 1)
        except TooLarge:
            low = high = None
        if low is None or high is None:
            most = max(abs(self.book.ruleset.facts.points.low), abs(self.book.ruleset.facts.points.high), 1) * 4 * self.book.ruleset.facts.hands.high
            return -most, most
        return low.value, high.value

    @property
    def step(self) -> int:
        """All differences between totals are multiples of this."""
        return self._once("step", self._find_step)

    def _find_step(self) -> int:
        try:
            return steps(self.book)
        except TooLarge:
            return 1  # a multiple of which every difference is

    def _once(self, key: str, find: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = find()
        return cast(T, self._known[key])

    def totals(self, match: Match) -> tuple[int, ...]:
        return names.totals(self.book.ruleset, match)

    def lead(self, match: Match, seat: int) -> int:
        totals = self.totals(match)
        return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def steps(book: Rulebook) -> int:
    """The greatest number that divides all points of hands and of sets' ends."""
    found = premium_values(book)
    for number, sizes in enumerate(book.schedule, 1):
        for size in set(sizes):
            totals = range(size * book.players + 1) if "bids_total" in book.reads["score"] else (0,)
            found |= {int(book.points(size, bid, tricks, total, number).value or 0) for bid in range(size + 1) for tricks in range(size + 1) for total in totals}
    return gcd(*found) or 1
