"""A game as data: what is dealt, said and played, and what it comes to.

Seats count clockwise from 0, so the next seat is the left neighbour. Cards are bits of the pack,
suits indices, no trump None. Everything here is frozen: a record can be kept, compared and replayed.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.plays import Play


@dataclass(frozen=True, slots=True)
class NameTrump:
    """A player names the trump; None is no trump."""

    suit: int | None


@dataclass(frozen=True, slots=True)
class Bid:
    number: int


@dataclass(frozen=True, slots=True)
class DealAgain:
    """A player who may name the trump wants the hand dealt again instead."""


Action = NameTrump | DealAgain | Bid | Play


@dataclass(frozen=True, slots=True)
class Deal:
    """Each seat's cards in the order they were dealt, and what is left of the pack, next card first."""

    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.hands[0])


@dataclass(frozen=True, slots=True)
class Opening:
    """What is settled before a hand is dealt; `passes` are the zero bids each seat made before.

    `redeals` says how often it was dealt before in vain.
    """

    dealer: int
    number: int = 1
    set_number: int = 1
    passes: tuple[int, ...] = ()
    redeals: int = 0


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump of a hand, and the card that showed it or the seat that named it, perhaps when everybody had bid."""

    suit: int | None
    turned: int | None = None
    named_by: int | None = None
    after_bids: bool = False


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A finished trick; `plays` in playing order from the leader, `winner` a seat."""

    leader: int
    plays: tuple[Play, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand; `bids`, `taken` and `points` by seat."""

    opening: Opening
    deal: Deal
    trump: Trump
    bids: tuple[int, ...]
    tricks: tuple[TakenTrick, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedSet:
    """A finished set; `totals` are everybody's points of the game up to its end."""

    hands: tuple[PlayedHand, ...]
    premiums: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game; `places` by seat, 1 for the winner."""

    profile: str
    fingerprint: str
    seed: int
    sets: tuple[PlayedSet, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def hands(self) -> tuple[PlayedHand, ...]:
        return tuple(hand for played in self.sets for hand in played.hands)
