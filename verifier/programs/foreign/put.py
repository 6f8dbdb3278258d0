"""One question put to a program: the case, the right answer, what it said; and what is known of one row of the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.cases import Answer, answer, same
from rulespec.cases.read import read_case
from rulespec.diagnostics import Faults
from rulespec.questions import BY_SITUATION, DEALER, Question, Scheduled, Situation
from rulespec.questions.schedule import CardsQuestion
from rulespec.rulebook import Rulebook
from rulespec.spans import Source
from verifier.programs.foreign.replies import Replied, Reply

CaseRecord = Mapping[str, object]
NOTES = ("answer", "row", "id", "source")


@dataclass(frozen=True, slots=True)
class Asked:
    """A case with its situation, its section, the right answer and the row that gives it."""

    case: CaseRecord
    at: Situation
    section: str
    right: Answer
    row: str | None

    @property
    def question(self) -> str:
        return str(self.case["question"])


def of_situation(book: Rulebook, at: Situation, question: Question[Situation] | None = None) -> Asked | None:
    """A situation as a question; None where no case can ask it."""
    asks = question or (DEALER if isinstance(at, Scheduled) else BY_SITUATION[type(at)])
    case = asks.write(book, at)  # type: ignore[arg-type]
    try:
        found = answer(book.ruleset, case)
    except Faults:
        return None
    return Asked(case, at, "dealer" if asks is DEALER else asks.section, found.answer, found.row)


def of_case(book: Rulebook, case: CaseRecord) -> Asked:
    """A case with its answer, as the vectors have it. Raises Faults."""
    bare = {key: value for key, value in case.items() if key not in NOTES}
    read = read_case(Source("<vector>", json.dumps(bare, ensure_ascii=False)), book)
    section = "dealer" if isinstance(read.asks, CardsQuestion) and read.asks is DEALER else read.asks.section
    right, row = case.get("answer"), case.get("row")
    return Asked(bare, read.situation, section, right, row)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Put:
    """A question that was put, what the program said, and what was asked just before."""

    asked: Asked
    reply: Reply
    before: tuple[CaseRecord, ...] = ()

    @property
    def agrees(self) -> bool:
        return isinstance(self.reply, Replied) and not self.reply.refused and same(self.asked.question, self.reply.answer, self.asked.right)

    @property
    def size(self) -> tuple[int, int, str]:
        """Smaller cases first: fewer cards and numbers, then a shorter text."""
        text = json.dumps(self.asked.case)
        return text.count(","), len(text), text


@dataclass(slots=True)
class Finding:
    """One row of the rules, as far as the program was asked about it.

    `alone` says that the program answers the smallest case wrongly also where it is asked nothing else;
    if not, `after` are the questions just before it that are enough to lead it astray.
    """

    section: str
    row: str | None
    asked: int = 0
    wrong: int = 0
    smallest: Put | None = None
    alone: bool = True
    after: tuple[CaseRecord, ...] = ()

    def count(self, put: Put) -> None:
        self.asked += 1
        if not put.agrees:
            self.wrong += 1
            if self.smallest is None or put.size < self.smallest.size:
                self.smallest = put

