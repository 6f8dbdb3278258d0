"""A cluster on this machine for tests: a scheduler and two workers, each a process of its own, which can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
WORKER = ["-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", "--memory-limit", "0", "--death-timeout", "60"]


@dataclass(frozen=True)
class Local:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]
    folder: Path

    def start_worker(self, **environment: str) -> None:
        self.workers.append(started(self.folder, *WORKER, "--name", str(len(self.workers)), self.address, **environment))


def started(folder: Path, *words: str, **environment: str) -> subprocess.Popen[bytes]:
    folders = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    env = {**os.environ, "PYTHONPATH": folders, **environment}
    return subprocess.Popen([sys.executable, *words], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def local_cluster(folder: Path, workers: int = 2) -> Iterator[Local]:
    """Ready when its workers are; whatever is left of it in the end is killed."""
    import json

    file = folder / "scheduler.json"
    words = f"-m distributed.cli.dask_scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file {file}".split()
    scheduler = started(folder, *words)
    found = None
    try:
        end = time.monotonic() + 60
        while not file.exists() or not file.read_text().endswith("}"):
            assert scheduler.poll() is None and time.monotonic() < end, "the scheduler does not start"
            time.sleep(0.05)
        found = Local(json.loads(file.read_text())["address"], scheduler, [], folder)
        for _ in range(workers):
            found.start_worker()
        wait_for_workers(found.address, workers)
        yield found
    finally:
        for process in [scheduler, *(found.workers if found else [])]:
            process.kill()
            process.wait()


def wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address, timeout=30, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=60)
