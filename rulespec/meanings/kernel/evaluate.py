"""The text of an expression in the kernel's code. Mirrors `../python/evaluate.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.types import Int
from rulespec.meanings.kernel.ops import OPS
from rulespec.meanings.kernel.values import check_bounds, constant

Env = Mapping[str, str]


def evaluate(expr: Expr, env: Env, pack: Pack) -> str:
    """The code of `expr`, where `env` has the code of its names."""
    if isinstance(expr.type, Int):
        check_bounds(expr.type)
    match expr:
        case Apply(op, args):
            return OPS[op](pack, *[evaluate(arg, env, pack) for arg in args])
        case Name(name):
            return env[name]
        case If(cond, then, orelse):
            yes, no = evaluate(then, env, pack), evaluate(orelse, env, pack)
            return f"({yes} if {evaluate(cond, env, pack)} else {no})"
        case BoolLit(value) | IntLit(value) | SuitLit(value) | LevelLit(value) | ChoiceLit(value):
            return literal(constant(value, expr.type, pack))
        case CardsLit(mask):
            return literal(mask)
        case _:
            assert_never(expr)


def literal(value: bool | int) -> str:
    return f"({value})" if value < 0 else str(value)
