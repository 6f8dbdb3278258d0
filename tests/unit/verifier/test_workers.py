"""Workers that hang, die, raise or are killed cost their own task, never another one, and leave no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.work.outcome import Died, Done, Failed, Outcome, TimedOut
from verifier.work.workers import hired, run

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PROC = Path("/proc")
MARK = "JOKERI_TEST_MARK"


def marked(mark: str) -> list[str]:
    """Every process that inherited the mark, whoever its parent is now, except the resource tracker, one a program."""
    found = []
    for folder in PROC.glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:  # gone meanwhile, or not ours
            continue
    return [line for line in found if line and "resource_tracker" not in line]


def zombies() -> list[str]:
    """Children of this process that nobody has waited for."""
    listing = subprocess.run(["ps", "-A", "-o", "ppid=,stat=,pid="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listing.stdout.splitlines()]
    return [row[2] for row in rows if row[0] == str(os.getpid()) and row[1].startswith("Z")]


def gone_soon(mark: str) -> bool:
    return soon(lambda: not marked(mark))


def soon(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Make the stubs importable, as workers get the parent's import path, and look for leftovers after each test."""
    monkeypatch.syspath_prepend(str(HERE))
    text = f"{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv(MARK, text)
    yield text
    if PROC.is_dir():
        assert gone_soon(text), marked(text)
        assert not zombies()


def obey(*orders: tuple[Any, ...], jobs: int = 2, timeout: float = 30, **more: Any) -> list[Outcome]:
    return run(orders, "stub_tasks:obey", jobs, timeout, **more)


def values(outcomes: list[Outcome]) -> list[object]:
    return [outcome.value if isinstance(outcome, Done) else outcome for outcome in outcomes]


def test_no_tasks_need_no_worker() -> None:
    assert obey() == []


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_task_order(jobs: int) -> None:
    orders = [("double_later", number, 0.2 if number == 0 else 0) for number in range(12)]
    assert values(obey(*orders, jobs=jobs)) == [2 * number for number in range(12)]


def test_on_done_hears_of_each_task_once_as_it_comes() -> None:
    heard: list[tuple[int, Outcome]] = []
    orders = [("double_later", 1, 2), ("double", 2), ("raise_error", "no"), ("exit_at_once", 3)]
    outcomes = obey(*orders, on_done=lambda index, outcome: heard.append((index, outcome)))
    assert sorted(heard, key=lambda pair: pair[0]) == list(enumerate(outcomes))
    assert heard[0] == (1, outcomes[1])


def test_one_job_is_a_worker_too_and_it_is_kept() -> None:
    first, second = values(obey(("where",), ("where",), jobs=1))
    assert first == second
    assert first[0] != os.getpid()  # type: ignore[index]


def test_workers_begin_with_different_kinds() -> None:
    outcomes = run([("where",)] * 3, "stub_tasks:obey", jobs=2, timeout=60, kinds=list("aab"))
    first, _, other = (outcome.value[0] for outcome in outcomes if isinstance(outcome, Done))
    assert first != other


def test_tasks_of_one_kind_are_begun_before_those_of_another() -> None:
    heard: list[int] = []
    run([("double", i) for i in range(6)], "stub_tasks:obey", 1, 60, lambda index, outcome: heard.append(index), list("abcabc"))
    assert heard == [0, 3, 1, 4, 2, 5]


def test_workers_hired_before_there_are_tasks_do_them() -> None:
    with hired("stub_tasks:obey", 2) as waiting:
        pids = {worker.process.pid for worker in waiting.workers}
        outcomes = run([("where",)] * 4, "stub_tasks:obey", 2, 60, waiting=waiting)
        assert waiting.workers == []
    assert {outcome.value[0] for outcome in outcomes if isinstance(outcome, Done)} <= pids


def test_of_the_hired_only_as_many_are_taken_as_there_is_work_for() -> None:
    with hired("stub_tasks:obey", 3) as waiting:
        assert run([("double", 4)], "stub_tasks:obey", 2, 60, waiting=waiting) == [Done(8, pytest.approx(0, abs=60))]
        assert len(waiting.workers) == 2


def test_those_hired_for_something_else_are_left_alone() -> None:
    with hired("stub_tasks:double", 1) as waiting:
        assert [o.value for o in run([("double", 4)], "stub_tasks:obey", 1, 60, waiting=waiting) if isinstance(o, Done)] == [8]
        assert len(waiting.workers) == 1


def test_the_hired_are_let_go_when_nothing_comes_of_it() -> None:
    """The leftovers of every test are looked for."""
    with pytest.raises(ValueError, match="wrong rules"), hired("stub_tasks:obey", 2):
        raise ValueError("wrong rules")


def test_a_hired_worker_that_died_meanwhile_is_replaced() -> None:
    with hired("stub_tasks:obey", 1) as waiting:
        waiting.workers[0].process.kill()
        outcomes = run([("double", 4)], "stub_tasks:obey", 1, 60, waiting=waiting)
    assert [outcome.value for outcome in outcomes if isinstance(outcome, Done)] == [8]


def test_there_are_never_more_workers_than_tasks() -> None:
    places = values(obey(("where",), jobs=8))
    assert len(places) == 1


def test_a_worker_starts_light_and_in_the_right_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [place] = values(obey(("where",)))
    assert isinstance(place, tuple)
    _, modules, folder = place
    assert not {"pytest", "z3", "numpy", "yaml", "rulespec"} & set(modules)
    assert folder == str(tmp_path)


def test_done_tells_the_time_the_work_took() -> None:
    [done] = obey(("double_later", 1, 0.3))
    assert isinstance(done, Done)
    assert 0.3 <= done.seconds < 5


@pytest.mark.parametrize("stub", ["hang", "hang_in_c", "hang_with_child"])
def test_a_hanging_task_is_killed_and_the_others_are_answered(stub: str) -> None:
    started = time.monotonic()
    outcomes = obey(("double", 1), (stub,), ("double", 3), ("double", 4), (stub,), ("double", 6), timeout=1)
    assert values(outcomes[:1] + outcomes[2:4] + outcomes[5:]) == [2, 6, 8, 12]
    assert [type(outcomes[1]), type(outcomes[4])] == [TimedOut, TimedOut]
    assert 1 <= outcomes[1].seconds < 5  # type: ignore[union-attr]
    assert time.monotonic() - started < 10


def test_the_clock_of_a_task_starts_with_a_ready_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit below the start-up time of a worker is enough for a task that takes no time."""
    (tmp_path / "slow_import.py").write_text("import time\ntime.sleep(2)\nf = abs\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert values(run([-1, -2], "slow_import:f", 2, 1.5)) == [1, 2]


def test_an_answer_in_time_counts_though_the_parent_was_busy() -> None:
    def slow(index: int, outcome: Outcome) -> None:
        if index == 0:
            time.sleep(3)

    assert values(obey(("double", 1), ("double_later", 2, 0.5), timeout=2, on_done=slow)) == [2, 4]


@pytest.mark.parametrize(
    ("order", "how"),
    [
        (("exit_at_once", 3), "ended with exit code 3"),
        (("exit_at_once", 0), "ended with exit code 0"),
        (("leave_child_and_exit",), "ended with exit code 0"),
        (("kill_itself",), "killed by SIGKILL"),
        (("close_pipe_and_hang",), "closed its pipe and went on"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_a_task_that_ends_its_worker_twice_has_died(order: tuple[Any, ...], how: str) -> None:
    assert values(obey(("double", 1), order, ("double", 3), ("double", 4))) == [2, Died(how), 6, 8]


def test_a_task_that_raises_is_reported_and_its_worker_goes_on() -> None:
    outcomes = obey(("where",), ("raise_error", "no such card"), ("leave",), ("where",), jobs=1)
    assert "ValueError: no such card" in outcomes[1].traceback  # type: ignore[union-attr]
    assert "in raise_error" in outcomes[1].traceback  # type: ignore[union-attr]
    assert "SystemExit: 5" in outcomes[2].traceback  # type: ignore[union-attr]
    assert values(outcomes)[0] == values(outcomes)[3]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (("unpicklable_result",), "the result cannot be sent back"),
        (("unreadable_result",), "the result cannot be read back"),
        (("double", threading.Lock()), "the task cannot be sent to a worker"),
        (("no_such_stub",), "KeyError: 'no_such_stub'"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_cannot_travel_has_failed_in_words(order: tuple[Any, ...], words: str) -> None:
    first, failed, third = obey(("double", 1), order, ("double", 3))
    assert isinstance(failed, Failed)
    assert words in failed.traceback
    assert values([first, third]) == [2, 6]


@pytest.mark.parametrize("call", ["no_such_module:f", "stub_tasks:no_such_function", "stub_tasks"])
def test_a_call_that_cannot_be_imported_fails_every_task(call: str) -> None:
    outcomes = run([1, 2, 3], call, 2, 30)
    assert all(isinstance(outcome, Failed) and "Error" in outcome.traceback for outcome in outcomes)


def test_a_module_that_ends_its_worker_while_it_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fatal_import.py").write_text("import os\nos._exit(7)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run([1, 2], "fatal_import:f", 2, 30) == [Died("ended with exit code 7")] * 2


def test_a_worker_that_never_gets_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "endless_import.py").write_text("import time\ntime.sleep(600)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("verifier.work.workers.START_LIMIT", 1.0)
    assert run([1, 2], "endless_import:f", 2, 30) == [Died("did not start within 1 s")] * 2


def test_a_large_result_arrives_whole() -> None:
    assert values(obey(("large_result", 5_000_000), ("double", 1))) == [bytes(5_000_000), 2]


def test_stray_output_stays_off_the_report(capfd: pytest.CaptureFixture[str]) -> None:
    assert values(obey(("print_something",))) == ["printed"]
    assert capfd.readouterr() == ("", "a stray print\na stray write\n")


def test_no_jobs_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one job"):
        obey(("double", 1), jobs=0)


@pytest.mark.parametrize(("times", "expected"), [(1, "attempt 2"), (2, Died("killed by SIGKILL"))])
def test_a_worker_killed_from_outside_is_replaced_once(times: int, expected: object, tmp_path: Path) -> None:
    def kill_each() -> None:
        for attempt in range(times):
            file = tmp_path / f"{attempt}.pid"
            assert soon(file.exists)
            os.kill(int(file.read_text()), signal.SIGKILL)

    killer = threading.Thread(target=kill_each)
    killer.start()
    outcomes = obey(("double", 1), ("hang_until_killed", str(tmp_path), times), ("double_later", 3, 1))
    killer.join()
    assert values(outcomes) == [2, expected, 6]


def test_an_error_of_the_listener_ends_all_workers_at_once() -> None:
    def fail(index: int, outcome: Outcome) -> None:
        raise RuntimeError("the listener")

    started = time.monotonic()
    with pytest.raises(RuntimeError, match="the listener"):
        obey(("double", 1), ("hang",), on_done=fail, timeout=60)
    assert time.monotonic() - started < 10


def test_an_interrupt_ends_all_workers_at_once() -> None:
    timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        obey(("hang",), ("hang_in_c",), ("hang",), timeout=60)
    assert time.monotonic() - started < 10


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from verifier.work.workers import run
run([({stub!r},), ("hang",)], "stub_tasks:obey", 2, 60)
"""


@pytest.mark.skipif(not PROC.is_dir(), reason="processes are found through /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("stub", ["hang", "hang_in_c", "hang_with_child"])
def test_workers_do_not_outlive_their_parent(stub: str, number: signal.Signals, mark: str, tmp_path: Path) -> None:
    """The program has no `__main__` guard either: workers that imported it would start workers themselves."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.format(path=[str(ROOT), str(HERE)], stub=stub))
    running = 4 if stub == "hang_with_child" else 3
    with subprocess.Popen([sys.executable, str(file)], stderr=subprocess.DEVNULL) as program:
        assert soon(lambda: len(marked(mark)) == running), marked(mark)
        time.sleep(0.5)  # the tasks are running by now
        program.send_signal(number)
        program.wait()
    assert gone_soon(mark), marked(mark)
