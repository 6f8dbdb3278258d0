"""What commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from rulespec.diagnostics import Diagnostic
from rulespec.plain import clean, one_line
from rulespec.spans import NOWHERE, Span
from verifier.output import VERSION
from verifier.output.escape import cell, csv_text, json_escaped, markdown

BEFORE: list[Callable[[], None]] = []  # what is done before anything is printed: a line on progress is taken away
GRIDS = {"text": "simple", "html": "html", "latex": "latex"}


class OutputLost(Exception):
    """What was to be said cannot be written; the text says why."""


def document(command: str | None, exit_code: int, **payload: object) -> dict[str, object]:
    """The JSON document of a command, the same envelope for all."""
    return {"command": command, "version": VERSION, "exit_code": exit_code, **payload}


def say(text: str = "", err: bool = False, nl: bool = True, **style: Any) -> None:
    """Prints a text. Every word of the program goes this way, so nothing that others wrote reaches a terminal as it is.

    A style is for terminals that show colours. Raises OutputLost where it cannot be written.
    """
    stream, text = sys.stderr if err else sys.stdout, clean(text)
    if stream is None:
        if err:
            return
        raise OutputLost("it is closed")
    for clear in BEFORE:
        clear()
    coloured = style and stream.isatty() and not os.environ.get("NO_COLOR")
    try:
        click.echo(click.style(text, **style) if coloured else text, err=err, nl=nl)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputLost(error.strerror or str(error)) from error


def note(text: str) -> None:
    """A word to people about what is not a result."""
    say(f"note: {text}", err=True)


def emit(doc: Mapping[str, object]) -> None:
    """One JSON document on standard output."""
    say(json_text(doc, indent=1))


def json_text(value: object, indent: int | None = None) -> str:
    """JSON with letters as they are, escaped only where the output cannot carry them or they are not to be shown."""
    text = json_escaped(json.dumps(value, ensure_ascii=False, indent=indent))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(value, indent=indent)
    return text


def error_record(diagnostic: Diagnostic) -> dict[str, object]:
    """A fault as JSON; a fault without a place has null for it."""
    span = diagnostic.span
    nowhere = span is NOWHERE
    return {
        "code": diagnostic.code, "message": diagnostic.message, "file": None if nowhere else span.source.name,
        "line": None if nowhere else span.line, "column": None if nowhere else span.column, "help": diagnostic.help,
    }  # fmt: skip


def place(span: Span) -> str:
    """`file:line`, the file as seen from here."""
    return f"{near(span.source.name)}:{span.line}"


def near(name: str) -> str:
    """A path below the working directory without its way there, a shipped file without the place it is installed."""
    from verifier.output import paths

    return one_line(paths.near(name))


def table(rows: Sequence[Sequence[object]], headers: Sequence[str], format_: str = "text") -> str:
    """Rows of plain text under headers as text, markdown, html, latex or csv."""
    if format_ == "csv":
        return csv_text([headers, *rows])
    if format_ == "markdown":
        return markdown_table([[markdown(str(value)) for value in row] for row in rows], [*map(markdown, headers)])
    from tabulate import tabulate

    return tabulate(rows, headers, tablefmt=GRIDS[format_], disable_numparse=True)


def markdown_table(rows: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    """Rows that are Markdown already."""
    from tabulate import tabulate

    return tabulate([[*map(cell, row)] for row in rows], headers, tablefmt="github", disable_numparse=True)
