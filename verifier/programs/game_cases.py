"""The cases that a game consists of: every bid, play, trick, hand and set of it, with the reference's answers."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.cases import answer
from rulespec.cases.arise import reads, set_key
from rulespec.game import Game, PlayedHand, PlayedSet
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import play_text
from rulespec.rulebook import Rulebook, rulebook

Moment = dict[str, object]


def game_cases(ruleset: RuleSet, game: Game) -> Iterator[Moment]:
    """In the order they come up."""
    book = rulebook(ruleset)
    for played in game.sets:
        for case in (*(case for hand in played.hands for case in _hand(book, hand)), _set(book, played)):
            found = answer(ruleset, case)
            yield {**case, "answer": found.answer, "row": found.row}


def _hand(book: Rulebook, hand: PlayedHand) -> Iterator[Moment]:
    pack, size = book.pack, hand.deal.size
    if hand.trump.turned is not None:
        turned = pack.name(hand.trump.turned)
        yield {"question": "trump", "cards": size, "turned": turned, **set_key(book, "trump", hand.opening.set_number)}
    yield from _bids(book, hand)
    yield from _tricks(book, hand)
    for bid, tricks in zip(hand.bids, hand.taken, strict=True):
        total = {"bids_total": sum(hand.bids)} if reads(book, "score", "bids_total") else {}
        where = set_key(book, "score", hand.opening.set_number)
        yield {"question": "score", "cards": size, "bid": bid, "tricks": tricks, **total, **where}


def _bids(book: Rulebook, hand: PlayedHand) -> Iterator[Moment]:
    order = [(hand.opening.dealer + 1 + i) % book.players for i in range(book.players)]
    for i, seat in enumerate(order):
        passes = {"passes": hand.opening.passes[seat]} if reads(book, "bid", "passes_before") else {}
        yield {"question": "bids", "cards": hand.deal.size, "earlier": [hand.bids[other] for other in order[:i]], **passes}


def _tricks(book: Rulebook, hand: PlayedHand) -> Iterator[Moment]:
    pack = book.pack
    trump = None if hand.trump.suit is None else pack.letters[hand.trump.suit]
    held = [sum(1 << card for card in cards) for cards in hand.deal.hands]
    for number, trick in enumerate(hand.tricks, 1):
        texts = [play_text(pack, play) for play in trick.plays]
        for i, play in enumerate(trick.plays):
            seat = (trick.leader + i) % book.players
            when = {"trick_number": number} if not i and reads(book, "lead", "trick_number") else {}
            yield {"question": "plays", "hand": pack.names(held[seat]), "trump": trump, "trick": texts[:i], **when}
            held[seat] &= ~play.mask
        yield {"question": "winner", "trump": trump, "trick": texts}


def _set(book: Rulebook, played: PlayedSet) -> Moment:
    hands = played.hands
    where = set_key(book, "score", hands[0].opening.set_number)
    bids, tricks = [list(hand.bids) for hand in hands], [list(hand.taken) for hand in hands]
    return {"question": "set", "cards": [hand.deal.size for hand in hands], "bids": bids, "tricks": tricks, **where}
