"""Whatever stands where a file should, every command says in one line that it cannot read it: no hang, no exhaustion."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from .conftest import ROOT, Run, command_line, environment

RECORD = str(ROOT / "examples" / "three-hands.txt")
COMMANDS = {
    "show": ["show", "FILE"], "check": ["check", "FILE", "-p", "one-winner"], "properties": ["check", "tvaladze", "--properties", "FILE"],
    "lint": ["lint", "FILE"], "diff": ["diff", "FILE", "tvaladze"], "whatif": ["whatif", "FILE", "--set", "pack=thirty_six"],
    "compare": ["compare", "FILE", "tvaladze"], "mutate": ["mutate", "FILE"], "vectors": ["vectors", "FILE"], "simulate": ["simulate", "FILE"],
    "scores": ["table", "scores", "FILE"], "leads": ["table", "joker-leads", "FILE"], "table": ["table", "compare", "FILE"],
    "smt2": ["export", "smt2", "FILE", "-p", "one-winner"], "new": ["new", "mine", "--extends", "FILE"], "explain": ["explain", "FILE", "{}"],
    "rules to ask": ["ask", "FILE"], "ask": ["ask", "tvaladze", "FILE"], "conform": ["conform", "tvaladze", "FILE"],
    "case": ["explain", "tvaladze", "FILE:1"], "replay": ["replay", "FILE"], "rescore": ["rescore", "FILE"],
    "build": ["build", "FILE", "--target", "python", "--out", "-"], "built": ["build", "--check", "FILE"], "extremes": ["extremes", "FILE"],
    "which": ["which", "FILE"], "sheet": ["which", "--sheet", "FILE", "--totals", "1,2,3,4"],
    "profile": ["replay", RECORD, "--profile", "FILE"],
}  # fmt: skip


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(6 << 30)


def nothing(path: Path) -> None:
    """There is no file."""


KINDS: dict[str, Callable[[Path], object]] = {
    "missing": nothing, "pipe": os.mkfifo, "folder": Path.mkdir, "six gigabytes": sparse, "endless": lambda path: path.symlink_to("/dev/zero"),
    "terminal": lambda path: path.symlink_to("/dev/tty"), "round in a circle": lambda path: path.symlink_to(path),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_reads_what_is_no_file(jokeri: Callable[..., Result], tmp_path: Path, command: str, kind: str) -> None:
    KINDS[kind](tmp_path / "x.yaml")
    result = jokeri(*(word.replace("FILE", "x.yaml") for word in COMMANDS[command]))
    assert result.exit_code == 2
    assert "x.yaml" in result.stderr
    assert result.stderr.count("error[") == 1 and result.stdout == ""


def test_a_pipe_that_the_shell_hands_over_is_a_stream_of_cases(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    case = b'{"question":"score","cards":5,"bid":3,"tricks":4}\n'
    sender = threading.Thread(target=lambda: (os.write(writing, case), os.close(writing)))
    sender.start()
    done = subprocess.run(command_line("ask", "tvaladze", f"/dev/fd/{reading}"), pass_fds=[reading], env=environment(), capture_output=True, timeout=30, check=False)
    sender.join()
    os.close(reading)
    assert (done.returncode, done.stdout.count(b'"answer": 40')) == (0, 1), done.stderr


def test_standard_input_that_is_closed(run: Run) -> None:
    done = run("ask", "tvaladze", "-", preexec_fn=lambda: os.close(0))
    assert done.returncode == 2 and b"standard input is closed" in done.stderr
