"""What operators take: which of them fits which arguments, and how that is said in messages."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir import ops
from rulespec.ir.expr import Expr
from rulespec.ir.types import Choice, kind

SAME = "T"
WORDS: dict[str, str] = {
    "Bool": "a condition", "Int": "a number", "Cards": "a set of cards", "Card": "a card", "Suit": "a suit",
    "Level": "a joker's level", "...": "more of the kind",
}  # fmt: skip


def takes(op: ops.Op, number: int) -> tuple[str, ...]:
    """The kinds of that many arguments; none where the operator takes another number."""
    params = op.params
    if params[-1] == "...":
        params = params[:-1] + (params[-2],) * (number - len(params) + 1)
    return params if len(params) == number else ()


def fits(op: ops.Op, args: Sequence[Expr]) -> bool:
    """Whether the operator takes arguments of these kinds."""
    params, first = takes(op, len(args)), args[0].type
    if SAME in params:
        return all(kind(a.type) == kind(first) and (not isinstance(first, Choice) or a.type == first) for a in args)
    return all(param == kind(arg.type) for param, arg in zip(params, args, strict=True))


def usage(candidates: Sequence[ops.Op]) -> str:
    """The parameters in words, for messages."""
    return " or ".join(dict.fromkeys(signature(op) for op in candidates))


def signature(op: ops.Op) -> str:
    return "two of the same kind" if SAME in op.params else " and ".join(WORDS[p] for p in op.params)
