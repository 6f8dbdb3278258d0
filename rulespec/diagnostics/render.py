"""Diagnostics as text: `file:line:column: error[CODE]: what`, the text underlined, a hint."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rulespec.diagnostics.faults import Diagnostic, shown
from rulespec.spans import NOWHERE, Span

WIDEST = 100  # characters of a source line that are shown
MOST = 100  # diagnostics that are shown


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics, a blank line between two of them."""
    found = list(diagnostics)
    rest = [f"and {len(found) - MOST:,} more"] if len(found) > MOST else []
    return "\n\n".join([*map(_one, found[:MOST]), *rest])


def _one(diagnostic: Diagnostic) -> str:
    where = "" if diagnostic.span is NOWHERE else f"{shown(str(diagnostic.span))}: "
    lines = [f"{where}error[{diagnostic.code}]: {diagnostic.message}"]
    lines += _excerpt(diagnostic.span)
    for text, span in diagnostic.related:
        lines += [f"{shown(str(span))}: {text}", *_excerpt(span)]
    if diagnostic.help:
        lines.append(f"  = help: {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span) -> list[str]:
    """The line a span starts on with the span underlined, cut to a readable width."""
    if span is NOWHERE or not span.source.text:
        return []
    line, column = span.source.line(span.line), span.column - 1
    start = max(0, column - WIDEST // 2)
    shown = _printable(line[start : start + WIDEST])
    first, last = column - start, min(column - start + span.end - span.start, len(shown))
    gutter = " " * len(str(span.line))
    before, marks = " " * _width(shown[:first]), "^" * max(1, _width(shown[first:last]))
    return [f"{gutter} |", f"{span.line} | {shown}", f"{gutter} | {before}{marks}"]


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)


def _width(text: str) -> int:
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
