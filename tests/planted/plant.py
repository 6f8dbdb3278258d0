"""Plants faults into a copy of the project, one at a time, and sees whether the tests that are named for each find it.

    python -m tests.planted.plant [--sample N] [--seed S] [--only ID]

The faults are data, one file a topic. An entry has an `id`, what it `says`, a `file`, the text `before`, which stands there
exactly once, the text `after`, and the `tests` that must fail, as pytest takes them. A fault that survives fails the
command, and so does one whose text is no longer there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import yaml

ROOT = Path(__file__).parents[2]
LONGEST = 300  # seconds for the tests of one fault; a fault that makes them run for ever is found
FOUND = (1, 2)  # what pytest ends with where tests fail, or cannot even be read


@dataclass(frozen=True)
class Fault:
    id: str
    says: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    topic: str = ""

    def stands(self, root: Path) -> int:
        """How often the text is there; once, or the entry is stale."""
        path = root / self.file
        return path.read_text(encoding="utf-8").count(self.before) if path.is_file() else 0


def faults(folder: Path = Path(__file__).parent) -> list[Fault]:
    """All that are listed, in the order of their files."""
    found = []
    for path in sorted(folder.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            words = entry.pop("fault", None)  # one text may stand for both
            named = {"id": words, "says": words} if words else {}
            found.append(Fault(**{**named, **entry, "tests": tuple(entry["tests"])}, topic=path.stem))
    return found


def copied(root: Path, target: Path) -> None:
    """The files that git knows or would know, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], cwd=root, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)


def tested(root: Path, tests: Sequence[str]) -> int:
    """What pytest ends with, run on the copy, which is imported before anything that is installed."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "JOKERI_CACHE": str(root / ".kept")}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "--hypothesis-seed=1", *tests]
    try:
        return subprocess.run(command, cwd=root, env=environment, capture_output=True, timeout=LONGEST, check=False).returncode
    except subprocess.TimeoutExpired:
        return FOUND[0]


def plant(root: Path, fault: Fault) -> str:
    """What came of one fault in the copy, which is afterwards as before."""
    if fault.stands(root) != 1:
        return "stale"
    path = root / fault.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(fault.before, fault.after), encoding="utf-8")
    try:
        return "found" if tested(root, fault.tests) in FOUND else "SURVIVED"
    finally:
        path.write_text(whole, encoding="utf-8")


def planted(chosen: Iterable[Fault]) -> Iterator[tuple[Fault, str, float]]:
    """Each fault with what came of it and the seconds it took, in one copy."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        root = Path(folder)
        copied(ROOT, root)
        for fault in chosen:
            start = time.perf_counter()
            yield fault, plant(root, fault), time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which are drawn")
    parser.add_argument("--only", action="append", metavar="ID", help="only this one, or those of this topic")
    asked = parser.parse_args()
    chosen = [fault for fault in faults() if not asked.only or fault.id in asked.only or fault.topic in asked.only]
    if asked.sample is not None:
        chosen = Random(asked.seed).sample(chosen, min(asked.sample, len(chosen)))
    bad = 0
    for fault, outcome, seconds in planted(chosen):
        bad += outcome != "found"
        print(f"{outcome:8} {seconds:5.1f} s  {fault.topic}/{fault.id}: {fault.says}", flush=True)
    print(f"{len(chosen)} planted, {bad} not found" if chosen else "nothing to plant")
    return 1 if bad or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
