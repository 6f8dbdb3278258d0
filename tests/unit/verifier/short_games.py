"""Short games with rules drawn by chance, small enough to be gone through, and every way in which they can end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load_text
from rulespec.questions.premium import PlayerSet
from rulespec.rulebook import rulebook
from verifier.match.bidding import reads_passes

HEAD = """
rulespec: 1
id: short
name: A short game
players: {players}
cards: {{suits: [clubs, hearts], ranks: [6, 7, 8, 9, 10, J, Q, K], jokers: 1}}
deck: [{{name: all, cards: all, assumed: x}}]
schedule: [{{name: short, sets: {sets}, assumed: x}}]
trump: [{{name: none, fixed: no_trump, assumed: x}}]
lead: [{{name: any, play: hand, assumed: x}}]
call: [{{name: free, forbid: names_suit and not leading, assumed: x}}]
follow: [{{name: any, play: hand, assumed: x}}]
strength:
  - {{name: joker, when: joker, class: 2, assumed: x}}
  - {{name: suit, when: card in suit(asked), class: 1, then: rank, assumed: x}}
  - {{name: led, when: leading, class: 0, assumed: x}}
  - {{name: never, class: never, assumed: x}}
finish: {{rank_by: [total], ties: {ties}}}
"""
BIDS = ("is_dealer and earlier_total + bid == hand_size", "bid == hand_size and earlier_total > 0", "bid > 0 and seat == 1", "bid == 2 and earlier_total == 1")
PASSES = ("bid == 0 and passes_before > 0", "bid == 0 and passes_before == 1 and not is_dealer")
WHEN_SCORED = ("bid == tricks", "bid > 0 and tricks == 0", "bid < tricks", "bids_total > hand_size", "set_number == 2", "bid == hand_size", "hand_size == 2", "bid == 0")
POINTS = ("50 * bid + 50", "10 * tricks", "-20", "100 * tricks", "-30 * (bid - tricks)", "7", "bids_total", "0")
WHEN_PAID = ("me.made_all", "makers == 1 and not me.made_all", "me.zero_bids > 1", "me.last > 20", "makers >= 2", "me.total > 60")
WHEN_FOUR = ("left.made_all and not me.made_all", "right.best > 40", "across.last == me.last")
PAID = ("me.best", "-max(me.best, 0)", "me.best_but_last", "5", "-me.last", "10 * makers", "me.total")


def drawn(rng: Random, players: int, sets: Sequence[Sequence[int]], with_passes: bool = False) -> RuleSet:
    """A rule set with scores, premiums and bids by chance."""
    conditions = WHEN_PAID + (WHEN_FOUR if players == 4 else ())
    rows = [f"  - {{name: s{i}, when: {rng.choice(WHEN_SCORED)}, points: '{rng.choice(POINTS)}', assumed: x}}" for i in range(rng.randint(1, 3))]
    paid = [f"  - {{name: p{i}, when: {rng.choice(conditions)}, add: '{rng.choice(PAID)}', assumed: x}}" for i in range(rng.randint(0, 2))]
    forbidden = BIDS + (PASSES if with_passes else ())
    bids = [f"  - {{name: b{i}, forbid: {rng.choice(forbidden)}, assumed: x}}" for i in range(rng.randint(0, 2))]
    text = [HEAD.format(players=players, sets=[list(one) for one in sets], ties=rng.choice(("shared", "by_seat"))), "score:", *rows]
    text += [f"  - {{name: otherwise, points: '{rng.choice(POINTS)}', assumed: x}}"]
    text += ["premium:", *paid] if paid else []
    return load_text("\n".join([*text, *(["bid:", *bids] if bids else [])]))


def schedule(rng: Random, hands: int, largest: int = 3) -> list[list[int]]:
    """Hands of a few cards in one set, two or three."""
    sizes = [rng.randint(1, largest) for _ in range(hands)]
    cuts = sorted(rng.sample(range(1, hands), rng.randint(0, min(2, hands - 1)))) if hands > 1 else []
    return [sizes[a:b] for a, b in zip([0, *cuts], [*cuts, hands], strict=True)]


Hand = tuple[tuple[int, ...], tuple[int, ...]]  # bids and tricks by seat


def every_hand(ruleset: RuleSet, size: int, dealer: int, passes: Sequence[int] = ()) -> Iterator[Hand]:
    """Every result of a hand: bids as the rules let them be made after these zero bids, tricks that fall anyhow."""
    players = ruleset.players
    order = [(dealer + 1 + i) % players for i in range(players)]
    rows: list[tuple[int, ...]] = [()]
    for seat in order:
        before = passes[seat] if passes else 0
        rows = [(*row, bid) for row in rows for bid in questions.legal_bids(ruleset, size, row, before)]
    shares = [taken for taken in product(range(size + 1), repeat=players) if sum(taken) == size]
    for row, taken in product(rows, shares):
        yield tuple(row[order.index(seat)] for seat in range(players)), taken


def every_set(ruleset: RuleSet, sizes: Sequence[int], dealer: int) -> Iterator[tuple[Hand, ...]]:
    players = ruleset.players
    return product(*[list(every_hand(ruleset, size, (dealer + number) % players)) for number, size in enumerate(sizes)])


def set_totals(ruleset: RuleSet, number: int, sizes: Sequence[int], hands: Sequence[Hand]) -> list[int]:
    return questions.set_totals(ruleset, sizes, [bids for bids, _ in hands], [taken for _, taken in hands], number)


# --- whole games -------------------------------------------------------------------------------------


class Ending(NamedTuple):
    """How a game may end: totals, then and before, whether the first player made a bid, the least that a set's end gave him."""

    totals: tuple[int, ...]
    before_set: tuple[int, ...]
    before_hand: tuple[int, ...]
    made: bool
    least: int


Mine = tuple[tuple[int, ...], bool, int]  # points of a set's hands so far, all made, zero bids
State = tuple[Ending, tuple[int, ...], tuple[Mine, ...]]  # zero bids so far, where they count; the set so far
Outcome = tuple[tuple[int, bool, bool], ...]  # everybody's points, whether made, whether bid at zero


def every_ending(ruleset: RuleSet) -> set[Ending]:
    """Every ending of every game, gone through hand by hand; what comes to the same is one."""
    return set().union(*(Endings(ruleset, dealer).all() for dealer in range(ruleset.players)))


class Endings:
    def __init__(self, ruleset: RuleSet, dealer: int) -> None:
        self.ruleset, self.dealer, self.book = ruleset, dealer, rulebook(ruleset)
        self.counts = reads_passes(ruleset)
        self.outcomes = lru_cache(maxsize=None)(self._outcomes)
        self.premiums = lru_cache(maxsize=None)(self._premiums)

    def all(self) -> set[Ending]:
        players, sets, at = self.ruleset.players, questions.sets_of(self.ruleset), 0
        nothing = (0,) * players
        states: set[tuple[Ending, tuple[int, ...]]] = {(Ending(nothing, nothing, nothing, False, 0), nothing)}
        for number, sizes in enumerate(sets, 1):
            open_: set[State] = {(end, passes, (((), True, 0),) * players) for end, passes in states}
            for h, size in enumerate(sizes):
                last = number == len(sets) and h == len(sizes) - 1
                open_ = {new for state in open_ for new in self._played(number, size, (self.dealer + at) % players, state, last)}
                at += 1
            states = {(self._closed(end, mine, number == len(sets)), passes) for end, passes, mine in open_}
        return {end for end, _ in states}

    def _played(self, number: int, size: int, dealer: int, state: State, last: bool) -> Iterator[State]:
        end, passes, mine = state
        if last:
            end = end._replace(before_hand=tuple(t + sum(m[0]) for t, m in zip(end.totals, mine, strict=True)))
        for outcome in self.outcomes(number, size, dealer, passes):
            now = tuple(((*m[0], p), m[1] and made, m[2] + zero) for m, (p, made, zero) in zip(mine, outcome, strict=True))
            more = tuple(n + zero for n, (_, _, zero) in zip(passes, outcome, strict=True)) if self.counts else passes
            yield end._replace(made=end.made or outcome[0][1]), more, now

    def _outcomes(self, number: int, size: int, dealer: int, passes: tuple[int, ...]) -> set[Outcome]:
        def points(bid: int, tricks: int, total: int) -> int:
            return int(self.book.points(size, bid, tricks, total, number).value or 0)

        hands = every_hand(self.ruleset, size, dealer, passes)
        return {tuple((points(b, t, sum(bids)), b == t, b == 0) for b, t in zip(bids, taken, strict=True)) for bids, taken in hands}

    def _closed(self, end: Ending, mine: tuple[Mine, ...], last: bool) -> Ending:
        """The set's end added."""
        premiums = self.premiums(mine)
        totals = tuple(t + sum(m[0]) + p for t, m, p in zip(end.totals, mine, premiums, strict=True))
        return end._replace(totals=totals, before_set=end.before_set if last else totals, least=min(end.least, premiums[0]))

    def _premiums(self, mine: tuple[Mine, ...]) -> list[int]:
        return questions.premiums(self.ruleset, [_as_set(one) for one in mine])


def _as_set(mine: Mine) -> PlayerSet:
    """Hands with these points, made or not, with so many zero bids."""
    points, made, zeros = mine
    bids = tuple([0] * zeros + [1] * (len(points) - zeros))
    return PlayerSet(bids, bids if made else tuple(bid + 1 for bid in bids), points)


def figures_of(ruleset: RuleSet, endings: set[Ending]) -> dict[str, int | bool | None]:
    """What `extremes` says of a game, from all its endings."""
    mine = {end.totals[0] for end in endings}
    unmade = [end.totals[0] for end in endings if not end.made]
    wins = [end.totals[0] - max(end.totals[1:]) for end in endings]
    return {
        "largest-total": max(mine), "smallest-total": min(mine), "smallest-winning-total": min(max(end.totals) for end in endings),
        "largest-without-a-bid": max(unmade, default=None), "largest-win": max(wins),
        "lead-lost-in-last-set": _lost(ruleset, [(end.before_set, end.totals) for end in endings]),
        "lead-lost-in-last-hand": _lost(ruleset, [(end.before_hand, end.totals) for end in endings]),
        "all-can-tie": any(len(set(end.totals)) == 1 for end in endings), "different-totals": len(mine),
        "largest-strike": max((-end.least for end in endings if end.least < 0), default=None),
    }  # fmt: skip


def _lost(ruleset: RuleSet, pairs: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> int | None:
    """The largest lead of anybody with which he does not win."""
    leads = [
        before[seat] - max(before[:seat] + before[seat + 1 :])
        for before, totals in pairs
        for seat in range(len(before))
        if questions.places(ruleset.finish, totals)[seat] > 1
    ]
    return max((lead for lead in leads if lead > 0), default=None)
