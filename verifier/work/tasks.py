"""Tasks for worker processes: rules on their way there, limits, and what an outcome means.

Every task carries its rule sets as they were read, so that files are read once and nobody sees two
states of one that changes meanwhile. A worker never reads a file of rules.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, TypeVar

from rulespec.ir.ruleset import RuleSet
from verifier.proofs.verdict import Disagreement, Unknown
from verifier.work import cluster, workers
from verifier.work.outcome import Died, Done, Failed, Outcome, TimedOut
from verifier.work.workers import Hired

T = TypeVar("T")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """How tasks are worked on: seconds for one of them, worker processes, workers that are there already, or a cluster's scheduler."""

    timeout: float = 30.0
    jobs: int = 2
    waiting: Hired | None = None
    scheduler: str | None = None


def packed(ruleset: RuleSet) -> bytes:
    """A rule set on its way to the workers."""
    return pickle.dumps(replace(ruleset, properties=None))


@lru_cache(maxsize=64)
def unpacked(rules: bytes) -> RuleSet:
    """The same rule set again; one object for equal bytes, so that what is built on it is built once."""
    ruleset = pickle.loads(rules)
    assert isinstance(ruleset, RuleSet)
    return ruleset


@dataclass(frozen=True, slots=True)
class Worked(Generic[T]):
    """What came of a task: its result, or the honest absence of one; and the seconds it took."""

    result: T | Unknown | Disagreement
    seconds: float


def work(
    tasks: Sequence[object], call: str, kind: type[T], limits: Limits, on_done: Callable[[int, Worked[T]], None] | None = None,
    kinds: Sequence[Hashable] | None = None,
) -> list[Worked[T]]:  # fmt: skip
    """The result of `call` (`module:function`) for every task, in order; `on_done` hears of each as it comes."""
    found: dict[int, Worked[T]] = {}

    def heard(index: int, outcome: Outcome) -> None:
        found[index] = meaning(outcome, kind)
        if on_done is not None:
            on_done(index, found[index])

    if limits.scheduler is not None and tasks:
        cluster.run(limits.scheduler, tasks, call, limits.timeout, heard, kinds)
    else:
        workers.run(tasks, call, limits.jobs, limits.timeout, heard, kinds=kinds, waiting=limits.waiting)
    return [found[index] for index in range(len(tasks))]


def meaning(outcome: Outcome, kind: type[T]) -> Worked[T]:
    """What a worker's outcome means."""
    match outcome:
        case Done(value, seconds) if isinstance(value, kind):
            return Worked(value, seconds)
        case Done(value, seconds):
            return Worked(Disagreement(f"a worker answered {value!r}"), seconds)
        case TimedOut(seconds):
            return Worked(Unknown(f"no answer within {seconds:.3g} s"), seconds)
        case Died(how):
            return Worked(Unknown(f"the worker process ended: {how}"), 0.0)
        case Failed(trace):
            return Worked(_failure(trace), 0.0)


def _failure(trace: str) -> Unknown | Disagreement:
    """A worker that raised: out of memory is no answer, everything else is a fault of this program."""
    last = trace.strip().rsplit("\n", 1)[-1]
    if "MemoryError" in last or "out of memory" in last:
        return Unknown(f"out of memory: {last}")
    return Disagreement(f"working on it failed: {last}\n{trace}")


@contextmanager
def early(call: str, jobs: int, wanted: bool) -> Iterator[Hired | None]:
    """Workers that will be needed for certain, or nearly so: they get ready while the rules are read."""
    if jobs < 1 or not wanted:
        yield None
        return
    with workers.hired(call, jobs) as waiting:
        yield waiting
