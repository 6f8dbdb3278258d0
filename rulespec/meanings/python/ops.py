"""What each operator of the catalogue does to plain values. Mirrors `../z3/ops.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulespec.ir.cards import Pack, bits


def highest(pack: Pack, cards: int) -> int:
    """The top card of each suit."""
    return sum(1 << (part.bit_length() - 1) for part in by_suit(pack, cards) if part)


def lowest(pack: Pack, cards: int) -> int:
    """The bottom card of each suit."""
    return sum(part & -part for part in by_suit(pack, cards) if part)


def above(pack: Pack, cards: int, others: int) -> int:
    """The cards that are higher than every card of their suit in `others`."""
    pairs = zip(by_suit(pack, cards), by_suit(pack, others), strict=True)
    return sum(sum(1 << i for i in bits(part) if 1 << i > other) for part, other in pairs)


def by_suit(pack: Pack, cards: int) -> list[int]:
    """The cards of each suit; jokers are in none."""
    return [cards & pack.suit_mask(suit) for suit in range(len(pack.suits))]


OPS: Mapping[str, Callable[..., Any]] = {
    "and": lambda pack, *args: all(args),
    "or": lambda pack, *args: any(args),
    "not": lambda pack, a: not a,
    "implies": lambda pack, a, b: not a or b,
    "eq": lambda pack, a, b: a == b,
    "ne": lambda pack, a, b: a != b,
    "lt": lambda pack, a, b: a < b,
    "le": lambda pack, a, b: a <= b,
    "gt": lambda pack, a, b: a > b,
    "ge": lambda pack, a, b: a >= b,
    "add": lambda pack, a, b: a + b,
    "sub": lambda pack, a, b: a - b,
    "mul": lambda pack, a, b: a * b,
    "floordiv": lambda pack, a, b: a // b,
    "mod": lambda pack, a, b: a % b,
    "neg": lambda pack, a: -a,
    "min": lambda pack, *args: min(args),
    "max": lambda pack, *args: max(args),
    "abs": lambda pack, a: abs(a),
    "inter": lambda pack, a, b: a & b,
    "union": lambda pack, a, b: a | b,
    "minus": lambda pack, a, b: a & ~b,
    "in": lambda pack, a, b: a & ~b == 0,
    "within": lambda pack, a, b: a & ~b == 0,
    "any": lambda pack, a: a != 0,
    "none": lambda pack, a: a == 0,
    "count": lambda pack, a: a.bit_count(),
    "suit": lambda pack, a: pack.suit_mask(a),
    "highest": highest,
    "lowest": lowest,
    "above": above,
    "only": lambda pack, a: a,
}
