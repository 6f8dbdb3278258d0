"""`jokeri vectors`: cases that catch every mistake in a rule, with answers."""

from __future__ import annotations

import os

import click

from verifier.cli.common import (
    Number,
    document,
    emit,
    format_option,
    known_sections,
    load_settled,
    profile_argument,
    progress,
    sections_option,
    settings_option,
)
from verifier.cli.output import say


@click.command("vectors")
@profile_argument
@sections_option
@click.option("--size", type=click.Choice(["small", "normal", "large"]), default="normal", show_default=True, help="How many cases catch each edit: one, two or four.")
@settings_option
@click.option("--target", type=click.Choice(["pytest", "node"]), help="Write a test file for this test runner, with a short adaptor to fill in.")
@click.option("--timeout", default=60.0, show_default=True, type=Number(min=0.001), help="Seconds for a group of edits, then they are left open.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@click.option("--cache/--no-cache", default=True, show_default=True, help="Use and keep the choice of other runs.")
@format_option("jsonl", "json")
def command(
    profile: str, sections: tuple[str, ...], size: str, settings: tuple[str, ...], target: str | None, timeout: float, jobs: int, cache: bool, format_: str
) -> int:
    """Cases that catch every mistake in a rule.

    Every edit of the rules is tried: a word changed, a duty added or left out, a condition kept to one kind of lead or
    place, another option. For each there is a case that the edited rules answer otherwise, or a proof that there is none.
    What became of the edits stands on standard error.
    """
    from verifier.output import vectors_report
    from verifier.programs.vectors import vectors
    from verifier.programs.vectors.kept import Choices
    from verifier.watch.mutate.study import Subject
    from verifier.work.disk import Store
    from verifier.work.tasks import Limits

    if target is not None and format_ != "jsonl":
        raise click.UsageError("`--target` writes a test file; it goes with no `--format`")
    known_sections(sections)
    progress("reading the rules and their edits")
    load_settled(profile, settings)
    kept = Choices(Store(note=lambda text: say(f"note: {text}", err=True))) if cache else None
    found = vectors(Subject(profile, settings), sections, size, Limits(timeout, jobs), lambda done, of: progress(f"{done} of {of} edits"), kept)
    say("\n".join(vectors_report.told(found, size)), err=True)
    if target is not None:
        from verifier.programs.vectors.targets import TARGETS

        say(TARGETS[target](found).rstrip("\n"))
    elif format_ == "json":
        emit(document("vectors", found.exit_code, **vectors_report.payload(found, size)))
    else:
        say("\n".join(vectors_report.lines(found)))
    return found.exit_code
