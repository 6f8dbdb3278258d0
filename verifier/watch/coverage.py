"""Which rows each property depends on, and which rows no property watches.

A property depends on a row where some edit of the row turns its verdict round: the row left out, its
condition dropped or negated, its result changed. Rows of the deck, the schedule and the trump are
held against the properties of the deal and the game; the others against those that see their section.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from rulespec.diagnostics import Faults
from rulespec.ir.expr import FALSE
from rulespec.ir.sections import NAMES
from verifier.proofs import property as properties
from verifier.proofs.property import SCOPE_SECTIONS, Property
from verifier.proofs.verdict import Verdict, word
from verifier.watch.mutate.edits import ALWAYS, CONDITION, DROPPED, RESULT, Edit
from verifier.watch.mutate.judge import FLIPPED, Subject, study
from verifier.work import workers

if TYPE_CHECKING:
    from verifier.symbolic.setting import Setting

TRIED = {DROPPED: slice(1), ALWAYS: slice(1), CONDITION: slice(3), RESULT: slice(-3, None)}
"""Which edits of each part of a row are tried: the most violent, since all of one kind are alike to most properties."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, order=True)
class RowName:
    section: str
    row: str


@dataclass(frozen=True, slots=True)
class Watch:
    """One property and the rows it depends on; `unsettled` says why there may be more."""

    property: str
    rows: tuple[RowName, ...]
    unsettled: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Every property asked for, and the rows that can answer but that none of them depends on."""

    watches: tuple[Watch, ...]
    unwatched: tuple[RowName, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """One property of the rules, for a worker."""

    subject: Subject
    property: str


def coverage(
    subject: Subject, asked: Sequence[Property], timeout: float = 120.0, jobs: int = 2, progress: Progress | None = None
) -> Coverage:
    """What the properties watch of a settled rule set. Raises Faults for wrong input."""
    tasks = [Look(subject, one.id) for one in asked]
    done = 0

    def on_done(index: int, outcome: workers.Outcome) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(tasks))

    outcomes = workers.run(tasks, "verifier.watch.coverage:look", jobs, timeout, on_done)
    watches = tuple(watch_of(task.property, outcome) for task, outcome in zip(tasks, outcomes, strict=True))
    watched = {row for watch in watches for row in watch.rows}
    return Coverage(watches, tuple(row for row, _ in rows_of(subject) if row not in watched))


def watch_of(property_id: str, outcome: workers.Outcome) -> Watch:
    """What a worker's outcome means: an answer, or the honest absence of one."""
    match outcome:
        case workers.Done(value, _) if isinstance(value, Watch):
            return value
        case workers.TimedOut(seconds):
            return Watch(property_id, (), f"no answer within {seconds:.0f} s")
        case workers.Died(how):
            return Watch(property_id, (), f"the worker process ended: {how}")
        case workers.Failed(trace):
            raise RuntimeError(trace)
        case _:
            raise TypeError(outcome)


def rows_of(subject: Subject) -> Iterator[tuple[RowName, tuple[int, ...]]]:
    """Every row that can answer, with the numbers of the edits that are tried on it."""
    ruleset = study(subject).ruleset
    live = {(name, row.name) for name in NAMES for row in ruleset.rows(name) if row.when != FALSE}
    numbered = [(i, edit) for i, edit in enumerate(study(subject).edits) if (edit.section, edit.row) in live]
    for (section, row), edits in groupby(numbered, lambda pair: (pair[1].section, pair[1].row)):
        yield RowName(section, row), tuple(_tried(list(edits)))


def _tried(edits: Sequence[tuple[int, Edit]]) -> Iterator[int]:
    for part, which in TRIED.items():
        yield from [index for index, edit in edits if edit.of == part][which]


def look(task: Look) -> Watch:
    """The rows a property depends on; called by name in the worker."""
    subject = study(task.subject)
    one = next(p for p in properties.of(subject.ruleset, task.subject.files) if p.id == task.property)
    before = verdict(one, task.subject, None)
    assert before is not None
    if word(before) not in FLIPPED:
        return Watch(one.id, (), f"it is {word(before)} to begin with")
    sections = watched_sections(one)
    found = [row for row, edits in rows_of(task.subject) if row.section in sections and _turns(task, one, edits, FLIPPED[word(before)])]
    return Watch(one.id, tuple(found))


def watched_sections(property_: Property) -> frozenset[str]:
    """The sections whose rows the property is held against."""
    ground = SCOPE_SECTIONS["deal"]
    sections = frozenset(section for scope in property_.scopes for section in SCOPE_SECTIONS[scope])
    return sections if sections <= frozenset(ground) else sections - frozenset(ground)


def _turns(task: Look, property_: Property, edits: Sequence[int], other: str) -> bool:
    """Whether one of the edits gives the property the other verdict."""
    found = (verdict(property_, task.subject, index, other == "proved") for index in edits)
    return any(one is not None and word(one) == other for one in found)


def verdict(property_: Property, subject: Subject, edit: int | None, exact: bool = True) -> Verdict | None:
    """The verdict under the rules as they are or with one edit; None where that gives no rules."""
    from verifier.watch.mutate.verdicts import verdict_on

    setting = setting_of(subject, edit)
    return verdict_on(property_, setting, exact) if setting is not None else None


@lru_cache(maxsize=128)
def setting_of(subject: Subject, edit: int | None) -> Setting | None:
    """Kept, because properties of one scope, which come one after another, build the same moments."""
    from verifier.symbolic.setting import Setting

    try:
        return Setting(study(subject).ruleset if edit is None else study(subject).mutant(edit))
    except Faults:
        return None
