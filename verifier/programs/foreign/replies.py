"""What a program's line says: an answer, that it does not support the question, or nonsense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rulespec.cases import Answer, read_answer, read_object
from rulespec.cases.json_tree import Leaf, Object
from rulespec.diagnostics import Faults
from rulespec.spans import Source
from verifier.programs.foreign.process import Breakdown, shown


@dataclass(frozen=True, slots=True)
class Replied:
    """An answer of the kind that its question has; or that the case cannot arise, which is no answer of any."""

    answer: Answer
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The program says that it cannot be asked this."""


Reply: TypeAlias = Replied | Unsupported | Breakdown


def read_reply(question: str, number: int, line: str | Breakdown) -> Reply:
    """The reply to case `number`, which may repeat its `id`."""
    if isinstance(line, Breakdown):
        return line
    try:
        node = read_object(Source("answer", line))
        id_, unsupported, answer = node.get("id"), node.get("unsupported"), node.get("answer")
        if id_ is not None and not (isinstance(id_, Leaf) and type(id_.value) is int and id_.value == number):
            return nonsense(line, f"it has another `id` than the question, {number}")
        if isinstance(unsupported, Leaf) and unsupported.value is True:
            return Unsupported()
        if answer is None and isinstance(error := node.get("error"), Object | Leaf):
            return Replied(None, _message(error))
        if answer is None:
            return nonsense(line, 'it has no `answer`, and is not `{"unsupported":true}`')
        return Replied(read_answer(question, answer))
    except Faults as faults:
        return nonsense(line, faults.diagnostics[0].message)


def _message(error: Object | Leaf) -> str:
    """Why a program holds that a case cannot arise, as `jokeri ask` says it."""
    words = error.get("message") if isinstance(error, Object) else error
    return shown(str(words.value).encode()) if isinstance(words, Leaf) else "without a word"


def nonsense(line: str, why: str) -> Breakdown:
    return Breakdown("nonsense", f"answered {shown(line.encode())}: {why}")
