"""The names of scope `match`: the end of a game as one player sees it, and what they stand for in a game with these results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec import questions
from rulespec.ir.ruleset import Facts, RuleSet
from rulespec.ir.sections import SEATS, ScopeName, seats
from rulespec.ir.types import Int, Type
from verifier.witness.dealt import Result

MOST_SETS = 8  # sets that have a name of their own
PREMIUM = 1 << 14  # bounds what the end of a set may add, for the types alone


def _hands(facts: Facts) -> Type:
    return Int(0, facts.hands.high)


def _total(facts: Facts) -> Type:
    """All hands' points and all premiums."""
    most = facts.hands.high * max(abs(facts.points.low), abs(facts.points.high)) + facts.sets.high * PREMIUM
    return Int(-most, most)


def _points(facts: Facts) -> Type:
    return facts.points


def _place(facts: Facts) -> Type:
    return Int(1, facts.players)


FIELDS = (
    ("total", _total, "points at the end of the game"),
    ("place", _place, "place at the end, 1 for the winner; equal totals as the rules say"),
    ("made", _hands, "how many bids were made exactly"),
    ("missed", _hands, "how many bids were missed"),
    ("zero_bids", _hands, "how many hands were bid at zero"),
    ("premiums", _total, "points that ends of sets added"),
    ("strikes", _total, "points that ends of sets took away, as a positive number"),
    ("best", _points, "the best hand of the game"),
    ("total_before_last_set", _total, "points before the last set"),
    ("total_before_last_hand", _total, "points before the last hand, without the premium of its set"),
    *((f"set_total_{k}", _total, f"points of set {k} with its premium; 0 where the game has no such set") for k in range(1, MOST_SETS + 1)),
)  # fmt: skip
TABLE = (
    ("second_total", _total, "the second highest total, equal to the highest where two share it"),
    ("lowest_total", _total, "the lowest total"),
    ("hands", lambda f: f.hands, "hands in the game"),
    ("sets", lambda f: f.sets, "sets in the game"),
    ("players", lambda f: Int(f.players, f.players), "how many play"),
)
MATCH: tuple[ScopeName, ...] = (
    *(
        ScopeName(f"{seat}.{name}", type_, f"{says}: {'the player' if seat == 'me' else 'his neighbour ' + seat}")
        for seat in SEATS
        for name, type_, says in FIELDS
    ),
    *(ScopeName(name, type_, says) for name, type_, says in TABLE),
)


@dataclass(frozen=True, slots=True)
class Match:
    """A whole game by its results: who dealt first, and bids and tricks of every hand by seat."""

    dealer: int
    hands: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """One player's points: hand by hand in each set, and what the end of each set added."""

    points: tuple[tuple[int, ...], ...]
    premiums: tuple[int, ...]

    @property
    def set_totals(self) -> list[int]:
        return [sum(points) + added for points, added in zip(self.points, self.premiums, strict=True)]


def accounts(ruleset: RuleSet, match: Match) -> list[Account]:
    """Everybody's account of a game, by the reference meaning."""
    schedule, at = questions.sets_of(ruleset), 0
    points: list[list[tuple[int, ...]]] = [[] for _ in range(ruleset.players)]
    premiums: list[list[int]] = [[] for _ in range(ruleset.players)]
    for number, sizes in enumerate(schedule, 1):
        hands = match.hands[at : at + len(sizes)]
        at += len(sizes)
        found = questions.set_results(ruleset, sizes, [h.bids for h in hands], [h.taken for h in hands], number)
        for seat, added in enumerate(questions.premiums(ruleset, found)):
            points[seat].append(found[seat].points)
            premiums[seat].append(added)
    return [Account(tuple(p), tuple(a)) for p, a in zip(points, premiums, strict=True)]


def totals(ruleset: RuleSet, match: Match) -> tuple[int, ...]:
    return tuple(sum(account.set_totals) for account in accounts(ruleset, match))


def environment(ruleset: RuleSet, match: Match, seat: int = 0) -> Mapping[str, int]:
    """What the names stand for, seen from a seat."""
    found = accounts(ruleset, match)
    ends = [sum(account.set_totals) for account in found]
    places = questions.places(ruleset.finish, ends)
    schedule = questions.sets_of(ruleset)
    env = {
        "second_total": sorted(ends)[-2], "lowest_total": min(ends), "players": ruleset.players,
        "hands": sum(map(len, schedule)), "sets": len(schedule),
    }  # fmt: skip
    for offset, word in enumerate(seats(ruleset.players)):
        one = (seat + offset) % ruleset.players
        fields = {**_of_account(found[one]), **_of_bids([(h.bids[one], h.taken[one]) for h in match.hands]), "place": places[one]}
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
