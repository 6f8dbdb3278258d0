"""The universe of cards a rule set talks about, one bit a card.

Suits come in blocks in the order they were declared, low rank first; jokers are the top bits.
A card is written rank then suit letter (`10H`); a joker is `JK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

JOKER = "JK"


@dataclass(frozen=True, slots=True)
class Pack:
    """Suits, ranks (low to high) and the number of jokers."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    jokers: int

    @property
    def suited(self) -> int:
        """How many cards have a suit."""
        return len(self.suits) * len(self.ranks)

    @property
    def size(self) -> int:
        return self.suited + self.jokers

    @property
    def all_mask(self) -> int:
        return (1 << self.size) - 1

    @property
    def jokers_mask(self) -> int:
        return self.all_mask & ~((1 << self.suited) - 1)

    @property
    def letters(self) -> tuple[str, ...]:
        """One capital a suit: its first letter."""
        return tuple(suit[0].upper() for suit in self.suits)

    def suit_mask(self, suit: int | None) -> int:
        """The cards of a suit; no cards for no suit."""
        if suit is None:
            return 0
        return ((1 << len(self.ranks)) - 1) << (suit * len(self.ranks))

    def suit_of(self, index: int) -> int | None:
        """The suit of a card by its bit; a joker has none."""
        return index // len(self.ranks) if index < self.suited else None

    def rank_of(self, index: int) -> int | None:
        return index % len(self.ranks) if index < self.suited else None

    def name(self, index: int) -> str:
        if index >= self.suited:
            return JOKER
        return self.ranks[index % len(self.ranks)] + self.letters[index // len(self.ranks)]

    def names(self, mask: int) -> list[str]:
        """The cards of a set in card order, each joker once."""
        return [self.name(i) for i in bits(mask)]

    def index(self, name: str) -> int:
        """The bit of a card; `JK` is the first joker. Raises KeyError for no card of the pack."""
        if name == JOKER and self.jokers:
            return self.suited
        rank, letter = name[:-1], name[-1:]
        if rank in self.ranks and letter in self.letters:
            return self.letters.index(letter) * len(self.ranks) + self.ranks.index(rank)
        raise KeyError(name)


def bits(mask: int) -> Iterator[int]:
    """The set bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(indices: Iterable[int]) -> int:
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask
