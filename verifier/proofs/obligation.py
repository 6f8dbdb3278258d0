"""Claims decided by worker processes: each once, from an earlier run or anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulespec.ir.expr import FALSE, TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from verifier.proofs import property as properties
from verifier.proofs.needs import speaks
from verifier.proofs.outcomes import Decided
from verifier.proofs.property import Property
from verifier.proofs.replayed import still_refuted
from verifier.proofs.scopes import BY_NAME
from verifier.proofs.verdict import Vacuous
from verifier.work.cache import Answers, seen
from verifier.work.tasks import Limits, Progress, Worked, work

DECIDE = "verifier.proofs.decide:decide"
DECIDE_TWICE = "verifier.proofs.crosscheck:decide_twice"
SLOW_FIRST = ("match", "trick", "set", "follow", "lead", "hand", "bidding", "deal", "game")


@dataclass(frozen=True, slots=True)
class Obligation:
    """One claim about one rule set: what a worker needs to build the formula. `rules` are packed once for all its claims."""

    rules: bytes
    property: Property
    assume: Expr = TRUE
    example: bool = False
    witnesses: int = 1


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a claim, the seconds it took (in the run that decided it), and whether that was an earlier one."""

    decided: Decided
    seconds: float
    cached: bool = False


PLAYED = ("deck", "schedule", "trump", "bid", "lead", "follow", "call", "strength")
"""Whether a game reaches a moment hangs on these, whatever the claim is about."""


def call(cross_check: bool) -> str:
    """What workers are told to do with a claim."""
    return DECIDE_TWICE if cross_check else DECIDE


def key(ruleset: RuleSet, task: Obligation, cross_check: bool) -> str:
    """The claim's formulas, all that they can see of the rules, and how the answer is to be found: equal texts have equal answers."""
    formulas = [_formulas(ruleset, task.property, scope) for scope in task.property.scopes if speaks(ruleset, task.property)]
    sections = tuple(dict.fromkeys((*PLAYED, *(section for scope in task.property.scopes for section in BY_NAME[scope].sections))))
    ways = ["cross-check"] * cross_check + ["example"] * task.example + [f"{task.witnesses} witnesses"] * (task.witnesses > 1)
    return "\n".join([task.property.kind, repr(task.property.needs), repr(formulas), repr(task.assume), *ways, seen(ruleset, sections)])


def _formulas(ruleset: RuleSet, property_: Property, scope: str) -> tuple[object, ...]:
    typed = properties.typed(property_, scope, ruleset)
    return typed.scope, typed.given, typed.holds, typed.when


def decided(
    tasks: Sequence[tuple[RuleSet, Obligation]], limits: Limits, cross_check: bool, progress: Progress | None, kept: Answers | None
) -> list[Answered]:
    """Every claim's verdict, in order. Claims that ask the same of the same rules are decided once."""
    names = [key(ruleset, task, cross_check) for ruleset, task in tasks]
    unique = dict(zip(names, (task for _, task in tasks), strict=True))
    rules = dict(zip(names, (ruleset for ruleset, _ in tasks), strict=True))
    answers = {name: found for name in unique if (found := _at_once(rules[name], unique[name], name, kept)) is not None}
    open_ = {name: task for name, task in unique.items() if name not in answers}
    answers |= _worked_out(open_, limits, cross_check, progress, kept)
    return [answers[name] for name in names]


def _at_once(ruleset: RuleSet, task: Obligation, name: str, kept: Answers | None) -> Answered | None:
    """What needs no worker: an answer of an earlier run, or nothing to decide."""
    if task.assume == FALSE:
        return Answered(Decided(Vacuous("the options that are chosen do not fulfil what is assumed")), 0.0)
    found = None if kept is None else kept.get(name, partial(still_refuted, ruleset, task.property))
    return None if found is None else Answered(*found, cached=True)


def _worked_out(
    open_: Mapping[str, Obligation], limits: Limits, cross_check: bool, progress: Progress | None, kept: Answers | None
) -> Mapping[str, Answered]:
    """Answers from worker processes; each is kept as it comes, so that a run that is broken off was not for nothing."""
    names = sorted(open_, key=lambda name: _order(open_[name].property))
    found: dict[str, Answered] = {}

    def on_done(index: int, worked: Worked[Decided]) -> None:
        decided = worked.result if isinstance(worked.result, Decided) else Decided(worked.result)
        answer = found[names[index]] = Answered(decided, worked.seconds)
        if kept is not None:
            kept.put(names[index], answer.decided, answer.seconds)
        if progress is not None:
            progress(len(found), len(names))

    tasks = [open_[name] for name in names]
    kinds = [(task.rules, task.property.scopes) for task in tasks]
    work(tasks, call(cross_check), Decided, limits, on_done, kinds)
    return found


def _order(one: Property) -> tuple[int, int]:
    """The slow scopes first, and in each the long claims, so that nobody is left alone with a long one at the end."""
    length = len(one.holds.text) + (len(one.given.text) if one.given else 0)
    return min(map(SLOW_FIRST.index, one.scopes)), -length
