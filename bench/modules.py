"""How fast built modules are: nine-card hands a second against the same rules written by hand, and against two idioms.

    python bench/modules.py                  seven rounds, medians, written to bench/modules.json
    python bench/modules.py --rounds 3 --seconds 0.2 --out /tmp/modules.json

Processor time is counted, not the clock's, and the ways take turns, so that other programs matter little. All four ways
must come to the same points from the same seed. The ratios travel to other machines, the numbers do not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from rulespec.pipeline import load  # noqa: E402
from tests.built.node import binary  # noqa: E402
from verifier.programs.build import build  # noqa: E402

HANDS = Path(__file__).parent / "hands"
LEAST = 0.7  # of what is written by hand


def measured(command: list[str], rounds: int, seconds: float) -> dict[str, Any]:
    """Medians of the rounds of each way, and the ratio to the way written by hand, round by round."""
    done = subprocess.run([*command, str(rounds), str(seconds)], capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    if len({way["points"] for way in report.values()}) != 1:
        raise SystemExit(f"the ways do not play the same rules: {report}")
    by_hand = report["by_hand"]["hands_a_second"]
    return {
        name: {
            "hands_a_second": round(median(way["hands_a_second"])),
            "of_by_hand": round(median(a / b for a, b in zip(way["hands_a_second"], by_hand, strict=True)), 2),
        }
        for name, way in report.items()
    }


def measure(rounds: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        for target in ("javascript", "python"):
            for file, text in build(load("tvaladze"), target).items():
                (Path(folder) / file).write_text(text, encoding="utf-8")
        return {
            "javascript": measured([binary(), str(HANDS / "run.mjs"), f"{folder}/rules.mjs"], rounds, seconds),
            "python": measured([sys.executable, str(HANDS / "run.py"), f"{folder}/rules.py"], rounds, seconds),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".json"))
    given = parser.parse_args()
    report = measure(given.rounds, given.seconds)
    text = json.dumps(report, indent=1) + "\n"
    given.out.write_text(text)
    print(text, end="")
    return 0 if all(ways["built"]["of_by_hand"] >= LEAST for ways in report.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
