"""The compiled rules against the reference on random situations of every section of every shipped rule set that is settled.

    python bench/kernel_agreement.py                          100,000 situations of each section
    python bench/kernel_agreement.py --situations 2000 --games 5 tvaladze web-225

Deck and schedule are asked once a rule set: the compiled constants are the reference's own answers. Beside the single
questions, whole random games are played compiled and again by the reference, act by act, totals compared.
"""

from __future__ import annotations

import argparse
import sys
import time

from rulespec.hand import Stuck
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.evenings.kinds import RANDOM as GAME_PARTS
from verifier.evenings.many import play
from verifier.kernel.agreement import ASKED, PARTS, disagreements
from verifier.kernel.kept import compiled, kernels
from verifier.kernel.replayed import Parted, game
from verifier.kernel.source import interpreted


def games(ruleset: RuleSet, number: int, seed: int) -> str:
    """Whole games by both; raises Parted where they disagree."""
    compiled, ended = play(ruleset, number, seed, 1), 0
    for one in range(number):
        try:
            totals = game(ruleset, interpreted(ruleset, GAME_PARTS), seed + one).totals
            if list(totals) != [*map(int, compiled.counts[one, :, 0])]:
                raise Parted(f"seed {seed + one}: totals {totals} by the reference")
        except Stuck:
            ended += 1
            if compiled.ended[one] == 0:
                raise Parted(f"seed {seed + one}: only the reference is stuck") from None
    return f"{number} games" + (f", {ended} stuck in both" if ended else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=[*shipped()], help="rule sets; all that are shipped, where none is named")
    parser.add_argument("--situations", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = 0
    for name in asked.names:
        ruleset = load(name)
        if ruleset.open_options:
            continue
        start, folder = time.perf_counter(), kernels()
        module = compiled(ruleset, PARTS, folder, print)
        for section in ASKED:
            for found in disagreements(ruleset, module, section, asked.situations, asked.seed):
                wrong += 1
                print(f"{name} {section}: {found}")
        try:
            played = games(ruleset, asked.games, asked.seed)
        except Parted as parted:
            wrong += 1
            played = f"the games part: {parted}"
        print(f"{name:20} {ruleset.fingerprint}  {len(ASKED)} questions, {asked.situations:,} situations each; {played}; {time.perf_counter() - start:.0f} s", flush=True)
    print("no difference" if wrong == 0 else f"{wrong} differences")
    return 0 if wrong == 0 else 4


if __name__ == "__main__":
    sys.exit(main())
