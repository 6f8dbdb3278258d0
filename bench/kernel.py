"""How fast compiled rules play random hands, as ratios measured in one run.

    python bench/kernel.py                 hands of nine cards: hand-written code, the reference engine, one core and two
    python bench/kernel.py --rounds 25

Each figure is the median of its rounds; rounds of what is compared alternate, so that a machine's moods hit both alike. One
core is measured by the thread's own clock, two cores by the clock on the wall.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from statistics import median
from typing import Any

import hand_written

from rulespec.engine import deal, play_hand
from rulespec.game import Opening
from rulespec.ir.cards import bits
from rulespec.pipeline import load
from rulespec.players import random_players
from rulespec.rulebook import Rulebook
from verifier.kernel.kept import compiled, kernels

PROFILE = "skill-games"
SIZE, SET = 9, 2
HANDS, REFERENCE_HANDS = 400_000, 40


def clocked(what: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    what()
    return clock() - start


def reference(hands: int) -> None:
    """Random hands by the reference engine, its memory of answers empty."""
    book, rng = Rulebook(load(PROFILE)), Random(1)
    pack = list(bits(book.deck))
    for number in range(hands):
        rng.shuffle(pack)
        opening = Opening(number % book.players, 1, SET, (0,) * book.players)
        play_hand(book, opening, deal(book, pack, SIZE, opening.dealer), random_players(book.players, number))


def two_at_once(play: Callable[[int], int]) -> None:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, (1, 2)))


def many(module: Any, row: int) -> int:
    done: int = module.many_hands(module.table([0] * module.WORK), SIZE, SET, row, HANDS)
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    module = compiled(load(PROFILE), ("table", "hands"), kernels(), print)
    hand_written.hands(10, SIZE, 1)
    cpu, wall = time.thread_time, time.perf_counter
    plays: dict[str, Callable[[int], int]] = {"by hand": partial(hand_written.hands, HANDS, SIZE), "compiled": partial(many, module)}
    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, play in plays.items():
            times.setdefault(name, []).append(clocked(partial(play, 1), cpu))
            times.setdefault(f"{name}, one", []).append(clocked(partial(play, 1), wall))
            times.setdefault(f"{name}, two", []).append(clocked(partial(two_at_once, play), wall))
    slow = clocked(lambda: reference(REFERENCE_HANDS), cpu) / REFERENCE_HANDS
    rate = {name: HANDS / median(taken) for name, taken in times.items()}
    print(f"random hands of {SIZE} cards, rules of `{PROFILE}`, {rounds} rounds")
    print(f"hand-written for Numba     {rate['by hand']:12,.0f} hands a second on one core")
    print(f"compiled from the rules    {rate['compiled']:12,.0f}    {rate['compiled'] / rate['by hand']:.2f} of the hand-written")
    print(f"the reference engine       {1 / slow:12,.0f}    the compiled rules are {rate['compiled'] * slow:,.0f} times as fast")
    for name in plays:
        one, two = times[f"{name}, one"], times[f"{name}, two"]
        ratio = f"{2 * median(one) / median(two):.2f} times one (best round {2 * min(one) / min(two):.2f})"
        print(f"two cores, {name:15} {2 * rate[f'{name}, two']:12,.0f}    {ratio}")


if __name__ == "__main__":
    main()
