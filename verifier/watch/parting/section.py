"""All edits of one section held against the rules together: in a worker process.

What one edit is parted by mostly parts others too, so each is tried on the situations chosen so far, then on the
pool, and only what nothing of these shows goes to the solver.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import TypeAlias

from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.questions import Situation
from rulespec.rulebook import Rulebook, rulebook
from verifier.watch.parting.pool import SEED, Pool, pool
from verifier.watch.parting.proof import VIEWS, Gone, Prover
from verifier.watch.parting.shrink import smallest
from verifier.watch.parting.table import Table
from verifier.work.tasks import unpacked

Rewritten: TypeAlias = tuple[int | AnyRow, ...]
"""Rows of a section; those that stand as they stood are numbers."""

PART = "verifier.watch.parting.section:part"
WORKED = 40.0  # seconds of its own a worker may have taken when it still turns to the solver
MORE_TRIES = 150  # situations looked at for a further one that parts an edit
FEATURES = 40  # situations added because they exercise other rows, times the cases wanted for each edit


@dataclass(frozen=True, slots=True)
class Edited:
    """One edit as far as it concerns a section; where `other` is given, it is that which must be told from it."""

    number: int
    rows: Rewritten
    other: Rewritten | None = None


@dataclass(frozen=True, slots=True)
class Parting:
    """Edits of one section, for a worker; each is to be parted by so many situations."""

    rules: bytes
    section: str
    edits: tuple[Edited, ...]
    times: int = 1
    features: bool = False


@dataclass(frozen=True, slots=True)
class Parted:
    """Situations with the numbers of the edits that they part, edits that change nothing, and those left open with a reason."""

    section: str
    situations: tuple[tuple[Situation, tuple[int, ...]], ...] = ()
    equivalent: tuple[int, ...] = ()
    left_open: tuple[tuple[int, str], ...] = ()


def rewritten(ruleset: RuleSet, section: str, rows: Sequence[AnyRow]) -> Rewritten:
    """Rows on their way to a worker that has the rules they come from."""
    own = {id(row): i for i, row in enumerate(ruleset.rows(section))}
    return tuple(own.get(id(row), row) for row in rows)


def part(task: Parting) -> Parted:
    """What parts each edit; called by name in the worker."""
    return Section(unpacked(task.rules), task).run()


@lru_cache(maxsize=16)
def _pool(rules: bytes, section: str) -> tuple[Pool, Table]:
    """The pool of a section and what the rules answer there, for all tasks of a worker; further situations come behind."""
    ruleset = unpacked(rules)
    found, table = pool(rulebook(ruleset), section), Table(rulebook(ruleset), section, ruleset.rows(section))
    for at in found.situations:
        table.add(at)
    return found, table


@lru_cache(maxsize=4)
def _prover(rules: bytes, section: str) -> Prover:
    return Prover(unpacked(rules), section)


@dataclass
class Section:
    """The state of one task."""

    ruleset: RuleSet
    task: Parting
    by: dict[int, list[int]] = field(default_factory=dict)  # edits by the situation that parts them
    equivalent: list[int] = field(default_factory=list)
    left_open: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.book: Rulebook = rulebook(self.ruleset)
        self.base = self.ruleset.rows(self.task.section)
        self.pool, self.table = _pool(self.task.rules, self.task.section)
        _prover(self.task.rules, self.task.section).afresh()
        self.shuffled = Random(SEED).sample(range(len(self.pool.situations)), len(self.pool.situations))

    def run(self) -> Parted:
        for edited in self.task.edits:
            self.one(edited)
        if self.task.features:
            self.exercise()
        found = tuple((self.table.situations[i], tuple(numbers)) for i, numbers in self.by.items())
        return Parted(self.task.section, found, tuple(self.equivalent), tuple(self.left_open))

    def one(self, edited: Edited) -> None:
        rows, other = self.rows(edited.rows), None if edited.other is None else self.rows(edited.other)
        found = list(self.chosen(rows, other))
        if not found:
            first = next((i for i in range(len(self.pool.situations)) if self.parts(rows, other, i)), None)
            found = [first] if first is not None else self.proved(edited, rows, other)
        if found and len(found) < self.task.times:
            found += self.more(rows, other, found)
        for i in found:
            self.by.setdefault(i, []).append(edited.number)

    def rows(self, rows: Rewritten) -> tuple[AnyRow, ...]:
        return tuple(self.base[row] if isinstance(row, int) else row for row in rows)

    def parts(self, rows: Sequence[AnyRow], other: Sequence[AnyRow] | None, index: int) -> bool:
        if other is None:
            return self.table.parts(rows, index)
        return bool(self.table.answer(rows, index) != self.table.answer(other, index))

    def chosen(self, rows: Sequence[AnyRow], other: Sequence[AnyRow] | None) -> Iterator[int]:
        """As many of the situations chosen already as are wanted."""
        found = 0
        for i in self.by:
            if self.parts(rows, other, i):
                yield i
                found += 1
                if found >= self.task.times:
                    return

    def more(self, rows: Sequence[AnyRow], other: Sequence[AnyRow] | None, known: Sequence[int]) -> list[int]:
        """Further situations from all over the pool."""
        found: list[int] = []
        for i in self.shuffled[:MORE_TRIES]:
            if len(known) + len(found) >= self.task.times:
                break
            if i not in known and self.parts(rows, other, i):
                found.append(i)
        return found

    def proved(self, edited: Edited, rows: Sequence[AnyRow], other: Sequence[AnyRow] | None) -> list[int]:
        """What the solver finds, made smaller; or a note that there is nothing, or no answer."""
        if self.pool.complete:
            self.equivalent.append(edited.number)
            return []
        if other is not None or self.task.section not in VIEWS or time.process_time() > WORKED:
            why = "the time was over" if time.process_time() > WORKED else "no situation was found"
            self.left_open.append((edited.number, why))
            return []
        match _prover(self.task.rules, self.task.section).parting(rows, lambda at: self.shown(rows, at)):
            case None:
                self.equivalent.append(edited.number)
                return []
            case Gone(reason):
                self.left_open.append((edited.number, reason))
                return []
            case at:
                return [self.table.add(smallest(self.book, at, lambda one: self.shown(rows, one)))]

    def shown(self, rows: Sequence[AnyRow], at: Situation) -> bool:
        probe = Table(self.book, self.task.section, self.base)
        return probe.parts(rows, probe.add(at))

    def exercise(self) -> None:
        """Situations in which rows hold together as in none chosen so far."""
        met = {feature for i in self.by for feature in self.features(i)}
        added = 0
        for i in self.shuffled:
            new = set(self.features(i)) - met
            if new and added < FEATURES * self.task.times:
                met |= new
                added += 1
                self.by.setdefault(i, [])

    def features(self, index: int) -> list[object]:
        at = self.table.situations[index]
        return [(part, len(getattr(at, "trick", ())), truths) for part, truths in enumerate(self.table.truths(index))]
