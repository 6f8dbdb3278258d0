"""What each operator of the catalogue does to symbolic values. Mirrors `../python/ops.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

import z3

from rulespec.check.bounds import BOUNDS
from rulespec.ir.cards import Pack
from rulespec.ir.types import Int
from rulespec.meanings.z3.values import Num, Value, cards, either, every, same, some, suit, width_of


def highest(pack: Pack, value: z3.BitVecRef) -> z3.BitVecRef:
    """The top card of each suit."""
    return by_suit(pack, lambda part: smear_down(part) & ~z3.LShR(smear_down(part), 1), value)


def lowest(pack: Pack, value: z3.BitVecRef) -> z3.BitVecRef:
    """The bottom card of each suit."""
    return by_suit(pack, lambda part: part & -part, value)


def above(pack: Pack, value: z3.BitVecRef, others: z3.BitVecRef) -> z3.BitVecRef:
    """The cards that are higher than every card of their suit in `others`."""
    return by_suit(pack, lambda part, other: part & ~smear_down(other), value, others)


def by_suit(pack: Pack, function: Callable[..., z3.BitVecRef], *values: z3.BitVecRef) -> z3.BitVecRef:
    """The function applied to the cards of each suit; jokers are in none."""
    ranks = len(pack.ranks)
    parts = [function(*[z3.Extract((s + 1) * ranks - 1, s * ranks, v) for v in values]) for s in range(len(pack.suits))]
    joined = z3.Concat(*reversed(parts)) if len(parts) > 1 else parts[0]
    return z3.ZeroExt(pack.jokers, joined) if pack.jokers else joined


def smear_down(part: z3.BitVecRef) -> z3.BitVecRef:
    """Every bit at or below the top one."""
    step = 1
    while step < part.size():
        part = part | z3.LShR(part, step)
        step *= 2
    return part


def count(pack: Pack, value: z3.BitVecRef) -> Num:
    bounds = Int(0, pack.size)
    width = width_of(bounds)
    ones = [z3.ZeroExt(width - 1, z3.Extract(i, i, value)) for i in range(pack.size)]
    return Num(balanced_sum(ones), bounds)


def balanced_sum(terms: Sequence[z3.BitVecRef]) -> z3.BitVecRef:
    """The sum as a shallow tree, which solvers like better than a chain."""
    while len(terms) > 1:
        pairs = [terms[i] + terms[i + 1] for i in range(0, len(terms) - 1, 2)]
        terms = pairs + list(terms[len(terms) & ~1 :])
    return terms[0]


def suit_cards(pack: Pack, value: z3.BitVecRef) -> z3.BitVecRef:
    result = cards(0, pack)
    for s in range(len(pack.suits)):
        result = z3.If(value == suit(s, pack), cards(pack.suit_mask(s), pack), result)
    return result


def arithmetic(op: str, function: Callable[..., z3.BitVecRef]) -> Callable[..., Num]:
    """A function on bit-vectors made wide enough for arguments and result."""

    def apply(pack: Pack, *args: Num) -> Num:
        bounds = BOUNDS[op]([arg.bounds for arg in args])
        width = max(width_of(bounds), *[arg.width + 1 for arg in args])  # one more: -low may not fit
        result = function(*[arg.wide(width) for arg in args])
        return Num(z3.Extract(width_of(bounds) - 1, 0, result) if width > width_of(bounds) else result, bounds)

    return apply


def comparison(function: Callable[[z3.BitVecRef, z3.BitVecRef], z3.BoolRef]) -> Callable[..., z3.BoolRef]:
    """A signed comparison at a common width."""

    def apply(pack: Pack, a: Num, b: Num) -> z3.BoolRef:
        width = max(a.width, b.width)
        return function(a.wide(width), b.wide(width))

    return apply


def extreme(smaller: bool) -> Callable[..., Num]:
    def pick(a: Num, b: Num) -> Num:
        width = max(a.width, b.width)
        first = a.wide(width) <= b.wide(width) if smaller else a.wide(width) >= b.wide(width)
        return either(first, a, b)

    return lambda pack, *args: reduce(pick, args)


def absolute(a: z3.BitVecRef) -> z3.BitVecRef:
    return z3.If(a < 0, -a, a)


def floordiv(a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BitVecRef:
    """Rounded down: z3's own `/` rounds towards zero."""
    return (a - z3_mod(a, b)) / b


def z3_mod(a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BitVecRef:
    """What the rounded-down quotient leaves; z3 calls it smod."""
    return a % b


OPS: Mapping[str, Callable[..., Value]] = {
    "and": lambda pack, *args: every(*args),
    "or": lambda pack, *args: some(*args),
    "not": lambda pack, a: z3.Not(a),
    "implies": lambda pack, a, b: z3.Implies(a, b),
    "eq": lambda pack, a, b: same(a, b),
    "ne": lambda pack, a, b: z3.Not(same(a, b)),
    "lt": comparison(lambda a, b: a < b),
    "le": comparison(lambda a, b: a <= b),
    "gt": comparison(lambda a, b: a > b),
    "ge": comparison(lambda a, b: a >= b),
    "add": arithmetic("add", lambda a, b: a + b),
    "sub": arithmetic("sub", lambda a, b: a - b),
    "mul": arithmetic("mul", lambda a, b: a * b),
    "floordiv": arithmetic("floordiv", floordiv),
    "mod": arithmetic("mod", z3_mod),
    "neg": arithmetic("neg", lambda a: -a),
    "min": extreme(smaller=True),
    "max": extreme(smaller=False),
    "abs": arithmetic("abs", absolute),
    "inter": lambda pack, a, b: a & b,
    "union": lambda pack, a, b: a | b,
    "minus": lambda pack, a, b: a & ~b,
    "in": lambda pack, a, b: a & ~b == 0,
    "within": lambda pack, a, b: a & ~b == 0,
    "any": lambda pack, a: a != 0,
    "none": lambda pack, a: a == 0,
    "count": count,
    "suit": suit_cards,
    "highest": highest,
    "lowest": lowest,
    "above": above,
    "only": lambda pack, a: a,
}
