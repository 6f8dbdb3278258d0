"""The operator catalogue: the one list of what can be applied to what.

An entry holds the operator's name in the core, how it is written, its parameters and result by
kind, its meaning in words and examples that the tests run in every meaning. Each meaning has one
table of functions keyed by `name`; a test fails when a table and this list differ.

`T` stands for the same kind on both sides (two options never mix); `...` repeats the last parameter.
In the examples the pack is four suits (clubs, diamonds, hearts, spades) of 6..A and two jokers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Op:
    name: str
    written: str
    params: tuple[str, ...]
    result: str
    says: str
    examples: tuple[tuple[str, str], ...]


OPS: tuple[Op, ...] = (
    Op("and", "and", ("Bool", "Bool", "..."), "Bool", "every one holds", (("True and 1 < 2", "True"), ("True and False", "False"))),
    Op("or", "or", ("Bool", "Bool", "..."), "Bool", "at least one holds", (("False or 1 < 2", "True"), ("False or False", "False"))),
    Op("not", "not", ("Bool",), "Bool", "it does not hold", (("not True", "False"),)),
    Op("implies", "implies", ("Bool", "Bool"), "Bool", "where the first holds the second does too", (("implies(False, False)", "True"), ("implies(True, False)", "False"))),
    Op("eq", "==", ("T", "T"), "Bool", "both are the same", (("1 == 1", "True"), ("hearts == spades", "False"), ("none == none", "True"))),
    Op("ne", "!=", ("T", "T"), "Bool", "they are not the same", (("1 != 1", "False"), ("high != low", "True"))),
    Op("lt", "<", ("Int", "Int"), "Bool", "the first number is smaller", (("-1 < 1", "True"), ("1 < 1", "False"))),
    Op("le", "<=", ("Int", "Int"), "Bool", "the first number is not greater", (("1 <= 1", "True"), ("2 <= 1", "False"))),
    Op("gt", ">", ("Int", "Int"), "Bool", "the first number is greater", (("2 > 1", "True"), ("1 > 1", "False"))),
    Op("ge", ">=", ("Int", "Int"), "Bool", "the first number is not smaller", (("1 >= 1", "True"), ("-2 >= 1", "False"))),
    Op("add", "+", ("Int", "Int"), "Int", "the sum", (("2 + 3", "5"), ("-2 + 1", "-1"))),
    Op("sub", "-", ("Int", "Int"), "Int", "the difference", (("2 - 3", "-1"),)),
    Op("mul", "*", ("Int", "Int"), "Int", "the product", (("-2 * 3", "-6"), ("100 * 9", "900"))),
    Op("floordiv", "//", ("Int", "Int"), "Int", "the quotient rounded down; the divisor is a positive constant", (("7 // 2", "3"), ("-7 // 2", "-4"))),
    Op("mod", "%", ("Int", "Int"), "Int", "what the rounded-down quotient leaves; the divisor is a positive constant", (("7 % 2", "1"), ("-7 % 2", "1"))),
    Op("neg", "-", ("Int",), "Int", "the number with the other sign", (("-(3)", "-3"),)),
    Op("min", "min", ("Int", "Int", "..."), "Int", "the smallest", (("min(3, -1)", "-1"), ("min(3, 2, 1)", "1"))),
    Op("max", "max", ("Int", "Int", "..."), "Int", "the greatest", (("max(3, -1)", "3"), ("max(1, 2, 3)", "3"))),
    Op("abs", "abs", ("Int",), "Int", "the number without its sign", (("abs(-3)", "3"), ("abs(3)", "3"))),
    Op("inter", "&", ("Cards", "Cards"), "Cards", "the cards in both sets", (('cards("AS KS") & cards("KS QS")', 'cards("KS")'),)),
    Op("union", "|", ("Cards", "Cards"), "Cards", "the cards in either set", (('cards("AS") | cards("KS")', 'cards("AS KS")'),)),
    Op("minus", "-", ("Cards", "Cards"), "Cards", "the cards of the first set that are not in the second", (('cards("AS KS") - cards("KS QS")', 'cards("AS")'),)),
    Op("in", "in", ("Card", "Cards"), "Bool", "the card belongs to the set", ()),
    Op("within", "in", ("Cards", "Cards"), "Bool", "every card of the first set belongs to the second", (('cards("AS") in cards("AS KS")', "True"), ('cards("AS QS") in cards("AS KS")', "False"))),
    Op("any", "any", ("Cards",), "Bool", "the set has a card", (('any(cards("AS"))', "True"), ("any(all - all)", "False"))),
    Op("none", "none", ("Cards",), "Bool", "the set has no card", (('none(cards("AS"))', "False"), ("none(all - all)", "True"))),
    Op("count", "count", ("Cards",), "Int", "how many cards the set has", (('count(cards("AS KS"))', "2"), ("count(jokers)", "2"))),
    Op("suit", "suit", ("Suit",), "Cards", "all cards of the suit, no cards for none; a joker has no suit", (("count(suit(hearts))", "9"), ("count(suit(none))", "0"))),
    Op("highest", "highest", ("Cards",), "Cards", "the top card of each suit in the set, no jokers", (('highest(cards("AS KS 6H JK"))', 'cards("AS 6H")'),)),
    Op("lowest", "lowest", ("Cards",), "Cards", "the bottom card of each suit in the set, no jokers", (('lowest(cards("AS KS 6H JK"))', 'cards("KS 6H")'),)),
    Op("above", "above", ("Cards", "Cards"), "Cards", "the cards of the first set that are higher than every card of their suit in the second, no jokers", (('above(cards("AS QS 6H JK"), cards("KS"))', 'cards("AS 6H")'),)),
    Op("only", "only", ("Card",), "Cards", "the set of that one card", ()),
)  # fmt: skip

BY_NAME = {op.name: op for op in OPS}


def written_as(text: str) -> tuple[Op, ...]:
    """The operators that share a spelling, told apart by the kinds of their arguments."""
    return tuple(op for op in OPS if op.written == text)


def called() -> tuple[str, ...]:
    """The spellings that are used like functions."""
    return tuple(dict.fromkeys(op.written for op in OPS if op.written.isalpha() and op.written not in ("and", "or", "not", "in")))
