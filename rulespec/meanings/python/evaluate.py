"""The value of an expression, and which row of a section answers. Mirrors `../z3/evaluate.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.meanings.python.ops import OPS

Value = bool | int | str | None
Env = Mapping[str, Value]


def evaluate(expr: Expr, env: Env, pack: Pack) -> Value:
    """The value of `expr` where its names have the values of `env`."""
    match expr:
        case Apply("and", args):
            return all(evaluate(arg, env, pack) for arg in args)
        case Apply("or", args):
            return any(evaluate(arg, env, pack) for arg in args)
        case Apply(op, args):
            value: Value = OPS[op](pack, *[evaluate(arg, env, pack) for arg in args])
            return value
        case Name(name):
            return env[name]
        case If(cond, then, orelse):
            return evaluate(then if evaluate(cond, env, pack) else orelse, env, pack)
        case BoolLit(value) | IntLit(value) | SuitLit(value) | LevelLit(value) | ChoiceLit(value):
            return value
        case CardsLit(mask):
            return mask
        case _:
            assert_never(expr)
