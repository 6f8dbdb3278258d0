"""Bounds on sums over several players' points of a set, each player taken by himself; and what meets them.

Players are tied to each other by the tricks of a hand, which add up, by the bids, and by who is clean.
Clean players are guessed (every way once); bids are let go; tricks are let go too, or bought at a price
that is the same for everybody (a multiplier). So what is found bounds every game, and where hands in
which all play like that can be dealt the bound is met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import lcm

from rulespec.ir.expr import Expr
from rulespec.ir.sections import seats
from rulespec.ir.walk import names
from rulespec.meanings.python import sections as plain
from rulespec.questions.premium import run_before
from rulespec.rulebook import Rulebook
from verifier.match.sets import hand_of
from verifier.match.standing import MADE, Mark, State, after, begin, carried, premium_reads, value
from verifier.match.table import Ways
from verifier.witness.dealt import Result, in_seats

LEAST = -(1 << 62)  # of a sum that no play comes to
Own = tuple[Mark, int]  # a mark, and the tricks where they have a price
Clean = tuple[bool, ...]  # by seat


class Tied(Exception):
    """The rules tie players to each other in further ways; the message says how."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A weighted sum of everybody's points of a set, to be large: of the hands from `first` on, and of its end.

    `prices` of a trick, by hand, in the same units.
    """

    book: Rulebook
    number: int
    weights: tuple[int, ...]
    first: int = 0
    prices: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.book.schedule[self.number - 1]


Steps = Mapping[State, Mapping[Own, State]]  # from where a player stands, what he may do and where he stands then


@dataclass(frozen=True, slots=True)
class Bound:
    """The most the sum can be, who is clean then, and for every hand what each seat may do to come to it."""

    goal: Goal
    value: int
    clean: Clean
    steps: tuple[tuple[Steps, ...], ...]

    @property
    def ways(self) -> list[list[Mapping[Own, Ways]]]:
        """For every hand all that each seat may do on some way there."""
        return [[self._all(hand, steps) for steps in seats_] for hand, seats_ in enumerate(self.steps)]

    def _all(self, hand: int, steps: Steps) -> Mapping[Own, Ways]:
        owns = _owns(self.goal.book, self.goal.number, hand, bool(self.goal.prices))
        return {own: owns[own] for own in dict.fromkeys(own for its in steps.values() for own in its)}


def separable(book: Rulebook) -> None:
    """Raises Tied where players cannot be taken one by one."""
    if any("bids_total" in names(part) for row in book.ruleset.rows("score") for part in (row.when, row.result) if isinstance(part, Expr)):
        raise Tied("scores hang on the sum of all bids")
    others = {name for name in premium_reads([book.ruleset]) if "." in name and not name.startswith("me.")}
    others |= {name for name in premium_reads([book.ruleset]) if name.startswith("run_best")}
    if any(not name.endswith(f".{MADE}") for name in others):
        raise Tied("premiums hang on more of the other players than whether they are clean")


def bounds(goal: Goal) -> Iterator[Bound]:
    """The bound for each way of being clean, the largest first."""
    separable(goal.book)
    found = sorted(((_sum(goal, clean), clean) for clean in product((False, True), repeat=goal.book.players)), key=lambda one: -one[0])
    for total, clean in found:
        if total > -(1 << 60):
            yield Bound(goal, total, clean, tuple(zip(*[_tight(goal, clean, seat) for seat in range(goal.book.players)], strict=True)))


def _sum(goal: Goal, clean: Clean) -> int:
    return sum(_best(goal, clean, seat) for seat in range(goal.book.players)) + sum(p * n for p, n in zip(goal.prices, goal.sizes, strict=False))


def _best(goal: Goal, clean: Clean, seat: int) -> int:
    table = _forward(goal, goal.weights[seat])[-1]
    worth = (found + _paid(goal, state, clean, seat) for state, found in table.items() if _is_clean(goal, state) == clean[seat])
    return max(worth, default=LEAST)


# --- one player by himself --------------------------------------------------------------------------


def _fields(goal: Goal) -> tuple[str, ...]:
    return _fields_of(goal.book)


@lru_cache(maxsize=64)
def _fields_of(book: Rulebook) -> tuple[str, ...]:
    return tuple(sorted({*carried((book,))[0], MADE}))


def _is_clean(goal: Goal, state: State) -> bool:
    return bool(state[_fields(goal).index(MADE)])


def _paid(goal: Goal, state: State, clean: Clean, seat: int) -> int:
    """The weighted premium of a player who stands so at the set's end, the others being clean or not."""
    return goal.weights[seat] and goal.weights[seat] * _premium(goal.book, _fields(goal), state, (*clean[seat:], *clean[:seat]), goal.number)


@lru_cache(maxsize=65536)
def _premium(book: Rulebook, fields: tuple[str, ...], state: State, clean: Clean, number: int) -> int:
    sizes = book.schedule[number - 1]
    env: dict[str, bool | int] = {
        "hands": len(sizes), "largest_hand": max(sizes), "smallest_hand": min(sizes), "set_number": number,
        "players": book.players, "makers": sum(clean), **run_before([{MADE: made} for made in clean], 0),
    }  # fmt: skip
    env |= {f"me.{field}": value(field, one, 0) for field, one in zip(fields, state, strict=True)}
    env |= {f"{word}.{MADE}": made for word, made in ((word, clean[offset]) for word, offset in seats(book.players).items())}
    return plain.total(book.ruleset, "premium", env)


@lru_cache(maxsize=512)
def _owns(book: Rulebook, number: int, hand: int, priced: bool) -> Mapping[Own, Ways]:
    """What one player can do in a hand of a set, by what of it counts."""
    size = book.schedule[number - 1][hand]
    found: dict[Own, dict[int, int]] = {}
    for bid in range(size + 1):
        for tricks in range(size + 1):
            points = int(book.points(size, bid, tricks, 0, number).value or 0)
            own = (((points,), bid == tricks, bid == 0), tricks if priced else 0)
            ways = found.setdefault(own, {})
            ways[bid] = ways.get(bid, 0) | 1 << tricks
    return found


@lru_cache(maxsize=64)
def _graph(book: Rulebook, number: int, priced: bool) -> tuple[Steps, ...]:
    """For every hand of a set all ways to stand before it, and where each thing that can be done leads from there."""
    fields = _fields_of(book)
    graph: list[Steps] = []
    states: Iterable[State] = [begin(fields)]
    for hand in range(len(book.schedule[number - 1])):
        marks = {own[0] for own in _owns(book, number, hand, priced)}
        steps = {}
        for state in states:
            to = {mark: after(fields, state, mark) for mark in marks}
            steps[state] = {own: to[own[0]] for own in _owns(book, number, hand, priced)}
        graph.append(steps)
        states = dict.fromkeys(now for to in steps.values() for now in to.values())
    return tuple(graph)


def _gains(goal: Goal, weight: int, hand: int) -> Mapping[Own, int]:
    """What each thing that can be done in a hand adds to the goal."""
    price = goal.prices[hand] if goal.prices else 0
    counted = weight if hand >= goal.first else 0
    owns = _owns(goal.book, goal.number, hand, bool(goal.prices))
    return {own: counted * own[0][0][0] - price * own[1] for own in owns if own[0][0] is not None}


@lru_cache(maxsize=1024)
def _forward(goal: Goal, weight: int) -> list[dict[State, int]]:
    """For each number of hands the most that can be had by then for every way to stand."""
    tables = [{begin(_fields(goal)): 0}]
    for hand, steps in enumerate(_graph(goal.book, goal.number, bool(goal.prices))):
        gains = _gains(goal, weight, hand)
        grown: dict[State, int] = {}
        for state, found in tables[-1].items():
            for own, now in steps[state].items():
                worth = found + gains[own]
                if worth > grown.get(now, LEAST):
                    grown[now] = worth
        tables.append(grown)
    return tables


def _tight(goal: Goal, clean: Clean, seat: int) -> list[Steps]:
    """For every hand what the player may do on some way to the most."""
    weight, tables = goal.weights[seat], _forward(goal, goal.weights[seat])
    best = _best(goal, clean, seat)
    wanted = {
        state: found for state, found in tables[-1].items()
        if _is_clean(goal, state) == clean[seat] and found + _paid(goal, state, clean, seat) == best
    }  # fmt: skip
    every: list[Steps] = []
    for hand, graph in reversed(list(enumerate(_graph(goal.book, goal.number, bool(goal.prices))))):
        gains = _gains(goal, weight, hand)
        steps: dict[State, dict[Own, State]] = {}
        for state, found in tables[hand].items():
            for own, now in graph[state].items():
                if wanted.get(now) == found + gains[own]:
                    steps.setdefault(state, {})[own] = now
        every.append(steps)
        wanted = {state: tables[hand][state] for state in steps}
    return every[::-1]


# --- prices -------------------------------------------------------------------------------------------


def unit(sizes: Sequence[int]) -> int:
    """What weights are multiplied with, so that every price per trick is a whole number."""
    return lcm(*range(1, max(sizes) + 1))


def priced(goal: Goal) -> Goal:
    """The goal with prices that make its bound as low as they can hand by hand; its weights are multiplied by `unit`."""
    scale = unit(goal.sizes)
    scaled = Goal(goal.book, goal.number, tuple(w * scale for w in goal.weights), goal.first)
    return Goal(goal.book, goal.number, scaled.weights, goal.first, tuple(_price(scaled, hand) for hand in range(len(goal.sizes))))


def _price(goal: Goal, hand: int) -> int:
    """The price with the lowest bound on this hand alone: one of the slopes between two results."""
    size = goal.sizes[hand]
    best = [[_most(goal, hand, weight, tricks) for tricks in range(size + 1)] for weight in goal.weights]
    slopes = {0} | {(row[b] - row[a]) // (b - a) for row in best for a in range(size + 1) for b in range(a + 1, size + 1)}

    def bound(price: int) -> int:
        return sum(max(one - price * tricks for tricks, one in enumerate(row)) for row in best) + price * size

    return min(sorted(slopes), key=bound)


def _most(goal: Goal, hand: int, weight: int, tricks: int) -> int:
    size = goal.sizes[hand]
    return max(weight * int(goal.book.points(size, bid, tricks, 0, goal.number).value or 0) for bid in range(size + 1))


# --- hands in which all play so ---------------------------------------------------------------------------

TRIES = 400  # of hands, before a bound counts as not met


def met(bound: Bound, dealer: int) -> list[Result] | None:
    """A set, dealt first by this seat, in which all play so that the bound is met; None where none is found."""
    goal, left = bound.goal, [TRIES]
    fields = _fields(goal)

    def play(hand: int, states: tuple[State, ...]) -> list[Result] | None:
        if hand == len(goal.sizes):
            return []
        for result, now in _together(bound, hand, (dealer + hand) % goal.book.players, states):
            left[0] -= 1
            rest = play(hand + 1, now)
            if rest is not None:
                return [result, *rest]
            if left[0] < 0:
                break
        return None

    return play(0, (begin(fields),) * goal.book.players)


def _together(bound: Bound, hand: int, dealer: int, states: Sequence[State]) -> Iterator[tuple[Result, tuple[State, ...]]]:
    """What all seats can do together in a hand from where they stand, told apart by where they stand then."""
    goal, table = bound.goal, hand_of((bound.goal.book,), bound.goal.sizes[hand])
    order = [(dealer + 1 + i) % goal.book.players for i in range(goal.book.players)]
    marked = [_by_state(_owns(goal.book, goal.number, hand, bool(goal.prices)), bound.steps[hand][seat].get(states[seat], {})) for seat in order]
    for after_ in table.ends(marked):
        found = table.example([marks[one] for marks, one in zip(marked, after_, strict=True)])
        assert found is not None
        yield Result(in_seats(dealer, found[0]), in_seats(dealer, found[1])), tuple(after_[order.index(seat)] for seat in range(goal.book.players))


def _by_state(owns: Mapping[Own, Ways], steps: Mapping[Own, State]) -> dict[State, dict[int, int]]:
    found: dict[State, dict[int, int]] = {}
    for own, state in steps.items():
        merged = found.setdefault(state, {})
        for bid, tricks in owns[own].items():
            merged[bid] = merged.get(bid, 0) | tricks
    return found
