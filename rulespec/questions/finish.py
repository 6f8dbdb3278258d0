"""Question `finish`: how totals become places, and what the end of a game comes to. No case asks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import Facts, Finish, RuleSet
from rulespec.ir.sections import NEIGHBOURS, SEATS, ScopeName, seats
from rulespec.ir.types import Int, Type
from rulespec.meanings.python.evaluate import Env
from rulespec.questions.base import Situation
from rulespec.questions.premium import Table, premiums, set_results
from rulespec.questions.schedule import sets_of

if TYPE_CHECKING:
    from rulespec.rulebook import Rulebook

MOST_SETS = 8  # sets whose totals have a name
PREMIUM = 1 << 14  # what the end of a set may add at most, for the bounds of names alone


@dataclass(frozen=True, slots=True)
class GameEnd(Situation):
    """A finished game, seen by seat 0: who dealt first, bids and tricks of every hand, one tuple a hand, one number a seat."""

    dealer: int
    bids: Table
    tricks: Table


def places(finish: Finish, totals: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place: 1 plus those ahead. Equal totals share one (1, 1, 3, 4), or the earlier seat is ahead.

    Partners sit opposite and have one place, by the sum of their totals.
    """
    sides = len(totals) // 2 if finish.sides == "pairs" else len(totals)
    sums = [sum(totals[side::sides]) * (-1 if finish.wins == "lowest" else 1) for side in range(sides)]
    by_seat = finish.ties == "by_seat"
    keys = [(sums[seat % sides], -(seat % sides) if by_seat else 0) for seat in range(len(totals))]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


# --- what a claim about whole games may read ------------------------------------------------------------


def _hands(facts: Facts) -> Type:
    return Int(0, facts.hands.high)


def _total(facts: Facts) -> Type:
    """All hands' points and all premiums."""
    most = facts.hands.high * max(abs(facts.points.low), abs(facts.points.high)) + facts.sets.high * PREMIUM
    return Int(-most, most)


def _own(name: str, type_: Callable[[Facts], Type], says: str) -> tuple[str, Callable[[Facts], Type], str]:
    return name, type_, says


FIELDS = (
    _own("total", _total, "points at the end of the game"),
    _own("place", lambda f: Int(1, f.players), "place at the end, 1 for the winner; equal totals as the rules say"),
    _own("made", _hands, "how many bids were made exactly"),
    _own("missed", _hands, "how many bids were missed"),
    _own("zero_bids", _hands, "how many hands were bid at zero"),
    _own("premiums", _total, "points that ends of sets added"),
    _own("strikes", _total, "points that ends of sets took away, as a number from 0 up"),
    _own("best", lambda f: f.points, "the best hand of the game"),
    _own("total_before_last_set", _total, "points before the last set"),
    _own("total_before_last_hand", _total, "points before the last hand, the premium of its set not yet added"),
    *(_own(f"set_total_{k}", _total, f"points of set {k} with its premium; 0 where the game has no such set") for k in range(1, MOST_SETS + 1)),
)
TABLE = (
    ScopeName("second_total", _total, "the second highest total, equal to the highest where two share it"),
    ScopeName("lowest_total", _total, "the lowest total"),
    ScopeName("hands", lambda f: f.hands, "hands in the game"),
    ScopeName("sets", lambda f: f.sets, "sets in the game"),
    ScopeName("players", lambda f: Int(f.players, f.players), "how many play"),
)
SCOPE_NAMES: tuple[ScopeName, ...] = (
    *(
        ScopeName(f"{seat}.{name}", type_, f"{says}: {'the player' if seat == 'me' else 'his neighbour ' + seat}")
        for seat in SEATS
        if seat not in NEIGHBOURS
        for name, type_, says in FIELDS
    ),
    *TABLE,
)


@dataclass(frozen=True, slots=True)
class Account:
    """One player's points: hand by hand in each set, and what the end of each set added."""

    points: tuple[tuple[int, ...], ...]
    premiums: tuple[int, ...]

    @property
    def set_totals(self) -> list[int]:
        return [sum(points) + added for points, added in zip(self.points, self.premiums, strict=True)]


def accounts(ruleset: RuleSet, end: GameEnd) -> list[Account]:
    """Everybody's account of a game."""
    at = 0
    points: list[list[tuple[int, ...]]] = [[] for _ in range(ruleset.players)]
    added: list[list[int]] = [[] for _ in range(ruleset.players)]
    for number, sizes in enumerate(sets_of(ruleset), 1):
        hands = slice(at, at := at + len(sizes))
        found = set_results(ruleset, sizes, end.bids[hands], end.tricks[hands], number)
        for seat, premium in enumerate(premiums(ruleset, found)):
            points[seat].append(found[seat].points)
            added[seat].append(premium)
    return [Account(tuple(p), tuple(a)) for p, a in zip(points, added, strict=True)]


def game_totals(ruleset: RuleSet, end: GameEnd) -> tuple[int, ...]:
    """Everybody's total."""
    return tuple(sum(account.set_totals) for account in accounts(ruleset, end))


def claim_names(book: Rulebook, end: GameEnd) -> Env:
    """The names of a claim, seen from seat 0."""
    found = accounts(book.ruleset, end)
    totals = [sum(account.set_totals) for account in found]
    at = places(book.ruleset.finish, totals)
    sizes = sets_of(book.ruleset)
    env: dict[str, int] = {
        "second_total": sorted(totals)[-2], "lowest_total": min(totals), "players": book.players, "hands": sum(map(len, sizes)), "sets": len(sizes),
    }  # fmt: skip
    for word, seat in seats(book.players).items():
        bids = [(row[seat], taken[seat]) for row, taken in zip(end.bids, end.tricks, strict=True)]
        fields = {**_of_account(found[seat]), **_of_bids(bids), "place": at[seat]}
        env |= {f"{word}.{name}": value for name, value in fields.items()}
    return env


def _of_account(account: Account) -> dict[str, int]:
    by_set, last = account.set_totals, account.points[-1][-1] + account.premiums[-1]
    named = {f"set_total_{k}": by_set[k - 1] if k <= len(by_set) else 0 for k in range(1, MOST_SETS + 1)}
    return {
        "total": sum(by_set), "premiums": sum(max(a, 0) for a in account.premiums), "strikes": sum(max(-a, 0) for a in account.premiums),
        "best": max(map(max, account.points)), "total_before_last_set": sum(by_set[:-1]), "total_before_last_hand": sum(by_set) - last, **named,
    }  # fmt: skip


def _of_bids(hands: Sequence[tuple[int, int]]) -> dict[str, int]:
    made = sum(bid == tricks for bid, tricks in hands)
    return {"made": made, "missed": len(hands) - made, "zero_bids": sum(bid == 0 for bid, _ in hands)}
