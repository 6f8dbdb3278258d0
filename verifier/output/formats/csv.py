"""A report as comma-separated values: its flat table."""

from __future__ import annotations

import csv
import io

from verifier.output.report import Report


def write(report: Report) -> str:
    """One line a record, under the names of the fields."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([report.fields, *report.records])
    return out.getvalue().removesuffix("\n")
