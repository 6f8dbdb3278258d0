"""What a cluster costs and brings: overhead a task, bytes a game, games a second by workers, and a plan for many of them.

    python bench/cluster.py [--games 40000] [--thinking 6]

Needs the extras `speed` and `cluster`. Scheduler and workers are processes of this machine, a core each. The plan takes what
was measured here and says which of three limits a larger cluster meets first: its cores, the scheduler (one word a task),
or the one who asked (so many bytes a game).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rulespec import pipeline
from verifier.evenings.afar import LARGEST, Afar
from verifier.evenings.many import COUNTED, Games, Table
from verifier.evenings.pieces import gathered
from verifier.work.cluster import Cluster, connected
from verifier.work.tasks import packed

PROFILE, BLOB, TASKS = "tvaladze", 1 << 20, 300
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


def seconds_a_task(connection: Cluster, call: str, tasks: list[object]) -> float:
    start = time.perf_counter()
    assert len(list(connection.outcomes(call, tasks))) == len(tasks)
    return (time.perf_counter() - start) / len(tasks)


def games_a_second(connection: Cluster, work: Games, games: int) -> float:
    crew = Afar(connection)
    gathered(work, 0, 2 * connection.cores, crew)  # compiled, or taken from the disk, everywhere
    start = time.perf_counter()
    gathered(work, 1 << 20, games, crew)
    return games / (time.perf_counter() - start)


def measured(workers: int, games: int, thinking: int) -> dict[str, float]:
    rules = packed(pipeline.load(PROFILE))
    with cluster(workers) as connection:
        return {
            "task": seconds_a_task(connection, "bench.cluster:nothing", [None] * TASKS),
            "byte": seconds_a_task(connection, "bench.cluster:blob", [BLOB] * 40) / BLOB,
            "random": games_a_second(connection, Games(rules), games),
            "hard": games_a_second(connection, Games(rules, Table(("hard",))), thinking * workers),
        }


def plan(kind: str, rate: float, step: int, task: float, byte: float) -> Iterator[str]:
    """Games a second of clusters of several sizes: no more than cores play, than tasks can be handed out, than answers can be taken in."""
    bytes_a_game = 8 * (4 * len(COUNTED) + 1)
    for cores in SIZES:
        limits = {"cores": rate * cores, "scheduler": LARGEST * step / task, "answers": 1 / (bytes_a_game * byte)}
        limit = min(limits, key=lambda name: limits[name])
        yield f"{kind:8} {cores:8,} {min(limits.values()):16,.0f}   {limit}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40000)
    parser.add_argument("--thinking", type=int, default=6, help="games a worker of `hard` players")
    args = parser.parse_args()
    found = {workers: measured(workers, args.games, args.thinking) for workers in (1, 2)}
    print("workers   a task, ms   answers, MB a second   random games a second   `hard` games a second")
    for workers, one in found.items():
        print(f"{workers:7} {1000 * one['task']:12.2f} {1e-6 / one['byte']:22.0f} {one['random']:23,.0f} {one['hard']:23.2f}")
    print(f"two workers against one: random {found[2]['random'] / found[1]['random']:.2f}, hard {found[2]['hard'] / found[1]['hard']:.2f}\n")
    print("players     cores   games a second   what limits them")
    task, byte = (min(one[name] for one in found.values()) for name in ("task", "byte"))
    rules = packed(pipeline.load(PROFILE))
    for kind in ("random", "hard"):
        rate, step = found[2][kind] / 2, Games(rules, Table((kind,))).step
        print("\n".join(plan(kind, rate, step, task, byte)))


if __name__ == "__main__":
    main()
