"""The answer that a file or a program claims, read as the kind of answer its question has."""

from __future__ import annotations

from rulespec.cases.case import Case
from rulespec.cases.json_tree import Array, Leaf, Node
from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.questions import Answer, spelled
from rulespec.spans import Span

IN_WORDS = {int: "whole number", str: "text"}


def expected(case: Case) -> Answer:
    """The `answer` of a case. Raises Faults where it is missing or of another kind."""
    node = case.written.get("answer")
    if node is None:
        raise fault("RS416", "the case has no `answer` to compare with", case.written.span)
    return read_answer(case.question, node)


def read_answer(question: str, node: Node) -> Answer:
    asks = spelled(question)[0]
    kind, many = asks.kind, asks.many
    if isinstance(node, Leaf) and node.value is None and asks.or_null:
        return None
    if many and isinstance(node, Array):
        strange = [item for item in node.items if not isinstance(item, Leaf) or type(item.value) is not kind]
        if strange:
            raise Faults(_misfit(f"a part of this answer must be a {IN_WORDS[kind]}", item.span) for item in strange)
        return [item.value for item in node.items if isinstance(item, Leaf)]  # type: ignore[return-value]
    if not many and isinstance(node, Leaf) and type(node.value) is kind:
        return node.value
    null = " or null" if asks.or_null else ""
    what = f"a list of {IN_WORDS[kind]}s" if many else f"a {IN_WORDS[kind]}{null}"
    raise Faults([_misfit(f"the answer to `{question}` is {what}", node.span)])


def _misfit(message: str, span: Span) -> Diagnostic:
    return Diagnostic("RS416", message, span)


def same(question: str, claimed: Answer, right: Answer) -> bool:
    """Whether two answers of the same kind say the same; the order of a set of choices says nothing."""
    if question in ("bids", "plays", "calls") and isinstance(claimed, list) and isinstance(right, list):
        return set(claimed) == set(right)
    return claimed == right
