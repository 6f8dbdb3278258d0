"""Properties of rule sets, checked: which obligations there are, who decides them, what came out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean, near
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.spans import NOWHERE
from verifier.proofs import property as properties
from verifier.proofs.needs import speaks
from verifier.proofs.obligation import Answered, Obligation, decided
from verifier.proofs.outcomes import FamilyVerdict
from verifier.proofs.property import Property
from verifier.proofs.verdict import NOT_SETTLED, Expected, Verdict, exit_code, judge, worst
from verifier.witness.witness import Witness
from verifier.work.cache import Answers
from verifier.work.settings import Settings, assumption, loaded
from verifier.work.tasks import Limits, Progress, packed
from verifier.work.workers import Hired

if TYPE_CHECKING:
    from verifier.watch.coverage import Coverage


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
    """All results of one rule set; `idle_patterns` match no property, and may be `near` one; `coverage` is there where it was asked for."""

    ruleset: RuleSet
    results: tuple[Result, ...]
    idle_patterns: tuple[str, ...] = ()
    coverage: Coverage | None = None
    near: Mapping[str, str] = field(default_factory=dict)  # what a pattern was probably to be

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
    without: tuple[str, ...] = ()
    scheduler: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The properties asked for of one rule set."""

    ruleset: RuleSet
    properties: tuple[Property, ...]
    idle_patterns: tuple[str, ...]
    assume: Expr
    near: Mapping[str, str]

    def obligations(self, request: Request) -> list[Obligation]:
        rules = packed(self.ruleset)
        return [Obligation(rules, one, self.assume, request.examples, request.witnesses) for one in self.properties]


def check(
    request: Request, progress: Progress | None = None, kept: Answers | None = None, waiting: Hired | None = None
) -> list[Checked]:
    """The verdicts on every property asked for of every rule set. Raises Faults for wrong input."""
    asked = _collected(request.profiles, lambda profile: _asked(request, profile))
    tasks = [(one.ruleset, task) for one in asked for task in one.obligations(request)]
    answers = iter(decided(tasks, Limits(request.timeout, request.jobs, waiting, request.scheduler), request.cross_check, progress, kept))
    found: list[Checked] = []
    for one in asked:
        results = [_result(one.ruleset, p, next(answers), bool(request.patterns)) for p in one.properties]
        found.append(Checked(one.ruleset, tuple(results), one.idle_patterns, near=one.near))
    return found


def _result(ruleset: RuleSet, property_: Property, answered: Answered, asked: bool) -> Result:
    found = answered.decided
    promised = expected(ruleset, property_)
    more = (found.family, found.opinions, found.unheard, found.more, found.notes)
    return Result(property_, found.verdict, promised, asked, answered.seconds, *more, answered.cached)


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
    chosen, idle = properties.select(listed, request.patterns, request.without)
    ids = [p.id for p in listed]
    return Asked(ruleset, chosen, idle, assume, {pattern: word for pattern in idle for word in near(pattern, ids)})


def _untyped(ruleset: RuleSet, listed: Iterable[Property]) -> Iterable[Diagnostic]:
    """Faults of the properties' formulas show before anything is proved; names that only other games have are none."""
    for one in listed:
        found = list(_faults_of(ruleset, one))
        if found and speaks(ruleset, one):
            yield from found


def _faults_of(ruleset: RuleSet, property_: Property) -> Iterable[Diagnostic]:
    for scope in property_.scopes:
        try:
            properties.typed(property_, scope, ruleset)
        except Faults as found:
            yield from found.diagnostics


def _promises_unknown(ruleset: RuleSet, ids: Sequence[str]) -> Iterable[Diagnostic]:
    for name in ruleset.expect:
        if name not in ids:
            yield Diagnostic("RV103", f"`expect` names a property `{name}` that does not exist", ruleset.promised_at.get(name, NOWHERE), did_you_mean(name, ids))


def expected(ruleset: RuleSet, property_: Property) -> Expected:
    """What the rule set promises: what its `expect` says, and of an invariant that it is proved."""
    promised = ruleset.expect.get(property_.id)
    if promised == "proved" or (promised is None and property_.kind == "invariant"):
        return "proved"
    return "refuted" if promised == "refuted" else None
