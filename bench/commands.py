"""How long whole commands take, as ratios to starting a bare interpreter on the same machine in the same run.

    python bench/commands.py            five rounds of each, medians
    python bench/commands.py --rounds 9

Machines are shared and noisy: the ratios travel, the seconds do not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

CASES = Path(__file__).parents[1] / "tests" / "cases" / "tvaladze.jsonl"

COMMANDS = {
    "--help": ["--help"],
    "list": ["list"],
    "check, one profile": ["check", "tvaladze", "--no-cache"],
    "check, three profiles": ["check", "tvaladze", "web-225", "skill-games", "--no-cache"],
    "check, a whole family": ["check", "georgian", "--no-cache"],
    "check, one profile, cross-checked": ["check", "tvaladze", "--no-cache", "--cross-check"],
    "diff with counts": ["diff", "tvaladze", "skill-games", "--no-cache"],
    "ask 1,000 cases": ["ask", "tvaladze", "{cases}"],
    "vectors": ["vectors", "tvaladze"],
}


def seconds(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def thousand(folder: Path) -> str:
    """A file of 1,000 cases: the shipped ones over and over, without their answers."""
    lines = [json.loads(line) for line in CASES.read_text().splitlines()]
    cases = [{k: v for k, v in lines[i % len(lines)].items() if k not in ("answer", "id")} for i in range(1000)]
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in cases))
    return str(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        cases = thousand(Path(folder))
        taken: dict[str, list[float]] = {name: [] for name in ("bare interpreter", *COMMANDS)}
        for _ in range(rounds):
            taken["bare interpreter"].append(seconds(["-c", "pass"]))
            for name, words in COMMANDS.items():
                taken[name].append(seconds(["-m", "verifier.cli", *[w.format(cases=cases) for w in words]]))
    bare = median(taken["bare interpreter"])
    for name, times in taken.items():
        print(f"{name:24} {median(times):7.2f} s   {median(times) / bare:7.1f} x   (from {min(times):.2f} to {max(times):.2f})")


if __name__ == "__main__":
    main()
