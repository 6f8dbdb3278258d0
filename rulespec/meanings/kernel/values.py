"""Plain values of the reference meaning as the kernel's integers, and back. Mirrors `../z3/values.py`."""

from __future__ import annotations

from rulespec.ir.cards import Pack
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Level, Suit, Type
from rulespec.meanings.python.evaluate import Value

MOST_CARDS = 62  # a set of cards is a positive 64-bit number, with room to shift by one
LARGEST = 1 << 62


class Refused(Exception):
    """A rule set that the kernel cannot hold; the message says why."""


def check_pack(pack: Pack) -> None:
    if pack.size > MOST_CARDS:
        raise Refused(f"the compiled rules hold a set of cards in {MOST_CARDS} bits, and this pack has {pack.size} cards")


def check_bounds(bounds: Int) -> None:
    """The checker bounds every number far below this; a tree made otherwise is refused rather than overflowing."""
    if bounds.low < -LARGEST or bounds.high > LARGEST:
        raise Refused(f"a number between {bounds.low} and {bounds.high} does not fit the compiled rules")


def constant(value: Value, type_: Type, pack: Pack) -> bool | int:
    """A plain value as the kernel holds it."""
    match type_:
        case Bool():
            return bool(value)
        case Suit():
            return len(pack.suits) if value is None else int(value)
        case Level():
            return int(value == "high")
        case Choice():
            return type_.values.index(str(value))
        case _:
            return int(value or 0)


def plain(value: bool | int, type_: Type, pack: Pack) -> Value:
    """The plain value of what the kernel holds."""
    match type_:
        case Bool():
            return bool(value)
        case Suit():
            return None if value == len(pack.suits) else int(value)
        case Level():
            return "high" if value else "low"
        case Choice():
            return type_.values[value]
        case Int() | Card() | Cards():
            return int(value)
