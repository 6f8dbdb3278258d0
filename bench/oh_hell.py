"""Random games of Oh Hell in lock-step with OpenSpiel: legal acts, winners and returns equal at every step.

    python bench/oh_hell.py                  10,000 games over several sets of parameters
    python bench/oh_hell.py --games 300

Needs OpenSpiel, the extra `peers`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from verifier.kernel.peer import SEVERAL, Apart, play

FILE = str(Path(__file__).parents[1] / "examples" / "oh-hell-parameters.yaml")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    start, acts = time.perf_counter(), dict.fromkeys(SEVERAL, 0)
    for game in range(asked.games):
        parameters = SEVERAL[game % len(SEVERAL)]
        try:
            acts[parameters] += play(FILE, parameters, asked.seed + game)
        except Apart as apart:
            print(f"game {game}, {parameters}: {apart}")
            return 1
    for parameters, number in acts.items():
        print(f"{parameters}: {number:,} acts, all the same")
    print(f"{asked.games:,} games, {sum(acts.values()):,} acts, no difference, {time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
