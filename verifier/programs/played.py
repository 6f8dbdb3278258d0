"""The situations that a played game consists of: every hand dealt, bid, lead, play, announcement, trick, score and set."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec import tally
from rulespec.game import Game, PlayedHand, PlayedSet
from rulespec.ir.cards import mask_of
from rulespec.questions import (
    Bidding,
    Calling,
    Dealing,
    Following,
    Hand,
    HandResult,
    Leading,
    Scheduled,
    SetEnd,
    Situation,
    WholeTrick,
)
from rulespec.questions.ground import in_turn
from rulespec.rulebook import Rulebook


def situations(book: Rulebook, game: Game) -> Iterator[Situation]:
    """In the order they come up."""
    first = game.sets[0].hands[0].opening.dealer
    for number, one in enumerate(game.sets, 1):
        for played in one.hands:
            hand = book.ground.hands[played.opening.number - 1]
            yield Scheduled(hand, first)
            yield from _of_hand(book, hand, played)
        yield _of_set(number, one)


def _of_hand(book: Rulebook, hand: Hand, played: PlayedHand) -> Iterator[Situation]:
    if played.trump.turned is not None:
        yield Dealing(hand, played.trump.turned)
    order = in_turn(played.opening.dealer, book.players)
    bids = tuple(played.bids[seat] for seat in order)
    passes = tuple(played.opening.passes[seat] if played.opening.passes else 0 for seat in order)
    yield from (Bidding(hand, bids[:i], passes[i], passes[:i]) for i in range(len(bids)))
    yield from _of_tricks(book, hand, played)
    for seat in order:
        yield HandResult(hand, played.bids[seat], played.taken[seat], sum(bids), tally.doubled(book.ruleset, played.opening, hand.size))


def _of_tricks(book: Rulebook, hand: Hand, played: PlayedHand) -> Iterator[Situation]:
    held, trump = [mask_of(cards) for cards in played.deal.hands], played.trump.suit
    for number, trick in enumerate(played.tricks, 1):
        for i, play in enumerate(trick.plays):
            seat, before = (trick.leader + i) % book.players, trick.plays[:i]
            yield Following(hand, held[seat], trump, before) if before else Leading(hand, held[seat], trump, number)
            if play.level is not None:
                yield Calling(hand, trump, before)
            held[seat] &= ~play.mask
        yield WholeTrick(hand, trump, trick.plays)


def _of_set(number: int, played: PlayedSet) -> SetEnd:
    first = played.hands[0].opening
    bids, tricks = tuple(tuple(hand.bids) for hand in played.hands), tuple(tuple(hand.taken) for hand in played.hands)
    return SetEnd(number, tuple(hand.deal.size for hand in played.hands), bids, tricks, first.dealer)
