"""Rows of a section held against each other in every situation, by proof: in a worker process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import ANY, BY_NAME, FIRST
from rulespec.questions.ground import TooMany
from verifier.work.tasks import unpacked

if TYPE_CHECKING:
    import z3

    from verifier.watch.lint.situations import Situations

ANSWERS, NEVER_HOLDS, NEVER_FIRST = "answers", "never holds", "never first"
OPEN, OWN = "open", "own"


@dataclass(frozen=True, slots=True)
class Question:
    """One section of a rule set: with all options open, or as they are chosen. It travels to a worker."""

    rules: bytes
    section: str
    options: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What each row does; which pairs never hold together, which do; which rows others make needless."""

    fates: tuple[str, ...]
    apart: frozenset[tuple[int, int]] = frozenset()
    together: frozenset[tuple[int, int]] = frozenset()
    needless: frozenset[int] = frozenset()
    undecided: str = ""  # why there is no answer


class Undecided(Exception):
    """The solver gave no answer; the text is its reason."""


def decide(question: Question) -> Rows:
    """What was found of a section; called by name in the worker."""
    try:
        return examined(unpacked(question.rules), question.section)
    except (Undecided, TooMany) as reason:
        return Rows((), undecided=str(reason))


def examined(ruleset: RuleSet, section: str) -> Rows:
    from verifier.symbolic.setting import Setting
    from verifier.watch.lint.situations import OF

    if not ruleset.rows(section):
        return Rows(())
    setting = Setting(ruleset)
    read = {name.name for name in BY_NAME[section].names}  # a scope may have more, and an option of the same name
    views = [
        View(situations, setting.holding(section, {k: v for k, v in situations.names.items() if k in read}))
        for situations in OF[section](setting)
    ]
    return Table(views, len(ruleset.rows(section))).judged(BY_NAME[section].hit)


class View:
    """Situations of one kind with the condition of every row, asked again and again."""

    def __init__(self, situations: Situations, holding: Sequence[z3.BoolRef]) -> None:
        from verifier.proofs import solve

        self.holding = list(holding)
        self.asked = solve.solver()
        self.asked.add(*situations.conditions)

    def possible(self, *conditions: z3.BoolRef) -> bool:
        import z3

        from verifier.proofs import solve

        match solve.ask_with(self.asked, z3.And(*conditions)):
            case solve.Sat():
                return True
            case solve.Unsat():
                return False
            case solve.Unsure(reason):
                raise Undecided(reason)

    def none_of(self, indices: Sequence[int]) -> list[z3.BoolRef]:
        import z3

        return [z3.Not(self.holding[i]) for i in indices]


class Table:
    """The rows of a section in all its situations."""

    def __init__(self, views: Sequence[View], count: int) -> None:
        self.views, self.count = views, count

    def judged(self, hit: str) -> Rows:
        if hit == FIRST:
            fates = tuple(self.fate(i) for i in range(self.count))
            return Rows(fates, frozenset(self.exclusive(fates)))
        fates = tuple(ANSWERS if self.holds(i) else NEVER_HOLDS for i in range(self.count))
        alive = [i for i in range(self.count) if fates[i] == ANSWERS]
        if hit == ANY:
            return Rows(fates, needless=frozenset(self.implied(alive)))
        return Rows(fates, together=frozenset(pair for pair in combinations(alive, 2) if self.holds(*pair)))

    def holds(self, *rows: int) -> bool:
        return any(view.possible(*[view.holding[i] for i in rows]) for view in self.views)

    def fate(self, row: int) -> str:
        if any(view.possible(view.holding[row], *view.none_of(range(row))) for view in self.views):
            return ANSWERS
        return NEVER_FIRST if self.holds(row) else NEVER_HOLDS

    def exclusive(self, fates: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Neighbours that both answer and never hold together where no row before them does; the last row stays last."""
        for i in range(self.count - 2):
            if fates[i] != ANSWERS or fates[i + 1] != ANSWERS:
                continue
            if not any(view.possible(view.holding[i], view.holding[i + 1], *view.none_of(range(i))) for view in self.views):
                yield i, i + 1

    def implied(self, alive: Sequence[int]) -> Iterator[int]:
        """Rows that hold only where another does. Of two that hold together always, the later."""
        kept = list(alive)
        for row in reversed(alive):
            others = [i for i in kept if i != row]
            if others and not any(view.possible(view.holding[row], *view.none_of(others)) for view in self.views):
                kept.remove(row)
                yield row
