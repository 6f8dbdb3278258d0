"""All mutants of a rule set, judged in worker processes, and the properties that notice none of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.ruleset import RuleSet
from verifier.programs.examples import complaint, examples_of
from verifier.proofs import check
from verifier.proofs.property import SCOPE_SECTIONS
from verifier.proofs.verdict import DISAGREE, HOLDS, NOT_SETTLED, REFUTED, judge, worst
from verifier.watch.mutate.edits import OPTIONS
from verifier.watch.mutate.judge import (
    DISAGREES,
    EQUIVALENT,
    INVALID,
    KILLED,
    SURVIVED,
    UNKNOWN,
    Judged,
    Subject,
    Task,
    study,
)
from verifier.work import workers
from verifier.work.settings import Settings, loaded

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What to edit, how much to find out, and within which limits. `enough` is a share in per cent."""

    profile: str
    settings: Settings = ()
    files: tuple[str, ...] = ()
    every: bool = False
    enough: float = 95.0
    timeout: float = 30.0
    jobs: int = 2


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
    ruleset = loaded(request.profile, request.settings)
    _settled(ruleset)
    _passes(ruleset, request)
    subject = Subject(request.profile, request.settings, request.files)
    found = _judged(subject, request, progress)
    hollow = _hollow(subject, found, request)
    return Mutation(ruleset, tuple(mutant for _, mutant in found), hollow, request.enough, time.perf_counter() - started)


def _settled(ruleset: RuleSet) -> None:
    if ruleset.open_options:
        names = ", ".join(f"`{name}`" for name in ruleset.open_options)
        raise Faults([Diagnostic("RV121", f"`{ruleset.id}` leaves {names} open", help="choose with `--set`, or take a profile that has chosen")])


def _passes(ruleset: RuleSet, request: Request) -> None:
    """Mutants say something only where the unchanged rules keep their promises."""
    wrong = [(e, why) for e in examples_of(request.profile, request.settings) if (why := complaint(ruleset, e)) is not None]
    faults = [Diagnostic("RV122", f"the example `{e.id}` fails already: {why}", e.span) for e, why in wrong]
    asked = check.Request((request.profile,), request.settings, files=request.files, timeout=request.timeout, jobs=request.jobs)
    for result in check.check(asked)[0].results:
        if result.expected is not None and judge(result.verdict, result.expected, result.asked) != HOLDS:
            faults.append(Diagnostic("RV122", f"the property `{result.property.id}` does not come out as promised already", result.property.span))
    if faults:
        raise Faults(faults)


def _judged(subject: Subject, request: Request, progress: Progress | None) -> list[tuple[int, Mutant]]:
    """One mutant for each different rule set, with the number of the edit that gives it."""
    edits = study(subject).edits
    tasks = [Task(subject, index, request.every) for index in range(len(edits))]
    outcomes = _run(tasks, "verifier.watch.mutate.judge:decide", request, progress)
    seen: set[str] = set()
    found: list[tuple[int, Mutant]] = []
    for index, (edit, outcome) in enumerate(zip(edits, outcomes, strict=True)):
        judged = judged_of(outcome)
        if judged.core and judged.core in seen:
            continue
        seen.add(judged.core)
        found.append((index, Mutant(edit.id, edit.section, edit.row, edit.says, str(edit.span), judged.verdict, judged.by, judged.why)))
    return found


def _run(tasks: Sequence[object], call: str, request: Request, progress: Progress | None = None) -> list[workers.Outcome]:
    done = 0

    def on_done(index: int, outcome: workers.Outcome) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(tasks))

    return workers.run(tasks, call, request.jobs, request.timeout, on_done)


def judged_of(outcome: workers.Outcome) -> Judged:
    """What a worker's outcome means: an answer, or the honest absence of one."""
    match outcome:
        case workers.Done(value, _) if isinstance(value, Judged):
            return value
        case workers.TimedOut(seconds):
            return Judged(UNKNOWN, why=f"no answer within {seconds:.0f} s")
        case workers.Died(how):
            return Judged(UNKNOWN, why=f"the worker process ended: {how}")
        case workers.Failed(trace):
            raise RuntimeError(trace)
        case _:
            raise TypeError(outcome)


# --- properties that notice nothing -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """Does the property notice any of these edits?"""

    subject: Subject
    property: str
    edits: tuple[int, ...]


def _hollow(subject: Subject, found: Iterable[tuple[int, Mutant]], request: Request) -> tuple[str, ...]:
    """The properties that notice no mutant at all: those that killed none are tried on all that they see."""
    known = list(found)
    busy = {name for _, mutant in known for name in mutant.by}
    changed = tuple(index for index, mutant in known if mutant.verdict not in (INVALID, EQUIVALENT))
    idle = [p.id for p in study(subject).properties if p.id not in busy]
    outcomes = _run([Notice(subject, name, changed) for name in idle], "verifier.watch.mutate.run:notices", replace(request, timeout=4 * request.timeout))
    return tuple(name for name, outcome in zip(idle, outcomes, strict=True) if not _noticed(outcome))


def _noticed(outcome: workers.Outcome) -> bool:
    """Hollow is said only of what was tried to the end."""
    match outcome:
        case workers.Done(value, _):
            return bool(value)
        case workers.Failed(trace):
            raise RuntimeError(trace)
        case _:
            return True


def notices(task: Notice) -> bool:
    """Whether some edit deprives the property of its verdict; called by name in the worker."""
    from verifier.symbolic.setting import Setting
    from verifier.watch.mutate.judge import lost, sees

    subject = study(task.subject)
    one = next(p for p in subject.properties if p.id == task.property)
    seen = [*reversed(dict.fromkeys(s for scope in one.scopes for s in SCOPE_SECTIONS[scope])), OPTIONS]
    edits = [index for section in seen for index in task.edits if subject.edits[index].section == section]
    mutants = map(subject.mutant, edits)
    return any(sees(one, subject.touched(mutant)) and lost(subject.ruleset, one, Setting(mutant)) for mutant in mutants)
