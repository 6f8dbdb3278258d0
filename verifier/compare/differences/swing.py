"""How far apart one and the same set can end for a player: the largest difference of his total, each way.

A set's total is its hands plus what its end adds. Hand by hand only a few things matter later (has he
made all bids, his best hand under each rule set, ...), so the furthest gap for each of them is carried
on; then a real set with these hands is asked for. Where the rules look at more than that, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python import sections as plain
from rulespec.meanings.z3.values import number, same
from rulespec.situations import SetOfPlayer
from verifier.compare.differences.model import Example, Swing
from verifier.compare.differences.plain import reads
from verifier.compare.differences.symbolic import settings
from verifier.proofs import solve
from verifier.symbolic.setting import Reader
from verifier.symbolic.whole import finished_set, legal_whoever_deals
from verifier.witness.moments import SetMoment, to_case

CARRIED = ("made_all", "best", "best_but_last", "last", "zero_bids")
ALSO = ("makers", "hands", "players", "largest_hand", "smallest_hand")


@dataclass(frozen=True, slots=True)
class Hand:
    """A result of one hand with the points it brings under both rule sets."""

    bid: int
    tricks: int
    points: tuple[int, int]


Path = tuple[Hand, ...]


def swings(left: RuleSet, right: RuleSet) -> tuple[Swing, ...]:
    """The largest gap in the left's favour and in the right's; none where there is none or it is not known."""
    if left.players != right.players or left.open_options or right.open_options or not _simple(left, right):
        return ()
    shapes = sorted(set(rules.schedule(left)) & set(rules.schedule(right)), key=lambda s: (len(s), s))
    found = [_one_way(left, right, shapes, sign) for sign in (1, -1)]
    return tuple(swing for swing in found if swing is not None)


def _simple(left: RuleSet, right: RuleSet) -> bool:
    """Whether the premium looks only at what is carried on, and scores at the player's own hand."""
    allowed = {*(f"me.{name}" for name in CARRIED), *ALSO}
    return all(not reads(side, "score", "bids_total") and _names(side) <= allowed for side in (left, right))


def _names(side: RuleSet) -> set[str]:
    from rulespec.ir.sections import BY_NAME

    return {name.name for name in BY_NAME["premium"].names if reads(side, "premium", name.name)}


def _one_way(left: RuleSet, right: RuleSet, shapes: Sequence[tuple[int, ...]], sign: int) -> Swing | None:
    best: tuple[int, Path, int, tuple[int, ...]] | None = None
    for shape in shapes:
        gap, path, makers = max(_ends(left, right, shape, sign), key=lambda end: end[0])
        if gap > 0 and (best is None or gap > best[0]):
            best = (gap, path, makers, shape)
    return None if best is None else _real(left, right, best, sign)


def _ends(left: RuleSet, right: RuleSet, shape: tuple[int, ...], sign: int) -> list[tuple[int, Path, int]]:
    """The furthest gap for each way the set can stand at its end, with the hands and the number of clean players."""
    found: list[tuple[int, Path, int]] = []
    for standing, (gap, path) in _standings(left, right, shape, sign).items():
        for makers in range(int(standing.made), left.players):
            a, b = _premium(left, right, path, makers, shape)
            found.append((gap + sign * (a - b), path, makers))
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """What of the hands so far can still matter: nothing that no premium row looks at."""

    made: bool = True
    best: tuple[int, int] | None = None
    before: tuple[int, int] | None = None
    last: tuple[int, int] | None = None
    zeros: int = 0

    def after(self, hand: Hand, read: set[str]) -> Standing:
        best = hand.points if self.best is None else (max(self.best[0], hand.points[0]), max(self.best[1], hand.points[1]))
        return Standing(
            self.made and hand.bid == hand.tricks,
            best if read & {"me.best", "me.best_but_last"} else None,
            self.best if "me.best_but_last" in read else None,
            hand.points if "me.last" in read else None,
            self.zeros + (hand.bid == 0) if "me.zero_bids" in read else 0,
        )  # fmt: skip


def _standings(left: RuleSet, right: RuleSet, shape: tuple[int, ...], sign: int) -> dict[Standing, tuple[int, Path]]:
    """For each standing the furthest gap so far with its hands; lower bids first among equals."""
    read = _names(left) | _names(right)
    kept: dict[Standing, tuple[int, Path]] = {Standing(): (0, ())}
    for size in shape:
        grown: dict[Standing, tuple[int, Path]] = {}
        hands = _hands(left, right, shape, size, "me.zero_bids" in read)
        for standing, (gap, path) in kept.items():
            for hand in hands:
                further, now = gap + sign * (hand.points[0] - hand.points[1]), standing.after(hand, read)
                if now not in grown or further > grown[now][0]:
                    grown[now] = (further, (*path, hand))
        kept = grown
    return kept


def _hands(left: RuleSet, right: RuleSet, shape: tuple[int, ...], size: int, zeros: bool) -> list[Hand]:
    """The results of a hand that differ in anything that counts, lowest bids first."""
    numbers = [rules.schedule(side).index(shape) + 1 for side in (left, right)]
    found: dict[object, Hand] = {}
    for bid in range(size + 1):
        for tricks in range(size + 1):
            points = tuple(rules.points(side, size, bid, tricks, bid, n).value for side, n in zip((left, right), numbers, strict=True))
            hand = Hand(bid, tricks, (int(points[0] or 0), int(points[1] or 0)))
            found.setdefault((bid == tricks, zeros and bid == 0, points), hand)
    return list(found.values())


def _premium(left: RuleSet, right: RuleSet, path: Path, makers: int, shape: Sequence[int]) -> tuple[int, int]:
    """What both ends add for these hands."""
    added = []
    for side, ruleset in enumerate((left, right)):
        mine = SetOfPlayer(tuple(h.bid for h in path), tuple(h.tricks for h in path), tuple(h.points[side] for h in path))
        env = {f"me.{name}": value for name, value in mine.fields().items()}
        env |= {"makers": makers, "hands": len(path), "largest_hand": max(shape), "smallest_hand": min(shape), "players": ruleset.players}
        added.append(plain.total(ruleset, "premium", env))
    return added[0], added[1]


def _real(left: RuleSet, right: RuleSet, best: tuple[int, Path, int, tuple[int, ...]], sign: int) -> Swing | None:
    """A real set with these hands of the first player and so many clean players; None where there is none."""
    gap, path, makers, shape = best
    pair = settings(left, right)
    symbolic = finished_set(pair[0], z3.BoolVal(True), rules.schedule(left).index(shape) + 1, shape)
    bids, tricks = symbolic.parts["bids"], symbolic.parts["tricks"]
    asked = solve.solver()
    asked.add(*[c for _, c in symbolic.assumptions], legal_whoever_deals(pair[1], bids, symbolic.parts["dealer"], shape, symbolic.parts["zeros"]))
    asked.add(same(symbolic.names["makers"], number(makers)))
    for h, hand in enumerate(path):
        asked.add(same(bids[h][0], number(hand.bid)), same(tricks[h][0], number(hand.tricks)))
    first = solve.ask(asked)
    if not isinstance(first, solve.Sat):
        return None
    least = solve.smallest(asked, first, symbolic.objectives)
    moment = symbolic.read(Reader((least if isinstance(least, solve.Sat) else first).model, left.pack))
    assert isinstance(moment, SetMoment)
    return _replayed(left, right, moment, sign * gap)


def _replayed(left: RuleSet, right: RuleSet, moment: SetMoment, expected: int) -> Swing | None:
    """The set by the reference; a gap other than the one sought is not shown."""
    totals = [rules.set_totals(s, moment.cards, moment.bids, moment.tricks, rules.schedule(s).index(moment.cards) + 1) for s in (left, right)]
    if totals[0][0] - totals[1][0] != expected:
        return None
    return Swing(expected, Example(to_case(moment, left.pack), totals[0], totals[1], moment))
