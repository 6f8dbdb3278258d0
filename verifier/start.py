"""Where the `jokeri` script begins, with what must hold before the commands are imported.

Until then an interrupt just ends the process, as there is nothing to put away yet; a machine that cannot even open the
program's files is told of; and where a stream is closed, its number is taken, so that no file gets it and is written to.
"""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where it is to be ignored, as under nohup
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import contextlib  # noqa: E402  # nothing that takes long comes before
import os  # noqa: E402
import sys  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and ends the process with its code."""
    try:
        _take_the_numbers_of_streams()
        from verifier.cli import main as commands
    except (OSError, MemoryError, ImportError) as error:
        _fail(f"jokeri cannot start: {error}")
    try:
        commands()
    except (MemoryError, SystemError):  # where even the telling of it failed
        _fail("there is too little memory")
    raise SystemExit(0)


def _fail(text: str) -> NoReturn:
    with contextlib.suppress(OSError):
        os.write(2, f"error: {text}\n".encode(errors="replace"))
    os._exit(2)


def _take_the_numbers_of_streams() -> None:
    while (number := os.open(os.devnull, os.O_RDONLY)) < 3:
        os.set_inheritable(number, True)
    os.close(number)
    if sys.stdout is None:  # closed: whoever writes is told so, where Python would say nothing
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
