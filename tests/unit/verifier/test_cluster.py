"""Work on a cluster: the same answers as here, also when a worker is killed in the middle; and what cannot be made good is told.

The tests stand in the order in which they use up the workers of one cluster.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulespec import pipeline
from rulespec.diagnostics import Faults
from verifier.cli import main
from verifier.compare import matrix
from verifier.evenings.afar import Afar
from verifier.evenings.many import play
from verifier.evenings.store import Store
from verifier.proofs import check
from verifier.work import cluster
from verifier.work.outcome import Died, Done, Failed, TimedOut

from .clusters import Local, local_cluster, wait_for_workers

EXTRA = "work on a cluster needs the extra `cluster`"
ROOT = Path(__file__).parents[3]
HOUSE = str(ROOT / "examples" / "three-hands.yaml")


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    for module in cluster.NEEDED:
        pytest.importorskip(module, reason=EXTRA)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "CONNECT", 60)  # machines that test may be busy
        patch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")  # so that a task is given up when it has ended two workers
        with local_cluster(tmp_path_factory.mktemp("cluster")) as found:
            yield found


def document(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, [*args, "--format", "json"])
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def killing(local: Local) -> Callable[[int, int], None]:
    """Kills the oldest worker that lives when something is heard for the first time."""
    victims = [worker for worker in local.workers if worker.poll() is None][:1]

    def on(done: int, fresh: int) -> None:
        if fresh and victims:
            victims.pop().send_signal(signal.SIGKILL)

    return on


def told(code: Callable[[], object]) -> str:
    with pytest.raises(Faults) as found:
        code()
    assert [one.code for one in found.value.diagnostics] == ["RV141"]
    return found.value.diagnostics[0].message


def test_a_command_says_the_same_wherever_it_works(local: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.evenings.many.cores", lambda: 7)  # of this machine, which are not asked for
    args = ("simulate", HOUSE, HOUSE + "+khishti_short=-500", "--games", "150", "--seed", "9", "--difference", "score")
    here, there = document(*args, "--jobs", "1"), document(*args, "--scheduler", local.address)
    assert (here["jobs"], there["jobs"]) == (1, 2)
    for found in (here, there):
        for key in ("seconds", "jobs", "rate"):
            del found[key]
    assert here == there and here["exit_code"] == 0


def test_every_task_has_its_own_end(local: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [("double", 4), ("hang",), ("kill_itself",), ("raise_error", "x"), ("double", 5)]
    heard: list[int] = []
    found = cluster.run(local.address, tasks, "stub_tasks:obey", 1.5, lambda index, outcome: heard.append(index))
    assert [type(one) for one in found] == [Done, TimedOut, Died, Failed, Done] and sorted(heard) == [0, 1, 2, 3, 4]
    monkeypatch.setattr(cluster, "code_version", lambda: "another")
    said = told(lambda: cluster.run(local.address, tasks[:1], "stub_tasks:obey", 9, lambda index, outcome: None))
    assert "has a worker with another version of this program" in said


def test_games_of_a_worker_that_is_killed_are_played_by_another_one(local: Local, tmp_path: Path) -> None:
    ruleset, store = pipeline.load(HOUSE), Store(tmp_path / "games.db")
    here = play(ruleset, 600, 9, 1)
    with cluster.connected(local.address) as connection:
        crew = Afar(connection)
        there = play(ruleset, 600, 9, crew, on_games=killing(local), shelf=store)
        again = play(ruleset, 600, 9, crew, on_games=lambda done, fresh: None if fresh == 0 else pytest.fail("played again"), shelf=store)
    assert sum(worker.poll() is None for worker in local.workers) == 1
    for found in (there, again):
        assert (found.counts == here.counts).all() and (found.ended == here.ended).all() and found.rows == here.rows


def test_comparisons_and_proofs_of_a_family_survive_a_worker(local: Local) -> None:
    local.start_worker()
    wait_for_workers(local.address, 2)
    profiles = (HOUSE, HOUSE + "+khishti_short=-500", HOUSE + "+void_with_joker=must_play")
    here, there = (matrix.Request(profiles, sections=("score", "call", "trump", "finish"), scheduler=one) for one in (None, local.address))
    on = killing(local)
    assert matrix.compare(there, lambda done, of: on(done, 1)) == matrix.compare(here)
    assert sum(worker.poll() is None for worker in local.workers) == 1
    asked = [check.Request(("georgian",), patterns=("every-score-defined",), scheduler=one) for one in (None, local.address)]
    proofs = [[(r.verdict, r.family) for one in check.check(request) for r in one.results] for request in asked]
    assert proofs[0] == proofs[1] and len(proofs[0]) == 1


def test_a_task_that_ends_its_workers_is_given_up(local: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    local.start_worker()
    wait_for_workers(local.address, 2)
    with cluster.connected(local.address) as connection:
        assert "gave a task up that ended several workers" in told(lambda: list(connection.outcomes("stub_tasks:obey", [("exit_at_once", 3)])))
    monkeypatch.setattr(cluster, "CONNECT", 1)
    with cluster.connected(local.address) as connection:
        assert "has had no worker for 1 s" in told(lambda: list(connection.outcomes("stub_tasks:obey", [("double", 3)])))


def test_a_scheduler_that_is_gone_is_told(local: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    local.start_worker()
    wait_for_workers(local.address, 1)
    with cluster.connected(local.address) as connection:
        outcomes = connection.outcomes("stub_tasks:obey", [("double", 2), ("double_later", 3, 60.0)])
        assert next(outcomes)[0] == 0
        local.scheduler.kill()
        assert "was lost" in told(lambda: list(outcomes))
    monkeypatch.setattr(cluster, "CONNECT", 1)
    found = CliRunner().invoke(main, ["simulate", HOUSE, "--scheduler", local.address])
    assert (found.exit_code, found.stdout) == (2, "") and "RV141" in found.stderr and "cannot be reached" in found.stderr


# --- without a cluster --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["simulate", HOUSE], ["compare", HOUSE, "tvaladze", "--no-cache"], ["check", HOUSE, "-p", "one-winner", "--no-cache"]])
def test_a_missing_extra_is_told(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    found = CliRunner().invoke(main, [*command, "--scheduler", "tcp://127.0.0.1:8786"])
    assert (found.exit_code, found.stdout) == (2, "")
    assert "RV141" in found.stderr and "pip install 'jokeri[cluster]'" in found.stderr


@pytest.mark.parametrize(("number", "cores", "largest"), [(1, 2, 1), (7, 2, 1), (40, 2, 5), (1000, 2, 8), (1000, 1000, 1), (5, 0, 5)])
def test_small_tasks_are_put_together_as_far_as_all_cores_have_some(number: int, cores: int, largest: int) -> None:
    groups = cluster.grouped(number, cores)
    assert sorted(index for group in groups for index in group) == list(range(number)) and max(map(len, groups)) == largest
    assert [group[0] for group in groups] == list(range(len(groups)))
    kinds = ["ab"[index % 3 == 0] for index in range(number)]
    for group in cluster.grouped(number, cores, kinds):
        assert len({kinds[index] for index in group}) == 1 and len(group) <= largest
