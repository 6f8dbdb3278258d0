"""Files as every command reads them: regular ones, of a bounded size, in a bounded time.

What is looked at is what was opened, so that nothing can be put in its place between the two. A pipe, a device or a
socket is refused before it can block. Only `stream` takes the descriptors that a shell hands over as files, as
`<(...)` and `/dev/stdin` are.
"""

from __future__ import annotations

import os
import re
import stat
import time
from pathlib import Path
from typing import BinaryIO, Final

from rulespec.diagnostics import Faults, fault
from rulespec.spans import NOWHERE, Span

TIME_LIMIT: Final = 20.0  # seconds for a whole file, on the slowest of disks
CHUNK: Final = 1 << 20
MAX_STREAMED: Final = 1 << 30  # bytes of a file that is read piece by piece
HANDED_OVER = re.compile(r"/dev/(stdin|fd/[0-9]+)|/proc/self/fd/[0-9]+")
FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class _Unfit(OSError):
    """What keeps a file from being read, in words."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.strerror = words


def contents(path: Path, most: int, span: Span = NOWHERE) -> bytes:
    """The bytes of a file. Raises Faults, placed at `span`, where it cannot be read or has more than `most`."""
    try:
        with _regular(path) as file:
            data = _all(file, most)
    except (OSError, ValueError) as error:
        raise unreadable(path, error, span) from None
    if len(data) > most:
        raise too_large(path, most, span)
    return data


def stream(path: Path) -> BinaryIO:
    """A file to be read piece by piece. Raises Faults where it cannot be opened."""
    try:
        if HANDED_OVER.fullmatch(str(path)) and not path.is_file():
            return path.open("rb")
        file = _regular(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if os.fstat(file.fileno()).st_size > MAX_STREAMED:
        file.close()
        raise too_large(path, MAX_STREAMED, help_="hand it over on standard input: `-`")
    return file


def unreadable(path: Path, error: OSError | ValueError, span: Span = NOWHERE) -> Faults:
    """Why a file cannot be read, as a fault."""
    match error:
        case FileNotFoundError():
            return fault("RS001", f"there is no file `{path}`", span)
        case IsADirectoryError():
            return fault("RS001", f"`{path}` is a directory, not a file", span)
        case _:
            reason = getattr(error, "strerror", None) or str(error)
            return fault("RS001", f"`{path}` cannot be read: {reason.lower()}", span)


def too_large(path: Path, most: int, span: Span = NOWHERE, help_: str | None = None) -> Faults:
    size = f"{most >> 20} MiB" if most < 1 << 30 else f"{most >> 30} GiB"
    return fault("RS002", f"`{path}` is larger than {size}", span, help_)


def _regular(path: Path) -> BinaryIO:
    """The file, opened. It is looked at twice, as opening alone makes some devices do something."""
    _fit(os.stat(path).st_mode)
    handle = os.open(path, FLAGS)
    try:
        _fit(os.fstat(handle).st_mode)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _fit(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if not stat.S_ISREG(mode):
        raise _Unfit("it is a pipe or a device, not a file")


def _all(file: BinaryIO, most: int) -> bytes:
    """At most one byte more than the file may have."""
    end, data = time.monotonic() + TIME_LIMIT, b""
    while len(data) <= most and (piece := file.read1(min(CHUNK, most + 1 - len(data)))):  # type: ignore[attr-defined]
        data += piece
        if time.monotonic() > end:
            raise _Unfit(f"it took more than {TIME_LIMIT:.0f} s")
    return data
