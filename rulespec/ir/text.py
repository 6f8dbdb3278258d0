"""The typed core as text of the rule language: reading it again gives the same core."""

from __future__ import annotations

from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.types import NO_SUIT

IF, OR, AND, NOT, COMPARE, UNION, INTER, SUM, PRODUCT, SIGN, ATOM = range(11)
STRENGTH: dict[str, int] = {
    "or": OR, "and": AND, "not": NOT, "eq": COMPARE, "ne": COMPARE, "lt": COMPARE, "le": COMPARE, "gt": COMPARE,
    "ge": COMPARE, "in": COMPARE, "within": COMPARE, "union": UNION, "inter": INTER, "add": SUM, "sub": SUM,
    "minus": SUM, "mul": PRODUCT, "floordiv": PRODUCT, "mod": PRODUCT, "neg": SIGN,
}  # fmt: skip
LEFT = ("union", "inter", "add", "sub", "minus", "mul", "floordiv", "mod")  # `a - b - c` is `(a - b) - c`


def text(expr: Expr, pack: Pack) -> str:
    """The expression in one line."""
    return _text(expr, pack)[0]


def _text(expr: Expr, pack: Pack) -> tuple[str, int]:
    match expr:
        case BoolLit(value):
            return str(value), ATOM
        case IntLit(value):
            return str(value), ATOM if value >= 0 else SIGN
        case SuitLit(value):
            return NO_SUIT if value is None else pack.suits[value], ATOM
        case LevelLit(value) | ChoiceLit(value):
            return value, ATOM
        case CardsLit(mask):
            return _cards(mask, pack)
        case Name(name):
            return name, ATOM
        case If(cond, then, orelse):
            parts = _inside(then, pack, OR), _inside(cond, pack, OR), _inside(orelse, pack, IF)
            return "{} if {} else {}".format(*parts), IF
        case Apply():
            return _apply(expr, pack)


def _apply(expr: Apply, pack: Pack) -> tuple[str, int]:
    op = ops.BY_NAME[expr.op]
    strength = STRENGTH.get(op.name)
    if strength is None:
        return f"{op.written}({', '.join(_inside(arg, pack, IF) for arg in expr.args)})", ATOM
    if len(expr.args) == 1:
        space = " " if op.name == "not" else ""
        operand = _inside(expr.args[0], pack, strength if op.name == "not" else ATOM)
        return f"{op.written}{space}{operand}", strength
    first = strength + (op.name not in LEFT)
    sides = [_inside(expr.args[0], pack, first), *(_inside(arg, pack, strength + 1) for arg in expr.args[1:])]
    return f" {op.written} ".join(sides), strength


def _inside(expr: Expr, pack: Pack, weakest: int) -> str:
    """The text of a part, in brackets where it binds weaker than its place allows."""
    inner, strength = _text(expr, pack)
    return inner if strength >= weakest else f"({inner})"


def _cards(mask: int, pack: Pack) -> tuple[str, int]:
    if mask == pack.all_mask:
        return "all", ATOM
    if mask == pack.jokers_mask and mask:
        return "jokers", ATOM
    return f'cards("{" ".join(pack.names(mask))}")', ATOM
