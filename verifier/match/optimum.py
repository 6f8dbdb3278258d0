"""The largest value of a number over all games, by the solver: asked for the bound first, then halved down to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import z3

from rulespec.meanings.z3.values import Num, number
from verifier.match.names import Match
from verifier.match.solver import WholeGame, at_most
from verifier.proofs import solve

EFFORT = 60_000_000  # of one question; the same on every machine


@dataclass(frozen=True, slots=True)
class Found:
    """The value of the best game found, and the most that no game was shown not to have."""

    value: int
    high: int
    match: Match


@dataclass(frozen=True, slots=True)
class Nothing:
    """No game fulfils the conditions; or, with a reason, the solver gave up before there was one."""

    reason: str = ""


def maximise(
    game: WholeGame, objective: Num, worth: Callable[[Match], int], high: int, step: int, conditions: Sequence[z3.BoolRef] = (), low: Found | None = None
) -> Found | Nothing:
    """The largest value of the objective, which no game has above `high` and all games have in steps of `step`.

    `worth` is the objective of a game by the reference; `low` a game that is known.
    """
    asked = solver(game, conditions)
    best = low
    if best is None:
        first = question(asked, game)
        if not isinstance(first, Match):
            return Nothing(first or "")
        best = Found(worth(first), high, first)
    ceiling, target = best.value + (high - best.value) // step * step, 0
    target = ceiling
    while best.value < ceiling:
        answer = question(asked, game, at_most(number(target), objective))
        match answer:
            case Match():
                best = Found(worth(answer), ceiling, answer)
            case None:
                ceiling = target - step
            case _:
                return Found(best.value, ceiling, best.match)
        target = best.value + ((ceiling - best.value) // step + 1) // 2 * step
    return Found(best.value, best.value, best.match)


def solver(game: WholeGame, conditions: Sequence[z3.BoolRef] = ()) -> z3.Solver:
    asked = z3.SolverFor("QF_BV")
    asked.set("random_seed", solve.SEED)
    asked.set("rlimit", EFFORT)
    asked.add(*game.conditions, *conditions)
    return asked


def question(asked: z3.Solver, game: WholeGame, *conditions: z3.BoolRef) -> Match | str | None:
    """A game under these conditions; None where there is none, the reason where the solver gives up."""
    with solve.asking(asked, *conditions):
        match solve.ask(asked):
            case solve.Sat(model):
                return game.read(model)
            case solve.Unsat():
                return None
            case solve.Unsure(reason):
                return reason
