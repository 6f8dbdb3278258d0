"""What commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from rulespec.diagnostics import Diagnostic
from rulespec.spans import NOWHERE, Span

VERSION = 1
GRIDS = {"text": "simple", "markdown": "github", "html": "html", "latex": "latex"}


def document(command: str | None, exit_code: int, **payload: object) -> dict[str, object]:
    """The JSON document of a command, the same envelope for all."""
    return {"command": command, "version": VERSION, "exit_code": exit_code, **payload}


def emit(doc: Mapping[str, object]) -> None:
    """One JSON document on standard output."""
    click.echo(json_text(doc, indent=1))


def json_text(value: object, indent: int | None = None) -> str:
    """JSON with letters as they are, escaped only where the output cannot carry them."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
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

    return paths.near(name)


def table(rows: Sequence[Sequence[object]], headers: Sequence[str], format_: str = "text") -> str:
    """Rows under headers as text, markdown, html, latex or csv."""
    if format_ == "csv":
        return _csv([headers, *rows])
    from tabulate import tabulate

    return tabulate(rows, headers, tablefmt=GRIDS[format_], disable_numparse=True)


def _csv(rows: Sequence[Sequence[object]]) -> str:
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().rstrip("\n")


def painted(text: str, **style: Any) -> str:
    """Styled for a terminal that shows colours, plain everywhere else."""
    return click.style(text, **style) if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else text


def progress(text: str) -> None:
    """A word on how far things are, for people who watch."""
    if sys.stderr.isatty():
        click.echo(text, err=True)
