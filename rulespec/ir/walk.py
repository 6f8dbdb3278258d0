"""Generic travel over expressions: parts, names, replacement, constant folding."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulespec.ir.expr import FALSE, TRUE, Apply, BoolLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit

LITERALS = (BoolLit, IntLit, SuitLit, LevelLit, ChoiceLit)
NUMBERS: Mapping[str, Callable[[int, int], bool]] = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip

ARITHMETIC: Mapping[str, Callable[[Sequence[int]], int]] = {
    "add": lambda args: args[0] + args[1],
    "sub": lambda args: args[0] - args[1],
    "mul": lambda args: args[0] * args[1],
    "floordiv": lambda args: args[0] // args[1],
    "mod": lambda args: args[0] % args[1],
    "neg": lambda args: -args[0],
    "min": min,
    "max": max,
    "abs": lambda args: abs(args[0]),
}


def children(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case Apply(_, args):
            return args
        case If(cond, then, orelse):
            return (cond, then, orelse)
        case _:
            return ()


def nodes(expr: Expr) -> Iterator[Expr]:
    """Every node, the outermost first."""
    yield expr
    for child in children(expr):
        yield from nodes(child)


def names(expr: Expr) -> frozenset[str]:
    return frozenset(node.name for node in nodes(expr) if isinstance(node, Name))


def rebuild(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with `change` applied to every node, innermost first."""
    match expr:
        case Apply(_, args):
            return change(replace(expr, args=tuple(rebuild(arg, change) for arg in args)))
        case If(cond, then, orelse):
            return change(replace(expr, cond=rebuild(cond, change), then=rebuild(then, change), orelse=rebuild(orelse, change)))
        case _:
            return change(expr)


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Names replaced by expressions."""
    return rebuild(expr, lambda node: values.get(node.name, node) if isinstance(node, Name) else node)


def fold(expr: Expr) -> Expr:
    """Conditions on settled values decided; everything else as it was."""
    return rebuild(expr, _fold)


def _fold(expr: Expr) -> Expr:
    match expr:
        case Apply("and", args):
            return _junction(expr, args, neutral=True)
        case Apply("or", args):
            return _junction(expr, args, neutral=False)
        case Apply("not", (BoolLit(value),)):
            return BoolLit(not value, expr.span)
        case Apply("implies", (BoolLit(value), then)):
            return then if value else BoolLit(True, expr.span)
        case Apply("eq" | "ne" as op, (left, right)) if isinstance(left, LITERALS) and isinstance(right, LITERALS):
            return BoolLit((left == right) == (op == "eq"), expr.span)
        case Apply(op, (IntLit(a), IntLit(b))) if op in NUMBERS:
            return BoolLit(NUMBERS[op](a, b), expr.span)
        case Apply(op, args) if op in ARITHMETIC and all(isinstance(arg, IntLit) for arg in args):
            return IntLit(ARITHMETIC[op]([arg.value for arg in args if isinstance(arg, IntLit)]), expr.span)
        case If(BoolLit(value), then, orelse):
            return then if value else orelse
        case _:
            return expr


def _junction(expr: Apply, args: tuple[Expr, ...], neutral: bool) -> Expr:
    """`and` (neutral True) and `or` (neutral False) without their settled parts."""
    if any(isinstance(arg, BoolLit) and arg.value is not neutral for arg in args):
        return BoolLit(not neutral, expr.span)
    open_ = tuple(arg for arg in args if not isinstance(arg, BoolLit))
    if not open_:
        return BoolLit(neutral, expr.span)
    return open_[0] if len(open_) == 1 else replace(expr, args=open_)


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """The parts of an `and`, flattened; the expression itself where it is none."""
    if isinstance(expr, Apply) and expr.op == "and":
        return tuple(part for arg in expr.args for part in conjuncts(arg))
    return (expr,)


def conj(*parts: Expr) -> Expr:
    return fold(Apply("and", parts, TRUE.type)) if len(parts) > 1 else parts[0] if parts else TRUE


def disj(*parts: Expr) -> Expr:
    return fold(Apply("or", parts, TRUE.type)) if len(parts) > 1 else parts[0] if parts else FALSE


def negate(expr: Expr) -> Expr:
    match expr:
        case BoolLit(value):
            return BoolLit(not value)
        case Apply("not", (inner,)):
            return inner
        case _:
            return Apply("not", (expr,), TRUE.type)
