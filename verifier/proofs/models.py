"""Models of conditions, the least first: the order in which situations are tried and witnesses chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import z3

from rulespec.meanings.z3.values import Term
from verifier.proofs import solve

TRIES = 8  # situations for which a game is looked for, before a claim or a difference is left unreached
EXACT = 3  # of them that may differ in anything; the others must differ in the first objective, while such can be had


def models(
    possible: Sequence[z3.BoolRef], conditions: Sequence[z3.BoolRef], objectives: Sequence[Term],
    first: Callable[[Sequence[z3.BoolRef]], solve.Result] | None = None, steps: Callable[[], z3.Solver] = solve.steps,
) -> Iterator[z3.ModelRef | solve.Unsure]:  # fmt: skip
    """Models of everything together, the least first, each unlike those before it; or why there is no answer.

    `first` may ask for some model of the conditions in a quicker way than a fresh solver does, and `steps` make the
    solver that walks from there to the least. Raises Misfit.
    """
    unlike: list[z3.BoolRef] = []
    further: list[z3.BoolRef] = []  # what differs at large, which shows more than a card more or less does
    while True:
        wanted = [*conditions, *unlike, *further]
        found = first(wanted) if first is not None else _fresh(possible, wanted)
        if isinstance(found, solve.Unsat) and further:
            further.clear()
            continue
        if not isinstance(found, solve.Sat):
            if isinstance(found, solve.Unsure):
                yield found
            return
        asked = steps()
        asked.add(*possible, *wanted)
        least = solve.smallest(asked, found, objectives)
        if isinstance(least, solve.Unsure):
            yield solve.Unsure(f"a situation exists, but not the smallest: {least.reason}")
            return
        yield least.model
        unlike.append(_other_than(least.model, objectives))
        if len(unlike) > EXACT:
            further.append(_other_than(least.model, objectives[:1]))


def _other_than(model: z3.ModelRef, objectives: Sequence[Term]) -> z3.BoolRef:
    same = [objective == model.eval(objective, model_completion=True) for objective in objectives]
    return z3.Not(z3.And(*same)) if same else z3.BoolVal(False)


def _fresh(possible: Sequence[z3.BoolRef], conditions: Sequence[z3.BoolRef]) -> solve.Result:
    asked = solve.solver()
    asked.add(*possible, *conditions)
    return solve.ask(asked)
