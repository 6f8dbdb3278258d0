"""Solvers that misbehave in every known way, for workers: what a property is called says how it is decided."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import z3

from verifier.compare.diff import Comparison, compare
from verifier.compare.model import SectionDiff
from verifier.proofs import crosscheck, prove, solve
from verifier.proofs.crosscheck import decide_twice
from verifier.proofs.decide import decide
from verifier.proofs.obligation import Obligation

HONEST = solve.ask
SECTION = "bid"


def obey(task: Obligation) -> Any:
    """Decides a property as its name says."""
    return DECIDERS[task.property.id](task)


def compare_badly(task: Comparison) -> SectionDiff:
    """Compares one section as `--set` on the left says, any other honestly."""
    return COMPARERS[os.environ["JOKERI_STUB"]](task) if task.section == SECTION else compare(task)


# --- solvers ----------------------------------------------------------------------------------


def gives_up(asked: z3.Solver, *assumptions: z3.BoolRef) -> solve.Result:
    return solve.Unsure("the stub has had enough")


def always_unsat(asked: z3.Solver, *assumptions: z3.BoolRef) -> solve.Result:
    return solve.Unsat()


def always_sat(asked: z3.Solver, *assumptions: z3.BoolRef) -> solve.Result:
    """A model of nothing at all."""
    empty = z3.Solver()
    empty.check()
    return solve.Sat(empty.model())


class DeniesOnce:
    """Says once that there is nothing, and the truth from then on."""

    denied = False

    def __call__(self, asked: z3.Solver, *assumptions: z3.BoolRef) -> solve.Result:
        first, self.denied = not self.denied, True
        return solve.Unsat() if first else HONEST(asked, *assumptions)


def asking(ask: Callable[..., solve.Result], how: Callable[[Any], Any], task: Any) -> Any:
    with patch.object(solve, "ask", ask):
        return how(task)


# --- what else can happen to a worker -----------------------------------------------------------


def die(task: object) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def hang(task: object) -> Any:
    while True:
        time.sleep(60)


def fail(task: object) -> Any:
    raise ZeroDivisionError("in the stub")


def out_of_memory(task: object) -> Any:
    raise z3.Z3Exception("out of memory")


def other_meaning(task: Obligation) -> Any:
    """The solver is asked the opposite of what the property says."""
    real = prove.holds

    def opposite(expr: Any, env: Any, pack: Any) -> Any:
        return z3.Not(real(expr, env, pack)) if expr.span.text == task.property.holds.text else real(expr, env, pack)

    with patch.object(prove, "holds", opposite):
        return decide(task)


def second_says(word: str) -> Callable[[Obligation], Any]:
    def twice(task: Obligation) -> Any:
        with patch.object(crosscheck, "answer", lambda text: word):
            return decide_twice(task)

    return twice


def third_dissents(task: Obligation) -> Any:
    with patch.object(crosscheck, "enumerated", lambda game, typed: "refuted"):
        return decide_twice(task)


def no_second(task: Obligation) -> Any:
    with patch.object(crosscheck, "available", lambda: False):
        return decide_twice(task)


DECIDERS: dict[str, Callable[[Obligation], Any]] = {
    "stub-honest": decide,
    "stub-refuted": decide,
    "stub-unknown": lambda task: asking(gives_up, decide, task),
    "stub-unsat": lambda task: asking(always_unsat, decide, replace(task, example=True)),  # else a played game would do
    "stub-sat": lambda task: asking(always_sat, decide, task),
    "stub-dies": die,
    "stub-hangs": hang,
    "stub-raises": fail,
    "stub-out-of-memory": out_of_memory,
    "stub-another-answer": lambda task: "proved",
    "stub-other-meaning": other_meaning,
    "stub-twice-honest": decide_twice,
    "stub-second-gives-up": second_says("unknown"),
    "stub-second-dissents": second_says("unsat"),
    "stub-third-dissents": third_dissents,
    "stub-no-second": no_second,
    "stub-denied": lambda task: asking(DeniesOnce(), decide_twice, task),
}

COMPARERS: dict[str, Callable[[Comparison], Any]] = {
    "unknown": lambda task: asking(gives_up, compare, task),
    "unsat": lambda task: asking(always_unsat, compare, task),
    "sat": lambda task: asking(always_sat, compare, task),
    "dies": die,
    "hangs": hang,
    "raises": fail,
}
