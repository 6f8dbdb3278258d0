"""`jokeri lint`: what looks wrong in a rule set."""

from __future__ import annotations

import os

import click

from verifier.cli.common import (
    Number,
    all_option,
    chosen,
    complete_profiles,
    document,
    emit,
    format_option,
    progress,
    settings_option,
)
from verifier.cli.output import say


@click.command("lint")
@click.argument("profiles", nargs=-1, shell_complete=complete_profiles)
@all_option
@click.option("--ignore", "ignored", multiple=True, metavar="ID", help="Leave out a finding by its id, its code, or a pattern.")
@settings_option
@click.option("--timeout", default=30.0, show_default=True, type=Number(min=0.001), help="Seconds for one section, then it is not settled.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@format_option("text", "json", "sarif", "github")
def command(
    profiles: tuple[str, ...], everything: bool, ignored: tuple[str, ...], settings: tuple[str, ...], timeout: float, jobs: int, format_: str
) -> int:
    """What looks wrong in rule sets.

    PROFILES are ids, files, or folders of rule files; none is the current folder.
    Rows that never answer, whose order is nothing or that others make needless are proved so, for all options that a
    family leaves open. Exit code 1 where there is a warning; notes do not count.
    """
    from verifier.output import lint_report, notices
    from verifier.output.paths import near_text
    from verifier.watch.lint import Request, lint
    from verifier.work.tasks import Limits

    found = lint(Request(chosen(profiles, everything), settings, ignored, Limits(timeout, jobs)), lambda done, of: progress(f"{done} of {of}"))
    match format_:
        case "json":
            emit(document("lint", found.exit_code, **lint_report.payload(found)))
        case "sarif":
            emit(notices.sarif(lint_report.notices(found), found.exit_code, lint_report.unheard(found)))
        case "github":
            lines = [*notices.github(lint_report.notices(found), lint_report.unheard(found)), lint_report.ending(found)]
            say(near_text("\n".join(lines)))
        case _:
            say(near_text("\n".join(lint_report.lines(found))))
    return found.exit_code
