"""However a run is cut short, its code says what became of it, in one line, and nothing is left behind."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.work import workers
from verifier.work.outcome import Died, Failed
from verifier.work.shortage import FILES, LIBRARY, MEMORY, PROCESSES, shortage

from .conftest import ROOT, Run, command_line, environment

FULL = Path("/dev/full")
CHECK = ("check", "tvaladze", "-p", "one-winner", "--no-cache", "--jobs", "1")


def limited(what: int, most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(what, (most, most))


LOST = [
    ("show", "tvaladze", "--format", "json"), ("--help",), ("--version",), ("nosuch", "--format", "json"), ("ask", "tvaladze", "{cases}"), CHECK,
]  # fmt: skip


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", LOST, ids=" ".join)
def test_output_that_cannot_be_written_is_no_answer(run: Run, words: tuple[str, ...]) -> None:
    words = tuple(word.format(cases=ROOT / "tests" / "cases" / "tvaladze.jsonl") for word in words)
    with FULL.open("wb") as full:
        done = run(*words, stdout=full)
    closed = run(*words, stdout=None, preexec_fn=lambda: os.close(1))
    assert (done.returncode, closed.returncode) == (2, 2)
    for one in (done, closed):
        lines = one.stderr.decode().splitlines()
        assert len(lines) == 1 and "standard output cannot be written" in lines[0], lines


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
def test_what_cannot_even_be_complained_about_has_its_code(run: Run) -> None:
    with FULL.open("wb") as full:
        assert run("check", "nosuch", stderr=full).returncode == 2
        assert run("list", stdout=full, stderr=full).returncode == 2
    for descriptors, code in (((2,), 0), ((0, 1, 2), 2)):
        assert run("list", stdout=subprocess.DEVNULL, preexec_fn=lambda d=descriptors: [os.close(n) for n in d]).returncode == code


def test_a_file_does_not_get_the_number_of_a_closed_stream(run: Run, tmp_path: Path) -> None:
    """Standard output of a worker is its standard error: here it is closed, and the kept answer must not take its place."""
    done = run(*CHECK[:-3], "--jobs", "1", stderr=None, preexec_fn=lambda: os.close(2), env={"JOKERI_CACHE": str(tmp_path / "cache")})
    assert done.returncode == 0
    assert all(path.read_bytes().startswith(b'{"name"') for path in tmp_path.rglob("*.json"))


@pytest.mark.parametrize(("words", "buffered"), [(("--help",), "1"), (("--help",), ""), (("show", "tvaladze"), "")])
def test_a_reader_that_went_away(run: Run, words: tuple[str, ...], buffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run(*words, stdout=writing, env={"PYTHONUNBUFFERED": buffered})
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
@pytest.mark.parametrize("files", [6, 10])
def test_too_few_files_may_be_open(run: Run, files: int) -> None:
    done = run(*CHECK, preexec_fn=limited(resource.RLIMIT_NOFILE, files))
    assert done.returncode in (0, 2, 3), done.stderr
    assert done.returncode != 2 or len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
@pytest.mark.parametrize("mebibytes", [24, 40, 58, 75])
def test_too_little_memory(run: Run, mebibytes: int) -> None:
    done = run(*CHECK, preexec_fn=limited(resource.RLIMIT_AS, mebibytes << 20))
    assert done.returncode in (0, 2, 3), done.stderr
    assert b"Traceback" not in done.stderr and b"bug" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
@pytest.mark.parametrize("mebibytes", [40, 75, 100, 130])
def test_too_little_memory_for_a_library_that_ends_the_process(run: Run, mebibytes: int) -> None:
    done = run("simulate", "tvaladze", preexec_fn=limited(resource.RLIMIT_AS, mebibytes << 20))
    assert (done.returncode, done.stdout) == (2, b"") or done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) <= 1, done.stderr


SHORT: list[tuple[BaseException, str | None]] = [
    (MemoryError(), MEMORY), (OSError(errno.EMFILE, "x"), FILES), (OSError(errno.ENFILE, "x"), FILES), (OSError(errno.ENOMEM, "x"), MEMORY),
    (OSError(errno.EAGAIN, "x"), PROCESSES), (OSError(errno.EACCES, "x"), None),
    (ImportError("libx.so: failed to map segment from shared object"), MEMORY), (RuntimeError("can't start new thread"), PROCESSES),
    (KeyError("out of memory"), None), (ValueError("x"), None), (SystemError("error return without exception set"), MEMORY),
    (type("Z3Exception", (Exception,), {})("out of memory"), MEMORY), (type("Z3Exception", (Exception,), {})("libz3.so not found."), LIBRARY),
]  # fmt: skip


@pytest.mark.parametrize(("error", "what"), SHORT, ids=repr)
def test_what_is_a_shortage(error: BaseException, what: str | None) -> None:
    assert shortage(error) == what
    try:
        try:
            raise error
        except type(error):
            raise KeyError("wrapped") from error
    except KeyError as wrapped:
        assert shortage(wrapped) == what


def test_a_task_that_has_too_little_is_no_bug() -> None:
    (outcome,) = workers.run([1 << 62], "builtins:bytearray", 1, 30)
    assert isinstance(outcome, Died | Failed)
    assert outcome == Died(MEMORY) or "OverflowError" in str(outcome)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda n: n.name)
def test_a_run_that_is_ended_leaves_nobody_behind(tmp_path: Path, number: signal.Signals) -> None:
    words = command_line("check", "skill-games", "--no-cache", "--jobs", "2")
    with subprocess.Popen(words, cwd=tmp_path, env=environment(TMPDIR=str(tmp_path)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        mine = until(lambda: len(children(process.pid)) >= 2 and children(process.pid))
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    assert b"Traceback" not in errors
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    until(lambda: not any(Path(f"/proc/{one}").exists() for one in mine))
    assert list(tmp_path.iterdir()) == []


def children(pid: int) -> list[int]:
    return [int(one) for task in Path(f"/proc/{pid}/task").glob("*/children") for one in task.read_text().split()]


def until(holds: Callable[[], object], seconds: float = 15) -> list[int]:
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found if isinstance(found, list) else []


def test_an_early_interrupt_shows_no_trace(tmp_path: Path) -> None:
    """At any moment of the first tenths of a second, as soon as the program itself begins."""
    for delay in range(5):
        began = tmp_path / f"began-{delay}"
        code = f"import runpy, sys; open({str(began)!r}, 'w').close(); sys.argv[:] = {command_line('check', 'tvaladze', '--no-cache')[1:]!r}; runpy.run_path(sys.argv[0], run_name='__main__')"
        start = f"import signal; signal.signal(signal.SIGINT, signal.SIG_DFL if {delay} % 2 else signal.default_int_handler); import verifier.start; {code}"
        with subprocess.Popen([sys.executable, "-c", start], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            until(began.exists)
            time.sleep(delay * 0.04)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
        assert process.returncode in (130, -signal.SIGINT), errors
        assert errors.strip() == b""


SWALLOWED = """
import os, signal, sys, time
from verifier.cli import guard

class Gone:
    def __del__(self):
        os.kill(os.getpid(), {number})
        while True:
            time.sleep(0.01)

def command():
    with guard._signals():
        Gone()
        time.sleep(10)
    return 0

signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    command()
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_signal_that_comes_where_python_lets_exceptions_go_still_ends_the_run(tmp_path: Path, number: signal.Signals, code: int) -> None:
    """As in what is called when an object is forgotten, or while a module is being imported."""
    done = subprocess.run([sys.executable, "-c", SWALLOWED.format(number=int(number))], cwd=tmp_path, env=environment(), capture_output=True, timeout=20)
    assert (done.returncode, done.stderr) == (code, b"")
