"""Obligations run in worker processes that are killed hard at a limit, as a solver's own time limit is only a wish.

    run ── _Crew ──spawn──> serve           hands out payloads, watches deadlines, replaces the dead
             │  <── ready ───  │            the clock of a task starts when a ready worker gets it
             │  ─── payload ─> │
             │  <── outcome ─  │            a worker lives as long as its pipe and its parent

Workers are spawned, never forked: a forked solver is undefined. They are killed with everything they started, and their
standard output is the parent's standard error, because standard output belongs to the report.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker, util
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any, Final, TypeAlias

from verifier.work.outcome import Died, Failed, Outcome, TimedOut
from verifier.work.serve import ENDING, NO_MEMORY, serve
from verifier.work.shortage import MEMORY

START_LIMIT: Final = 60.0  # seconds for a worker to import what it needs, on the slowest of machines

_SPAWN: Final = multiprocessing.get_context("spawn")
_STARTING: Final = threading.Lock()  # what is changed for the start of a process is changed for all threads


Task: TypeAlias = Any
OnDone: TypeAlias = Callable[[int, Outcome], None]


@contextmanager
def hired(call: str, jobs: int) -> Iterator[Hired]:
    """Workers that get ready while their tasks are still being made up; those that `run` does not take are let go."""
    waiting = Hired(call, [])
    try:
        for _ in range(jobs):
            waiting.workers.append(_Worker(call))
        yield waiting
    finally:
        _let_go(waiting.workers)


def run(
    tasks: Sequence[Task], call: str, jobs: int, timeout: float, on_done: OnDone | None = None,
    kinds: Sequence[Hashable] | None = None, waiting: Hired | None = None,
) -> list[Outcome]:  # fmt: skip
    """The outcome of `call` for every task, in task order; `on_done` hears of each as it comes.

    `call` is `module:function`, imported by the workers. A task whose worker dies is tried once more. Whatever ends
    this function, Ctrl-C included, no worker outlives it. Tasks and results are pickled; their classes may not live in
    `__main__`, which workers do not have. Tasks are begun in order, but a worker stays with the kind it is at, one kind
    a task, as long as there is more of it, and then takes up one that no other is at. Workers that are `waiting` for
    the same call are taken first.
    """
    if jobs < 1:
        raise ValueError(f"at least one job is needed, not {jobs}")
    crew = _Crew(tasks, call, jobs, timeout, on_done or (lambda index, outcome: None), kinds or [None] * len(tasks))
    try:
        return crew.work(waiting.workers if waiting is not None and waiting.call == call else [])
    finally:
        _let_go(crew.workers)


# The parent's side


@dataclass(slots=True, eq=False)
class _Worker:
    """One process, the task it holds, and the moment it has to be heard of. Before the first task it is -1."""

    call: str
    task: int = -1
    ready: bool = False
    since: float = field(default_factory=time.monotonic)
    deadline: float = field(init=False)
    pipe: Connection = field(init=False)
    process: multiprocessing.context.SpawnProcess = field(init=False)

    def __post_init__(self) -> None:
        self.deadline = self.since + START_LIMIT
        self.pipe, theirs = _SPAWN.Pipe()
        with theirs, _STARTING, _no_main_module(), _not_from_here(), _undisturbed():
            self.process = _SPAWN.Process(target=serve, args=(theirs, self.call), daemon=True)
            self.process.start()

    def hand_over(self, task: int, payload: bytes, timeout: float) -> None:
        self.task, self.ready, self.since = task, True, time.monotonic()
        self.deadline = self.since + timeout
        with suppress(OSError):  # a dead worker is noticed by the one who waits for it
            self.pipe.send_bytes(payload)

    def last_words(self) -> str:
        """What ended the worker. No `join` here: it would wait for ever for a worker that closed its ends and went on."""
        end = time.monotonic() + 1  # the ends close a moment before the process is gone
        while self.process.exitcode is None and time.monotonic() < end:
            time.sleep(0.005)
        return _in_words(self.process.exitcode)

    def strike(self) -> None:
        """End the worker and whatever it started, without waiting for the end."""
        if sys.platform != "win32" and self.process.pid is not None:
            with suppress(ProcessLookupError, PermissionError):  # not yet a group of its own, or only zombies in it
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def kill(self) -> None:
        self.strike()
        self.process.join()
        self.pipe.close()


@dataclass(frozen=True, slots=True)
class Hired:
    """Workers that wait for tasks of one call."""

    call: str
    workers: list[_Worker]


def _let_go(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.strike()
    while workers:
        workers.pop().kill()


@contextmanager
def _no_main_module() -> Iterator[None]:
    """Hide the program's `__main__`, which every spawned process would import again, however heavy it is."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _not_from_here() -> Iterator[None]:
    """Start processes that import nothing from the current folder, which Python's `-c` puts first on their path.

    Every way of spawning, and the resource tracker that spawning starts, takes its flags from this one function. An
    environment variable would not do: a Python started with `-E` hands that on too.
    """
    plain: Callable[[], list[str]] = util._args_from_interpreter_flags  # type: ignore[attr-defined]
    util._args_from_interpreter_flags = lambda: [*plain(), "-P"]  # type: ignore[attr-defined]
    try:
        yield
    finally:
        util._args_from_interpreter_flags = plain  # type: ignore[attr-defined]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start a process without a signal in between: neither side is left with half of what the other was to get.

    The new process begins with these signals blocked too, so that Ctrl-C finds nobody who would tell of it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which blocks signals and lets them go by itself
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Crew:
    """The workers of one run; each of them holds a task, so a worker that has none left is let go."""

    def __init__(self, tasks: Sequence[Task], call: str, jobs: int, timeout: float, on_done: OnDone, kinds: Sequence[Hashable]) -> None:
        self.call, self.jobs, self.timeout, self.on_done = call, jobs, timeout, on_done
        self.tasks, self.kinds = tasks, kinds
        self.queue = deque(range(len(tasks)))
        self.payloads: dict[int, bytes] = {}
        self.outcomes: dict[int, Outcome] = {}
        self.died_before: set[int] = set()
        self.workers: list[_Worker] = []

    def work(self, waiting: list[_Worker]) -> list[Outcome]:
        self._pack()
        self._take(waiting)
        while self.queue or self.workers:
            self._hire()
            for worker in self._heard():
                self._hear(worker)
            self._enforce()
        return [self.outcomes[index] for index in range(len(self.tasks))]

    def _take(self, waiting: list[_Worker]) -> None:
        """Takes up workers that have no task yet, as many as there are tasks for."""
        while waiting and self.queue and len(self.workers) < self.jobs:
            worker = waiting.pop()
            worker.task = self._next()
            self.workers.append(worker)

    def _pack(self) -> None:
        for index in tuple(self.queue):
            try:
                self.payloads[index] = pickle.dumps(self.tasks[index])
            except Exception as error:  # pickling runs the code of whatever is pickled
                self.queue.remove(index)
                self._settle(index, Failed(f"the task cannot be sent to a worker: {error}"))

    def _hire(self) -> None:
        while self.queue and len(self.workers) < self.jobs:
            self.workers.append(_Worker(self.call, self._next()))

    def _next(self, known: Hashable = None) -> int:
        """The next task: of the kind that is known, else of one that nobody is at, else the first."""
        busy = {self.kinds[worker.task] for worker in self.workers}
        first = next((i for i in self.queue if self.kinds[i] == known), None)
        chosen = next((i for i in self.queue if self.kinds[i] not in busy), self.queue[0]) if first is None else first
        self.queue.remove(chosen)
        return chosen

    def _heard(self) -> list[_Worker]:
        """The workers that said something or died, after a sleep that ends with the nearest deadline at the latest."""
        patience = min(worker.deadline for worker in self.workers) - time.monotonic()
        watched = [end for worker in self.workers for end in (worker.pipe, worker.process.sentinel)]
        fired = wait(watched, min(max(patience, 0), START_LIMIT))  # an endless limit is no argument for a sleep
        return [worker for worker in self.workers if worker.pipe in fired or worker.process.sentinel in fired]

    def _hear(self, worker: _Worker) -> None:
        match _message(worker.pipe):
            case None:
                self._bury(worker, worker.last_words())
            case b"":  # READY
                worker.hand_over(worker.task, self.payloads[worker.task], self.timeout)
            case answer:
                self._finish(worker, _unpack(answer))

    def _enforce(self) -> None:
        """Kill who is past the deadline, unless the answer came while the parent was busy."""
        now = time.monotonic()
        for worker in [w for w in self.workers if w.deadline <= now and not w.pipe.poll()]:
            if worker.ready:
                self._dismiss_one(worker)
                self._settle(worker.task, TimedOut(now - worker.since))
            else:
                self._bury(worker, f"did not start within {START_LIMIT:.0f} s")

    def _finish(self, worker: _Worker, outcome: Outcome) -> None:
        """The worker takes the next task first, so that it need not wait for whoever listens to `on_done`."""
        finished = worker.task
        if self.queue:
            following = self._next(self.kinds[finished])
            worker.hand_over(following, self.payloads[following], self.timeout)
        else:
            self._dismiss_one(worker)
        self._settle(finished, outcome)

    def _bury(self, worker: _Worker, how: str) -> None:
        self._dismiss_one(worker)
        if worker.task in self.died_before:
            self._settle(worker.task, Died(how))
        else:
            self.died_before.add(worker.task)
            self.queue.appendleft(worker.task)

    def _dismiss_one(self, worker: _Worker) -> None:
        worker.kill()
        self.workers.remove(worker)

    def _settle(self, index: int, outcome: Outcome) -> None:
        self.outcomes[index] = outcome
        self.on_done(index, outcome)


def _message(pipe: Connection) -> bytes | None:
    """What the worker said, or nothing where it is dead."""
    try:
        return pipe.recv_bytes() if pipe.poll() else None
    except (EOFError, OSError):
        return None


def _unpack(answer: bytes) -> Outcome:
    try:
        outcome: Outcome = pickle.loads(answer)
        return outcome
    except Exception:  # and so does unpickling
        return Failed(f"the result cannot be read back:\n{traceback.format_exc()}")


def _in_words(code: int | None) -> str:
    names = {number.value: number.name for number in signal.Signals}
    match code:
        case None:
            return "closed its pipe and went on"
        case _ if code == NO_MEMORY:
            return MEMORY
        case _ if code < 0:
            return f"killed by {names.get(-code, f'signal {-code}')}"
        case _:
            return f"ended with exit code {code}"
