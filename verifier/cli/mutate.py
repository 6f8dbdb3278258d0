"""`jokeri mutate`: which changes of the rules nobody notices."""

from __future__ import annotations

import os

import click

from verifier.cli.common import Number, document, emit, format_option, profile_argument, progress, settings_option
from verifier.cli.output import say


@click.command("mutate")
@profile_argument
@click.option("--properties", "files", multiple=True, type=click.Path(), metavar="FILE", help="A file with more properties.")
@click.option("--all", "every", is_flag=True, help="Ask who else notices a mutant, and which properties notice none; slow.")
@click.option("--at-least", "enough", default=95.0, show_default=True, type=Number(0, 100), metavar="PERCENT", help="Fewer killed is exit code 1.")
@settings_option
@click.option("--timeout", default=30.0, show_default=True, type=Number(min=0.001), help="Seconds for one mutant, then it is unknown.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@format_option("text", "json")
def command(
    profile: str, files: tuple[str, ...], every: bool, enough: float, settings: tuple[str, ...], timeout: float, jobs: int, format_: str
) -> int:
    """Which changes of the rules nobody notices.

    The edits are those that `vectors` catches: a condition negated or left out, a number off by one, a duty added, two
    rows exchanged. A worked example with another answer or a promised property with another verdict kills it; one that
    changes no answer is proved equivalent and left out of the score; the others survive and are listed.
    """
    progress("reading the rules and their edits")
    from verifier.output import mutate_report
    from verifier.output.paths import near_text
    from verifier.watch.mutate import Request, mutate
    from verifier.work.tasks import Limits

    request = Request(profile, settings, files, every, enough, Limits(timeout, jobs))
    found = mutate(request, lambda done, of: progress(f"{done} of {of}"))
    if format_ == "json":
        emit(document("mutate", found.exit_code, **mutate_report.payload(found)))
    else:
        say(near_text("\n".join(mutate_report.lines(found))))
    return found.exit_code
