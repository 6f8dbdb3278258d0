"""Counting by going through every situation with the reference meaning: slow, and obvious."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

from rulespec import questions
from rulespec.ir.cards import bits, mask_of
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import Choose, Fixed, RuleSet, TrumpMethod
from rulespec.ir.text import text
from rulespec.ir.types import LEVELS
from rulespec.meanings.python import sections
from rulespec.plays import Play, call_env, lead_env, strength_env
from verifier.compare.count import SectionCount

Answer = tuple[str | None, Any]
Question = tuple[int | None, Callable[[RuleSet], Answer]]


def count(left: RuleSet, right: RuleSet, section: str, sizes: list[int]) -> SectionCount:
    """The same numbers as `count_section`, for hands of these sizes only."""
    differing: Counter[int | None] = Counter()
    all_: Counter[int | None] = Counter()
    classes: Counter[tuple[str | None, str | None]] = Counter()
    for size, ask in SECTIONS[section](left, right, sizes):
        a, b = ask(left), ask(right)
        all_[size] += 1
        if a[1] != b[1]:
            differing[size] += 1
            classes[a[0], b[0]] += 1
    by_cards = {size: (differing[size], number) for size, number in all_.items() if size is not None}
    return SectionCount(differing.total(), all_.total(), by_cards, dict(classes))


def suits(ruleset: RuleSet) -> list[int | None]:
    return [*range(len(ruleset.pack.suits)), None]


def trumps(*rulesets: RuleSet) -> list[int | None]:
    """What both can come to, by the methods of all their hands."""
    reached = [{t for size, i in hands_in_sets(r) for t in reaches(r, rules.trump_method(r, size, i))} for r in rulesets]
    return [t for t in suits(rulesets[0]) if all(t in found for found in reached)]


def reaches(ruleset: RuleSet, method: TrumpMethod) -> list[int | None]:
    if isinstance(method, Fixed):
        return [method.suit]
    if isinstance(method, Choose):
        return list(method.calls)
    return [t for t in suits(ruleset) if t is not None or ruleset.pack.jokers]


def common_cards(*rulesets: RuleSet) -> list[int]:
    return list(bits(questions.deck_of(rulesets[0]) & questions.deck_of(rulesets[1])))


def plays(left: RuleSet, right: RuleSet, card: int, trump: int | None, trick: list[Play]) -> list[Play]:
    """A card of a trick, once for each announcement that both allow."""
    if card < left.pack.suited:
        return [Play(card)]
    both = [call for call in questions.legal_calls(left, trump, trick) if call in questions.legal_calls(right, trump, trick)]
    return [Play(card, *call) for call in both]


def hands_in_sets(ruleset: RuleSet) -> set[tuple[int, int]]:
    return {(size, i) for i, one in enumerate(questions.sets_of(ruleset), 1) for size in one}


def reads(left: RuleSet, right: RuleSet, section: str, name: str) -> bool:
    """Whether a row of either side speaks of the name."""
    parts = [part for side in (left, right) for row in side.rows(section) for part in (row.when, row.result) if isinstance(part, Expr)]
    return any(re.search(rf"\b{name}\b", text(part, left.pack)) for part in parts)


def row_name(row: Any) -> str | None:
    return row.name if row is not None else None


def bid(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    for size in sizes:
        counted = range(1 + min(passes(side, size) for side in (left, right))) if reads(left, right, "bid", "passes_before") else (0,)
        for seat in range(left.players):
            for earlier in product(range(size + 1), repeat=seat):
                made = [(one, earlier[:i]) for i, one in enumerate(earlier)]
                if any(questions.bid_forbidden(side, one, size, before) for side in (left, right) for one, before in made):
                    continue
                for own in range(size + 1):
                    for passed in counted:
                        yield size, lambda side, own=own, e=earlier, p=passed, n=size: allowed(questions.bid_forbidden(side, own, n, e, p))


def passes(ruleset: RuleSet, size: int) -> int:
    """The most zero bids a player can have made before some hand of the size: one a hand while any bidder may."""
    found, best = 0, 0
    sizes = [n for one in questions.sets_of(ruleset) for n in one]
    for n in sizes:
        best = found if n == size else best
        may = any(questions.bid_forbidden(ruleset, 0, m, [0] * seat, found) is None for m in sizes for seat in range(ruleset.players))
        found += may
    return best


def allowed(row: Any) -> Answer:
    return row_name(row), row is None


def lead(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    most = min(max(size for one in questions.sets_of(side) for size in one) for side in (left, right))
    for size, trump in product(sizes, trumps(left, right)):
        numbers = range(1, most - size + 2) if reads(left, right, "lead", "trick_number") else (1,)
        for cards, number in product(combinations(common_cards(left, right), size), numbers):
            env = lead_env(mask_of(cards), trump, number)
            yield size, lambda side, env=env: value(sections.first(side, "lead", env))


def value(answer: Any) -> Answer:
    return answer.row.name, answer.value


def follow(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    deck = common_cards(left, right)
    for size, trump in product(sizes, trumps(left, right)):
        for card in deck:
            for play in plays(left, right, card, trump, []):
                for cards in combinations([c for c in deck if c != card], size):
                    hand = mask_of(cards)
                    yield size, lambda side, h=hand, t=trump, play=play: value(questions.playable(side, h, t, [play]))


def call(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    for trump, level, named in product(suits(left), LEVELS, suits(left)):
        yield None, lambda side, level=level, named=named, t=trump: allowed(questions.call_forbidden(side, level, named, t, []))
        for asked in suits(left):
            env = call_env(left.pack, level, named, trump, [Play(left.pack.suited, "high", asked)])
            yield None, lambda side, env=env: allowed(sections.forbidding(side, "call", env))


def strength(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    for trump, cards in product(trumps(left, right), permutations(common_cards(left, right), left.players)):
        for trick in tricks(left, right, trump, list(cards), []):
            yield None, lambda side, t=trump, trick=trick: winner(side, t, trick)


def tricks(left: RuleSet, right: RuleSet, trump: int | None, cards: list[int], trick: list[Play]) -> Iterator[list[Play]]:
    if not cards:
        yield trick
        return
    for play in plays(left, right, cards[0], trump, trick):
        yield from tricks(left, right, trump, cards[1:], [*trick, play])


def winner(ruleset: RuleSet, trump: int | None, trick: list[Play]) -> Answer:
    standings = [sections.standing(ruleset, strength_env(ruleset.pack, i, trump, trick)) for i in range(len(trick))]
    place = sections.winner(standings)
    return (None if place is None else standings[place].row.name), place


def score(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    numbered, summed = reads(left, right, "score", "set_number"), reads(left, right, "score", "bids_total")
    for size in sizes:
        numbers = sorted(i for n, i in hands_in_sets(left) & hands_in_sets(right) if n == size) if numbered else [1]
        for own, tricks_, number in product(range(size + 1), range(size + 1), numbers):
            for total in range(own, own + (left.players - 1) * size + 1) if summed else (0,):
                args = (size, own, tricks_, total, number)
                yield size, lambda side, args=args: value(questions.points(side, *args))


def trump(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    both = hands_in_sets(left) & hands_in_sets(right)
    for size in sizes:
        numbers = sorted(i for n, i in both if n == size) if reads(left, right, "trump", "set_number") else [1]
        for number in numbers:
            yield size, lambda side, n=size, i=number: method(rules.trump_row(side, n, i))


def method(row: Any) -> Answer:
    return row.name, row.result


SECTIONS: dict[str, Callable[[RuleSet, RuleSet, list[int]], Iterator[Question]]] = {
    "trump": trump, "bid": bid, "lead": lead, "call": call, "follow": follow, "strength": strength, "score": score,
}  # fmt: skip
