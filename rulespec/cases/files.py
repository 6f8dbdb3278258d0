"""The lines of a case file, one source a line, so that a file of any length is read piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from rulespec.diagnostics import Faults, fault
from rulespec.reading import stream, unreadable
from rulespec.spans import Source, Span

MAX_LINE = 1 << 16  # bytes; a whole set of the longest game has a tenth of it
MAX_SKIPPED = 1 << 26  # bytes of a line that is too long; a device may never end one
BOM = b"\xef\xbb\xbf"


def file_lines(path: Path) -> Iterator[Source | Faults]:
    """As `lines`, of a file. Raises Faults where it cannot be opened."""
    with stream(path) as file:
        yield from lines(file, str(path))


def lines(file: BinaryIO, name: str) -> Iterator[Source | Faults]:
    """Each line as a source that knows its number, or why it cannot be read. Raises Faults where reading fails."""
    number = 0
    while data := _piece(file, name, MAX_LINE + 1):
        number += 1
        if len(data) > MAX_LINE and not data.endswith(b"\n"):
            yield _no_line("RS402", f"a line of more than {MAX_LINE} bytes", name, number)
            if not _skip(file, name):
                yield _no_line("RS402", "the line does not end, so nothing after it is read", name, number)
                return
            continue
        yield _line(data.removeprefix(BOM) if number == 1 else data, name, number)


def _piece(file: BinaryIO, name: str, most: int) -> bytes:
    try:
        return file.readline(most)
    except (OSError, ValueError) as error:
        raise unreadable(Path(name), error) from None


def _line(data: bytes, name: str, number: int) -> Source | Faults:
    try:
        return Source(name, data.decode("utf-8").rstrip("\r\n"), number)
    except UnicodeDecodeError:
        return _no_line("RS401", "this line is not text in UTF-8", name, number)


def _no_line(code: str, message: str, name: str, number: int) -> Faults:
    return fault(code, message, Span(Source(name, "", number), 0, 0))


def _skip(file: BinaryIO, name: str) -> bool:
    """Reads on to the end of a line. False where it goes on and on."""
    for _ in range(MAX_SKIPPED // MAX_LINE):
        data = _piece(file, name, MAX_LINE)
        if not data or data.endswith(b"\n"):
            return True
    return False
