"""Cards on the table: a play, a trick, what a lead asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulespec.ir.cards import Pack

NOT_HIGH = "low"  # the level of a card that is no joker, where a level must be given


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table; a joker comes with its level and, led, with the suit it names."""

    card: int
    level: str | None = None
    named: int | None = None

    @property
    def mask(self) -> int:
        return 1 << self.card

    def is_joker(self, pack: Pack) -> bool:
        return self.card >= pack.suited


Trick = Sequence[Play]


def asked_suit(pack: Pack, trick: Trick) -> int | None:
    """The suit to follow: the led card's, or the one a led joker names."""
    lead = trick[0]
    return lead.named if lead.is_joker(pack) else pack.suit_of(lead.card)


def cards_of(trick: Iterable[Play]) -> int:
    """The cards of plays as a mask."""
    mask = 0
    for play in trick:
        mask |= play.mask
    return mask


def led_names(pack: Pack, trick: Trick) -> dict[str, bool | int | str | None]:
    """What every card of a trick sees of its lead."""
    lead = trick[0]
    return {
        "led": lead.mask,
        "asked": asked_suit(pack, trick),
        "joker_led": lead.is_joker(pack),
        "level_led": lead.level or NOT_HIGH,
    }
