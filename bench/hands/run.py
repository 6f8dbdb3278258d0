"""python run.py MODULE ROUNDS SECONDS: as `run.mjs`, for the Python module."""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

WAYS = ("built", "by_hand", "objects", "sets")


def main(path: str, rounds: int, seconds: float) -> None:
    sys.path[:0] = [str(Path(path).parent), str(Path(__file__).parent)]
    module = importlib.import_module(Path(path).stem)
    ways = {name: importlib.import_module(name).player(module) for name in WAYS}
    report: dict[str, dict[str, Any]] = {}
    for name, hand in ways.items():
        random = module.seeded(7)
        report[name] = {"points": sum(hand(random) for _ in range(300)), "hands_a_second": []}
    for number in range(rounds):
        for name, hand in ways.items():
            random, start, hands = Random(number).random, time.process_time(), 0
            while time.process_time() - start < seconds:
                for _ in range(10):
                    hand(random)
                hands += 10
            report[name]["hands_a_second"].append(round(hands / (time.process_time() - start)))
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
