"""Which suits the cards of an earlier trick should have, as an order to try them in.

Where every hand is large, hardly anything but four cards of one suit (or a joker for one of them)
is a legal trick. So mixed tricks are placed while hands are small, until the cards that are left
come out even. This is advice only: every pattern is tried in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from rulespec.ir.cards import Pack, bits

Counts = tuple[int, ...]  # cards of each suit, then jokers


def parts(pack: Pack, cards: int) -> list[int]:
    """The cards of each suit, then the jokers, as masks."""
    return [*(cards & pack.suit_mask(suit) for suit in range(len(pack.suits))), cards & pack.jokers_mask]


def counts(pack: Pack, cards: int) -> Counts:
    return tuple(part.bit_count() for part in parts(pack, cards))


def uneven(left: Counts, tricks: int, players: int) -> int:
    """How many of the tricks to come cannot be of one suit, jokers standing for any card."""
    *suits, jokers = left
    even = sum(n // players for n in suits)
    for rest in sorted((n % players for n in suits), reverse=True):
        if rest and players - rest <= jokers:
            jokers -= players - rest
            even += 1
    return max(0, tricks - even)


@lru_cache(maxsize=4096)
def patterns(left: Counts, tricks: int, players: int, trump: int | None) -> tuple[Counts, ...]:
    """Every way to take a trick's cards from what is left, for the last of so many tricks, the most promising first."""
    before = uneven(left, tricks, players)

    def promise(pattern: Counts) -> tuple[int, ...]:
        after = uneven(tuple(a - b for a, b in zip(left, pattern, strict=True)), tricks - 1, players)
        plain = sum(n > 0 for suit, n in enumerate(pattern[:-1]) if suit != trump)
        kinds = sum(n > 0 for n in pattern)
        return after, int(plain > 1), -kinds if before else kinds

    return tuple(sorted(_ways(left, players), key=promise))


def _ways(left: Sequence[int], cards: int) -> Iterator[Counts]:
    if not left:
        if cards == 0:
            yield ()
        return
    for n in range(min(left[0], cards), -1, -1):
        for rest in _ways(left[1:], cards - n):
            yield (n, *rest)


class Manner:
    """How an attempt to find a hand prefers its cards: low ones, high ones, then by chance."""

    def __init__(self, attempt: int) -> None:
        self.high = attempt == 1
        self.rng = Random(attempt) if attempt > 1 else None

    def order(self, cards: int) -> list[int]:
        """The cards of a set, the preferred first."""
        listed = list(bits(cards))[:: -1 if self.high else 1]
        if self.rng is not None:
            self.rng.shuffle(listed)
        return listed

    def selections(self, pack: Pack, pool: int, pattern: Counts) -> list[list[int]]:
        """Cards that fit a pattern: the first of each suit, the last, and the first but for one last."""
        found: list[list[int]] = [[], [], []]
        for part, n in zip(parts(pack, pool), pattern, strict=True):
            cards = self.order(part)
            found[0] += cards[:n]
            found[1] += cards[len(cards) - n :]
            found[2] += [*cards[: n - 1], cards[-1]] if n else []
        return [one for i, one in enumerate(found) if one not in found[:i]]
