"""Which rows each property depends on, and which rows no property watches.

A property depends on a row where some edit of the row turns its verdict round: the row left out, its
condition dropped or negated, its result changed. Rows of the deck, the schedule and the trump are
held against the properties of the deal and the game; the others against those that see their section.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from rulespec.ir.expr import FALSE
from rulespec.ir.sections import NAMES
from verifier.proofs.check import Checked, Request
from verifier.proofs.property import Property
from verifier.proofs.scopes import BY_NAME
from verifier.proofs.verdict import Disagreement, Unknown, Verdict, word
from verifier.watch.mutate.apply import Patch
from verifier.watch.mutate.edits import ALWAYS, CONDITION, DROPPED, RESULT
from verifier.watch.mutate.study import Applied, Subject, study
from verifier.watch.mutate.verdicts import FLIPPED, verdict_on
from verifier.work.tasks import Limits, Progress, Worked, packed, unpacked, work

if TYPE_CHECKING:
    from verifier.symbolic.setting import Setting

LOOK = "verifier.watch.coverage:look"
EDITS = 4  # times as long as a verdict takes what a property depends on, as it is asked of edited rules too
TRIED = {DROPPED: slice(1), ALWAYS: slice(1), CONDITION: slice(3), RESULT: slice(-3, None)}
"""Which edits of each part of a row are tried: the most violent, since all of one kind are alike to most properties."""

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
class Row:
    """A row that can answer, with what the edits tried on it change."""

    name: RowName
    patches: tuple[Patch, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """One property of the rules and the rows it may depend on, for a worker."""

    rules: bytes
    property: Property
    rows: tuple[Row, ...]


def coverage(subject: Subject, asked: Sequence[Property], limits: Limits, progress: Progress | None = None) -> Coverage:
    """What the properties watch of a settled rule set. Raises Faults for wrong input."""
    rows = rows_of(subject)
    tasks = [look_of(subject, one, rows) for one in asked]
    done = 0

    def on_done(index: int, worked: Worked[Watch]) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(tasks))

    worked = work(tasks, LOOK, Watch, limits, on_done)
    watches = tuple(watch_of(task.property.id, one) for task, one in zip(tasks, worked, strict=True))
    watched = {row for watch in watches for row in watch.rows}
    return Coverage(watches, tuple(row.name for row in rows if row.name not in watched))


def covered(found: Sequence[Checked], request: Request, progress: Progress | None = None) -> list[Checked]:
    """What was checked, with the rows that the properties depend on."""
    limits = Limits(EDITS * request.timeout, request.jobs, scheduler=request.scheduler)
    subjects = [Subject(profile, request.settings, request.files) for profile in request.profiles]
    return [_covered(one, subject, limits, progress) for one, subject in zip(found, subjects, strict=True)]


def _covered(one: Checked, subject: Subject, limits: Limits, progress: Progress | None) -> Checked:
    asked = [result.property for result in one.results]
    return replace(one, coverage=coverage(subject, asked, limits, progress)) if asked else one


def watch_of(property_id: str, worked: Worked[Watch]) -> Watch:
    """What came of a task: an answer, or the honest absence of one. Raises RuntimeError for a fault of our own."""
    match worked.result:
        case Watch() as watch:
            return watch
        case Unknown(reason):
            return Watch(property_id, (), reason)
        case Disagreement(details):
            raise RuntimeError(str(details))


def rows_of(subject: Subject) -> tuple[Row, ...]:
    """Every row that can answer, with the edits that are tried on it."""
    found = study(subject)
    live = {(name, row.name) for name in NAMES for row in found.ruleset.rows(name) if row.when != FALSE}
    narrow = [one for one in found.applied if not one.edit.wide and (one.edit.section, one.edit.row) in live]
    by_row = groupby(narrow, lambda one: (one.edit.section, one.edit.row))
    return tuple(Row(RowName(section, row), tuple(_tried(list(edits)))) for (section, row), edits in by_row)


def _tried(edits: Sequence[Applied]) -> Iterator[Patch]:
    for part, which in TRIED.items():
        yield from [one.patch for one in [one for one in edits if one.edit.of == part][which] if one.patch is not None]


def look_of(subject: Subject, property_: Property, rows: Sequence[Row]) -> Look:
    """The task for a property: only rows of the sections that it is held against."""
    sections = watched_sections(property_)
    return Look(packed(study(subject).ruleset), property_, tuple(row for row in rows if row.name.section in sections))


def look(task: Look) -> Watch:
    """The rows a property depends on; called by name in the worker."""
    before = verdict(task, None)
    if word(before) not in FLIPPED:
        return Watch(task.property.id, (), f"it is {word(before)} to begin with")
    other = FLIPPED[word(before)]
    found = [row.name for row in task.rows if any(word(verdict(task, patch, other == "proved")) == other for patch in row.patches)]
    return Watch(task.property.id, tuple(found))


def watched_sections(property_: Property) -> frozenset[str]:
    """The sections whose rows the property is held against: those of the game as a whole only where it sees no others."""
    ground = frozenset(("deck", "schedule", "trump"))
    sections = frozenset(section for scope in property_.scopes for section in BY_NAME[scope].sections)
    if all(BY_NAME[scope].section in (*ground, "schedule") for scope in property_.scopes):
        return ground
    return sections - ground


def verdict(task: Look, patch: Patch | None, exact: bool = True) -> Verdict:
    """The verdict under the rules as they are or edited."""
    return verdict_on(task.property, setting_of(task.rules, patch), exact)


@lru_cache(maxsize=128)
def setting_of(rules: bytes, patch: Patch | None) -> Setting:
    """Kept, because properties of one scope, which come one after another, build the same situations."""
    from verifier.symbolic.setting import Setting

    ruleset = unpacked(rules)
    return Setting(ruleset if patch is None else patch.on(ruleset, "edited"))
