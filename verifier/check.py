"""Properties of rule sets, checked: which obligations there are, who decides them, what came out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import Int
from verifier import property as properties
from verifier import workers
from verifier.obligation import Obligation, Settings, assumption, known, loaded
from verifier.outcomes import Decided, FamilyVerdict
from verifier.property import Property
from verifier.verdict import Expected, Unknown, Verdict, exit_code

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one property, what the rule set promises of it, and whether it was asked for."""

    property: Property
    verdict: Verdict
    expected: Expected
    asked: bool
    seconds: float
    family: FamilyVerdict | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """All results of one rule set; `skipped` are patterns that match no property."""

    ruleset: RuleSet
    results: tuple[Result, ...]
    idle_patterns: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        return exit_code((r.verdict, r.expected, r.asked) for r in self.results)


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

    def obligation(self, profile: str, property_: Property) -> Obligation:
        return Obligation(profile, self.settings, property_.id, self.files, self.assume)


def check(request: Request, progress: Progress | None = None) -> list[Checked]:
    """The verdicts on every property asked for of every rule set. Raises Faults for wrong input."""
    selected = [_selected(request, profile) for profile in request.profiles]
    tasks = [request.obligation(profile, p) for profile, (chosen, _) in zip(request.profiles, selected, strict=True) for p in chosen]
    outcomes = _decided(tasks, request, progress)
    found: list[Checked] = []
    for profile, (chosen, idle) in zip(request.profiles, selected, strict=True):
        ruleset = loaded(profile, request.settings)
        results = [_result(ruleset, p, outcomes[request.obligation(profile, p)], request) for p in chosen]
        found.append(Checked(ruleset, tuple(results), idle))
    return found


def _selected(request: Request, profile: str) -> tuple[tuple[Property, ...], tuple[str, ...]]:
    ruleset = loaded(profile, request.settings)
    assumption(ruleset, request.assume)
    listed = known(profile, request.settings, request.files).values()
    _promises_known(ruleset, [p.id for p in listed])
    for p in listed:
        properties_typed(p, ruleset)
    return properties.select(listed, request.patterns)


def properties_typed(property_: Property, ruleset: RuleSet) -> None:
    """Faults of a property's own formulas show before anything is proved."""
    if property_.span.source.name.startswith(str(properties.SHIPPED)):
        return
    for scope in property_.scopes:
        properties.typed(property_, scope, ruleset)


def _promises_known(ruleset: RuleSet, ids: Sequence[str]) -> None:
    for name in ruleset.expect:
        if name not in ids:
            raise Faults([Diagnostic("RV103", f"`expect` names a property `{name}` that does not exist", help=did_you_mean(name, ids))])


def expected(ruleset: RuleSet, property_: Property) -> Expected:
    """What the rule set promises: what its `expect` says, and of an invariant that it is proved."""
    promised = ruleset.expect.get(property_.id)
    if promised == "proved" or (promised is None and property_.kind == "invariant"):
        return "proved"
    return "refuted" if promised == "refuted" else None


def _result(ruleset: RuleSet, property_: Property, outcome: tuple[Decided, float], request: Request) -> Result:
    decided, seconds = outcome
    return Result(property_, decided.verdict, expected(ruleset, property_), bool(request.patterns), seconds, decided.family)


def _decided(tasks: Sequence[Obligation], request: Request, progress: Progress | None) -> Mapping[Obligation, tuple[Decided, float]]:
    """Every obligation's verdict. Obligations that ask the same of the same rules are decided once."""
    leaders: dict[object, Obligation] = {}
    for task in tasks:
        leaders.setdefault(same_question(task), task)
    unique = list(leaders.values())
    done = 0

    def on_done(index: int, outcome: workers.Outcome) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(unique))

    call = "verifier.crosscheck:decide_twice" if request.cross_check else "verifier.obligation:decide"
    outcomes = dict(zip(unique, workers.run(unique, call, request.jobs, request.timeout, on_done), strict=True))
    return {task: verdict_of(outcomes[leaders[same_question(task)]]) for task in tasks}


def same_question(task: Obligation) -> object:
    """Equal for two obligations whose formulas are equal: the property, and all it can see of the rules."""
    ruleset = loaded(task.profile, task.settings)
    property_ = known(task.profile, task.settings, task.files)[task.property]
    seen = tuple(dict.fromkeys(s for scope in property_.scopes for s in properties.SCOPE_SECTIONS[scope]))
    rows = tuple((s, tuple((r.when, r.result, r.then) for r in ruleset.rows(s))) for s in seen)
    facts = ruleset.facts if "score" in seen else replace(ruleset.facts, points=Int(0, 0))
    return (property_, property_.span.source.name, task.assume, ruleset.pack, ruleset.players, facts, rows, _options_named(ruleset, property_))


def _options_named(ruleset: RuleSet, property_: Property) -> tuple[tuple[str, object], ...]:
    """The options that a property's own formulas may read, with their values, and all that are open."""
    words = set(re.findall(r"\w+", property_.holds.text + " " + (property_.given.text if property_.given else "")))
    read = [name for name in ruleset.options if name in words or name not in ruleset.chosen]
    return tuple((name, ruleset.chosen.get(name, ruleset.options[name].values)) for name in read)


def verdict_of(outcome: workers.Outcome) -> tuple[Decided, float]:
    """What a worker's outcome means: an answer, or the honest absence of one."""
    match outcome:
        case workers.Done(Decided() as decided, seconds):
            return decided, seconds
        case workers.TimedOut(seconds):
            return Decided(Unknown(f"no answer within {seconds:g} s")), seconds
        case workers.Died(how):
            return Decided(Unknown(f"the worker process ended: {how}")), 0.0
        case workers.Failed(trace):
            raise RuntimeError(trace)
        case _:
            raise TypeError(f"not an answer: {outcome!r}")

