"""The value of an expression, symbolic. Mirrors `../python/evaluate.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import z3

from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.meanings.z3.ops import OPS
from rulespec.meanings.z3.values import Value, cards, choice, either, every, number, some, suit, truth

Env = Mapping[str, Value]


def evaluate(expr: Expr, env: Env, pack: Pack) -> Value:
    """The value of `expr` where its names have the values of `env`; there an operator of a name may stand too, as `count(hand)`."""
    match expr:
        case Apply("and", args):
            return every(*[holds(arg, env, pack) for arg in args])
        case Apply("or", args):
            return some(*[holds(arg, env, pack) for arg in args])
        case Apply(op, (Name(name),)) if f"{op}({name})" in env:
            return env[f"{op}({name})"]
        case Apply(op, args):
            return OPS[op](pack, *[evaluate(arg, env, pack) for arg in args])
        case Name(name):
            return env[name]
        case If(cond, then, orelse):
            return either(holds(cond, env, pack), evaluate(then, env, pack), evaluate(orelse, env, pack))
        case BoolLit(value):
            return z3.BoolVal(value)
        case IntLit(value):
            return number(value)
        case SuitLit(value):
            return suit(value, pack)
        case LevelLit(value):
            return z3.BoolVal(value == "high")
        case ChoiceLit(value, type_):
            return choice(value, type_)
        case CardsLit(mask):
            return cards(mask, pack)
        case _:
            assert_never(expr)


def holds(expr: Expr, env: Env, pack: Pack) -> z3.BoolRef:
    """The condition that `expr` holds."""
    return truth(evaluate(expr, env, pack))
