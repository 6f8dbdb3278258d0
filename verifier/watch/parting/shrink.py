"""Smaller situations of the same kind, nearest first: what a fault is narrowed down with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from rulespec.ir.cards import bits
from rulespec.plays import Play, cards_of
from rulespec.questions import (
    BY_SITUATION,
    Bidding,
    Calling,
    Dealing,
    Following,
    HandResult,
    Leading,
    Scheduled,
    SetEnd,
    Situation,
    WholeTrick,
)
from rulespec.rulebook import Rulebook

STEPS = 200  # questions that one situation is narrowed down with


def smallest(book: Rulebook, at: Situation, shows: Callable[[Situation], bool], steps: int = STEPS) -> Situation:
    """The situation made smaller as long as it still shows what it is to show."""
    tried = 0
    while True:
        for other in smaller(book, at):
            tried += 1
            if tried > steps:
                return at
            if shows(other):
                at = other
                break
        else:
            return at


def smaller(book: Rulebook, at: Situation) -> Iterator[Situation]:
    """Possible situations with a card less, a lower card, a smaller hand or bid."""
    question = BY_SITUATION[type(at)]
    yield from (other for other in _smaller(book, at) if question.possible(book, other))


def _smaller(book: Rulebook, at: Situation) -> Iterator[Situation]:
    match at:
        case Following(_, cards, _, trick):
            if len(trick) > 1:
                yield _seated(book, replace(at, trick=trick[:-1]))
            yield from (_seated(book, replace(at, cards=cards ^ 1 << card)) for card in bits(cards) if cards.bit_count() > 1)
            yield from (replace(at, cards=cards ^ 1 << card | 1 << lower) for card, lower in _lower(book, cards, cards_of(trick)))
        case Leading(_, cards):
            yield from (_leading(book, at, cards ^ 1 << card) for card in bits(cards) if cards.bit_count() > 1)
        case WholeTrick(_, _, trick):
            taken = cards_of(trick)
            for i, play in enumerate(trick):
                for _, lower in _lower(book, play.mask, taken):
                    yield replace(at, trick=(*trick[:i], Play(lower), *trick[i + 1 :]))
        case Calling(_, _, trick):
            yield from (replace(at, trick=trick[:-1]) for _ in trick[1:2])
        case Bidding(hand, earlier):
            if earlier:
                yield replace(at, earlier=earlier[:-1])
                yield from (replace(at, earlier=(*earlier[:-1], less - 1)) for less in earlier[-1:] if less)
            yield from (replace(at, hand=one.hand) for one in book.distinct_hands if one.hand.size < hand.size)
        case HandResult(hand, bid, tricks):
            yield from (replace(at, hand=one.hand) for one in book.distinct_hands if one.hand.size < hand.size)
            yield from (replace(at, bid=bid - less, tricks=tricks - fewer) for less, fewer in ((1, 1), (1, 0), (0, 1)) if bid >= less and tricks >= fewer)
        case SetEnd() | Dealing() | Scheduled():
            return
        case _:
            assert_never(at)


def _lower(book: Rulebook, cards: int, others: int) -> Iterator[tuple[int, int]]:
    """Each suited card with the lowest free one of its suit, where that is lower."""
    for card in bits(cards & ~book.pack.jokers_mask):
        suit = book.pack.suit_of(card)
        assert suit is not None
        free = list(bits(book.deck & book.pack.suit_mask(suit) & ~cards & ~others))
        if free and free[0] < card:
            yield card, free[0]


def _seated(book: Rulebook, at: Following) -> Following:
    """In the smallest hand that can have the trump and so many cards."""
    hands = [one.hand for one in book.distinct_hands if at.trump in one.trumps and one.hand.size >= at.cards.bit_count()]
    return replace(at, hand=hands[0]) if hands else at


def _leading(book: Rulebook, at: Leading, cards: int) -> Leading:
    """With fewer cards: at the first trick of a smaller hand, or later in the same."""
    held = cards.bit_count()
    fitting = [one.hand for one in book.distinct_hands if at.trump in one.trumps and one.hand.size == held]
    if fitting and at.trick_number == 1:
        return replace(at, hand=fitting[0], cards=cards)
    return replace(at, cards=cards, trick_number=at.hand.size - held + 1)
