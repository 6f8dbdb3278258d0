"""Whether each kind of players beats the one below, under each of the three accounts.

    python bench/ladder.py                  200 full games a pair, four times as many where players think fast
    python bench/ladder.py --games 400 --effort 40

Two players of each kind sit at a table, every other seat. Printed is the mean game total of the better kind less that of
the other, game by game, with a 95 % interval (bootstrap over games).
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from rulespec.pipeline import load
from verifier.evenings.estimates import means
from verifier.evenings.kinds import EFFORT, KINDS
from verifier.evenings.many import Table, cores, play

ACCOUNTS = ("tvaladze", "web-225", "skill-games")
FAST = ("random", "easy", "normal")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--seed", type=int, default=1000)
    asked = parser.parse_args()
    clear = True
    print(f"{'rules':14} {'pair':18} {'games':>6} {'better':>8} {'other':>8}  difference, 95 %             games a second on {cores()} cores")
    for name in ACCOUNTS:
        ruleset = load(name)
        for lower, upper in zip(KINDS, KINDS[1:], strict=False):
            games = asked.games * (4 if upper in FAST else 1)
            play(ruleset, 1, 0, 1, Table((upper, lower) * 2, 1))  # compiled before the clock runs
            start = time.perf_counter()
            totals = play(ruleset, games, asked.seed, cores(), Table((upper, lower) * 2, asked.effort)).counts[:, :, 0]
            seconds = time.perf_counter() - start
            better, other = totals[:, 0::2].sum(axis=1), totals[:, 1::2].sum(axis=1)
            (gap,) = means(np.stack([better - other], axis=1))
            assert gap.value is not None and gap.low is not None and gap.high is not None
            clear &= gap.low > 0
            print(
                f"{name:14} {upper + ' > ' + lower:18} {games:6} {better.mean() / 2:8.1f} {other.mean() / 2:8.1f}  "
                f"{gap.value / 2:+8.1f} ({gap.low / 2:+.1f} to {gap.high / 2:+.1f})     {games / seconds:8.1f}",
                flush=True,
            )
    print("each beats the one below" if clear else "not clear for every pair")
    return 0 if clear else 1


if __name__ == "__main__":
    sys.exit(main())
