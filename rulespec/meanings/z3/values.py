"""Symbolic values: numbers that know their bounds, and constants of every type."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, overload

import z3

from rulespec.ir.cards import Pack
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Level, Suit, Type


@dataclass(frozen=True, slots=True, eq=False)
class Num:
    """A number as a signed bit-vector just wide enough for the bounds it stays within, so nothing overflows."""

    term: z3.BitVecRef
    bounds: Int

    @property
    def width(self) -> int:
        """Bits of the term; asking the term itself takes far longer."""
        return width_of(self.bounds)

    def wide(self, width: int) -> z3.BitVecRef:
        """The same number in `width` bits, which must not be fewer."""
        extra = width - self.width
        return z3.SignExt(extra, self.term) if extra else self.term


Term: TypeAlias = z3.BoolRef | z3.BitVecRef
Value: TypeAlias = Term | Num  # by the type of the expression


def truth(value: Value) -> z3.BoolRef:
    """The value of a condition, and of a level."""
    assert isinstance(value, z3.BoolRef)
    return value


def bits(value: Value) -> z3.BitVecRef:
    """The value of cards, of a suit and of a choice."""
    assert isinstance(value, z3.BitVecRef)
    return value


def num(value: Value) -> Num:
    """The value of a number."""
    assert isinstance(value, Num)
    return value


@lru_cache(maxsize=4096)
def width_of(bounds: Int) -> int:
    """Bits of a signed bit-vector that holds every number between the bounds."""
    return max(bounds.low.bit_length() if bounds.low >= 0 else (-bounds.low - 1).bit_length(), bounds.high.bit_length() if bounds.high >= 0 else (-bounds.high - 1).bit_length()) + 1


@lru_cache(maxsize=4096)
def number(value: int) -> Num:
    bounds = Int(value, value)
    return Num(z3.BitVecVal(value, width_of(bounds)), bounds)


def suit_width(pack: Pack) -> int:
    return len(pack.suits).bit_length()


def suit(value: int | None, pack: Pack) -> z3.BitVecRef:
    return z3.BitVecVal(len(pack.suits) if value is None else value, suit_width(pack))


def cards(mask: int, pack: Pack) -> z3.BitVecRef:
    return z3.BitVecVal(mask, pack.size)


def choice_width(type_: Choice) -> int:
    return max(1, (len(type_.values) - 1).bit_length())


def choice(value: str, type_: Choice) -> z3.BitVecRef:
    return z3.BitVecVal(type_.values.index(value), choice_width(type_))


def constant(value: bool | int | str | None, type_: Type, pack: Pack) -> Value:
    """A plain value of the reference meaning as a symbolic one."""
    match type_:
        case Bool():
            return z3.BoolVal(bool(value))
        case Int():
            return number(int(value or 0))
        case Suit():
            return suit(None if value is None else int(value), pack)
        case Level():
            return z3.BoolVal(value == "high")
        case Card() | Cards():
            return cards(int(value or 0), pack)
        case Choice():
            return choice(str(value), type_)


def variable(name: str, type_: Type, pack: Pack) -> Value:
    """A free symbolic value; `domain` says which of its bit patterns mean something."""
    match type_:
        case Bool() | Level():
            return z3.Bool(name)
        case Int():
            return Num(z3.BitVec(name, width_of(type_)), type_)
        case Suit():
            return z3.BitVec(name, suit_width(pack))
        case Card() | Cards():
            return z3.BitVec(name, pack.size)
        case Choice():
            return z3.BitVec(name, choice_width(type_))


def domain(value: Value, type_: Type, pack: Pack) -> z3.BoolRef:
    """The condition that a variable holds a value of its type."""
    match type_:
        case Bool() | Level() | Cards():
            return z3.BoolVal(True)
        case Int():
            term = num(value).term
            return every(term >= type_.low, term <= type_.high)
        case Suit():
            return z3.ULE(bits(value), len(pack.suits))
        case Card():
            return one_card(bits(value))
        case Choice():
            return z3.ULT(bits(value), len(type_.values)) if len(type_.values) < 1 << bits(value).size() else z3.BoolVal(True)


def every(*conditions: z3.BoolRef) -> z3.BoolRef:
    """All conditions hold; the standard wants two or more under an `and`."""
    return z3.And(*conditions) if len(conditions) > 1 else conditions[0] if conditions else z3.BoolVal(True)


def some(*conditions: z3.BoolRef) -> z3.BoolRef:
    """At least one condition holds."""
    return z3.Or(*conditions) if len(conditions) > 1 else conditions[0] if conditions else z3.BoolVal(False)


def one_card(cards: z3.BitVecRef) -> z3.BoolRef:
    """Exactly one bit is set."""
    return every(cards != 0, cards & (cards - 1) == 0)


def same(a: Value, b: Value) -> z3.BoolRef:
    """Equality of two values of one type."""
    if isinstance(a, Num):
        b = num(b)
        width = max(a.width, b.width)
        return a.wide(width) == b.wide(width)
    return a == b


@overload
def either(cond: z3.BoolRef, a: Num, b: Num) -> Num: ...
@overload
def either(cond: z3.BoolRef, a: Value, b: Value) -> Value: ...
def either(cond: z3.BoolRef, a: Value, b: Value) -> Value:
    """`a` where the condition holds, otherwise `b`."""
    if isinstance(a, z3.BoolRef):
        return z3.If(cond, a, truth(b))
    if isinstance(a, z3.BitVecRef):
        return z3.If(cond, a, bits(b))
    b = num(b)
    bounds = Int(min(a.bounds.low, b.bounds.low), max(a.bounds.high, b.bounds.high))
    width = width_of(bounds)
    return Num(z3.If(cond, a.wide(width), b.wide(width)), bounds)


def term(value: Value) -> Term:
    """The solver's term of a value."""
    return value.term if isinstance(value, Num) else value
