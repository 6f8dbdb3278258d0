"""The value of an expression as diagrams. Mirrors `../python/evaluate.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.bdd.values import Value, cards, either, fixed, node

Env = Mapping[str, Value]


def evaluate(expr: Expr, env: Env, manager: Manager) -> Value:
    """The value of `expr` where its names have the values of `env`."""
    match expr:
        case Apply("and", args):
            return manager.every(holds(arg, env, manager) for arg in args)
        case Apply("or", args):
            return manager.some(holds(arg, env, manager) for arg in args)
        case Apply(op, args):
            return OPS[op](manager, *[evaluate(arg, env, manager) for arg in args])
        case Name(name):
            return env[name]
        case If(cond, then, orelse):
            return either(holds(cond, env, manager), evaluate(then, env, manager), evaluate(orelse, env, manager), manager)
        case BoolLit(value):
            return manager.truth(value)
        case IntLit(value) | SuitLit(value):
            return fixed(value, manager)
        case LevelLit(word) | ChoiceLit(word):
            return fixed(word, manager)
        case CardsLit(mask):
            return cards(mask, manager)
        case _:
            assert_never(expr)


def holds(expr: Expr, env: Env, manager: Manager) -> Node:
    """Where `expr` holds."""
    return node(evaluate(expr, env, manager))
