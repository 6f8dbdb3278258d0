"""Symbolic numbers added, compared and picked."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from rulespec.ir.types import Int
from rulespec.meanings.z3.ops import OPS, balanced_sum
from rulespec.meanings.z3.values import Num, either, every, num, number, same, truth, width_of

Number = Num | int


def plus(*terms: Num) -> Num:
    """The sum; 0 of no terms."""
    total = number(0)
    for term in terms:
        total = num(OPS["add"](None, total, term))
    return total


def minus(a: Num, b: Num) -> Num:
    return num(OPS["sub"](None, a, b))


def less(a: Num, b: Num) -> z3.BoolRef:
    return truth(OPS["lt"](None, a, b))


def at_most(a: Num, b: Num) -> z3.BoolRef:
    return truth(OPS["le"](None, a, b))


def between(low: int, value: Num, high: Num | int) -> z3.BoolRef:
    """Both bounds included."""
    return every(at_most(number(low), value), at_most(value, number(high) if isinstance(high, int) else high))


def how_many(conditions: Sequence[z3.BoolRef]) -> Num:
    """How many of the conditions hold."""
    bounds = Int(0, len(conditions))
    width = width_of(bounds)
    one, zero = z3.BitVecVal(1, width), z3.BitVecVal(0, width)
    return Num(balanced_sum([z3.If(condition, one, zero) for condition in conditions]), bounds) if conditions else number(0)


def pick(index: Num, values: Sequence[Num]) -> Num:
    """The value at a symbolic place."""
    result = values[-1]
    for i, value in reversed(list(enumerate(values[:-1]))):
        result = either(same(index, number(i)), value, result)
    return result
