"""A report as comma-separated values: its flat table, of which a spreadsheet calculates nothing."""

from __future__ import annotations

from verifier.output.escape import csv_text
from verifier.output.report import Report


def write(report: Report) -> str:
    """One line a record, under the names of the fields."""
    return csv_text([report.fields, *report.records])
