"""Text put into a format so that it stays text. Every writer takes what rule files, records and users say through here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulespec.plain import UNSAFE

SPECIAL: Final = re.compile(r"([\\`*\[\]|~]|(?<![^\W_])_|_(?![^\W_])|^#)")  # an underscore inside a word is one
NUMBER: Final = re.compile(r"[-+]?[0-9][0-9.,_]*%?")
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def markdown(text: str) -> str:
    """Text of which Markdown takes nothing for markup, in a line, a heading or a cell."""
    import html

    return SPECIAL.sub(r"\\\1", html.escape(text.replace("\n", " "), quote=False))


def code(text: str) -> str:
    """A text as code, in a line of Markdown, however many backticks it has itself."""
    text = text.replace("\n", " ")
    marks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{blank}{text}{blank}{marks}"


def cell(markup: str) -> str:
    """What is Markdown already, made fit for a cell of a table, code too."""
    return re.sub(r"(?<!\\)\|", r"\\|", markup.replace("\n", " "))


def fence(text: str) -> str:
    """Backticks that a text between them cannot be taken to end."""
    return "`" * max([3, *(len(run) + 1 for run in re.findall("`{3,}", text))])


def json_escaped(document: str) -> str:
    """A JSON text with the characters that are not to be shown written as numbers."""
    return UNSAFE.sub(lambda found: "".join(f"\\u{unit:04x}" for unit in _units(found[0])), document)


def _units(letter: str) -> list[int]:
    data = letter.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]


def csv_text(rows: Sequence[Sequence[object]]) -> str:
    """Rows as CSV of which a spreadsheet calculates nothing."""
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[inert(value) for value in row] for row in rows])
    return text.getvalue().removesuffix("\n")


def inert(value: object) -> object:
    """A cell that is no formula: text that would begin one gets a mark before it, as spreadsheets write text themselves."""
    if isinstance(value, str) and value.startswith(FORMULA) and len(value) > 1 and not NUMBER.fullmatch(value):
        return "'" + value
    return value
