"""Foreign programs are bounded in everything, and nobody of theirs is left when jokeri ends, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rulespec.pipeline import load
from verifier.programs.foreign import process as foreign
from verifier.programs.foreign.judge import Limits, judge
from verifier.programs.foreign.process import Breakdown, Program

from .conftest import environment, within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc, and orphans adopted, on Linux only")

ANSWERS = "import sys, os, time\nfor line in sys.stdin: print('{\"unsupported\": true}', flush=True)\n"
NOISE = "import sys\nwhile True: sys.stderr.write('noise ' * 10_000)\n"
CLOSES = "import sys, os, time\nos.close(1)\n" + NOISE
QUIET = "import time\ntime.sleep(60)\n"
FAMILY = """import os, sys, time
def note(): open({note!r}, "a").write(f"{{os.getpid()}} ")
note()
if os.fork() == 0:                    # a child
    note()
    if os.fork() == 0:                # in a session of its own, with its parent gone
        os.setsid()
        if os.fork() == 0:
            for stream in (0, 1, 2): os.close(stream)
            note()
            while True: time.sleep(1)
        os._exit(0)
    while True: time.sleep(1)
"""
SPREADS = "import os, time\nwhile True:\n    time.sleep(0.002)\n    if os.fork() == 0:\n        os.setsid()\n        open({note!r}, 'a').write(f'{{os.getpid()}} ')\n        time.sleep(30)\n"


def argv(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def noted(path: Path) -> list[int]:
    return [int(word) for word in path.read_text().split()] if path.exists() else []


@pytest.mark.parametrize(("program", "kind"), [(NOISE, "slow"), (CLOSES, "died"), (QUIET, "slow")], ids=["noise", "closes and makes noise", "quiet"])
def test_noise_and_silence_are_bounded(program: str, kind: str) -> None:
    with within(20), Program(argv(program), 0.3) as running:
        running.start()
        running.fresh = False
        found = running.ask("{}")
    assert isinstance(found, Breakdown) and found.kind == kind
    assert len(found.says) < 300


def test_a_program_that_never_answers_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "START_LIMIT", 0.4)
    cases = [{"question": "score", "cards": 3, "bid": bid, "tricks": 1, "answer": 10, "row": "r"} for bid in range(4)]
    begun = time.monotonic()
    with Program(argv(QUIET), 0.2) as running:
        findings = judge(load("tvaladze"), running, cases, Limits(3, 60), lambda text: None)
    assert len(findings.breakdowns) == 1 and findings.given_up == "it answered nothing in time"
    assert findings.exit_code in (1, 3)
    assert time.monotonic() - begun < 10


def test_a_first_answer_may_take_longer_once() -> None:
    """What is slow to start is waited for; what did not answer then has no more than its time."""
    running = Program(argv("import time\ntime.sleep(0.6)\n" + ANSWERS), 0.1)
    with running:
        assert running.ask("{}") == '{"unsupported": true}'
        running.kill()
        assert running.ask("{}") == '{"unsupported": true}'
    silent = Program(argv(QUIET), 0.1)
    silent.answered = False
    begun = time.monotonic()
    with silent:
        assert isinstance(silent.ask("{}"), Breakdown)
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("program", [FAMILY + ANSWERS, FAMILY + "sys.exit(3)", FAMILY + QUIET], ids=["answers", "ends", "sleeps"])
def test_nobody_is_left_of_a_family_that_scatters(tmp_path: Path, program: str) -> None:
    note = tmp_path / "pids"
    with Program(argv(program.replace("{note!r}", repr(str(note))).replace("{{", "{").replace("}}", "}")), 1) as running:
        running.start()
        until(lambda: len(noted(note)) == 3)
    assert not [pid for pid in noted(note) if runs(pid)]


def test_nobody_is_left_of_those_who_multiply(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    with Program(argv(SPREADS.format(note=str(note))), 1) as running:
        running.start()
        until(lambda: len(noted(note)) > 30)
    assert not [pid for pid in noted(note) if runs(pid)]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda n: n.name)
def test_nobody_outlives_jokeri(tmp_path: Path, number: signal.Signals) -> None:
    note = tmp_path / "pids"
    asking = f"""if True:
        import sys
        from verifier.cli.guard import guarded
        from verifier.programs.foreign.process import Program

        def run():
            with Program([sys.executable, "-c", {FAMILY.format(note=str(note)) + QUIET!r}], 60) as running:
                running.ask("x")
            return 0

        sys.exit(guarded([], [], run))
    """
    with subprocess.Popen([sys.executable, "-c", asking], cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as jokeri:
        until(lambda: len(noted(note)) == 3)
        jokeri.send_signal(number)
        _, errors = jokeri.communicate(timeout=30)
    assert b"Traceback" not in errors
    until(lambda: not [pid for pid in noted(note) if runs(pid)])
    until(lambda: not keepers_of(note.parent))


def keepers_of(folder: Path) -> list[str]:
    """Keepers that still stand in a folder of the test."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        try:
            if b"keeper.py" in (one / "cmdline").read_bytes() and os.readlink(one / "cwd") == str(folder):
                found.append(one.name)
        except OSError:
            continue
    return found


def test_a_program_that_does_away_with_its_keeper(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    program = f"import os, signal\nopen({str(note)!r}, 'a').write(str(os.getpid()))\nos.kill(os.getppid(), signal.SIGKILL)\n" + QUIET
    with within(30), Program(argv(program), 0.5) as running:
        running.start()
        running.fresh = False
        assert isinstance(running.ask("{}"), Breakdown)
    until(lambda: not [pid for pid in noted(note) if runs(pid)])


def test_what_a_program_is_given_is_as_without_a_keeper(tmp_path: Path) -> None:
    """Its streams, its folder, its environment, its signals, and no descriptor beside."""
    code = (
        "import os, signal, sys, json\nsys.stdin.readline()\n"
        "handled = [s.name for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE) if signal.getsignal(s) not in (signal.SIG_DFL, None)]\n"
        "print(json.dumps([os.getcwd(), os.environ.get('MARK'), sorted(map(int, os.listdir('/proc/self/fd')))[:4], handled]), flush=True)"
    )
    runner = f"""if True:
        import json, os, sys
        from verifier.programs.foreign.process import Program
        with Program([sys.executable, "-c", {code!r}], 30) as running:
            print(running.ask("x"))
    """
    done = subprocess.run([sys.executable, "-c", runner], cwd=tmp_path, env=environment(MARK="x"), capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == f'["{tmp_path}", "x", [0, 1, 2, 3], ["SIGPIPE"]]'  # 3 lists the descriptors; Python itself ignores SIGPIPE
