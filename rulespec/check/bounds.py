"""Between which numbers an operator's result lies, given the bounds of its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulespec.ir.expr import Apply, Expr, If, IntLit
from rulespec.ir.types import Int
from rulespec.ir.walk import fold, rebuild

LIMIT = 1 << 30  # a number that may pass this is refused, so no meaning ever overflows


def _add(args: Sequence[Int]) -> Int:
    a, b = args
    return Int(a.low + b.low, a.high + b.high)


def _sub(args: Sequence[Int]) -> Int:
    a, b = args
    return Int(a.low - b.high, a.high - b.low)


def _mul(args: Sequence[Int]) -> Int:
    a, b = args
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Int(min(corners), max(corners))


def _floordiv(args: Sequence[Int]) -> Int:
    a, b = args
    return Int(a.low // b.low, a.high // b.low)


def _mod(args: Sequence[Int]) -> Int:
    a, b = args
    return a if a.low >= 0 and a.high < b.low else Int(0, b.low - 1)


def _neg(args: Sequence[Int]) -> Int:
    return Int(-args[0].high, -args[0].low)


def _min(args: Sequence[Int]) -> Int:
    return Int(min(a.low for a in args), min(a.high for a in args))


def _max(args: Sequence[Int]) -> Int:
    return Int(max(a.low for a in args), max(a.high for a in args))


def _abs(args: Sequence[Int]) -> Int:
    a = args[0]
    return Int(0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high)), max(abs(a.low), abs(a.high)))


BOUNDS: Mapping[str, Callable[[Sequence[Int]], Int]] = {
    "add": _add, "sub": _sub, "mul": _mul, "floordiv": _floordiv, "mod": _mod, "neg": _neg,
    "min": _min, "max": _max, "abs": _abs,
}  # fmt: skip


def largest(bounds: Int) -> int:
    """The number within the bounds that is farthest from 0, without its sign."""
    return max(abs(bounds.low), abs(bounds.high))


def join(a: Int, b: Int) -> Int:
    """Bounds of a value that is one or the other."""
    return Int(min(a.low, b.low), max(a.high, b.high))


def settled(expr: Expr) -> Expr:
    """The expression with what is decided taken out, and the bounds that are left."""
    return rebuild(fold(expr), _bounded)


def _bounded(expr: Expr) -> Expr:
    match expr:
        case Apply("neg", (IntLit(value),)):
            return IntLit(-value, expr.span)
        case Apply(op, args) if op in BOUNDS:
            return replace(expr, type=BOUNDS[op]([arg.type for arg in args if isinstance(arg.type, Int)]))
        case If(_, then, orelse) if isinstance(then.type, Int) and isinstance(orelse.type, Int):
            return replace(expr, type=join(then.type, orelse.type))
        case _:
            return expr
