"""Tasks for the workers of a Dask scheduler, handed out by joblib.

Whoever works there has this very program; nothing else is taken for an answer. A worker that dies takes no task with it:
the scheduler hands it to another one, and a task that has ended several workers is given up. Tasks and answers travel as
bytes, which joblib hands over as they are: what it would scatter would be gone with the worker that holds it.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import process
from typing import Any, Final

from rulespec.diagnostics import Faults, fault
from verifier.work import workers
from verifier.work.disk import code_version
from verifier.work.outcome import Done, Outcome
from verifier.work.serve import answer
from verifier.work.workers import OnDone, Task

CONNECT: Final = 10  # seconds to find the scheduler, and for a first worker to come
WAITING: Final = 3  # times as many tasks under way as there are cores
ROUNDS, MOST_AT_ONCE = 4, 8  # groups of small tasks a core, and the largest of them
NEEDED: Final = ("joblib", "dask", "distributed")
TOGETHER: Final = "verifier.work.cluster:together"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A worker has another version of the program."""


class Cluster:
    """A scheduler that was found, with its workers."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address = client, address

    @property
    def cores(self) -> int:
        return sum(self.client.ncores().values())

    def outcomes(self, call: str, tasks: Sequence[Task]) -> Iterator[tuple[int, Outcome]]:
        """What became of each task, by its place, as it is done. Raises Faults where the cluster cannot go on."""
        from joblib import Parallel, delayed, parallel_config

        version = code_version()
        calls = (delayed(serve)(call, version, index, pickle.dumps(task)) for index, task in enumerate(tasks))
        with self._told(), parallel_config(backend=_backend(self.client)):
            for index, answer in Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch=f"{WAITING} * n_jobs")(calls):
                found = pickle.loads(answer)
                if isinstance(found, Foreign):
                    raise self._fault("has a worker with another version of this program", "install the same version everywhere")
                yield index, found

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What cannot be made good, to people."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            yield
        except KilledWorker:
            raise self._fault("gave a task up that ended several workers one after the other", "look at the workers' logs, as for a lack of memory") from None
        except CancelledError:
            raise self._fault("was lost", "begin again; what a store or the answers on disk have is kept") from None
        except TimeoutError:
            raise self._fault(f"has had no worker for {CONNECT} s", f"start some: dask worker {self.address}") from None

    def _fault(self, message: str, help_: str) -> Faults:
        return fault("RV141", f"the scheduler `{self.address}` {message}", help=help_)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster of a scheduler. Raises Faults where it cannot be used."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise fault("RV141", f"a cluster needs {' and '.join(missing)}, not installed here", help="install the extra `cluster`: python -m pip install 'jokeri[cluster]'")
    from distributed import Client

    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] in ("distributed", "tornado", "asyncio")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what has to be said is said here
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        said = str(error).strip().split("\n", 1)[0]
        raise fault("RV141", f"the scheduler `{address}` cannot be reached: {said}", help="is it running, and does its address begin with `tcp://`?") from None
    try:
        yield Cluster(client, address)
    finally:
        client.close(timeout=CONNECT)


def _backend(client: Any) -> Any:
    """joblib's backend for Dask, but for two things.

    Where a task fails for good it says so, as otherwise the one who waits would wait for ever; and a cluster of one core
    works too, where joblib would do everything in this process.
    """
    import asyncio

    from joblib._dask import DaskDistributedBackend

    class Backend(DaskDistributedBackend):  # type: ignore[misc]
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

        async def _collect(self) -> None:
            while self._continue:
                async for future, result in self.waiting_futures:
                    waiting, callback = self._results.pop(future), self._callbacks.pop(future)
                    if future.status == "finished":
                        waiting.set_result(result)
                        callback(result)
                    else:
                        error = _error_of(result)
                        waiting.set_exception(error)
                        callback(error)
                await asyncio.sleep(0.01)

    return Backend(client=client, wait_for_workers_timeout=CONNECT)


def _error_of(result: Any) -> BaseException:
    """The error of a task that failed, or was called off with its scheduler."""
    from concurrent.futures import CancelledError

    found = result[1] if isinstance(result, tuple) else result
    return found if isinstance(found, Exception) else CancelledError()


# --- small tasks that have a limit --------------------------------------------------------------------


def run(address: str, tasks: Sequence[Task], call: str, timeout: float, on_done: OnDone, kinds: Sequence[Hashable] | None = None) -> list[Outcome]:
    """As `workers.run`, there: each task in a process of its own kind, which is killed at the limit."""
    with connected(address) as cluster:
        groups = grouped(len(tasks), cluster.cores, kinds)
        found: dict[int, Outcome] = {}
        for place, outcome in cluster.outcomes(TOGETHER, [(call, [tasks[i] for i in group], timeout) for group in groups]):
            several = outcome.value if isinstance(outcome, Done) else [outcome] * len(groups[place])
            for index, one in zip(groups[place], several, strict=True):
                found[index] = one
                on_done(index, one)
    return [found[index] for index in range(len(tasks))]


def grouped(number: int, cores: int, kinds: Sequence[Hashable] | None = None) -> list[list[int]]:
    """Tasks by their places in groups of one kind each, a few rounds of them a core; those that come first lie in different groups."""
    size = max(1, min(MOST_AT_ONCE, number // max(1, cores * ROUNDS)))
    by_kind: dict[Hashable, list[int]] = {}
    for index in range(number):
        by_kind.setdefault(None if kinds is None else kinds[index], []).append(index)
    groups = [alike[first :: -(-len(alike) // size)] for alike in by_kind.values() for first in range(-(-len(alike) // size))]
    return sorted(groups)


# --- the worker's side --------------------------------------------------------------------------------


def serve(call: str, version: str, index: int, payload: bytes) -> tuple[int, bytes]:
    """A task in a worker of the cluster; whatever becomes of it is an answer."""
    if version != code_version():
        return index, pickle.dumps(Foreign())
    return index, answer(call, payload)


def together(task: tuple[str, Sequence[Task], float]) -> list[Outcome]:
    """Several small tasks one after the other, in a process that can be killed."""
    call, tasks, timeout = task
    process.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # daemons may start no process that could outlive them; ours never does
    return workers.run(tasks, call, 1, timeout)
