"""What a case may ask: one record a question, in plain values, and the keys each is written with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rulespec.cases.json_tree import Object
from rulespec.situations import Play


@dataclass(frozen=True, slots=True)
class Bids:
    """Which bids are open to a player after those made before; `passes` are his zero bids of earlier hands."""

    cards: int
    earlier: tuple[int, ...]
    passes: int = 0


@dataclass(frozen=True, slots=True)
class Plays:
    """Which cards of a hand may be led, or follow the plays of an unfinished trick."""

    hand: int
    trump: int | None
    trick: tuple[Play, ...]
    trick_number: int = 1


@dataclass(frozen=True, slots=True)
class Calls:
    """How a joker may be announced, led or played to a trick."""

    trump: int | None
    trick: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """Which play of a whole trick wins, counted from 0 in playing order."""

    trump: int | None
    trick: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What one player's hand is worth. The sum of all bids and the set matter to few rules."""

    cards: int
    bid: int
    tricks: int
    bids_total: int = 0
    set_number: int = 1


@dataclass(frozen=True, slots=True)
class SetEnd:
    """What each player has made in a whole set, premiums included. One inner list a hand, one number a player."""

    cards: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    set_number: int = 1


@dataclass(frozen=True, slots=True)
class Trump:
    """Which suit is trump, by the card turned (None where none is)."""

    cards: int
    turned: int | None
    set_number: int = 1


Situation: TypeAlias = Bids | Plays | Calls | Winner | Score | SetEnd | Trump


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys a question needs, those it may have, and what it asks in words."""

    needed: tuple[str, ...]
    allowed: tuple[str, ...]
    asks: str


QUESTIONS: Mapping[str, Keys] = {
    "bids": Keys(("cards", "earlier"), ("passes",), "which bids are open"),
    "plays": Keys(("hand", "trump", "trick"), ("trick_number",), "which cards may be played"),
    "calls": Keys(("trump", "trick"), (), "how a joker may be announced"),
    "winner": Keys(("trump", "trick"), (), "which card wins the trick"),
    "score": Keys(("cards", "bid", "tricks"), ("bids_total", "set_number"), "what the hand is worth"),
    "set": Keys(("cards", "bids", "tricks"), ("set_number",), "what each player makes in the set"),
    "trump": Keys(("cards",), ("turned", "set_number"), "which suit is trump"),
}
NOTES = ("id", "source", "question", "answer", "row")
"""Keys of every case. `answer` and `row` are what someone says it is; nothing is read from `row`."""


@dataclass(frozen=True, slots=True)
class Case:
    """A situation that can arise, with the line it came from.

    `settings` are the situations it stands for: more than one where the case leaves the set of the
    game open and its hand size occurs in several.
    """

    question: str
    settings: tuple[Situation, ...]
    written: Object = field(repr=False)

    @property
    def situation(self) -> Situation:
        return self.settings[0]
