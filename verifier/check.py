"""Properties of rule sets, checked: which obligations there are, who decides them, what came out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.expr import FALSE, Expr
from rulespec.ir.ruleset import RuleSet
from verifier import property as properties
from verifier import workers
from verifier.deciding import Obligation, packed
from verifier.kept import Answers
from verifier.obligation import Settings, assumption, loaded
from verifier.outcomes import Decided, FamilyVerdict, Witness
from verifier.property import Property
from verifier.question import question
from verifier.verdict import NOT_SETTLED, Disagreement, Expected, Unknown, Vacuous, Verdict, exit_code, judge, worst

if TYPE_CHECKING:
    from verifier.coverage import Coverage

Progress = Callable[[int, int], None]

DECIDE = "verifier.decide:decide"
DECIDE_TWICE = "verifier.crosscheck:decide_twice"
EDITS = 4  # times as long as a verdict takes what a property depends on, as it is asked of edited rules too
SLOW_FIRST = ("trick", "set", "follow", "lead", "hand", "bidding", "deal", "game")


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one property, what the rule set promises of it, and whether it was asked for.

    `seconds` is what deciding it took, in this run or, where it is `cached`, in the one that kept it.
    """

    property: Property
    verdict: Verdict
    expected: Expected
    asked: bool
    seconds: float
    family: FamilyVerdict | None = None
    opinions: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    more: tuple[Witness, ...] = ()
    notes: tuple[str, ...] = ()
    cached: bool = False

    def code(self) -> int:
        """What it is worth, given what is promised."""
        return judge(self.verdict, self.expected, self.asked)


@dataclass(frozen=True, slots=True)
class Checked:
    """All results of one rule set; `idle_patterns` match no property, `coverage` is there where it was asked for."""

    ruleset: RuleSet
    results: tuple[Result, ...]
    idle_patterns: tuple[str, ...] = ()
    coverage: Coverage | None = None

    @property
    def exit_code(self) -> int:
        code = exit_code((r.verdict, r.expected, r.asked) for r in self.results)
        unsettled = self.coverage is not None and any(watch.unsettled for watch in self.coverage.watches)
        return worst([code, NOT_SETTLED]) if self.idle_patterns or unsettled else code


@dataclass(frozen=True, slots=True)
class Request:
    """What to check, and within which limits."""

    profiles: tuple[str, ...]
    settings: Settings = ()
    patterns: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    assume: str | None = None
    timeout: float = 30.0
    jobs: int = 2
    cross_check: bool = False
    examples: bool = False
    witnesses: int = 1
    coverage: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """The properties asked for of one rule set."""

    profile: str
    ruleset: RuleSet
    properties: tuple[Property, ...]
    idle_patterns: tuple[str, ...]
    assume: Expr

    def obligations(self, request: Request) -> list[Obligation]:
        rules = packed(self.ruleset)
        return [Obligation(rules, one, self.assume, request.examples, request.witnesses) for one in self.properties]


def check(request: Request, progress: Progress | None = None, kept: Answers | None = None) -> list[Checked]:
    """The verdicts on every property asked for of every rule set. Raises Faults for wrong input."""
    asked = _collected(request.profiles, lambda profile: _asked(request, profile))
    tasks = [(one.ruleset, task) for one in asked for task in one.obligations(request)]
    decided = iter(_decided(tasks, request, progress, kept))
    found: list[Checked] = []
    for one in asked:
        results = [_result(one.ruleset, p, next(decided), bool(request.patterns)) for p in one.properties]
        found.append(Checked(one.ruleset, tuple(results), one.idle_patterns, _coverage(one, request, progress)))
    return found


def _coverage(asked: Asked, request: Request, progress: Progress | None) -> Coverage | None:
    """Which rows the properties depend on, where that is asked."""
    if not request.coverage or not asked.properties:
        return None
    from verifier.coverage import coverage
    from verifier.mutate.judge import Subject

    subject = Subject(asked.profile, request.settings, request.files)
    return coverage(subject, asked.properties, EDITS * request.timeout, request.jobs, progress)


def worst_of(found: Iterable[Checked]) -> int:
    """The exit code of a whole run."""
    return worst(one.exit_code for one in found)


# --- what is asked ----------------------------------------------------------------------------


def _collected(profiles: Iterable[str], ask: Callable[[str], Asked]) -> list[Asked]:
    """What is asked of each; the faults of all of them at once."""
    found: list[Asked] = []
    faults: dict[Diagnostic, None] = {}
    for profile in profiles:
        try:
            found.append(ask(profile))
        except Faults as wrong:
            faults |= dict.fromkeys(wrong.diagnostics)
    if faults:
        raise Faults(faults)
    return found


def _asked(request: Request, profile: str) -> Asked:
    ruleset = loaded(profile, request.settings)
    listed, wrong = properties.every(ruleset, request.files)
    faults = [*wrong, *([] if wrong else _promises_unknown(ruleset, [p.id for p in listed])), *_untyped(ruleset, listed)]
    assume = None
    try:
        assume = assumption(ruleset, request.assume)
    except Faults as found:
        faults += found.diagnostics
    if request.coverage and ruleset.open_options:
        listed_options = ", ".join(f"`{name}`" for name in ruleset.open_options)
        faults.append(Diagnostic("RV121", f"`{ruleset.id}` leaves {listed_options} open", help="`--coverage` wants a rule set that has chosen"))
    if faults or assume is None:
        raise Faults(sorted(faults, key=lambda found: (found.span.source.name, found.span.start)))
    chosen, idle = properties.select(listed, request.patterns)
    return Asked(profile, ruleset, chosen, idle, assume)


def _untyped(ruleset: RuleSet, listed: Iterable[Property]) -> Iterable[Diagnostic]:
    """Faults of the properties' formulas show before anything is proved."""
    for one in listed:
        for scope in one.scopes:
            try:
                properties.typed(one, scope, ruleset)
            except Faults as found:
                yield from found.diagnostics


def _promises_unknown(ruleset: RuleSet, ids: Sequence[str]) -> Iterable[Diagnostic]:
    for name in ruleset.expect:
        if name not in ids:
            yield Diagnostic("RV103", f"`expect` names a property `{name}` that does not exist", help=did_you_mean(name, ids))


def expected(ruleset: RuleSet, property_: Property) -> Expected:
    """What the rule set promises: what its `expect` says, and of an invariant that it is proved."""
    promised = ruleset.expect.get(property_.id)
    if promised == "proved" or (promised is None and property_.kind == "invariant"):
        return "proved"
    return "refuted" if promised == "refuted" else None


# --- who decides it ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of an obligation."""

    decided: Decided
    seconds: float
    cached: bool = False


def _result(ruleset: RuleSet, property_: Property, answered: Answered, asked: bool) -> Result:
    found = answered.decided
    promised = expected(ruleset, property_)
    more = (found.family, found.opinions, found.unheard, found.more, found.notes)
    return Result(property_, found.verdict, promised, asked, answered.seconds, *more, answered.cached)


def _decided(
    tasks: Sequence[tuple[RuleSet, Obligation]], request: Request, progress: Progress | None, kept: Answers | None
) -> list[Answered]:
    """Every obligation's verdict, in order. Obligations that ask the same of the same rules are decided once."""
    names = [question(ruleset, task, request.cross_check) for ruleset, task in tasks]
    unique = dict(zip(names, (task for _, task in tasks), strict=True))
    answers = {name: found for name in unique if (found := _at_once(unique[name], name, kept)) is not None}
    open_ = {name: task for name, task in unique.items() if name not in answers}
    answers |= _worked_out(open_, request, progress, kept)
    return [answers[name] for name in names]


def _at_once(task: Obligation, name: str, kept: Answers | None) -> Answered | None:
    """What needs no worker: an answer of an earlier run, or nothing to decide."""
    if task.assume == FALSE:
        return Answered(Decided(Vacuous("the options that are chosen do not fulfil what is assumed")), 0.0)
    found = None if kept is None else kept.get(name)
    return None if found is None else Answered(*found, cached=True)


def _worked_out(
    open_: Mapping[str, Obligation], request: Request, progress: Progress | None, kept: Answers | None
) -> Mapping[str, Answered]:
    """Answers from worker processes; each is kept as it comes, so that a run that is broken off was not for nothing."""
    names = sorted(open_, key=lambda name: min(map(SLOW_FIRST.index, open_[name].property.scopes)))
    found: dict[str, Answered] = {}

    def on_done(index: int, outcome: workers.Outcome) -> None:
        answer = found[names[index]] = answered(outcome)
        if kept is not None:
            kept.put(names[index], answer.decided, answer.seconds)
        if progress is not None:
            progress(len(found), len(names))

    tasks = [open_[name] for name in names]
    call = DECIDE_TWICE if request.cross_check else DECIDE
    workers.run(tasks, call, request.jobs, request.timeout, on_done, [(task.rules, task.property.scopes) for task in tasks])
    return found


def answered(outcome: workers.Outcome) -> Answered:
    """What a worker's outcome means: an answer, or the honest absence of one."""
    match outcome:
        case workers.Done(Decided() as decided, seconds):
            return Answered(decided, seconds)
        case workers.TimedOut(seconds):
            return Answered(Decided(Unknown(f"no answer within {seconds:.3g} s")), seconds)
        case workers.Died(how):
            return Answered(Decided(Unknown(f"the worker process ended: {how}")), 0.0)
        case workers.Failed(trace):
            return Answered(Decided(_failure(trace)), 0.0)
        case workers.Done(value, seconds):
            return Answered(Decided(Disagreement(f"a worker answered {value!r}")), seconds)


def _failure(trace: str) -> Verdict:
    """A worker that raised: out of memory is no answer, everything else is a fault of this program."""
    last = trace.strip().rsplit("\n", 1)[-1]
    if "MemoryError" in last or "out of memory" in last:
        return Unknown(f"out of memory: {last}")
    return Disagreement(f"deciding it failed: {last}\n{trace}")
