"""What a section is asked, as plain values: the names of its scope for one moment of a game.

Cards are bits of the pack, suits indices, no trump None. A trick is its plays in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import seats
from rulespec.meanings.python.evaluate import Env

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


def cards_of(trick: Trick) -> int:
    mask = 0
    for play in trick:
        mask |= play.mask
    return mask


def _led(pack: Pack, trick: Trick) -> dict[str, bool | int | str | None]:
    lead = trick[0]
    return {
        "asked": asked_suit(pack, trick),
        "joker_led": lead.is_joker(pack),
        "level_led": lead.level or NOT_HIGH,
    }


def trump_env(hand_size: int, players: int, deck_size: int, set_number: int) -> Env:
    return {"hand_size": hand_size, "players": players, "deck_size": deck_size, "set_number": set_number}


def bid_env(ruleset: RuleSet, bid: int, hand_size: int, earlier: Sequence[int], passes_before: int = 0) -> Env:
    """`earlier` are the bids made before, in order; their number is the bidder's seat."""
    return {
        "bid": bid, "hand_size": hand_size, "players": ruleset.players, "seat": len(earlier),
        "earlier_total": sum(earlier), "passes_before": passes_before,
    }  # fmt: skip


def lead_env(hand: int, trump: int | None, trick_number: int = 1) -> Env:
    return {"hand": hand, "trump": trump, "trick_number": trick_number}


def follow_env(pack: Pack, hand: int, trump: int | None, trick: Trick) -> Env:
    """`trick` are the plays made before, at least the lead."""
    return {"hand": hand, "trump": trump, "played": cards_of(trick), **_led(pack, trick)}


def call_env(pack: Pack, level: str, named: int | None, trump: int | None, trick: Trick) -> Env:
    """A joker about to be announced: an empty `trick` means that it is led."""
    asked = asked_suit(pack, trick) if trick else None
    return {"leading": not trick, "level": level, "named": named, "trump": trump, "asked": asked}


def strength_env(pack: Pack, position: int, trump: int | None, trick: Trick) -> Env:
    """The card at `position` of a whole trick."""
    play = trick[position]
    others = cards_of([other for i, other in enumerate(trick) if i != position])
    return {
        "card": play.mask, "level": play.level or NOT_HIGH, "position": position, "trump": trump,
        "others_played": others, **_led(pack, trick),
    }  # fmt: skip


def score_env(ruleset: RuleSet, hand_size: int, bid: int, tricks: int, bids_total: int, set_number: int = 1) -> Env:
    return {
        "hand_size": hand_size, "bid": bid, "tricks": tricks, "bids_total": bids_total,
        "players": ruleset.players, "set_number": set_number,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetOfPlayer:
    """One player's hands of a set: bids, tricks, points, in order."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    set_number: int = 1

    def fields(self) -> dict[str, bool | int]:
        """What the names `me.best` and so on stand for."""
        return {
            "made_all": self.bids == self.tricks,
            "best": max(self.points),
            "best_but_last": max(self.points[:-1] or self.points),
            "last": self.points[-1],
            "total": sum(self.points),
            "zero_bids": self.bids.count(0),
        }


def premium_env(ruleset: RuleSet, hands: Sequence[SetOfPlayer], seat: int) -> Env:
    """A finished set seen from a seat; the next seat clockwise is his left neighbour."""
    sizes = [sum(taken) for taken in zip(*(player.tricks for player in hands), strict=True)]
    env: dict[str, bool | int | str | None] = {
        "makers": sum(player.bids == player.tricks for player in hands),
        "hands": len(hands[0].bids),
        "largest_hand": max(sizes),
        "smallest_hand": min(sizes),
        "set_number": hands[0].set_number,
        "players": ruleset.players,
        **run_before(hands, seat),
    }
    for word, offset in seats(ruleset.players).items():
        fields = hands[(seat + offset) % len(hands)].fields()
        env |= {f"{word}.{name}": value for name, value in fields.items()}
    return env


def run_before(hands: Sequence[SetOfPlayer], seat: int) -> dict[str, bool | int]:
    """The players just before a seat, one after the other, who made every bid."""
    others = [hands[(seat - step) % len(hands)].fields() for step in range(1, len(hands))]
    run = list(takewhile(lambda fields: fields["made_all"], others))
    greatest = {f"run_{name}": max((fields[name] for fields in run), default=0) for name in ("best", "best_but_last")}
    return {"run_before": len(run), **greatest}
