"""The helpers of the kernel's code in plain Python: what `bits.py` compiles, for machines without Numba and for tests."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence

WORD = (1 << 64) - 1
STEP = 0x2D358DCCAA6C78A5
SECRET = 0x8BB84B93962EACC9


def table(values: Iterable[int]) -> MutableSequence[int]:
    """Numbers of 64 bits, of which a slice is a view; one that does not fit is an error."""
    return memoryview(array("q", values))  # type: ignore[return-value]


def popcount(cards: int) -> int:
    return cards.bit_count()


def first_index(cards: int) -> int:
    """The number of the lowest bit; there must be one."""
    return (cards & -cards).bit_length() - 1


def low_bit(cards: int) -> int:
    return cards & -cards


def top_bit(cards: int) -> int:
    return 1 << (cards.bit_length() - 1) if cards else 0


def up_to(cards: int) -> int:
    """Every bit up to the highest one."""
    return (1 << cards.bit_length()) - 1


def nth_index(cards: int, n: int) -> int:
    """The number of the bit with `n` bits below it."""
    for _ in range(n):
        cards &= cards - 1
    return first_index(cards)


def mixed(state: int) -> int:
    """Wyrand: a number times a changed copy of itself, both halves of the product together."""
    word = state & WORD
    product = word * (word ^ SECRET)
    return (product ^ (product >> 64)) & WORD


def stream(seed: int, number: int) -> int:
    """A row of chances of its own for each number of a seed."""
    z = mixed(seed + (number + 1) * STEP)
    return z - (1 << 64) if z >> 63 else z


def chance(row: int, place: int, many: int) -> int:
    """One of the first `many` numbers from 0, the one at a place of a row of chances."""
    return ((mixed(row + place * STEP) >> 32) * many) >> 32
