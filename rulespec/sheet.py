"""A score sheet: cards, bids and tricks of each hand, as people write them down, a set a block."""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.spans import Source, Span


@dataclass(frozen=True, slots=True)
class SheetHand:
    """One line; `bids` and `tricks` by player, `dealer` where the sheet says who dealt."""

    number: int
    cards: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    dealer: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Sheet:
    """`blocks` are the sets where the sheet marks them; an unmarked sheet has one block of all its hands."""

    source: Source
    players: tuple[str, ...]
    players_span: Span
    blocks: tuple[tuple[SheetHand, ...], ...]
    marked: bool

    @property
    def hands(self) -> tuple[SheetHand, ...]:
        return tuple(hand for block in self.blocks for hand in block)
