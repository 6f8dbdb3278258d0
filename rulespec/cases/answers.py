"""What the reference meaning answers to a case, in the words of the case format, and the rows that say so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from rulespec.cases.case import Answered, Case
from rulespec.cases.read import read_case
from rulespec.diagnostics import Faults, fault
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import Bidding, HandResult, Leading, SetEnd, Situation
from rulespec.rulebook import rulebook
from rulespec.spans import Source

LEFT_OPEN: Final = {
    "set_number": "which set of the game this is",
    "passes_before": "how many zero bids the player has made in earlier hands",
    "trick_number": "which trick of the hand this is",
    "doubled": "whether the hand was dealt again and counts double",
}
"""Keys that a case may leave out as long as its answer does not depend on them."""


def answer(ruleset: RuleSet, case: Case | Mapping[str, object]) -> Answered:
    """The answer to a case. Raises Faults where there is none."""
    book = rulebook(ruleset)
    if not isinstance(case, Case):
        case = read_case(Source("<case>", json.dumps(case, ensure_ascii=False)), book)
    replies = [case.asks.reply(book, at) for at in case.situations]
    first, rows = replies[0]
    if any(other.answer != first for other in replies):
        raise _open_question(case)
    named = list(dict.fromkeys(row.name for row in rows))
    return Answered(first, ", ".join(named) or None, rows[0].span.file_line if rows else None, rows)


def _open_question(case: Case) -> Faults:
    """The fault of a case that leaves open what its answer depends on."""
    span = (case.written.get("cards") or case.written).span
    for key, what in LEFT_OPEN.items():
        values = sorted({value for at in case.situations if (value := _value(at, key)) is not None})
        if case.written.get(key) is None and key in case.asks.keys.allowed and len(values) > 1:
            one_of = ", ".join(f"`{json.dumps(value)}`" for value in values)
            return fault("RS415", f"the answer depends on {what}", span, f"add `{key}`, one of {one_of}")
    return fault("RS415", "the answer depends on something that the case leaves open", span)


def _value(at: Situation, key: str) -> int | None:
    """What a situation has for a key that its case left open."""
    match key, at:
        case "set_number", SetEnd(number):
            return number
        case "set_number", HandResult(hand):
            return hand.set_number
        case "doubled", HandResult():
            return at.doubled
        case "passes_before", Bidding():
            return at.passes
        case "trick_number", Leading():
            return at.trick_number
        case _:
            return None
