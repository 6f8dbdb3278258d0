"""What the small game met, put as the questions put it: a situation, and the answer that the game gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.notation import play_text, suit_text
from rulespec.questions import (
    BID,
    CALL,
    CARDS,
    DEALER,
    FOLLOW,
    LEAD,
    PREMIUM,
    SCORE,
    STRENGTH,
    Bidding,
    Calling,
    Following,
    Hand,
    HandEnd,
    HandResult,
    Leading,
    Question,
    Scheduled,
    SetEnd,
    WholeTrick,
)
from rulespec.questions.base import card_list
from rulespec.rulebook import Rulebook
from verifier.small_game import SmallGame
from verifier.small_game.met import FollowMet, LeadMet, SetMet


@dataclass(frozen=True)
class Asked:
    question: Question[Any]
    at: Any
    answer: Any


def asked(game: SmallGame, *sections: str) -> dict[str, list[Asked]]:
    """By section, everything that was met there; only some sections, where these are named."""
    return {name: list(find(game)) for name, find in MET.items() if not sections or name in sections}


def hand_of(game: SmallGame, number: int) -> Hand:
    return game.book.ground.hands[number - 1]


def scheduled(game: SmallGame) -> Iterator[Asked]:
    for met in game.schedule:
        at = Scheduled(hand_of(game, met.number))
        yield from (Asked(CARDS, at, met.size), Asked(DEALER, at, met.dealer))


def bidding(game: SmallGame) -> Iterator[Asked]:
    yield from (Asked(BID, Bidding(hand_of(game, m.number), m.earlier, m.passes), list(m.legal)) for m in game.bid)


def lead(game: SmallGame) -> Iterator[Asked]:
    yield from (Asked(LEAD, leading(hand_of(game, m.number), m), card_list(game.book.pack, m.playable)) for m in game.lead)


def follow(game: SmallGame) -> Iterator[Asked]:
    yield from (Asked(FOLLOW, following(hand_of(game, m.number), m), card_list(game.book.pack, m.playable)) for m in game.follow)


def call(game: SmallGame) -> Iterator[Asked]:
    for met in (*game.lead, *game.follow):
        if met.playable & game.book.pack.jokers_mask:
            yield from called(game, hand_of(game, met.number), met)


def strength(game: SmallGame) -> Iterator[Asked]:
    for met in game.strength:
        yield Asked(STRENGTH, WholeTrick(hand_with(game.book, met.trump, game), met.trump, met.trick), met.winner)


def score(game: SmallGame) -> Iterator[Asked]:
    yield from (Asked(SCORE, HandResult(hand_of(game, m.number), m.bid, m.tricks, m.bids_total), m.points) for m in game.score)


def premium(game: SmallGame) -> Iterator[Asked]:
    yield from (Asked(PREMIUM, set_end(game, met, 0), list(totals(game, met))) for met in game.premium)


def leading(hand: Hand, met: LeadMet) -> Leading:
    return Leading(hand, met.hand, met.trump, met.trick_number)


def following(hand: Hand, met: FollowMet) -> Following:
    return Following(hand, met.hand, met.trump, met.trick)


def called(game: SmallGame, hand: Hand, met: LeadMet | FollowMet) -> Iterator[Asked]:
    """How a joker in this hand may be announced: what the engine lets the player do."""
    pack, trick = game.book.pack, () if isinstance(met, LeadMet) else met.trick
    joker = min(card for card in range(pack.suited, pack.size) if met.playable >> card & 1)
    plays = game.book.plays(1 << joker, met.trump, trick)
    yield Asked(CALL, Calling(hand, met.trump, trick), [play_text(pack, play) for play in plays])


def hand_with(book: Rulebook, trump: int | None, game: SmallGame) -> Hand:
    """A hand that is played with this trump."""
    number = min(met.number for met in game.trump if met.trump == trump)
    return book.ground.hands[number - 1]


def set_end(game: SmallGame, met: SetMet, viewer: int) -> SetEnd:
    """A set as the player at a place sees it, who is seat 0 then."""
    bids, tricks = (tuple(row[viewer:] + row[:viewer] for row in rows) for rows in (met.bids, met.tricks))
    return SetEnd(met.set_number, met.sizes, bids, tricks, (game.players - 1 - viewer) % game.players)


def totals(game: SmallGame, met: SetMet) -> Iterator[int]:
    for place in range(game.players):
        rows = zip(met.sizes, met.bids, met.tricks, strict=True)
        worth = (game.book.points(size, bids[place], tricks[place], sum(bids), met.set_number).value for size, bids, tricks in rows)
        yield sum(worth) + met.added[place]  # type: ignore[arg-type]


def hand_ends(game: SmallGame) -> Iterator[HandEnd]:
    """Every finished hand, as everybody sees it."""
    for reached in game.reached:
        hand = game.book.ground.hands[reached.hand.number - 1]
        for passes, rows in reached.bids.items():
            before = tuple(passes[game.seat(reached.hand, place)] for place in range(game.players))
            for bids in rows:
                for tricks in reached.play.ends:
                    yield from (HandEnd(hand, bids, tricks, seat, before if game.watched else ()) for seat in range(game.players))


def trump_words(game: SmallGame) -> set[tuple[int, str]]:
    return {(met.number, suit_text(game.book.pack, met.trump)) for met in game.trump}


MET: Mapping[str, Callable[[SmallGame], Iterator[Asked]]] = {
    "schedule": scheduled, "bid": bidding, "lead": lead, "follow": follow, "call": call, "strength": strength, "score": score, "premium": premium,
}  # fmt: skip
