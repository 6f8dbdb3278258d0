"""The command as users run it: the script that is installed, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("script") / "jokeri"

Run = Callable[..., subprocess.CompletedProcess[bytes]]


def command_line(*args: str) -> list[str]:
    """What the installed script does, for these sources."""
    return [sys.executable, str(SCRIPT), *args]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command line in a folder of the test."""

    def start(*args: str, folder: Path = tmp_path, timeout: float = 60, env: dict[str, str] | None = None, **more: object) -> subprocess.CompletedProcess[bytes]:
        kinds = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        if "input" in kinds:
            del kinds["stdin"]
        return subprocess.run(command_line(*args), cwd=folder, env=environment(**(env or {})), timeout=timeout, check=False, **kinds)  # type: ignore[call-overload, no-any-return]

    return start


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fails what hangs."""

    def late(number: int, frame: object) -> None:
        raise AssertionError(f"not done within {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def jokeri(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Runs a command line in this process, in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def start(*args: str, input: str | bytes | None = None) -> Result:
        with within(30):
            return CliRunner().invoke(main, args, input=input)

    return start
