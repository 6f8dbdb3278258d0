"""Which worked examples notice an edit: those that the edited rules answer otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.cases import expected
from rulespec.cases.case import Case
from rulespec.cases.read import case_of
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import SetEnd
from rulespec.questions.ground import reads
from rulespec.questions.premium import set_totals
from rulespec.rulebook import rulebook
from verifier.programs.examples import Example, complaint
from verifier.watch.parting.table import ANSWERS, Table

POINTS = {"score", "premium"}  # edits of these leave what can arise as it was


@dataclass(frozen=True, slots=True)
class Worked:
    """An example with the section that answers it and its situation's number in that section's table."""

    example: Example
    section: str
    index: int


class Noticing:
    """The examples of a rule set, asked of many edited ones. Rows that an edit leaves alone are evaluated once."""

    def __init__(self, ruleset: RuleSet, examples: Sequence[Example]) -> None:
        self.ruleset, self.examples, book = ruleset, examples, rulebook(ruleset)
        self.tables: dict[str, Table] = {}
        self.worked: list[Worked] = []
        self.others: list[tuple[Example, Case]] = []
        for example in examples:
            case = case_of(example.written, book)
            if case.asks.section not in ANSWERS or isinstance(case.situation, SetEnd):
                self.others.append((example, case))
            else:
                table = self.tables.setdefault(case.asks.section, Table(book, case.asks.section, ruleset.rows(case.asks.section)))
                self.worked += [Worked(example, case.asks.section, table.add(at)) for at in case.situations]

    def by(self, mutant: RuleSet, touched: Sequence[str]) -> Iterator[str]:
        """The examples that notice, cheap ones first; with other cards an example may not arise at all."""
        if "deck" in touched:
            yield from (example.id for example in self.examples if self._complains(mutant, example))
            return
        for one in self.worked:
            if one.section in touched and self.tables[one.section].parts(mutant.rows(one.section), one.index):
                yield one.example.id
        if set(touched) & {"schedule", "score", "premium", "trump"}:
            yield from (example.id for example, case in self.others if self._otherwise(mutant, touched, example, case))

    def _otherwise(self, mutant: RuleSet, touched: Sequence[str], example: Example, case: Case) -> bool:
        """Whether an example of a set or of the schedule is answered otherwise, or cannot arise."""
        if set(touched) <= POINTS and self._numbered(mutant) == self._numbered(self.ruleset):
            claimed = expected(case)
            return any(isinstance(at, SetEnd) and set_totals(mutant, at.cards, at.bids, at.tricks, at.set_number) != claimed for at in case.situations)
        return self._complains(mutant, example)

    @staticmethod
    def _numbered(ruleset: RuleSet) -> bool:
        """Whether the points of a set hang on its place in the game."""
        return any("set_number" in reads(ruleset, section) for section in POINTS)

    @staticmethod
    def _complains(mutant: RuleSet, example: Example) -> bool:
        try:
            return complaint(mutant, example) is not None
        except Faults:
            return True
