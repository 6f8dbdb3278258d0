"""What a game asks of its rules, with the answer that was given: one record a section.

Cards are masks, suits indices, no trump None, plays as the engine has them. Bids, tricks and points are in playing
order, from the left of the dealer (in a set: of its first hand); totals of a game are by seat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulespec.ir.cards import Pack, bits, mask_of
from rulespec.plays import Play

NO_BID, NO_CARD, NO_CALL, NO_WINNER, NO_DEAL = "no legal bid", "no playable card", "no allowed announcement", "no winner", "no card left"


@dataclass(frozen=True, slots=True)
class DeckMet:
    cards: int


@dataclass(frozen=True, slots=True)
class HandMet:
    """A hand that some game comes to; `dealer` counts from the seat that dealt the first hand, `left` are cards not dealt."""

    number: int
    set_number: int
    size: int
    dealer: int
    left: int


@dataclass(frozen=True, slots=True)
class TrumpMet:
    """`how` is next_card, dealers_last_card, chosen or fixed."""

    number: int
    size: int
    set_number: int
    how: str
    trump: int | None


@dataclass(frozen=True, slots=True)
class BidMet:
    """`passes` are the zero bids that the bidder made in earlier hands."""

    number: int
    size: int
    seat: int
    earlier: tuple[int, ...]
    passes: int
    legal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeadMet:
    number: int
    size: int
    hand: int
    trump: int | None
    trick_number: int
    playable: int


@dataclass(frozen=True, slots=True)
class FollowMet:
    number: int
    size: int
    hand: int
    trump: int | None
    trick_number: int
    trick: tuple[Play, ...]
    playable: int


@dataclass(frozen=True, slots=True)
class CallMet:
    """A joker that may be played; `allowed` are its announcements as level and suit named."""

    leading: bool
    trump: int | None
    asked: int | None
    allowed: frozenset[tuple[str | None, int | None]]


@dataclass(frozen=True, slots=True)
class StrengthMet:
    """A whole trick; `winner` is a place in playing order, or None where the rules name none."""

    trump: int | None
    trick: tuple[Play, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class ScoreMet:
    number: int
    size: int
    set_number: int
    bid: int
    tricks: int
    bids_total: int
    points: int


@dataclass(frozen=True, slots=True)
class SetMet:
    """A finished set: one inner tuple a hand, one number a player; `added` is each player's premium."""

    set_number: int
    sizes: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinishMet:
    totals: tuple[int, ...]
    places: tuple[int, ...]


Met = DeckMet | HandMet | TrumpMet | BidMet | LeadMet | FollowMet | CallMet | StrengthMet | ScoreMet | SetMet | FinishMet


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Where a game stops for want of a rule's answer: what is missing, and where. A deal that cannot be made has no `at`."""

    number: int
    missing: str
    at: Met | None


def alike(met: Met, pack: Pack) -> Met:
    """The same without regard to which joker is which: those on the table first, then those in hand."""
    if not isinstance(met, LeadMet | FollowMet | StrengthMet):
        return met
    trick, hand = () if isinstance(met, LeadMet) else met.trick, 0 if isinstance(met, StrengthMet) else met.hand
    jokers = [*(play.card for play in trick), *bits(hand)]
    names = {card: pack.suited + i for i, card in enumerate(card for card in jokers if card >= pack.suited)}
    plays = tuple(replace(play, card=names.get(play.card, play.card)) for play in trick)
    if isinstance(met, StrengthMet):
        return replace(met, trick=plays)
    cards = {"hand": mask_of(names.get(c, c) for c in bits(hand)), "playable": mask_of(names.get(c, c) for c in bits(met.playable))}
    return replace(met, **cards) if isinstance(met, LeadMet) else replace(met, trick=plays, **cards)
