"""Generic travel over expressions: parts, names, replacement, constant folding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import is_

from rulespec.ir.cards import Pack
from rulespec.ir.expr import FALSE, TRUE, Apply, BoolLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.meanings.python.ops import OPS

LITERALS = (BoolLit, IntLit, SuitLit, LevelLit, ChoiceLit)
FOLDED = frozenset({"add", "sub", "mul", "floordiv", "mod", "neg", "min", "max", "abs", "lt", "le", "gt", "ge"})
NO_CARDS = Pack((), (), 0)  # numbers are the same in every pack


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
    """The expression with `change` applied to every node, innermost first; what does not change stays the same object."""
    match expr:
        case Apply(op, args, type_, span):
            new = tuple([rebuild(arg, change) for arg in args])
            return change(expr if all(map(is_, new, args)) else Apply(op, new, type_, span))
        case If(cond, then, orelse, type_, span):
            parts = rebuild(cond, change), rebuild(then, change), rebuild(orelse, change)
            return change(expr if all(map(is_, parts, (cond, then, orelse))) else If(*parts, type_, span))
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
        case Apply(op, args) if op in FOLDED and all(isinstance(arg, IntLit) for arg in args):
            value = OPS[op](NO_CARDS, *[arg.value for arg in args if isinstance(arg, IntLit)])
            return BoolLit(value, expr.span) if isinstance(value, bool) else IntLit(value, expr.span)
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
    if len(open_) == 1:
        return open_[0]
    return expr if len(open_) == len(args) else replace(expr, args=open_)


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
