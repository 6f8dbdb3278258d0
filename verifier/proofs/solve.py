"""The one place that asks the solver. Its three answers are three types; nothing else calls `check()`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import z3

from rulespec.meanings.z3.values import Term

SEED = 0


class Misfit(Exception):
    """The solver's model does not fulfil what was asserted: a fault of the solver or of its use."""


@dataclass(frozen=True, slots=True, eq=False)
class Sat:
    model: z3.ModelRef


@dataclass(frozen=True, slots=True)
class Unsat:
    """`core` are the labels of the assumptions that contradict each other, where they were labelled."""

    core: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsure:
    """The solver gave up; its reason as it gave it."""

    reason: str


Result = Sat | Unsat | Unsure


def solver() -> z3.Solver:
    """A fresh solver with default options and a fixed seed; measured faster here than one told its logic."""
    return _seeded(z3.Solver())


def questions() -> z3.Solver:
    """A solver for many questions on one ground, which it works out once; `asking` poses them.

    Models and contradictions come much faster from it than from a fresh solver, hard proofs much slower.
    """
    return _seeded(z3.SolverFor("QF_BV"))


def knowing(conditions: Iterable[z3.BoolRef]) -> z3.Solver:
    """The same with its ground."""
    made = questions()
    made.add(*conditions)
    return made


def hasty(effort: int) -> z3.Solver:
    """A fresh solver that gives up after so much effort, which is not a time and the same on every machine."""
    made = solver()
    made.set("rlimit", effort)
    return made


def steps() -> z3.Solver:
    """A solver for the many small steps to a smallest model: none of them is fast in it, and none is slow."""
    return _seeded(z3.SimpleSolver())


def _seeded(made: z3.Solver) -> z3.Solver:
    made.set("random_seed", SEED)
    return made


@contextmanager
def asking(asked: z3.Solver, *conditions: z3.BoolRef) -> Iterator[z3.Solver]:
    """The solver with further conditions, which are taken back afterwards with all that was added meanwhile."""
    asked.push()
    try:
        asked.add(*conditions)
        yield asked
    finally:
        asked.pop()


def ask(asked: z3.Solver, *assumptions: z3.BoolRef) -> Result:
    """Whether the solver's assertions can hold together under the assumptions."""
    answer = asked.check(*assumptions)
    if answer == z3.sat:
        return Sat(asked.model())
    if answer == z3.unsat:
        return Unsat(tuple(sorted(str(label) for label in asked.unsat_core())) if assumptions else ())
    return Unsure(asked.reason_unknown())


def ask_hastily(asked: z3.Solver, effort: int) -> Result:
    """Like `ask`, but giving up after so much effort."""
    asked.set("rlimit", effort)
    try:
        return ask(asked)
    finally:
        asked.set("rlimit", 0)


def smallest(asked: z3.Solver, found: Sat, objectives: Sequence[Term]) -> Sat | Unsure:
    """The model whose objectives are least, the first one counting most.

    Numbers are compared without sign, bit by bit from the top, so every solver version ends at the
    same values. Bits that are 0 already cost nothing. An answer the solver cannot give ends it.
    The model it ends at is held against every assertion. Raises Misfit.
    """
    current = found
    for objective in objectives:
        step = _least(asked, current, objective)
        if isinstance(step, Unsure):
            return step
        current = step
    fitting(current, asked.assertions())
    return current


def fitting(found: Sat, assertions: Iterable[z3.BoolRef]) -> Sat:
    """The model, where it fulfils every assertion. Raises Misfit."""
    broken = next((a for a in assertions if not z3.is_true(found.model.eval(a, model_completion=True))), None)
    if broken is not None:
        raise Misfit(f"the solver's model does not fulfil its own assertion {' '.join(str(broken).split())[:200]}")
    return found


def _least(asked: z3.Solver, found: Sat, objective: Term) -> Sat | Unsure:
    """The model whose objective is least, which is then asserted of it. A bit that is 0 already is not asked about."""
    size = 1 if isinstance(objective, z3.BoolRef) else objective.size()
    value = _value(found, objective)
    for bit in reversed(range(size)):
        if not value >> bit & 1:
            continue
        match ask_with(asked, _from(objective, bit, value >> bit ^ 1)):
            case Sat() as better:
                found, value = better, _value(better, objective)
            case Unsat():
                continue
            case Unsure() as unsure:
                return unsure
    asked.add(_from(objective, 0, value))
    return found


def _value(found: Sat, objective: Term) -> int:
    if isinstance(objective, z3.BoolRef):
        return int(z3.is_true(found.model.eval(objective, model_completion=True)))
    return int(found.model.eval(objective, model_completion=True).as_long())


def _from(objective: Term, bit: int, value: int) -> z3.BoolRef:
    """The objective's bits from this one up are those of the value."""
    if isinstance(objective, z3.BoolRef):
        return objective if value else z3.Not(objective)
    top = objective.size() - 1
    return (objective if bit == 0 else z3.Extract(top, bit, objective)) == value


def ask_with(asked: z3.Solver, extra: z3.BoolRef) -> Result:
    """Like `ask` with one more condition, which is taken back afterwards."""
    with asking(asked, extra):
        return ask(asked)


def version() -> str:
    return str(z3.get_version_string())
