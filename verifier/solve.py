"""The one place that asks the solver. Its three answers are three types; nothing else calls `check()`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

SEED = 0


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
    made = z3.Solver()
    made.set("random_seed", SEED)
    return made


def ask(asked: z3.Solver, *assumptions: z3.BoolRef) -> Result:
    """Whether the solver's assertions can hold together under the assumptions."""
    answer = asked.check(*assumptions)
    if answer == z3.sat:
        return Sat(asked.model())
    if answer == z3.unsat:
        return Unsat(tuple(sorted(str(label) for label in asked.unsat_core())) if assumptions else ())
    return Unsure(asked.reason_unknown())


def smallest(asked: z3.Solver, found: Sat, objectives: Sequence[z3.ExprRef]) -> Sat | Unsure:
    """The model whose objectives are least, the first one counting most.

    Numbers are compared without sign, bit by bit from the top, so every solver version ends at the
    same values. Bits that are 0 already cost nothing. An answer the solver cannot give ends it.
    """
    current = found
    for objective in objectives:
        step = _least(asked, current, objective)
        if isinstance(step, Unsure):
            return step
        current = step
    return current


def _least(asked: z3.Solver, found: Sat, objective: z3.ExprRef) -> Sat | Unsure:
    bits = [objective] if z3.is_bool(objective) else _bits_from_top(objective)
    for bit in bits:
        if z3.is_false(found.model.eval(bit, model_completion=True)):
            asked.add(z3.Not(bit))
            continue
        match ask_with(asked, z3.Not(bit)):
            case Sat() as better:
                asked.add(z3.Not(bit))
                found = better
            case Unsat():
                asked.add(bit)
            case Unsure() as unsure:
                return unsure
    return found


def _bits_from_top(term: z3.BitVecRef) -> list[z3.BoolRef]:
    return [z3.Extract(i, i, term) == 1 for i in reversed(range(term.size()))]


def ask_with(asked: z3.Solver, extra: z3.BoolRef) -> Result:
    """Like `ask` with one more condition, which is taken back afterwards."""
    asked.push()
    asked.add(extra)
    try:
        return ask(asked)
    finally:
        asked.pop()


def version() -> str:
    return z3.get_version_string()
