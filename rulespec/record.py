"""The record of a game as somebody wrote it: words with their places, nothing judged yet.

Players are seats here, since every name was looked up; cards and suits are still words, because
only a rule set knows its pack. `record_reader` makes these from text, `record_writer` writes text.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.spans import Source, Span

VERSION = "1"
MOST_PLAYERS, FEWEST_PLAYERS = 8, 2
PREMIUMS, TOTAL, PLACES = "premiums", "total", "places"
TURNED, NAMED, FIXED = "turned", "named by", "fixed"


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """`East JK+S`: what stands behind a player's name; `span` covers both."""

    seat: int
    value: Word
    span: Span

    @property
    def number(self) -> int:
        """The value of an entry that was read as a number."""
        return int(self.value.text)


@dataclass(frozen=True, slots=True)
class DealLine:
    seat: int
    cards: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TrumpLine:
    """`hearts (turned 7H)`: `how` is turned, named by, fixed or nothing."""

    suit: Word
    how: str
    card: Word | None
    named_by: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player named alone: who deals, who took a trick."""

    seat: int
    span: Span


@dataclass(frozen=True, slots=True)
class TrickLine:
    plays: tuple[Entry, ...]
    winner: PlayerName | None
    span: Span


@dataclass(frozen=True, slots=True)
class Numbers:
    """A line with one number for each player, in any order."""

    entries: tuple[Entry, ...]
    span: Span

    def by_seat(self) -> tuple[int, ...]:
        return tuple(entry.number for entry in sorted(self.entries, key=lambda entry: entry.seat))


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """`bids` in the order of the line. In the last hand of an unfinished record parts may be missing."""

    number: int
    size: Word
    dealer: PlayerName
    span: Span
    deal: tuple[DealLine, ...] = ()
    trump: TrumpLine | None = None
    bids: tuple[Entry, ...] = ()
    bids_span: Span | None = None
    tricks: tuple[TrickLine, ...] = ()
    points: Numbers | None = None
    redeals: int = 0  # how often it was dealt before in vain

    @property
    def cards(self) -> int:
        return int(self.size.text)


@dataclass(frozen=True, slots=True)
class SumLine:
    """Premiums, totals or places, written after so many hands."""

    kind: str
    set_number: int | None
    after: int
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Record:
    """`end` is the last line's place; `unfinished` that of the word, where the game stops before its end."""

    source: Source
    profile: Word | None
    players: tuple[str, ...]
    players_span: Span
    hands: tuple[RecordedHand, ...]
    sums: tuple[SumLine, ...]
    unfinished: Span | None
    end: Span

    @property
    def scored(self) -> bool:
        """Scores are written: then every finished hand has them."""
        return bool(self.sums) or any(hand.points for hand in self.hands)

    @property
    def shows_winners(self) -> bool:
        return any(trick.winner for hand in self.hands for trick in hand.tricks)
