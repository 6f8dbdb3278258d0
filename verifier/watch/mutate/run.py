"""All edits of a rule set judged: by examples, by proof of equivalence, by the promised properties."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from rulespec.cases import Answer, answer
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import BY_SITUATION, Situation
from rulespec.rulebook import rulebook
from verifier.programs.examples import complaint
from verifier.proofs.property import Property
from verifier.proofs.verdict import DISAGREE, HOLDS, NOT_SETTLED, REFUTED, Disagreement, Unknown, worst
from verifier.watch.mutate.apply import Patch
from verifier.watch.mutate.examples import Noticing
from verifier.watch.mutate.judge import (
    DISAGREES,
    EQUIVALENT,
    INVALID,
    KEEPS,
    KILLED,
    NOTICE,
    NOTICED,
    SURVIVED,
    UNKNOWN,
    Hollow,
    Kept,
    Noticed,
    Some,
    Task,
)
from verifier.watch.mutate.study import Applied, Study, Subject, sees, study
from verifier.watch.parting import whole
from verifier.watch.parting.whole import Partings, Target, partings
from verifier.work.settings import Settings
from verifier.work.tasks import Limits, Progress, Worked, packed, work

T = TypeVar("T")
GROUP = 4  # times as long as one edit may take all those of a group that are proved together
FOR_ONE = 150  # short tasks: so many cost a worker as much as it costs to start another


@dataclass(frozen=True, slots=True)
class Request:
    """What to edit, how much to find out, and within which limits. `enough` is a share in per cent.

    With `every` all that notice an edit are found, and the properties that notice none.
    """

    profile: str
    settings: Settings = ()
    files: tuple[str, ...] = ()
    every: bool = False
    enough: float = 95.0
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Mutant:
    """An edit and what became of it. `by` noticed it; `why` says what it changes, or why it counts for nothing."""

    id: str
    section: str
    row: str
    edit: str
    at: str
    verdict: str
    by: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Mutation:
    """Every different mutant of a rule set, and the properties that no mutant deprives of their verdict."""

    ruleset: RuleSet
    mutants: tuple[Mutant, ...]
    hollow: tuple[str, ...]
    enough: float
    seconds: float

    def count(self, verdict: str) -> int:
        return sum(mutant.verdict == verdict for mutant in self.mutants)

    @property
    def score(self) -> float | None:
        """How many of the mutants that mean something else are killed, in per cent; None where there are none."""
        counted = sum(self.count(verdict) for verdict in (KILLED, SURVIVED, UNKNOWN, DISAGREES))
        return 100 * self.count(KILLED) / counted if counted else None

    @property
    def exit_code(self) -> int:
        codes = [HOLDS if self.score is not None and self.score >= self.enough else REFUTED if self.score is not None else NOT_SETTLED]
        codes += [NOT_SETTLED] * bool(self.count(UNKNOWN)) + [DISAGREE] * bool(self.count(DISAGREES))
        return worst(codes)


def mutate(request: Request, progress: Progress | None = None) -> Mutation:
    """The verdict on every mutant. Raises Faults for wrong input, and where the rules themselves do not pass."""
    started = time.perf_counter()
    found = Run(request, study(Subject(request.profile, request.settings, request.files)), progress)
    found.settled()
    found.passes()
    mutants = found.judged()
    return Mutation(found.ruleset, mutants, found.hollow() if request.every else (), request.enough, time.perf_counter() - started)


class Run:
    """The state of one run."""

    def __init__(self, request: Request, subject: Study, progress: Progress | None) -> None:
        self.request, self.subject, self.ruleset = request, subject, subject.ruleset
        self.rules = packed(self.ruleset)
        self.progress = progress
        self.by: dict[int, tuple[str, ...]] = {}
        self.verdicts: dict[int, tuple[str, str]] = {}

    def settled(self) -> None:
        """Raises Faults where options are open."""
        if self.ruleset.open_options:
            names = ", ".join(f"`{name}`" for name in self.ruleset.open_options)
            raise Faults([Diagnostic("RV121", f"`{self.ruleset.id}` leaves {names} open", help="choose with `--set`, or take a profile that has chosen")])

    def passes(self) -> None:
        """Raises Faults where the unchanged rules do not keep their promises: mutants would say nothing."""
        wrong = [(e, why) for e in self.subject.examples if (why := complaint(self.ruleset, e)) is not None]
        faults = [Diagnostic("RV122", f"the example `{e.id}` fails already: {why}", e.span) for e, why in wrong]
        found = self.work([Kept(self.rules, one) for one in self.subject.properties], KEEPS, Noticed)
        for one, worked in zip(self.subject.properties, found, strict=True):
            if isinstance(worked.result, Noticed) and worked.result.by:
                faults.append(Diagnostic("RV122", f"the property `{one.id}` does not come out as promised already", one.span))
        if faults:
            raise Faults(faults)

    def work(self, tasks: Sequence[object], call: str, kind: type[T]) -> list[Worked[T]]:
        """Tasks in worker processes, heard of as they come."""
        done = 0
        if self.progress is not None and tasks:
            self.progress(0, len(tasks))

        def on_done(index: int, worked: Worked[T]) -> None:
            nonlocal done
            done += 1
            if self.progress is not None:
                self.progress(done, len(tasks))

        limits = self.request.limits
        return work(tasks, call, kind, replace(limits, jobs=max(1, min(limits.jobs, len(tasks) // FOR_ONE))), on_done)

    # --- verdicts -------------------------------------------------------------------------------

    def judged(self) -> tuple[Mutant, ...]:
        """The verdict on every different mutant: examples first, as they cost least, then proofs."""
        different = self.subject.different
        self.examples(different)
        left = [one for one in different if self.request.every or not self.by.get(one.number)]
        targets = [Target(one.number, one.patch) for one in left if one.patch is not None and not self.by.get(one.number)]
        parted = partings(self.ruleset, targets, replace(self.request.limits, timeout=GROUP * self.request.limits.timeout), progress=self.progress)
        open_ = [one for one in left if self.by.get(one.number) or self.told(one, parted)]
        self.properties(open_, parted)
        return tuple(self.mutant(one) for one in self.subject.applied if one.twin is None)

    def examples(self, different: Sequence[Applied]) -> None:
        noticing = Noticing(self.ruleset, self.subject.examples)
        for one in different:
            if one.patch is None:
                continue
            mutant = one.patch.on(self.ruleset, f"mutant {one.number}")
            names = noticing.by(mutant, one.patch.touched(self.ruleset))
            self.by[one.number] = tuple(dict.fromkeys(names if self.request.every else islice(names, 1)))

    def told(self, one: Applied, parted: Partings) -> bool:
        """Whether an edit changes an answer; the others are settled here."""
        fate = parted.fates[one.number]
        match fate.verdict:
            case whole.EQUIVALENT:
                self.verdicts[one.number] = EQUIVALENT, "the same answers in every situation"
            case whole.OPEN:
                self.verdicts[one.number] = UNKNOWN, fate.why
            case _:
                return True
        return False

    def properties(self, different: Sequence[Applied], parted: Partings) -> None:
        asked = self.subject.properties
        shown = {number: at for found in parted.situations.values() for at, numbers in found.items() for number in numbers}
        tasks = [Task(self.rules, one.patch, asked, shown.get(one.number), self.request.every) for one in different if one.patch is not None]
        for one, worked in zip(different, self.work(tasks, NOTICE, Noticed), strict=True):
            self.noticed(one, worked.result, self.change(one, shown.get(one.number), parted))

    def noticed(self, one: Applied, result: Noticed | Unknown | Disagreement, change: str) -> None:
        by = self.by.get(one.number, ()) + (result.by if isinstance(result, Noticed) else ())
        self.by[one.number] = by
        match result:
            case Disagreement(details):
                self.verdicts[one.number] = DISAGREES, str(details)
            case Noticed(disagreement=details) if details:
                self.verdicts[one.number] = DISAGREES, details
            case _ if by:
                self.verdicts[one.number] = KILLED, ""
            case Unknown(reason) | Noticed(unknown=reason) if reason:
                self.verdicts[one.number] = UNKNOWN, reason
            case _:
                self.verdicts[one.number] = SURVIVED, change

    def change(self, one: Applied, at: Situation | None, parted: Partings) -> str:
        """What an edit changes, in the words of a case."""
        if at is None or one.patch is None:
            fate = parted.fates.get(one.number)
            return f"it changes {fate.why}" if fate is not None else ""
        question, before = BY_SITUATION[type(at)], rulebook(self.ruleset)
        case = question.write(before, at)
        told, was = ", ".join(f"{key} {value}" for key, value in case.items() if key != "question"), question.reply(before, at).answer
        becomes: Answer
        try:
            becomes = answer(one.patch.on(self.ruleset, f"mutant {one.number}"), case).answer
        except (Faults, StopIteration, IndexError):
            becomes = "no answer"
        return f"{question.section} in {told}: {was} becomes {becomes}"

    def mutant(self, one: Applied) -> Mutant:
        verdict, why = self.verdicts.get(one.number, (KILLED, ""))
        if one.patch is None:
            verdict, why = INVALID, one.why
        by = self.by.get(one.number, ())
        edit = one.edit
        return Mutant(edit.id, edit.section, edit.row, edit.says, str(edit.span), verdict, by, why)

    # --- properties that notice nothing ---------------------------------------------------------

    def hollow(self) -> tuple[str, ...]:
        """The properties that noticed no mutant: those that killed none are tried on small edits of all that they see."""
        busy = {name for names in self.by.values() for name in names}
        idle = [one for one in self.subject.properties if one.id not in busy]
        tasks = [Some(self.rules, one, self._seen_by(one)) for one in idle]
        found = self.work(tasks, NOTICED, Hollow)
        return tuple(one.id for one, worked in zip(idle, found, strict=True) if isinstance(worked.result, Hollow) and worked.result.hollow)

    def _seen_by(self, one: Property) -> tuple[Patch, ...]:
        """Small edits of what a property sees that change an answer."""
        changing = [a for a in self.subject.different if not a.edit.wide and self.verdicts.get(a.number, (KILLED, ""))[0] != EQUIVALENT]
        return tuple(a.patch for a in changing if a.patch is not None and sees(one, a.patch.touched(self.ruleset)))
