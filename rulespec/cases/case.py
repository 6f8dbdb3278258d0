"""A case: one line of JSON, the situations of the game it stands for, and what the rules answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulespec import questions
from rulespec.cases.json_tree import Object
from rulespec.ir.ruleset import AnyRow
from rulespec.questions import Answer, Question, Situation
from rulespec.rulebook import Rulebook

NOTES = ("id", "source", "question", "answer", "row")
"""Keys of every case. `answer` and `row` are what someone says it is; nothing is read from `row`."""


@dataclass(frozen=True, slots=True)
class Case:
    """A situation that can arise, with the line it came from.

    `situations` are all that it may stand for and that the rules may tell apart: more than one where the
    case leaves open which set of the game it belongs to, or something else that the rules look at.
    """

    asks: Question[Any]
    situations: tuple[Situation, ...]
    written: Object = field(repr=False)

    @property
    def question(self) -> str:
        """The question's name in cases."""
        return self.asks.spelled

    @property
    def situation(self) -> Situation:
        """The first of them."""
        return self.situations[0]


class Answered(NamedTuple):
    """The answer as JSON has it, the name of the row that gave it, and where that row stands.

    Where several rows had a say (bids, calls, sets) the names are joined and the place is the first
    one's; where none had, both are None. `rows` has them all.
    """

    answer: Answer
    row: str | None
    where: str | None
    rows: tuple[AnyRow, ...]

    @property
    def value(self) -> Answer:
        """The answer."""
        return self.answer


def write(book: Rulebook, at: Situation) -> dict[str, object]:
    """A situation as a case, with everything its answer may hang on."""
    return questions.BY_SITUATION[type(at)].write(book, at)
