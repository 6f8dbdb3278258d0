"""What `diff` and `whatif` share: limits, sections named, the answer printed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import Number, document, json_text, progress, table
from verifier.cli.output import note, say

F = TypeVar("F", bound=Callable[..., Any])


def limits(command: F) -> F:
    """`--timeout`, `--jobs` and `--cache`."""
    seconds = click.option("--timeout", default=30.0, show_default=True, type=Number(min=0.001), help="Seconds for one section, then it is unknown.")
    jobs = click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
    cache = click.option("--cache/--no-cache", default=True, show_default=True, help="Use and keep answers of other runs.")
    return seconds(jobs(cache(command)))


@contextmanager
def against(revision: str) -> Iterator[tuple[str, str]]:
    """The file at a revision, and its folder."""
    from verifier.compare.revision import at_revision

    with at_revision(revision) as found:
        yield found


def answer(
    command: str, left: str, right: str, sections: tuple[str, ...], forbid: str | None, count: bool, left_settings: tuple[str, ...],
    right_settings: tuple[str, ...], timeout: float, jobs: int, cache: bool, format_: str, right_name: str = "", renamed: tuple[str, str] | None = None,
) -> int:  # fmt: skip
    """Compares, prints, and gives the exit code."""
    from verifier.compare.diff import SECTIONS, Pair, diff
    from verifier.work.kept import Sections
    from verifier.work.store import Store

    forbidden = named(forbid.split(",")) if forbid is not None else ()
    wanted = named(sections) or SECTIONS
    pair = Pair(left, right, left_settings, right_settings)
    kept = Sections(Store(note=note)) if cache and renamed is None else None  # else under a name of its own each time
    asked = dict.fromkeys((*wanted, *forbidden))
    found = diff(pair, asked, count, timeout, jobs, lambda done, of: progress(f"{done} of {of}"), kept)
    found = replace(found, right_name=right_name)
    code = found.exit_code if forbid is None else found.gated(forbidden)
    text = printed(command, found, code, format_)
    say(text.replace(*renamed) if renamed else text)
    return code


def named(sections: Any) -> tuple[str, ...]:
    """Names of sections, checked. Raises Faults."""
    from verifier.compare.diff import SECTIONS

    found = tuple(name.strip() for name in sections)
    for name in found:
        if name not in SECTIONS:
            raise fault("RV104", f"there is no section `{name}`", help=did_you_mean(name, SECTIONS) or f"the sections are {', '.join(SECTIONS)}")
    return found


def printed(command: str, found: Any, code: int, format_: str) -> str:
    """The comparison in a format."""
    from verifier.output import diff_json, diff_tables, diff_text
    from verifier.output.paths import near_text

    match format_:
        case "json":
            return json_text(document(command, code, **diff_json.payload(found)), indent=1)
        case "text":
            return near_text("\n".join(diff_text.lines(found)))
        case _:
            return table(list(diff_tables.rows(found)), diff_tables.HEADERS, format_)
