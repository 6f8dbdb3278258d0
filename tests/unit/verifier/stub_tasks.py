"""What workers are asked to do in the tests of `verifier.work.workers`: to answer, and to misbehave in every known way."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

A_LONG_TIME = 600


def obey(order: tuple[Any, ...]) -> object:
    """Do what the task says: `(name, argument...)`."""
    name, *arguments = order
    stub = globals()[name]
    return stub(*arguments)


def double(number: int) -> int:
    return 2 * number


def double_later(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return 2 * number


def where() -> tuple[int, list[str], str]:
    """The worker's id, the modules it has, and its folder."""
    return os.getpid(), sorted(sys.modules), os.getcwd()


def hang() -> None:
    time.sleep(A_LONG_TIME)


def hang_in_c() -> None:
    """Never lets another thread or a Python signal handler have its turn, like a solver deep in its work."""
    sum(itertools.repeat(0))


def hang_with_child() -> None:
    """Waits for a program that nobody will end."""
    subprocess.run(["sleep", str(A_LONG_TIME)], check=False)


def exit_at_once(code: int) -> None:
    os._exit(code)


def leave_child_and_exit() -> None:
    subprocess.Popen(["sleep", str(A_LONG_TIME)])
    os._exit(0)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def close_pipe_and_hang() -> None:
    os.closerange(3, 256)
    time.sleep(A_LONG_TIME)


def raise_error(text: str) -> None:
    raise ValueError(text)


def leave() -> None:
    sys.exit(5)


def unpicklable_result() -> object:
    return threading.Lock()


class Unreadable:
    """Can be pickled, cannot be read back."""

    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("not a number",)


def unreadable_result() -> Unreadable:
    return Unreadable()


def large_result(size: int) -> bytes:
    return bytes(size)


def print_something() -> str:
    print("a stray print", flush=True)
    os.write(1, b"a stray write\n")
    return "printed"


def hang_until_killed(folder: str, times: int) -> str:
    """Hang in the first attempts, each leaving its process id in the folder, then answer."""
    attempts = len(list(Path(folder).glob("*.pid")))
    if attempts >= times:
        return f"attempt {attempts + 1}"
    mark = Path(folder, f"{attempts}.new")
    mark.write_text(str(os.getpid()))
    mark.rename(mark.with_suffix(".pid"))  # whoever sees the file sees the number in it
    time.sleep(A_LONG_TIME)
    return "never"
