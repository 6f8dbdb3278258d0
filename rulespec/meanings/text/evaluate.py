"""An expression as program text. Mirrors `../python/evaluate.py`."""

from __future__ import annotations

from typing import assert_never

from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.text import ATOM, IF, OR, SIGN
from rulespec.meanings.text.ops import OPS
from rulespec.meanings.text.values import Place, Written, atom, boolean, cards, suit, word


def evaluate(expr: Expr, place: Place) -> Written:
    """The text whose value is that of `expr` where its names stand for their values."""
    match expr:
        case Apply(op, args):
            text, binds = OPS[op][place.language.name](*[evaluate(arg, place) for arg in args])
            return Written(text, binds, expr.type)
        case Name(name):
            return atom(place.language.option(name, expr.type) if name in place.options else place.language.word(name), expr.type)
        case If():
            return either(expr, place)
        case BoolLit(value):
            return atom(boolean(value, place.language), expr.type)
        case IntLit(value):
            return Written(str(value), ATOM if value >= 0 else SIGN, expr.type)
        case SuitLit(value):
            return atom(suit(value, place.language), expr.type)
        case LevelLit(value) | ChoiceLit(value):
            return atom(word(value), expr.type)
        case CardsLit(mask):
            return atom(cards(mask, place.pack), expr.type)
        case _:
            assert_never(expr)


def either(expr: If, place: Place) -> Written:
    cond, then, orelse = (evaluate(part, place) for part in (expr.cond, expr.then, expr.orelse))
    if place.language.camel:
        text = f"{cond.inside(OR)} ? {then.inside(OR)} : {orelse.inside(IF)}"
    else:
        text = f"{then.inside(OR)} if {cond.inside(OR)} else {orelse.inside(IF)}"
    return Written(text, IF, expr.type)
