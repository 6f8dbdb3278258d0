"""Short games with rules drawn by chance, small enough to be gone through, and every way in which they can end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load_text

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
WHEN_SCORED = ("bid == tricks", "bid > 0 and tricks == 0", "bid < tricks", "bids_total > hand_size", "set_number == 2", "bid == hand_size", "hand_size == 2", "bid == 0")
POINTS = ("50 * bid + 50", "10 * tricks", "-20", "100 * tricks", "-30 * (bid - tricks)", "7", "bids_total", "0")
WHEN_PAID = ("me.made_all", "makers == 1 and not me.made_all", "me.zero_bids > 1", "me.last > 20", "makers >= 2", "me.total > 60")
WHEN_FOUR = ("left.made_all and not me.made_all", "right.best > 40", "across.last == me.last")
PAID = ("me.best", "-max(me.best, 0)", "me.best_but_last", "5", "-me.last", "10 * makers", "me.total")


def drawn(rng: Random, players: int, sets: Sequence[Sequence[int]]) -> RuleSet:
    """A rule set with scores, premiums and bids by chance."""
    conditions = WHEN_PAID + (WHEN_FOUR if players == 4 else ())
    rows = [f"  - {{name: s{i}, when: {rng.choice(WHEN_SCORED)}, points: '{rng.choice(POINTS)}', assumed: x}}" for i in range(rng.randint(1, 3))]
    paid = [f"  - {{name: p{i}, when: {rng.choice(conditions)}, add: '{rng.choice(PAID)}', assumed: x}}" for i in range(rng.randint(0, 2))]
    bids = [f"  - {{name: b{i}, forbid: {rng.choice(BIDS)}, assumed: x}}" for i in range(rng.randint(0, 2))]
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


def every_hand(ruleset: RuleSet, size: int, dealer: int) -> Iterator[Hand]:
    """Every result of a hand: bids as the rules let them be made, tricks that fall anyhow."""
    players = ruleset.players
    order = [(dealer + 1 + i) % players for i in range(players)]
    rows: list[tuple[int, ...]] = [()]
    for _ in order:
        rows = [(*row, bid) for row in rows for bid in questions.legal_bids(ruleset, size, row)]
    shares = [taken for taken in product(range(size + 1), repeat=players) if sum(taken) == size]
    for row, taken in product(rows, shares):
        yield tuple(row[order.index(seat)] for seat in range(players)), taken


def every_set(ruleset: RuleSet, sizes: Sequence[int], dealer: int) -> Iterator[tuple[Hand, ...]]:
    players = ruleset.players
    return product(*[list(every_hand(ruleset, size, (dealer + number) % players)) for number, size in enumerate(sizes)])


def set_totals(ruleset: RuleSet, number: int, sizes: Sequence[int], hands: Sequence[Hand]) -> list[int]:
    return questions.set_totals(ruleset, sizes, [bids for bids, _ in hands], [taken for _, taken in hands], number)


