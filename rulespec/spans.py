"""Where something was written: a source text and a range of offsets in it.

Every tree of the project carries spans and ignores them when comparing, so two files that
say the same thing are equal wherever they say it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A text with the name people know it by (a path, or `--set`)."""

    name: str
    text: str = field(repr=False)
    first_line: int = 1  # where the text is cut from a longer one
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ends = re.finditer("\n", self.text)
        object.__setattr__(self, "line_starts", (0, *(end.end() for end in ends)))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        index = bisect_right(self.line_starts, offset) - 1
        return self.first_line + index, offset - self.line_starts[index] + 1

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its end."""
        start = self.line_starts[number - self.first_line]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range of offsets in a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def file_line(self) -> str:
        """`file:line`, as rows are cited in reports."""
        return f"{self.source.name}:{self.line}"


NOWHERE = Span(Source("<nowhere>", ""), 0, 0)
