"""Random hands of Oh Hell: the compiled rules against OpenSpiel in three ways, as ratios measured in one run.

    python bench/openspiel.py              36 cards, four players, eight tricks

Needs OpenSpiel, the extra `peers`. Its Python loop and its bots deal too, as the compiled rules do; its rollouts start
from hands that are dealt. Each figure is the median of the rounds by the thread's own clock.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pyspiel

from rulespec.pipeline import load_text
from verifier.kernel.kept import compiled, kernels
from verifier.kernel.peer import Parameters

PARAMETERS = Parameters(players=4, cards_per_suit=9, tricks=8)
FILE = Path(__file__).parents[1] / "examples" / "oh-hell-parameters.yaml"
TEXT = "rulespec: 1\nid: peer\nextends: {file}\nplayers: 4\noptions: {{cards_per_suit: 9, tricks_fixed: 8, off_bid: free, points_per_trick: 1}}\n"
COMPILED = 200_000


def dealt(rng: Random) -> Any:
    state = PARAMETERS.game().new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def python_loop(hands: int, rng: Random) -> None:
    """The loop of its documentation: chance by its outcomes and their shares, players by their legal acts."""
    game = PARAMETERS.game()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, shares)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))


def even_loop(hands: int, rng: Random) -> None:
    """The same where one may know that every outcome of chance is as likely as the others."""
    game = PARAMETERS.game()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def bots(hands: int, rng: Random) -> None:
    game = PARAMETERS.game()
    players = [pyspiel.make_uniform_random_bot(seat, rng.randrange(1000)) for seat in range(PARAMETERS.players)]
    for _ in range(hands):
        pyspiel.evaluate_bots(game.new_initial_state(), players, rng.randrange(1 << 30))


def rollouts(hands: int, rng: Random) -> None:
    """Ten dealt hands, played out many times each: a tree search that looks at its root only does nothing else."""
    evaluator = pyspiel.RandomRolloutEvaluator(hands // 10, rng.randrange(1 << 30))
    bot = pyspiel.MCTSBot(PARAMETERS.game(), evaluator, 2.0, 1, 10, False, rng.randrange(1 << 30), False)
    for state in [dealt(rng) for _ in range(10)]:
        bot.step(state)


def rate(what: Any, hands: int, rounds: int) -> float:
    taken = []
    for number in range(rounds):
        start = time.thread_time()
        what(hands, Random(number))
        taken.append(time.thread_time() - start)
    return hands / median(taken)


OTHERS = (
    ("OpenSpiel, Python loop", python_loop, 300), ("the same, chance even", even_loop, 300),
    ("OpenSpiel, evaluate_bots", bots, 1_000), ("OpenSpiel, rollouts", rollouts, 10_000),
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    module = compiled(ruleset(), ("table", "hands"), kernels(), print)
    work = module.table([0] * module.WORK)
    ours = rate(lambda hands, rng: module.many_hands(work, PARAMETERS.tricks, 1, rng.randrange(1000), hands), COMPILED, rounds)
    print(f"random hands of Oh Hell, 36 cards, four players, eight tricks, {rounds} rounds, one core")
    print(f"compiled from the rules         {ours:12,.0f} hands a second")
    for name, what, hands in OTHERS:
        theirs = rate(what, hands, rounds)
        print(f"{name:28}    {theirs:12,.0f}    the compiled rules are {ours / theirs:,.1f} times as fast")


def ruleset() -> Any:


    return load_text(TEXT.format(file=str(FILE)))


if __name__ == "__main__":
    main()
