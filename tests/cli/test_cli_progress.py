"""How far long work is: one line on a terminal, plain lines where they are asked for, else nothing."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from verifier.cli import progress
from verifier.cli.group import COMMANDS, main
from verifier.cli.output import say

Run = Callable[..., Result]
EXAMPLES = Path(__file__).parents[2] / "examples"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def worked(stream: StringIO, mode: str, monkeypatch: pytest.MonkeyPatch, work: Callable[[], None], every: float = 0.01) -> str:
    """What stands on standard error after some work was watched."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "_mode", mode)
    monkeypatch.setattr(progress, "_what", "check")
    monkeypatch.setattr(progress, "EVERY", every)
    monkeypatch.setattr(progress, "Watch", lambda what, mode: WATCH(what, mode, every))
    progress.begin()
    work()
    progress.end()
    return stream.getvalue()


WATCH = progress.Watch


def steps() -> None:
    for done in range(3):
        progress.progress(f"{done} of 3")
        time.sleep(0.1)


def test_a_terminal_has_one_line_that_is_written_over_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = worked(Terminal(), progress.AUTO, monkeypatch, steps)
    assert "\n" not in seen and seen.count("\r") > 3
    shown = [text.strip() for text in seen.split("\r") if text.strip()]
    assert re.fullmatch(r"check: \d of 3 \[00:00\]", shown[-1]) and {text.partition(" [")[0] for text in shown} >= {"check: 0 of 3", "check: 2 of 3"}
    assert seen.endswith("\r") and not seen.rsplit("\r", 2)[-2].strip()


def test_work_that_says_nothing_is_shown_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "check [00:00]" in worked(Terminal(), progress.AUTO, monkeypatch, lambda: time.sleep(0.1))


def test_a_share_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> None:
        progress.progress("half", 0.5)
        time.sleep(0.1)

    assert re.search(r"check: half █{6} {6} \[00:00\]|check: half #{6} {6} \[00:00\]", worked(Terminal(), progress.AUTO, monkeypatch, work))


def test_what_is_printed_does_not_stand_in_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()

    def work() -> None:
        time.sleep(0.1)
        assert stream.getvalue().strip("\r ")
        progress._watch.lock.acquire()  # type: ignore[union-attr]
        say("note: a", err=True)
        before = stream.getvalue().split("note: a\n")[0]
        progress._watch.lock.release()  # type: ignore[union-attr]
        assert before.endswith("\r") and not before.rsplit("\r", 2)[-2].strip()

    worked(stream, progress.AUTO, monkeypatch, work)


@pytest.mark.parametrize(("stream", "mode"), [(StringIO(), progress.AUTO), (Terminal(), progress.NONE)])
def test_nobody_watches(stream: StringIO, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert worked(stream, mode, monkeypatch, steps) == ""


def test_plain_lines_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = worked(StringIO(), progress.PLAIN, monkeypatch, steps)
    assert [line.partition(" [")[0] for line in seen.splitlines()][-3:] == ["check: 0 of 3", "check: 1 of 3", "check: 2 of 3"] and "\r" not in seen


def test_plain_lines_go_on_where_nothing_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SILENCE", 0.05)
    assert len(worked(StringIO(), progress.PLAIN, monkeypatch, lambda: time.sleep(0.3)).splitlines()) >= 3


def test_control_characters_do_not_reach_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> None:
        progress.progress("a\x1b[2Jb\nc")
        time.sleep(0.1)

    assert "\x1b" not in worked(StringIO(), progress.PLAIN, monkeypatch, work)


def commands(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    inner = command.commands.items() if isinstance(command, click.Group) and path else []
    return [(path, command), *(found for name, one in inner for found in commands(one, (*path, name)))]


@pytest.mark.parametrize("name", COMMANDS)
def test_what_may_take_long_takes_the_option(name: str) -> None:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    for path, command in commands(found, (name,)):
        params = [param.name for param in command.params]
        assert params.count("progress") == bool({"jobs", "timeout"} & {*params}), path


def test_the_option_is_taken_and_results_stay_alone(jokeri: Run) -> None:
    words = ("extremes", str(EXAMPLES / "three-hands.yaml"), "--show", "largest-total")
    plain, loud = jokeri(*words), jokeri(*words, "--progress", "plain")
    assert (plain.stderr, loud.exit_code, loud.stdout) == ("", plain.exit_code, plain.stdout)
    assert jokeri("check", "tvaladze", "--progress", "loud").exit_code == 2
    assert progress._watch is None


@pytest.mark.skipif(os.name == "nt", reason="terminals")
def test_a_real_terminal() -> None:
    """Standard error is a terminal, standard output is not: the results are as always, the line comes and goes."""
    import fcntl
    import termios

    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    code = "from verifier.cli import progress; progress.Watch.__init__.__defaults__ = (0.01,); from verifier.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "compare", "tvaladze", "web-225", "--section", "deck"], stdout=subprocess.PIPE, stderr=slave, text=True, check=False)
    os.close(slave)
    seen = os.read(master, 1 << 16).decode()
    os.close(master)
    assert done.returncode == 0 and "\r" not in done.stdout
    assert "compare" in seen and "\n" not in seen and not seen.rsplit("\r", 2)[-2].strip()


def test_help_starts_no_watch() -> None:
    CliRunner().invoke(main, ["check", "--help"])
    assert progress._watch is None
