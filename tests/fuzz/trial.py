"""A command line tried in this process: how it ended, and what about the ending breaks the contract of all commands."""

from __future__ import annotations

import json
import pickle
import re
import signal
import time
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from rulespec import pipeline
from rulespec.ir.ruleset import RuleSet
from rulespec.plain import UNSAFE
from rulespec.spans import NOWHERE, Span
from rulespec.surface import Written
from rulespec.yaml_tree import Scalar
from verifier.cli import main
from verifier.work import workers
from verifier.work.outcome import Outcome, TimedOut
from verifier.work.serve import answer as answered

ROOT = Path(__file__).parents[2]
SHIPPED = ("tvaladze", "web-225", "skill-games")
LONGEST = 20.0  # seconds of this process's own time for a command line
LATE = 3.0  # seconds for a task that a worker would do, then it is too late
ALL_LATE = 6.0  # seconds for all tasks of a command line
MOST_SAID = 4 << 20  # characters
CODES = (0, 1, 2, 3)
PLACED = re.compile(r"^\S.*:\d+:\d+: error\[(RS|RV)\d{3}\]: \S", re.M)
UNPLACED = re.compile(r"^error(\[(RS|RV)\d{3}\])?: \S", re.M)


class Hung(BaseException):
    """A command line took longer than it may."""


class Late(BaseException):
    """A task took longer than a worker is given."""


@dataclass(frozen=True)
class Ending:
    """How a command line ended; `trouble` is an exception that came out of it."""

    words: tuple[str, ...]
    code: int
    stdout: str
    stderr: str
    trouble: str = ""

    @property
    def json(self) -> bool:
        return ("--format", "json") in zip(self.words, self.words[1:], strict=False)

    def complaints(self, allowed: Collection[int] = CODES) -> Iterator[str]:
        """What is wrong with the ending, whatever was asked."""
        said = self.stdout + self.stderr
        if self.trouble:
            yield self.trouble
        if self.code not in allowed:
            yield f"ended with {self.code}, and only {sorted(allowed)} can be right: {(self.stderr or self.stdout)[-600:]}"
        if "Traceback" in said or "bug in jokeri" in said:
            yield f"shows its insides: {said[-600:]}"
        if unsafe := UNSAFE.search(said):
            yield f"prints U+{ord(unsafe[0]):04X}"
        if len(said) > MOST_SAID:
            yield f"says {len(said):,} characters"
        yield from self._document() if self.json else self._text()

    def _document(self) -> Iterator[str]:
        try:
            document = json.loads(self.stdout)
        except ValueError:
            yield f"standard output is no JSON: {self.stdout[:300]!r}"
            return
        if document.get("exit_code") != self.code:
            yield f"its document says {document.get('exit_code')}, and it ended with {self.code}"
        if self.code == 2 and not document.get("errors"):
            yield "its document names no error"

    def _text(self) -> Iterator[str]:
        if self.code == 2 and "junit" not in self.words and not (PLACED.search(self.stderr) or UNPLACED.search(self.stderr)):
            yield f"what is wrong is not said: {self.stderr[:300]!r}"
        if self.code == 2 and self.stdout and self.words[0] not in ("ask", "conform"):
            yield f"wrong input, and yet a result: {self.stdout[:300]!r}"
        if "memory" in self.stderr and "error[RV115]" in self.stderr:
            yield f"the memory was exhausted: {self.stderr[:300]}"


def run(words: Sequence[str]) -> Ending:
    """Runs a command line here, tasks of workers included."""
    with _here(), _within(signal.ITIMER_PROF, signal.SIGPROF, LONGEST, Hung):
        try:
            result = CliRunner().invoke(main, list(words))
        except Hung:
            return Ending(tuple(words), -1, "", "", f"hangs: {_where()}")
        except BaseException:
            return Ending(tuple(words), -1, "", "", traceback.format_exc(limit=-6))
    trouble = ""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        trouble = "".join(traceback.format_exception(result.exception, limit=-6))
    return Ending(tuple(words), result.exit_code, result.stdout, result.stderr, trouble)


def _where() -> str:
    return traceback.format_exc(limit=-8)


@contextmanager
def _within(timer: int, number: signal.Signals, seconds: float, error: type[BaseException]) -> Iterator[None]:
    """Raises the error in what takes longer, by this process's own time: a busy machine hangs nobody."""

    def late(number: int, frame: object) -> None:
        raise error(f"more than {seconds:g} s")

    before = signal.signal(number, late)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)


# --- workers ------------------------------------------------------------------------------------


@contextmanager
def _here() -> Iterator[None]:
    """Tasks for workers are worked on in this process, and files that are not mutated are read once: that would be most of the time."""
    kept = workers.run, workers.hired, pipeline.load, pipeline.read_file
    workers.run, workers.hired, pipeline.load, pipeline.read_file = _run_here, _nobody, _load, _read_file  # type: ignore[assignment]
    try:
        yield
    finally:
        workers.run, workers.hired, pipeline.load, pipeline.read_file = kept


READ, LOAD = pipeline.read_file, pipeline.load


@cache
def _kept_file(path: Path) -> Written:
    return READ(path)


@cache
def _kept_rules(name: str) -> RuleSet:
    return LOAD(name)


def _read_file(path: Path, span: Span = NOWHERE) -> Written:
    return _kept_file(path) if path.is_relative_to(ROOT) else READ(path, span)


def _load(name: str, settings: Mapping[str, Scalar] | None = None) -> RuleSet:
    return _kept_rules(name) if not settings and (name in SHIPPED or name.startswith(str(ROOT))) else LOAD(name, settings)


@contextmanager
def _nobody(call: str, jobs: int) -> Iterator[workers.Hired]:
    yield workers.Hired(call, [])


def _run_here(tasks: Sequence[Any], call: str, jobs: int, timeout: float, on_done: Any = None, kinds: Any = None, waiting: Any = None) -> list[Outcome]:
    found: list[Outcome] = []
    end = time.process_time() + ALL_LATE
    for index, task in enumerate(tasks):
        found.append(_answered(call, pickle.dumps(task)) if time.process_time() < end else TimedOut(LATE))
        if on_done is not None:
            on_done(index, found[-1])
    return found


def _answered(call: str, payload: bytes) -> Outcome:
    try:
        with _within(signal.ITIMER_VIRTUAL, signal.SIGVTALRM, LATE, Late):
            outcome = pickle.loads(_unless_late(call, payload))
    except Late:
        return TimedOut(LATE)
    return outcome  # type: ignore[no-any-return]


def _unless_late(call: str, payload: bytes) -> bytes:
    """As a worker answers, but for what ends a worker from outside."""
    answer = answered(call, payload)
    for error in (Hung, Late):
        if f"{error.__module__}.{error.__qualname__}".encode() in answer:
            raise error
    return answer
