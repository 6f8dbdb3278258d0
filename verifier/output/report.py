"""What a table command shows, before it has a format. Text between backticks is in the rule language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

MARKS = "*†‡§¶"
NOTHING = "–"  # a cell for which there is no situation


@dataclass(frozen=True, slots=True)
class Cell:
    """`tone` says what kind of answer it is, which gets it a colour; `marks` point to notes."""

    text: str
    tone: str = ""
    marks: str = ""

    @property
    def shown(self) -> str:
        return self.text + self.marks


@dataclass(frozen=True, slots=True)
class Line:
    """A row: what it is about, then its cells."""

    labels: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `heads` stand over the cells, and `over` says what the heads are."""

    title: str
    labels: tuple[str, ...]
    over: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A term and what it means; `tone` ties it to the cells of that tone."""

    term: str
    says: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    title: str
    items: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    text: str


Block = Grid | Notes | Prose


@dataclass(frozen=True, slots=True)
class Report:
    """Blocks for people; `fields` and `records` the same as one flat table, `data` as JSON."""

    title: str
    blocks: tuple[Block, ...]
    fields: tuple[str, ...]
    records: tuple[tuple[object, ...], ...]
    data: Mapping[str, object]
    exit_code: int


def mark(index: int) -> str:
    """The sign of the note with that number, from 0."""
    return MARKS[index] if index < len(MARKS) else f"({index + 1})"


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """A text in parts, each with whether it is in the rule language."""
    for index, part in enumerate(text.split("`")):
        if part:
            yield index % 2 == 1, part


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return " ".join(filter(None, (", ".join(words[:-1]), last if words[:-1] else "", *words[-1:])))
