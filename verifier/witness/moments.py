"""Moments of a game in plain values: what a property speaks of, what a witness shows.

Every moment can be written as a case (design: one JSON object) where the case format has a
question for it, and has an order, so that witnesses are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.ir.cards import JOKER, Pack
from rulespec.situations import Play

Case = dict[str, object]


@dataclass(frozen=True, slots=True)
class DealMoment:
    """A hand about to be dealt."""

    hand_size: int
    set_number: int


@dataclass(frozen=True, slots=True)
class BidMoment:
    """A bid about to be made: `earlier` in order, `passes` zero bids by this player before."""

    hand_size: int
    hand_number: int
    earlier: tuple[int, ...]
    bid: int
    passes: int
    earlier_passes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayMoment:
    """A card about to be played: led where `trick` is empty."""

    hand: int
    trump: int | None
    trick: tuple[Play, ...] = ()
    trick_number: int = 1


@dataclass(frozen=True, slots=True)
class TrickMoment:
    """A whole trick."""

    trump: int | None
    trick: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class HandMoment:
    """A finished hand: bids and tricks in bidding order, seen by the player at `seat`."""

    hand_size: int
    hand_number: int
    set_number: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    passes: tuple[int, ...]
    seat: int


@dataclass(frozen=True, slots=True)
class SetMoment:
    """A finished set seen by the first player; one inner tuple a hand.

    `dealer` dealt its first hand; `passes` are the zero bids each had made before the set.
    """

    set_number: int
    dealer: int
    cards: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    passes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameMoment:
    """The game as a whole."""


Moment = DealMoment | BidMoment | PlayMoment | TrickMoment | HandMoment | SetMoment | GameMoment


def play_text(play: Play, pack: Pack) -> str:
    """A play as cases spell it: `AS`, `JK+S`, `JK-`."""
    if not play.is_joker(pack):
        return pack.name(play.card)
    named = "" if play.named is None else pack.letters[play.named]
    return f"{JOKER}{'+' if play.level == 'high' else '-'}{named}"


def trump_text(trump: int | None, pack: Pack) -> str | None:
    return None if trump is None else pack.letters[trump]


def to_case(moment: Moment, pack: Pack) -> Case | None:
    """The moment as a case without its answer; None where no question fits."""
    match moment:
        case BidMoment(size, _, earlier, _, passes):
            case: Case = {"question": "bids", "cards": size, "earlier": list(earlier)}
            return case | ({"passes": passes} if passes else {})
        case PlayMoment(hand, trump, trick, number):
            case = {"question": "plays", "hand": pack.names(hand), "trump": trump_text(trump, pack), "trick": [play_text(p, pack) for p in trick]}
            return case | ({"trick_number": number} if number > 1 and not trick else {})
        case TrickMoment(trump, trick):
            return {"question": "winner", "trump": trump_text(trump, pack), "trick": [play_text(p, pack) for p in trick]}
        case HandMoment(size, _, _, bids, tricks, _, seat):
            return {"question": "score", "cards": size, "bid": bids[seat], "tricks": tricks[seat]}
        case SetMoment(_, _, cards, bids, tricks):
            return {"question": "set", "cards": list(cards), "bids": [list(b) for b in bids], "tricks": [list(t) for t in tricks]}
        case _:
            return None
