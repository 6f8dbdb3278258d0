"""`jokeri diff`: two rule sets compared, section by section."""

from __future__ import annotations

import os

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import document, emit, format_option, progress, settings_option


@click.command("diff")
@click.argument("left")
@click.argument("right")
@click.option("--section", "sections", multiple=True, metavar="SECTION", help="Only this section; may be given again.")
@click.option("--count/--no-count", default=True, show_default=True, help="Exact numbers of differing situations.")
@settings_option
@click.option("--timeout", default=30.0, show_default=True, type=click.FloatRange(min=0.001), help="Seconds for one section, then it is unknown.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@format_option("text", "json")
def command(
    left: str, right: str, sections: tuple[str, ...], count: bool, settings: tuple[str, ...], timeout: float, jobs: int, format_: str
) -> int:
    """Exactly how two rule sets differ."""
    from verifier.diff import SECTIONS, Pair, diff
    from verifier.reports import diff_json, diff_text

    for name in sections:
        if name not in SECTIONS:
            raise fault("RV104", f"there is no section `{name}`", help=did_you_mean(name, SECTIONS) or f"the sections are {', '.join(SECTIONS)}")
    pair = Pair(left, right, settings, settings)
    found = diff(pair, sections or SECTIONS, count, timeout, jobs, lambda done, of: progress(f"{done} of {of}"))
    if format_ == "json":
        emit(document("diff", found.exit_code, **diff_json.payload(found)))
    else:
        click.echo("\n".join(line.replace(os.getcwd() + os.sep, "") for line in diff_text.lines(found)))
    return found.exit_code
