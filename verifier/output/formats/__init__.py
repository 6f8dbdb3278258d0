"""The formats that a report is written in: one file each, with a function `write`. A new file here is a new format."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from verifier.output.report import Report

FIRST = ("text", "markdown", "html", "csv", "latex")  # in this order; others follow by name


@cache
def names() -> tuple[str, ...]:
    """The formats that there are, the most usual first."""
    found = [module.name for module in iter_modules(__path__)]
    return tuple(sorted(found, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name)))


def write(report: Report, name: str) -> str:
    """The report in a format, without a line end at its end. Raises KeyError for one that there is not."""
    if name not in names():
        raise KeyError(name)
    text: str = import_module(f"{__name__}.{name}").write(report)
    return text
