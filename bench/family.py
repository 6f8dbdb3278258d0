"""How much sooner a family is decided at once than combination by combination.

    python bench/family.py               all properties, 12 combinations of the shipped family
    python bench/family.py --sample 40

Both are done in one process and timed by its own clock. One by one is extrapolated from a sample of
combinations with a fixed seed: all of them would take hours.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import product
from math import prod

from rulespec.ir.options import Options, with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from verifier.proofs import property as properties
from verifier.proofs.family import prove_family
from verifier.proofs.prove import prove

FAMILY = "georgian"
SEED = 7


def at_once(ruleset: RuleSet) -> float:
    start = time.process_time()
    for one in properties.shipped():
        prove_family(ruleset, one)
    return time.process_time() - start


def one_by_one(ruleset: RuleSet, chosen: list[Options]) -> float:
    """Seconds for one combination, on the average of those chosen."""
    start = time.process_time()
    for options in chosen:
        settled = with_options(ruleset, options)
        for one in properties.shipped():
            prove(settled, one)
    return (time.process_time() - start) / len(chosen)


def sample(ruleset: RuleSet, size: int) -> list[Options]:
    values = {name: ruleset.options[name].values for name in ruleset.open_options}
    everything = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    return random.Random(SEED).sample(everything, size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=int, default=12)
    size = parser.parse_args().sample
    ruleset = load(FAMILY)
    combinations = prod(len(ruleset.options[name].values) for name in ruleset.open_options)
    one_by_one(ruleset, sample(ruleset, 1))  # what is built once a process is not to be counted
    together, single = at_once(ruleset), one_by_one(ruleset, sample(ruleset, size))
    print(f"{len(properties.shipped())} properties of `{FAMILY}`, {combinations:,} combinations of its options")
    print(f"at once                {together:9.1f} s")
    print(f"one by one             {single:9.1f} s for each of {size} combinations, {single * combinations:,.0f} s extrapolated to all")
    print(f"ratio                  {single * combinations / together:9,.0f}")


if __name__ == "__main__":
    main()
