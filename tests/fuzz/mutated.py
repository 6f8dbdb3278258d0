"""Twenty thousand mutated inputs: none may bring a traceback, a hang or a wrong exit code.

    python -m tests.fuzz.mutated [--count N] [--seed S] [--only KIND[:NUMBER]] [--jobs N]

Rule files, property files, cases, records, sheets and program answers, mutated from the shipped ones, are handed to the commands,
in this process for speed. The seed is a new one each time and printed; with `--seed` the same inputs come again, with
`--only KIND:NUMBER` one of them alone, which is then shown. Ends with 1 where something was found, or where less than a third
passed the parser.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context, parent_process
from pathlib import Path
from random import Random, SystemRandom
from threading import Thread

from tests.fuzz.answers import Answers
from tests.fuzz.case_lines import GOOD, Cases, cases
from tests.fuzz.kind import Input, Kind
from tests.fuzz.played_games import Records, Sheets, records, sheets
from tests.fuzz.rule_files import Claims, Rules

COUNT = 20_000
CHUNK = 100
ADDRESSES = 6 << 30  # bytes of address space: what grows without bound is found, not the machine brought down
STUCK = 600  # seconds after which a process that does not even hear its alarm is ended
PASSED = 1 / 3  # of all inputs, at least, must pass the parser
KINDS: dict[str, type[Kind]] = {kind.name: kind for kind in (Rules, Claims, Cases, Records, Sheets, Answers)}


@dataclass(frozen=True)
class Complaint:
    """What went wrong with one input, and how to see it again."""

    kind: str
    number: int
    words: tuple[str, ...]
    says: str

    def text(self, seed: int) -> str:
        name = self.kind.replace(" ", "-")
        return f"{name}:{self.number}: {' '.join(self.words)}\n  {self.says.strip()}\n  again: python -m tests.fuzz.mutated --seed {seed} --only {name}:{self.number}"


@dataclass
class Tally:
    """How many inputs there were of each kind, how many passed the parser, how the command lines ended."""

    tried: Counter[str] = field(default_factory=Counter)
    parsed: Counter[str] = field(default_factory=Counter)
    codes: Counter[tuple[str, int]] = field(default_factory=Counter)
    complaints: list[Complaint] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.tried += other.tried
        self.parsed += other.parsed
        self.codes += other.codes
        self.complaints += other.complaints

    @property
    def fine(self) -> bool:
        return not self.complaints and self.parsed.total() >= PASSED * self.tried.total()

    def lines(self) -> Iterator[str]:
        yield f"{'':16}{'inputs':>8}{'parsed':>8}   command lines by exit code"
        for kind in KINDS:
            codes = {code: count for (name, code), count in sorted(self.codes.items()) if name == kind}
            yield f"{kind:16}{self.tried[kind]:8,}{self.parsed[kind]:8,}   {', '.join(f'{code}: {count:,}' for code, count in codes.items())}"
        yield f"{'all':16}{self.tried.total():8,}{self.parsed.total():8,}   {len(self.complaints)} complaints"


def shares(count: int) -> dict[str, int]:
    """How many inputs of each kind make up a count."""
    found = {name: count * kind.share // 100 for name, kind in KINDS.items()}
    first = next(iter(found))
    return {**found, first: found[first] + count - sum(found.values())}


@cache
def kind_of(name: str) -> Kind:
    return KINDS[name]()


def random_of(seed: int, kind: str, number: int) -> Random:
    return Random(f"{seed} {kind} {number}")


def tried(seed: int, name: str, numbers: Iterable[int], folder: Path) -> Tally:
    """Inputs of a kind, mutated and tried one after the other."""
    tally, kind = Tally(), kind_of(name)
    for number in numbers:
        rng = random_of(seed, name, number)
        given = Input(kind.mutate(rng), folder / f"x{number}{kind.ending}")  # a name of its own: commands may remember files by theirs
        given.path.write_bytes(given.data)
        (folder / "now").write_text(f"{name}:{number}")
        faulthandler.dump_traceback_later(STUCK, exit=True)
        tally.tried[name] += 1
        tally.parsed[name] += kind.parsed(given)
        for ending, allowed in kind.tried(given, rng):
            tally.codes[name, ending.code] += 1
            tally.complaints += [Complaint(name, number, ending.words, says) for says in ending.complaints(allowed)]
        given.path.unlink()
    faulthandler.cancel_dump_traceback_later()
    return tally


def furnished(folder: Path) -> Path:
    """A folder to try things in, with the files that command lines name beside what is mutated."""
    (folder / "cases.jsonl").write_text("\n".join([GOOD, *cases()[1][::60]]) + "\n", encoding="utf-8")
    (folder / "game.txt").write_text(records()[0][1], encoding="utf-8")
    (folder / "sheet.csv").write_text(sheets()[0][1], encoding="utf-8")
    os.environ["JOKERI_CACHE"] = str(folder / "cache")
    os.chdir(folder)
    return folder


# --- in processes of their own --------------------------------------------------------------------


@cache
def own_folder(top: str) -> Path:
    """The folder of this process."""
    (own := Path(top) / str(os.getpid())).mkdir()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    return furnished(own)


def end_with_parent() -> None:
    """A process ends when the one that started it does, however that one ended."""
    parent = parent_process()
    if parent is not None:
        Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


def chunk(top: str, seed: int, name: str, numbers: range) -> Tally:
    return tried(seed, name, numbers, own_folder(top))


def all_tried(seed: int, counts: dict[str, int], jobs: int) -> Tally:
    """All inputs, in processes; one that is ended from outside leaves a word on what it was at."""
    tally, begun = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as top, ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
        pieces = [(name, range(start, min(start + CHUNK, count))) for name, count in counts.items() for start in range(0, count, CHUNK)]
        Random(seed).shuffle(pieces)
        waiting = [pool.submit(chunk, top, seed, name, numbers) for name, numbers in pieces]
        try:
            for done in as_completed(waiting):
                tally.add(found := done.result())
                for one in found.complaints:  # at once: whoever breaks the run off has seen them
                    print(f"\n{one.text(seed)}", file=sys.stderr)
                print(f"\r{tally.tried.total():,} tried, {len(tally.complaints)} complaints, {time.monotonic() - begun:.0f} s", end="", file=sys.stderr, flush=True)
        except BrokenProcessPool:
            for path in Path(top).glob("*/now"):
                name, _, number = path.read_text().partition(":")
                tally.complaints.append(Complaint(name, int(number), (), "this one, or one that was tried beside it, ended the process"))
    print(file=sys.stderr)
    return tally


def one_tried(seed: int, name: str, number: int) -> Tally:
    """One input, shown and tried here."""
    kind = kind_of(name)
    sys.stdout.buffer.write(kind.mutate(random_of(seed, name, number)) + b"\n")
    with tempfile.TemporaryDirectory() as folder:
        return tried(seed, name, [number], furnished(Path(folder)))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.mutated", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32))
    parser.add_argument("--only", metavar="KIND[:NUMBER]", help=", ".join(name.replace(" ", "-") for name in KINDS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(words)
    print(f"seed {given.seed}", flush=True)
    only, _, number = (given.only or "").replace("-", " ").partition(":")
    if number:
        tally = one_tried(given.seed, only, int(number))
    else:
        tally = all_tried(given.seed, {only: given.count} if only else shares(given.count), given.jobs)
    if number:
        print("\n\n".join(one.text(given.seed) for one in tally.complaints))
    print("\n".join(tally.lines()))
    return 0 if tally.fine or (number and not tally.complaints) else 1


if __name__ == "__main__":
    sys.exit(main())
