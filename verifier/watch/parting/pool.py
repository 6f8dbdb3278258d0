"""Situations of a section to look at first: all of them where they are few, else small ones, then random ones.

The same on every machine. `complete` pools have every situation that a case can tell from others, so what none of
them shows is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import assert_never

from rulespec.ir.cards import bits, mask_of
from rulespec.plays import Play
from rulespec.questions import (
    BY_SECTION,
    SCORE,
    Bidding,
    Calling,
    Dealing,
    Dealt,
    Following,
    HandResult,
    Leading,
    Scheduled,
    SetEnd,
    Situation,
    WholeTrick,
    reads,
)
from rulespec.rulebook import Rulebook
from verifier.compare.plain import announcements
from verifier.watch.parting.table import plays_key

SEED = 1
MOST_BIDS = 6_000
MOST_RESULTS = 20_000
RANDOM: Mapping[str, int] = {"lead": 150, "follow": 500, "strength": 200, "premium": 200, "bid": 600}


@dataclass(frozen=True, slots=True)
class Pool:
    """Situations in the order in which they are preferred, and whether there are no others."""

    situations: tuple[Situation, ...]
    complete: bool


def pool(book: Rulebook, section: str) -> Pool:
    """The situations of a section to look at first."""
    found, complete = POOLS[section](book)
    return Pool(tuple(sorted(found, key=size)), complete)


Found = tuple[list[Situation], bool]


def _unlike(book: Rulebook, section: str, situations: Iterator[Situation]) -> list[Situation]:
    """One of each kind that the rules may tell apart."""
    question, found = BY_SECTION[section], dict[object, Situation]()
    for at in situations:
        found.setdefault(question.tells_apart(book, at), at)
    return list(found.values())


def _samples(book: Rulebook, section: str) -> list[Situation]:
    return list(BY_SECTION[section].samples(book, Random(SEED), RANDOM[section]))


# --- few situations -------------------------------------------------------------------------------


def score(book: Rulebook) -> Found:
    """Every result of every hand; hands of one size are alike unless a rule tells sets apart."""
    apart = "set_number" in reads(book.ruleset, "score")
    kinds: dict[object, Situation] = {(at.hand.size, at.hand.set_number if apart else 0, at.bid, at.tricks, at.bids_total, at.doubled): at for at in reversed(list(SCORE.every(book)))}
    return list(kinds.values())[:MOST_RESULTS], len(kinds) <= MOST_RESULTS


def trump(book: Rulebook) -> Found:
    """Every kind of hand, with one card of each suit and a joker turned."""
    pack, apart = book.pack, "set_number" in reads(book.ruleset, "trump")
    found: dict[object, Situation] = {}
    for at in BY_SECTION["trump"].every(book):
        shown = None if at.turned is None else pack.suit_of(at.turned)
        found.setdefault((at.hand.size, at.hand.set_number if apart else 0, at.turned is None, shown), at)
    return list(found.values()), True


def call(book: Rulebook) -> Found:
    """A joker led, and played to each suit asked for, with every trump."""
    if not book.deck & book.pack.jokers_mask:
        return [], True
    found = {(at.trump, at.trick): Calling(at.hand, at.trump, at.trick) for at in announcements(book, book)}
    return [at for at in found.values() if BY_SECTION["call"].possible(book, at)], True


def bid(book: Rulebook) -> Found:
    """Every size, place and sum of the bids before, with the first bids that come to it; random ones where passes count."""
    if "passes_before" in reads(book.ruleset, "bid"):
        return _unlike(book, "bid", iter(_samples(book, "bid"))), False
    found: list[Situation] = []
    sizes = {dealt.hand.size: dealt for dealt in reversed(book.ground.dealt)}
    for size, dealt in sorted(sizes.items()):
        totals: dict[int, tuple[int, ...]] = {0: ()}
        for seat in range(book.players):
            found += [Bidding(dealt.hand, earlier) for earlier in totals.values()]
            following: dict[int, tuple[int, ...]] = {}
            for total, earlier in totals.items():
                for made in book.passes.legal(size, seat, total, 0):
                    following.setdefault(total + made, (*earlier, made))
            totals = following
    return found[:MOST_BIDS], len(found) <= MOST_BIDS


# --- many situations ------------------------------------------------------------------------------


def lead(book: Rulebook) -> Found:
    small: list[Situation] = []
    for dealt in book.distinct_hands[:1]:
        for trump_ in dealt.trumps:
            for held in range(1, min(3, dealt.hand.size + 1)):
                small += [Leading(dealt.hand, mask_of(cards), trump_, dealt.hand.size - held + 1) for cards in combinations(_some_cards(book), held)]
    return small + _samples(book, "lead"), False


def follow(book: Rulebook) -> Found:
    """Hands of one to three of few cards to every kind of lead, then random ones."""
    small, rng = list[Situation](), Random(SEED)
    cards = _some_cards(book)
    for dealt in _hands(book):
        for trump_ in dealt.trumps:
            for _ in range(60):
                held = rng.randint(1, min(4, dealt.hand.size, len(cards) - 1))
                drawn = rng.sample(cards, held + 1)
                led = book.plays(1 << drawn[-1], trump_, ())
                if led:
                    small.append(Following(dealt.hand, mask_of(drawn[:-1]), trump_, (rng.choice(led),)))
    return small + _samples(book, "follow") + _led_by_jokers(book, rng), False


def _hands(book: Rulebook) -> Sequence[Dealt]:
    """The smallest hand of four cards or more, or else the largest."""
    wide = [dealt for dealt in book.distinct_hands if dealt.hand.size >= 4] or list(book.distinct_hands[-1:])
    return wide[:1]


def _led_by_jokers(book: Rulebook, rng: Random) -> list[Situation]:
    """Joker leads with more cards on the table: rare among random ones."""
    found: list[Situation] = []
    jokers = list(bits(book.deck & book.pack.jokers_mask))
    dealt = book.distinct_hands[-1]
    for trump_ in dealt.trumps if jokers else ():
        for _ in range(40):
            cards = rng.sample([card for card in bits(book.deck) if card != jokers[0]], min(book.deck.bit_count() - 1, dealt.hand.size + book.players - 2))
            trick = tuple(book.plays(1 << jokers[0], trump_, ()) and [rng.choice(book.plays(1 << jokers[0], trump_, ()))])
            for card in cards[: rng.randrange(book.players - 1)]:
                ways = book.plays(1 << card, trump_, trick)
                trick = (*trick, rng.choice(ways)) if ways else trick
            hand = mask_of(cards[book.players - 2 :][: rng.randint(1, dealt.hand.size)])
            if trick and hand:
                found.append(Following(dealt.hand, hand, trump_, trick))
    return found


def strength(book: Rulebook) -> Found:
    """Random tricks, half of them with jokers and of few suits."""
    rng, found = Random(SEED), list[Situation]()
    cards = _some_cards(book)
    for dealt in book.distinct_hands[:1]:
        for trump_ in dealt.trumps:
            for _ in range(40):
                trick: tuple[Play, ...] = ()
                for card in rng.sample(cards, book.players) if len(cards) >= book.players else ():
                    ways = book.plays(1 << card, trump_, trick)
                    trick = (*trick, rng.choice(ways)) if ways else trick
                if len(trick) == book.players:
                    found.append(WholeTrick(dealt.hand, trump_, trick))
    return found + _samples(book, "strength"), False


def _some_cards(book: Rulebook) -> list[int]:
    """The jokers, and of each of three suits the lowest, the highest and one between."""
    found: list[int] = []
    for suit in range(min(3, len(book.pack.suits))):
        cards = list(bits(book.deck & book.pack.suit_mask(suit)))
        found += sorted({*cards[:1], *cards[-1:], *cards[len(cards) // 2 :][:1]})
    return found + list(bits(book.deck & book.pack.jokers_mask))[:2]


def premium(book: Rulebook) -> Found:
    """For every group of players who can make all bids, sets in which the others miss in different ways."""
    rng, found = Random(SEED), list[Situation]()
    kinds = {tuple(one.hand.size for one in dealt): (number, dealt) for number, dealt in reversed(list(enumerate(book.ground.sets, 1)))}
    for sizes, (number, _) in sorted(kinds.items(), key=lambda one: (len(one[0]), one[0])):
        for count in range(book.players):
            for clean in combinations(range(book.players), count):
                for way in WAYS:
                    at = _set(book, rng, number, sizes, clean, way)
                    if at is not None:
                        found.append(at)
    return found + _samples(book, "premium"), False


WAYS = ("over", "nothing", "once", "last", "nothing", "over")


def _set(book: Rulebook, rng: Random, number: int, sizes: Sequence[int], clean: Sequence[int], way: str) -> Situation | None:
    """A set that these players make and the others miss; None where this try made none that is possible."""
    for _ in range(20):
        bids, tricks = list[tuple[int, ...]](), list[tuple[int, ...]]()
        first = rng.randrange(book.players)
        for h, size_ in enumerate(sizes):
            takers = list(clean) if way == "nothing" and clean else list(range(book.players))
            taken = [0] * book.players
            for _ in range(size_):
                taken[rng.choice(takers)] += 1
            missed = [p for p in range(book.players) if p not in clean and (way not in ("once", "last") or h == (0 if way == "once" else len(sizes) - 1))]
            said = [(t + 1 if t < size_ else t - 1) if p in missed else t for p, t in enumerate(taken)]
            bids.append(tuple(said))
            tricks.append(tuple(taken))
        at = SetEnd(number, tuple(sizes), tuple(bids), tuple(tricks), first)
        if BY_SECTION["premium"].possible(book, at):
            return at
    return None


POOLS: Mapping[str, Callable[[Rulebook], Found]] = {
    "bid": bid, "lead": lead, "call": call, "follow": follow, "strength": strength, "score": score, "premium": premium, "trump": trump,
}  # fmt: skip


def size(at: Situation) -> tuple[object, ...]:
    """Fewer cards first, then lower ones; a total order, so that the choice is the same everywhere."""
    match at:
        case Following(hand, cards, trump_, trick):
            return (cards.bit_count(), len(trick), trump_ is None, trump_ or 0, plays_key(trick), cards, hand.number)
        case Leading(hand, cards, trump_, number):
            return (cards.bit_count(), trump_ is None, trump_ or 0, cards, number, hand.number)
        case WholeTrick(hand, trump_, trick):
            return (sum(play.level is not None for play in trick), trump_ is None, trump_ or 0, plays_key(trick), hand.number)
        case Calling(hand, trump_, trick):
            return (len(trick), trump_ is None, trump_ or 0, plays_key(trick), hand.number)
        case Bidding(hand, earlier, passes):
            return (hand.size, len(earlier), passes, earlier, hand.number)
        case HandResult(hand, said, taken, total, doubled):
            return (hand.size, said, taken, total, doubled, hand.number)
        case Dealing(hand, turned):
            return (hand.size, -1 if turned is None else turned, hand.number)
        case SetEnd(number, cards_, bids, tricks):
            return (len(cards_), cards_, bids, tricks, number)
        case Scheduled():
            raise TypeError(at)  # no pool has it
        case _:
            assert_never(at)
