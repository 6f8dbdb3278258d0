"""What each operator of the catalogue is in the kernel's code. Mirrors `../python/ops.py`.

An entry makes the text of an expression from the texts of its arguments, which stand in brackets or are
single words. `popcount` and its like are the helpers of `bits.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulespec.ir.cards import Pack


def highest(pack: Pack, cards: str) -> str:
    """The top card of each suit."""
    return by_suit(pack, lambda part, mask: f"top_bit({part})", cards)


def lowest(pack: Pack, cards: str) -> str:
    """The bottom card of each suit."""
    return by_suit(pack, lambda part, mask: f"low_bit({part})", cards)


def above(pack: Pack, cards: str, others: str) -> str:
    """The cards that are higher than every card of their suit in `others`."""
    return by_suit(pack, lambda part, mask: f"({part} & ~up_to({others} & {mask}))", cards)


def by_suit(pack: Pack, function: Callable[[str, int], str], cards: str) -> str:
    """The function applied to the cards of each suit; jokers are in none."""
    masks = [pack.suit_mask(suit) for suit in range(len(pack.suits))]
    return _joined("|", *(function(f"({cards} & {mask})", mask) for mask in masks))


def suit(pack: Pack, value: str) -> str:
    """The block of a suit; for none the block lies behind the last suit and is cut off."""
    block, suited = (1 << len(pack.ranks)) - 1, (1 << pack.suited) - 1
    return f"(({block} << ({value} * {len(pack.ranks)})) & {suited})"


def _joined(sign: str, *args: str) -> str:
    return f"({f' {sign} '.join(args)})"


def _infix(sign: str) -> Callable[..., str]:
    return lambda pack, *args: _joined(sign, *args)


def _call(name: str) -> Callable[..., str]:
    return lambda pack, *args: f"{name}({', '.join(args)})"


OPS: Mapping[str, Callable[..., str]] = {
    "and": _infix("and"),
    "or": _infix("or"),
    "not": lambda pack, a: f"(not {a})",
    "implies": lambda pack, a, b: f"((not {a}) or {b})",
    "eq": _infix("=="),
    "ne": _infix("!="),
    "lt": _infix("<"),
    "le": _infix("<="),
    "gt": _infix(">"),
    "ge": _infix(">="),
    "add": _infix("+"),
    "sub": _infix("-"),
    "mul": _infix("*"),
    "floordiv": _infix("//"),
    "mod": _infix("%"),
    "neg": lambda pack, a: f"(-{a})",
    "min": _call("min"),
    "max": _call("max"),
    "abs": _call("abs"),
    "inter": _infix("&"),
    "union": _infix("|"),
    "minus": lambda pack, a, b: f"({a} & ~{b})",
    "in": lambda pack, a, b: f"(({a} & ~{b}) == 0)",
    "within": lambda pack, a, b: f"(({a} & ~{b}) == 0)",
    "any": lambda pack, a: f"({a} != 0)",
    "none": lambda pack, a: f"({a} == 0)",
    "count": _call("popcount"),
    "suit": suit,
    "highest": highest,
    "lowest": lowest,
    "above": above,
    "only": lambda pack, a: a,
}
