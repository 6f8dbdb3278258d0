"""Answers that somebody claims, held against those of a rule set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulespec.cases import Answer, Answered, expected, same
from rulespec.cases.asking import Asked, asked
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.rulebook import Rulebook
from rulespec.spans import Source, Span
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, REFUTED, WRONG_INPUT

MOST_FAULTS = 100  # that are kept to be shown


@dataclass(frozen=True, slots=True)
class Checked:
    """One case with the answer claimed and the right one."""

    written: dict[str, object]
    span: Span
    claimed: Answer
    answered: Answered

    @property
    def question(self) -> str:
        return str(self.written["question"])

    @property
    def agrees(self) -> bool:
        return same(self.question, self.claimed, self.answered.answer)


@dataclass(slots=True)
class Report:
    """Every case of the files in order, and what could not be read: the first of the faults, and how many there are."""

    checked: list[Checked] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    faulty: int = 0

    def blame(self, faults: Sequence[Diagnostic]) -> None:
        self.faulty += len(faults)
        self.faults += faults[: max(0, MOST_FAULTS - len(self.faults))]

    @property
    def differences(self) -> list[Checked]:
        return [checked for checked in self.checked if not checked.agrees]

    @property
    def by_question(self) -> Counter[str]:
        return Counter(checked.question for checked in self.checked)

    @property
    def exit_code(self) -> int:
        """What could not be read outweighs a difference; and nothing checked is not agreement."""
        if self.faults:
            return WRONG_INPUT
        return REFUTED if self.differences else HOLDS if self.checked else NOT_SETTLED


def conform(book: Rulebook, lines: Iterable[Source | Faults]) -> Report:
    """Each case's claimed answer compared with the rule set's."""
    report = Report()
    for line in asked(book, lines):
        report.blame(line.faults)
        if line.case is not None and line.answered is not None and line.written is not None:
            _compare(report, line, line.case.written.span)
    return report


def _compare(report: Report, line: Asked, span: Span) -> None:
    assert line.case is not None and line.answered is not None and line.written is not None
    try:
        report.checked.append(Checked(line.written, span, expected(line.case), line.answered))
    except Faults as faults:
        report.blame(faults.diagnostics)
