"""A case from its line: the right keys with the right kinds of values, then whether it can arise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulespec.cases import json_tree
from rulespec.cases.case import Case
from rulespec.cases.fields import Fields
from rulespec.cases.json_tree import Array, Leaf, Object
from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.questions import SPELLED, Impossible, Question, Situation, spelled
from rulespec.questions.base import listed
from rulespec.rulebook import Rulebook
from rulespec.spans import Source


def read_case(source: Source, book: Rulebook) -> Case:
    """The case a line holds. Raises Faults for what is no case, or cannot arise under the rule set."""
    return case_of(read_object(source), book)


def read_object(source: Source) -> Object:
    node = json_tree.parse(source)
    if not isinstance(node, Object):
        raise fault("RS403", "a case is an object, `{...}`", node.span)
    return node


def case_of(written: Object, book: Rulebook) -> Case:
    """The case of an object. Raises Faults."""
    question = question_of(written)
    fields = Fields(book, written)
    fields.keys(question.spelled, question.keys)
    candidates = question.read(fields)
    fields.stop()
    return Case(question, _possible(fields, question, candidates), written)


def _possible(fields: Fields, question: Question[Any], candidates: Iterable[Situation]) -> tuple[Situation, ...]:
    """The candidates that can arise, one for each that the rules may tell from the others. Raises Faults where none can."""
    found: dict[object, Situation] = {}
    reasons: list[Impossible] = []
    for at in candidates:
        why = list(question.why_not(fields.book, at))
        if why:
            reasons = reasons or why
        else:
            found.setdefault(question.tells_apart(fields.book, at), at)
            if not question.hangs_on_hand(fields.book):
                break
    if not found:
        for impossible in reasons:
            fields.impossible(impossible)
        fields.stop()
    return tuple(found.values())


def question_of(written: Object) -> Question[Any]:
    """The question a case asks; of `plays` the one for its trick. Raises Faults."""
    node = written.get("question")
    if node is None:
        raise fault("RS404", "the case asks no question", written.span, f"add `\"question\"`: {listed(SPELLED)}")
    if not isinstance(node, Leaf) or not isinstance(node.value, str):
        raise fault("RS403", "`question` must be a text", node.span)
    if node.value not in SPELLED:
        help_ = did_you_mean(node.value, SPELLED) or f"the questions are {listed(SPELLED)}"
        raise fault("RS404", f"there is no question `{node.value}`", node.span, help_)
    asked = spelled(node.value)
    trick = written.get("trick")
    leads = isinstance(trick, Array) and not trick.items
    return asked[0] if len(asked) == 1 or leads else asked[1]
