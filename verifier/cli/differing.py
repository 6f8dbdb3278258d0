"""What `diff` and `whatif` share: limits, sections named, the answer printed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import Number, document, json_text, progress
from verifier.cli.output import note, say

if TYPE_CHECKING:
    from verifier.compare.diff import Difference

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
    from verifier.compare.diff import SECTIONS, diff
    from verifier.work.cache import Sections
    from verifier.work.disk import Store
    from verifier.work.settings import loaded
    from verifier.work.tasks import Limits

    forbidden = named(forbid.split(",")) if forbid is not None else ()
    wanted = named(sections) or SECTIONS
    sides = loaded(left, left_settings), loaded(right, right_settings)
    kept = Sections(Store(note=note)) if cache and renamed is None else None  # else under a name of its own each time
    asked = dict.fromkeys((*wanted, *forbidden))
    found = diff(*sides, asked, count, Limits(timeout, jobs), lambda done, of: progress(f"{done} of {of}"), kept)
    names = (laid_over(left, left_settings), right_name or laid_over(right, right_settings))
    found = replace(found, left_name=names[0] if renamed is None else "", right_name=names[1] if renamed is None else right_name)
    code = found.exit_code if forbid is None else found.gated(forbidden)
    text = printed(command, found, code, format_)
    say(text.replace(*renamed) if renamed else text)
    return code


def laid_over(profile: str, settings: tuple[str, ...]) -> str:
    """What a rule set is called with what is laid over it; nothing for a plain one, whose id will do."""
    return "+".join([profile, *settings]) if settings or "+" in profile else ""


def named(sections: Any) -> tuple[str, ...]:
    """Names of sections, checked. Raises Faults."""
    from verifier.compare.diff import ASKED

    found = tuple(name.strip() for name in sections)
    for name in found:
        if name not in ASKED:
            raise fault("RV104", f"there is no section `{name}`", help=did_you_mean(name, ASKED) or f"the sections are {', '.join(ASKED)}")
    return found


def printed(command: str, found: Difference, code: int, format_: str) -> str:
    """The comparison in a format."""
    from verifier.output import diff_json, diff_report, diff_text, formats
    from verifier.output.paths import near_text

    match format_:
        case "json":
            return json_text(document(command, code, **diff_json.payload(found)), indent=1)
        case "text":
            return near_text("\n".join(diff_text.lines(found, diff_report.at_large(found))))
        case _:
            return formats.write(diff_report.report(found, code), format_)
