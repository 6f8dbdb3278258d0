"""A report in each format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from verifier.output.escape import csv_text
from verifier.tables.report import Report


def write(report: Report, format_: str) -> str:
    """The report in one of `FORMATS`, without a line end at its end."""
    return FORMATS[format_](report)


def _text(report: Report) -> str:
    from verifier.tables.text import as_text

    return as_text(report)


def _markdown(report: Report) -> str:
    from verifier.tables.markdown import as_markdown

    return as_markdown(report)


def _html(report: Report) -> str:
    from verifier.tables.web import as_page

    return as_page(report)


def _latex(report: Report) -> str:
    from verifier.tables.latex import as_latex

    return as_latex(report)


def _csv(report: Report) -> str:
    return csv_text([report.fields, *report.records])


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": _text, "markdown": _markdown, "html": _html, "csv": _csv, "latex": _latex,
}  # fmt: skip
