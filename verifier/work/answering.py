"""Obligations answered: once each, from an earlier run or by worker processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulespec.ir.expr import FALSE
from rulespec.ir.ruleset import RuleSet
from verifier.proofs.outcomes import Decided
from verifier.proofs.property import Property
from verifier.proofs.replayed import replayed
from verifier.proofs.verdict import Disagreement, Unknown, Vacuous, Verdict
from verifier.work import workers
from verifier.work.deciders import call
from verifier.work.deciding import Obligation
from verifier.work.kept import Answers
from verifier.work.question import question

Progress = Callable[[int, int], None]

SLOW_FIRST = ("trick", "set", "follow", "lead", "hand", "bidding", "deal", "game")


@dataclass(frozen=True, slots=True)
class Limits:
    """How obligations are decided."""

    timeout: float
    jobs: int
    cross_check: bool
    waiting: workers.Hired | None = None  # workers that are there already


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of an obligation."""

    decided: Decided
    seconds: float
    cached: bool = False


def decided(
    tasks: Sequence[tuple[RuleSet, Obligation]], limits: Limits, progress: Progress | None, kept: Answers | None
) -> list[Answered]:
    """Every obligation's verdict, in order. Obligations that ask the same of the same rules are decided once."""
    names = [question(ruleset, task, limits.cross_check) for ruleset, task in tasks]
    unique = dict(zip(names, tasks, strict=True))
    answers = {name: found for name in unique if (found := _at_once(*unique[name], name, kept)) is not None}
    open_ = {name: task for name, (_, task) in unique.items() if name not in answers}
    answers |= _worked_out(open_, limits, progress, kept)
    return [answers[name] for name in names]


def _at_once(ruleset: RuleSet, task: Obligation, name: str, kept: Answers | None) -> Answered | None:
    """What needs no worker: an answer of an earlier run, a refutation played again first, or nothing to decide."""
    if task.assume == FALSE:
        return Answered(Decided(Vacuous("the options that are chosen do not fulfil what is assumed")), 0.0)
    found = None if kept is None else kept.get(name, partial(replayed, ruleset, task.property))
    return None if found is None else Answered(*found, cached=True)


def _worked_out(
    open_: Mapping[str, Obligation], limits: Limits, progress: Progress | None, kept: Answers | None
) -> Mapping[str, Answered]:
    """Answers from worker processes; each is kept as it comes, so that a run that is broken off was not for nothing."""
    names = sorted(open_, key=lambda name: _haste(open_[name].property))
    found: dict[str, Answered] = {}

    def on_done(index: int, outcome: workers.Outcome) -> None:
        answer = found[names[index]] = answered(outcome)
        if kept is not None:
            kept.put(names[index], answer.decided, answer.seconds)
        if progress is not None:
            progress(len(found), len(names))

    tasks = [open_[name] for name in names]
    kinds = [(task.rules, task.property.scopes) for task in tasks]
    workers.run(tasks, call(limits.cross_check), limits.jobs, limits.timeout, on_done, kinds=kinds, waiting=limits.waiting)
    return found


def _haste(one: Property) -> tuple[int, int]:
    """The slow scopes first, and in each the long claims, so that nobody is left alone with a long one at the end."""
    length = len(one.holds.text) + (len(one.given.text) if one.given else 0)
    return min(map(SLOW_FIRST.index, one.scopes)), -length


def answered(outcome: workers.Outcome) -> Answered:
    """What a worker's outcome means: an answer, or the honest absence of one."""
    match outcome:
        case workers.Done(Decided() as found, seconds):
            return Answered(found, seconds)
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
