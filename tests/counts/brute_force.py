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
from rulespec.plays import Play
from rulespec.questions.announcing import call_names
from rulespec.questions.follow import may_follow
from rulespec.questions.lead import lead_names, may_lead
from rulespec.questions.strength import standings
from rulespec.questions.trump import trump_row
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
    return SectionCount(differing.total(), all_.total(), by_cards, dict(classes), count_by_player(left, right, section, sizes))


def count_by_player(left: RuleSet, right: RuleSet, section: str, sizes: list[int]) -> dict[int, tuple[int, int]]:
    """Differing and all situations by the follower's place, where more than the second player are counted."""
    if section != "follow" or not reads(left, right, "follow", "played"):
        return {}
    differing: Counter[int] = Counter()
    all_: Counter[int] = Counter()
    for place, _, ask in followers(left, right, sizes):
        all_[place] += 1
        differing[place] += ask(left)[1] != ask(right)[1]
    return {place: (differing[place], of) for place, of in all_.items()}


def suits(ruleset: RuleSet) -> list[int | None]:
    return [*range(len(ruleset.pack.suits)), None]


def trumps(*rulesets: RuleSet) -> list[int | None]:
    """What both can come to, by the methods of all their hands."""
    reached = [{t for size, i in hands_in_sets(r) for t in reaches(r, trump_of(r, size, i).result)} for r in rulesets]
    return [t for t in suits(rulesets[0]) if all(t in found for found in reached)]


def trump_of(ruleset: RuleSet, size: int, number: int) -> Any:
    """The row that says how the trump of such a hand is found."""
    return trump_row(ruleset, size, number, questions.deck_of(ruleset).bit_count())


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
    """Whether a row of either side speaks of the name; a row that is switched off says nothing."""
    rows = [row for side in (left, right) for row in side.rows(section) if text(row.when, left.pack) != "False"]
    parts = [part for row in rows for part in (row.when, row.result) if isinstance(part, Expr)]
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
            env = lead_names(mask_of(cards), trump, number)
            yield size, lambda side, env=env: value(sections.first(side, "lead", env))


def value(answer: Any) -> Answer:
    return answer.row.name, answer.value


def follow(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    for _, size, ask in followers(left, right, sizes):
        yield size, ask


def followers(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[tuple[int, int, Callable[[RuleSet], Answer]]]:
    """The second player's situations by his place, or every follower's where a rule sees what lies on the table."""
    deck = common_cards(left, right)
    places = range(1, left.players if reads(left, right, "follow", "played") else 2)
    for size, trump, card in product(sizes, trumps(left, right), deck):
        for play in plays(left, right, card, trump, []):
            for cards in combinations([c for c in deck if c != card], size):
                hand = mask_of(cards)
                for place in places:
                    for rest in combinations([c for c in deck if c != card and c not in cards], place - 1):
                        table = [play, *(p for c in rest for p in plays(left, right, c, trump, [play])[:1])]
                        if len(table) == place:
                            yield place, size, lambda side, h=hand, t=trump, table=table: value(questions.playable(side, h, t, table))


def call(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    """A joker led, and a joker played to each suit that a led card or joker can ask for."""
    deck = common_cards(left, right)
    for trump in trumps(left, right):
        leads = [[], *([play] for card in deck for play in plays(left, right, card, trump, []) if left_over(left, deck, card))]
        firsts = {asks(left, trick): trick for trick in reversed(leads)}
        for trick, level, named in product(firsts.values(), LEVELS, suits(left)):
            env = call_names(left.pack, level, named, trump, trick)
            yield None, lambda side, env=env: allowed(sections.forbidding(side, "call", env))


def left_over(ruleset: RuleSet, deck: list[int], card: int) -> bool:
    """Whether a joker is left when the card is led."""
    return any(one >= ruleset.pack.suited and one != card for one in deck)


def asks(ruleset: RuleSet, trick: list[Play]) -> object:
    """What a joker's announcement can see of the trick so far."""
    env = call_names(ruleset.pack, "high", None, None, trick)
    return bool(trick), env["asked"] if trick else None


def strength(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    for trump, cards in product(trumps(left, right), permutations(common_cards(left, right), left.players)):
        for trick in tricks(left, right, trump, list(cards), []):
            yield None, lambda side, t=trump, trick=trick: winner(side, t, trick)


def tricks(left: RuleSet, right: RuleSet, trump: int | None, cards: list[int], trick: list[Play]) -> Iterator[list[Play]]:
    if not cards:
        yield trick
        return
    for play in plays(left, right, cards[0], trump, trick):
        if all(goes(side, play, trump, trick) for side in (left, right)):
            yield from tricks(left, right, trump, cards[1:], [*trick, play])


def goes(ruleset: RuleSet, play: Play, trump: int | None, trick: list[Play]) -> bool:
    """Whether the rules let a player play the only card he holds."""
    answer = may_follow(ruleset, play.mask, trump, trick) if trick else may_lead(ruleset, play.mask, trump, 1)
    return bool(answer.value & play.mask)


def winner(ruleset: RuleSet, trump: int | None, trick: list[Play]) -> Answer:
    standing = standings(ruleset, trump, trick)
    place = sections.winner(standing)
    return (None if place is None else standing[place].row.name), place


def score(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    numbered, summed = reads(left, right, "score", "set_number"), reads(left, right, "score", "bids_total")
    for size in sizes:
        numbers = sorted(i for n, i in hands_in_sets(left) & hands_in_sets(right) if n == size) if numbered else [1]
        made = sorted({(own, sum(row) if summed else 0) for row in biddings(left, right, size) for own in row})
        for (own, total), taken, number in product(made, range(size + 1), numbers):
            args = (size, own, taken, total, number)
            yield size, lambda side, args=args: value(questions.points(side, *args))


def biddings(left: RuleSet, right: RuleSet, size: int) -> Iterator[tuple[int, ...]]:
    """What four players can bid one after the other as both rule sets let them."""
    for row in product(range(size + 1), repeat=left.players):
        if not any(questions.bid_forbidden(side, bid, size, row[:i]) for side in (left, right) for i, bid in enumerate(row)):
            yield row


def trump(left: RuleSet, right: RuleSet, sizes: list[int]) -> Iterator[Question]:
    both = hands_in_sets(left) & hands_in_sets(right)
    for size in sizes:
        numbers = sorted(i for n, i in both if n == size) if reads(left, right, "trump", "set_number") else [1]
        for number in numbers:
            yield size, lambda side, n=size, i=number: method(trump_of(side, n, i))


def method(row: Any) -> Answer:
    return row.name, row.result


SECTIONS: dict[str, Callable[[RuleSet, RuleSet, list[int]], Iterator[Question]]] = {
    "trump": trump, "bid": bid, "lead": lead, "call": call, "follow": follow, "strength": strength, "score": score,
}  # fmt: skip
