"""How each operator of the catalogue is written in each language. Mirrors `../python/ops.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulespec.ir.text import AND, ATOM, COMPARE, IF, INTER, NOT, OR, PRODUCT, SIGN, SUM, UNION
from rulespec.ir.types import Card, Cards, Int
from rulespec.meanings.text.values import Written

Piece = tuple[str, int]  # a text, and how tightly it binds
Form = Callable[..., Piece]


def infix(sign: str, binds: int, left: bool = False) -> Form:
    """`a - b`; `left` where `a - b - c` is `(a - b) - c`."""

    def write(first: Written, *others: Written) -> Piece:
        sides = [first.inside(binds if left else binds + 1), *[other.inside(binds + 1) for other in others]]
        return f" {sign} ".join(sides), binds

    return write


def prefix(sign: str, binds: int) -> Form:
    return lambda a: (sign + a.inside(binds), binds)


def call(name: str) -> Form:
    return lambda *args: (f"{name}({', '.join(arg.inside(IF) for arg in args)})", ATOM)


def both(form: Form) -> Mapping[str, Form]:
    """One form for both languages."""
    return {"python": form, "javascript": form}


def each(python: Form, javascript: Form) -> Mapping[str, Form]:
    return {"python": python, "javascript": javascript}


# --- what a language needs more than a sign for --------------------------------------------------


def python_equal(sign: str, identical: str) -> Form:
    """`is None` for no suit, as Python likes it said; but not of a suit written out, at which Python warns."""

    def write(a: Written, b: Written) -> Piece:
        written_out = any(one.text.startswith(("'", '"')) for one in (a, b))
        return infix(identical if "None" in (a.text, b.text) and not written_out else sign, COMPARE)(a, b)

    return write


def javascript_equal(sign: str, negated: str) -> Form:
    """Sets of cards are compared by what is in them."""

    def write(a: Written, b: Written) -> Piece:
        if isinstance(a.type, Card | Cards):
            return f"{negated}same({a.text}, {b.text})", SIGN if negated else ATOM
        return infix(sign, COMPARE)(a, b)

    return write


def may_be_minus_zero(a: Written, b: Written) -> bool:
    """Whether one factor can be 0 and the other below it: JavaScript's product then is -0, which JSON and `Object.is` tell from 0."""
    one, other = a.type, b.type
    if not isinstance(one, Int) or not isinstance(other, Int):
        return True
    return (one.low <= 0 <= one.high and other.low < 0) or (other.low <= 0 <= other.high and one.low < 0)


def javascript_product(a: Written, b: Written) -> Piece:
    product = infix("*", PRODUCT, left=True)(a, b)
    return (f"{product[0]} + 0", SUM) if may_be_minus_zero(a, b) else product


def javascript_rest(a: Written, b: Written) -> Piece:
    """What the rounded-down quotient leaves: JavaScript's own `%` has the dividend's sign."""
    rest = infix("%", PRODUCT, left=True)(a, b)
    if isinstance(a.type, Int) and a.type.low >= 0:
        return rest
    return f"({rest[0]} + {b.inside(SUM + 1)}) % {b.inside(PRODUCT + 1)}", PRODUCT


def javascript_implies(a: Written, b: Written) -> Piece:
    return f"!{a.inside(SIGN)} || {b.inside(OR + 1)}", OR


def python_implies(a: Written, b: Written) -> Piece:
    return f"not {a.inside(NOT)} or {b.inside(OR + 1)}", OR


def python_within(a: Written, b: Written) -> Piece:
    return f"{a.inside(INTER + 1)} & ~{b.inside(SIGN)} == 0", COMPARE


def python_minus(a: Written, b: Written) -> Piece:
    return f"{a.inside(INTER)} & ~{b.inside(SIGN)}", INTER


def unchanged(a: Written) -> Piece:
    """The set of one card is that card."""
    return a.text, a.binds


OPS: Mapping[str, Mapping[str, Form]] = {
    "and": each(infix("and", AND), infix("&&", AND)),
    "or": each(infix("or", OR), infix("||", OR)),
    "not": each(prefix("not ", NOT), prefix("!", SIGN)),
    "implies": each(python_implies, javascript_implies),
    "eq": each(python_equal("==", "is"), javascript_equal("===", "")),
    "ne": each(python_equal("!=", "is not"), javascript_equal("!==", "!")),
    "lt": both(infix("<", COMPARE)),
    "le": both(infix("<=", COMPARE)),
    "gt": both(infix(">", COMPARE)),
    "ge": both(infix(">=", COMPARE)),
    "add": both(infix("+", SUM, left=True)),
    "sub": both(infix("-", SUM, left=True)),
    "mul": each(infix("*", PRODUCT, left=True), javascript_product),
    "floordiv": each(infix("//", PRODUCT, left=True), lambda a, b: (f"Math.floor({a.inside(PRODUCT)} / {b.inside(PRODUCT + 1)})", ATOM)),
    "mod": each(infix("%", PRODUCT, left=True), javascript_rest),
    "neg": each(lambda a: (f"-{a.inside(ATOM)}", SIGN), lambda a: (f"0 - {a.inside(SUM + 1)}", SUM)),
    "min": each(call("min"), call("Math.min")),
    "max": each(call("max"), call("Math.max")),
    "abs": each(call("abs"), call("Math.abs")),
    "inter": each(infix("&", INTER, left=True), call("both")),
    "union": each(infix("|", UNION, left=True), call("either")),
    "minus": each(python_minus, call("without")),
    "in": each(python_within, call("within")),
    "within": each(python_within, call("within")),
    "any": each(lambda a: (f"{a.inside(COMPARE + 1)} != 0", COMPARE), call("any")),
    "none": each(lambda a: (f"{a.inside(COMPARE + 1)} == 0", COMPARE), call("none")),
    "count": both(call("count")),
    "suit": each(lambda a: (f"SUIT[{a.text}]", ATOM), call("suit")),
    "highest": both(call("highest")),
    "lowest": both(call("lowest")),
    "above": both(call("above")),
    "only": both(unchanged),
}
