"""Random short games: every figure of `extremes` against going through all endings, and against the solver alone.

    python bench/short_games.py             a thousand games, the solver alone on every tenth
    python bench/short_games.py --games 50 --first 2000
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.unit.verifier.short_games import drawn, every_ending, figures_of, schedule  # noqa: E402
from verifier.match.extremes import figures  # noqa: E402
from verifier.match.solved import solved  # noqa: E402

SOLVED = 10  # every so many-th game is asked of the solver alone too


def one(seed: int) -> tuple[int, int, int]:
    """The figures compared, those not settled, and those that the solver alone gave up. Raises AssertionError where two methods differ."""
    rng = Random(seed)
    players = rng.choice([2, 2, 3, 3, 4])
    hands = {2: rng.randint(2, 4), 3: rng.randint(2, 3), 4: 2}[players]
    largest = 3 if players == 2 and hands < 4 else 2 if players == 2 or (players == 3 and hands < 3) else 1
    ruleset = drawn(rng, players, schedule(rng, hands, largest), with_passes=rng.random() < 0.2)
    endings = every_ending(ruleset)
    if not endings:
        return 0, 0, 0
    wanted, found = figures_of(ruleset, endings), {figure.name: figure for figure in figures(ruleset)}
    settled = [name for name in wanted if found[name].settled]
    assert {name: found[name].value for name in settled} == {name: wanted[name] for name in settled}, seed
    alone = {name: solved(ruleset, name) for name in wanted} if seed % SOLVED == 0 else {}
    answered = {name: figure.value for name, figure in alone.items() if figure.settled}
    assert answered == {name: wanted[name] for name in answered}, seed
    return len(wanted), len(wanted) - len(settled), len(alone) - len(answered)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--first", type=int, default=0)
    given = asked.parse_args()
    begun = time.perf_counter()
    results = [one(seed) for seed in range(given.first, given.first + given.games)]
    figures_, unsettled, given_up = (sum(column) for column in zip(*results, strict=True))
    print(f"{given.games} games, {figures_} figures agree but for {unsettled} not settled; the solver alone gave up {given_up}; {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
