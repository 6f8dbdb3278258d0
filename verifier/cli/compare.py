"""`jokeri compare`: many rule sets, every pair of them."""

from __future__ import annotations

import os

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import (
    LANGUAGES,
    Number,
    complete_profiles,
    document,
    emit,
    format_option,
    language_option,
    progress,
    scheduler_option,
    sections_option,
    settings_option,
    table,
)
from verifier.cli.output import note, say


@click.command("compare")
@click.argument("profiles", nargs=-1, shell_complete=complete_profiles)
@sections_option
@click.option("--count/--no-count", default=True, show_default=True, help="Exact numbers of differing situations.")
@settings_option
@click.option("--timeout", default=30.0, show_default=True, type=Number(min=0.001), help="Seconds for one section of a pair, then it is unknown.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@scheduler_option
@click.option("--cache/--no-cache", default=True, show_default=True, help="Use and keep answers of other runs.")
@language_option
@format_option("text", "markdown", "html", "csv", "latex", "json")
def command(
    profiles: tuple[str, ...], sections: tuple[str, ...], count: bool, settings: tuple[str, ...], timeout: float, jobs: int,
    scheduler: str | None, cache: bool, lang: str, format_: str,
) -> int:  # fmt: skip
    """All differences between many rule sets; all that are shipped, where none is named."""
    from verifier.compare.diff import SECTIONS
    from verifier.compare.matrix import Request, compare
    from verifier.output import compare_tables
    from verifier.output.formats import write
    from verifier.output.names import worded
    from verifier.work.disk import Store

    for name in sections:
        if name not in SECTIONS:
            raise fault("RV104", f"there is no section `{name}`", help=did_you_mean(name, SECTIONS) or f"the sections are {', '.join(SECTIONS)}")
    wanted = tuple(s for s in SECTIONS if not sections or s in sections)
    request = Request(profiles, settings, wanted, count, timeout, jobs, scheduler)
    kept = Store(note=note) if cache else None
    found = compare(request, lambda done, of: progress(f"{done} of {of}"), kept)
    for text in compare_tables.unsettled(found) if format_ != "json" else ():
        say(text, err=True)
    match format_:
        case "json":
            emit(document("compare", found.exit_code, **compare_tables.payload(found)))
        case "csv":
            say(table(compare_tables.csv_rows(found), compare_tables.CSV_HEADERS, "csv"))
        case _:
            report = compare_tables.report(found)
            say(write(report if lang == LANGUAGES[0] else worded(report, lang), format_))
    if not found.pairs:
        say("nothing was compared: name two rule sets", err=True)
    return found.exit_code
