"""What a cluster costs and brings: overhead a task, cost of an answer, games a second by workers, and a plan for many of them.

    python bench/cluster.py [--games 40000] [--thinking 6]

Needs the extras `speed` and `cluster`. Workers are processes of this machine, a core each; the scheduler lies in the process of the
one who asks. Costs are seconds of processor time, so that other work on the machine does not count. The plan takes them and says
which limit a larger cluster meets first: its cores, or the one who hands out tasks and takes in answers.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

from rulespec import pipeline
from verifier.evenings.afar import LARGEST, Afar
from verifier.evenings.many import COUNTED, Games, Table
from verifier.evenings.pieces import gathered
from verifier.work.cluster import Cluster, connected
from verifier.work.tasks import packed

PROFILE, TASKS, BLOBS, BLOB = "tvaladze", 300, 40, 1 << 20
BYTES_A_GAME = 8 * (4 * len(COUNTED) + 1)
SIZES = (1, 10, 100, 1000)


def nothing(task: object) -> None:
    """A task that costs nothing but its way."""


def blob(size: int) -> bytes:
    """A task that costs only the way of its answer."""
    return bytes(range(256)) * (size // 256)


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local, connected(local.scheduler_address) as found:
        found.client.wait_for_workers(workers)
        list(found.outcomes("bench.cluster:nothing", [None] * 20))  # everything is imported now
        yield found


@dataclass(frozen=True)
class Cost:
    """Seconds a unit: by the clock, and of the processors of the one who asks (with the scheduler) and of all workers."""

    clock: float
    asker: float
    workers: float


def cost(connection: Cluster, units: int, work: Callable[[], object]) -> Cost:
    processes = [psutil.Process(pid) for pid in connection.client.run(os.getpid).values()]

    def now() -> list[float]:
        spent = [one.cpu_times() for one in processes]
        return [time.perf_counter(), time.process_time(), sum(one.user + one.system for one in spent)]

    before = now()
    work()
    return Cost(*((after - start) / units for after, start in zip(now(), before, strict=True)))


def tasks(connection: Cluster, call: str, several: list[object]) -> Callable[[], object]:
    return lambda: list(connection.outcomes(call, several))


def playing(connection: Cluster, games: Games, number: int) -> Cost:
    crew = Afar(connection)
    gathered(games, 0, 8 * connection.cores, crew)  # compiled, or taken from the disk, everywhere
    return cost(connection, number, lambda: gathered(games, 1 << 20, number, crew))


def measured(workers: int, games: int, thinking: int) -> dict[str, Cost]:
    rules = packed(pipeline.load(PROFILE))
    with cluster(workers) as connection:
        return {
            "task": cost(connection, TASKS, tasks(connection, "bench.cluster:nothing", [None] * TASKS)),
            "byte": cost(connection, BLOBS * BLOB, tasks(connection, "bench.cluster:blob", [BLOB] * BLOBS)),
            "random": playing(connection, Games(rules), games),
            "hard": playing(connection, Games(rules, Table(("hard",))), thinking * workers),
        }


def plan(kind: str, found: dict[str, Cost], piece: int) -> Iterator[str]:
    """Games a second of clusters of several sizes: no more than the cores play, than tasks can be handed out and answers taken in."""
    asker = BYTES_A_GAME * found["byte"].asker + found["task"].asker / piece
    for cores in SIZES:
        limits = {"cores": cores / found[kind].workers, "the one who asks": 1 / asker}
        limit = min(limits, key=lambda name: limits[name])
        yield f"{kind:8} {cores:8,} {limits[limit]:16,.0f}   {limit}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40000)
    parser.add_argument("--thinking", type=int, default=6, help="games a worker of `hard` players")
    args = parser.parse_args()
    found = {workers: measured(workers, args.games, args.thinking) for workers in (1, 2)}
    print(f"{'':34}{'who asks':>12}{'workers':>12}{'by the clock':>14}")
    for workers, one in found.items():
        for name, by, unit in (("task", 1e3, "ms a task"), ("byte", 1e9, "ms a MB of answers"), ("random", 1e6, "us a random game"), ("hard", 1e3, "ms a game of `hard`")):
            print(f"{workers} worker{'s' * (workers > 1):1}, {unit:23}{by * one[name].asker:12.2f}{by * one[name].workers:12.2f}{by * one[name].clock:14.2f}")
    for kind in ("random", "hard"):
        print(f"two workers play {found[1][kind].clock / found[2][kind].clock:.2f} times as many games of {kind} players a second as one")
    print("\nplayers     cores   games a second   what limits them")
    for kind in ("random", "hard"):
        print("\n".join(plan(kind, found[2], LARGEST * Games(b"", Table((kind,))).step)))


if __name__ == "__main__":
    main()
