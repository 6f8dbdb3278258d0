"""`jokeri check`: properties proved or refuted."""

from __future__ import annotations

import os
from pathlib import Path

import click

from verifier.cli.common import (
    Number,
    all_option,
    chosen,
    complete_profiles,
    complete_properties,
    emit,
    format_option,
    progress,
    scheduler_option,
    settings_option,
)
from verifier.cli.output import note, say


@click.command("check")
@click.argument("profiles", nargs=-1, shell_complete=complete_profiles)
@all_option
@click.option("-p", "--property", "patterns", multiple=True, metavar="PATTERN", shell_complete=complete_properties, help="Only properties called so; `*` and `?` stand for letters.")
@click.option("-x", "--without", "without", multiple=True, metavar="PATTERN", shell_complete=complete_properties, help="Leave out the properties called so.")
@click.option("--properties", "files", multiple=True, type=click.Path(), metavar="FILE", help="A file with more properties.")
@click.option("--assume", metavar="CONDITION", help="Only combinations of a family's open options for which this holds.")
@settings_option
@click.option("--timeout", default=30.0, show_default=True, type=Number(min=0.001), help="Seconds for one property, then it is unknown.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@scheduler_option
@click.option("--cross-check", is_flag=True, help="Ask a second solver and, on a small pack, plain enumeration too.")
@click.option("--examples", is_flag=True, help="Show a smallest situation that each proved property speaks of.")
@click.option("--witnesses", default=1, show_default=True, type=click.IntRange(1, 100), help="Show so many that differ in the rows that decide.")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write each witness there, as a case and as a record.")
@click.option("--force", is_flag=True, help="With --save: overwrite other files of the same names.")
@click.option("--coverage", is_flag=True, help="Show which rows each property depends on, and which no property watches.")
@click.option("--cache/--no-cache", default=True, show_default=True, help="Use and keep answers of other runs.")
@format_option("text", "json", "markdown", "junit", "sarif", "github")
def command(
    profiles: tuple[str, ...], everything: bool, patterns: tuple[str, ...], without: tuple[str, ...], files: tuple[str, ...], assume: str | None,
    settings: tuple[str, ...], timeout: float, jobs: int, scheduler: str | None, cross_check: bool, examples: bool, witnesses: int, save: Path | None, force: bool, coverage: bool, cache: bool,
    format_: str,
) -> int:  # fmt: skip
    """Prove or refute properties of rule sets.

    PROFILES are ids, files, or folders of rule files; none is the current folder. Every property that is known of a rule
    set is checked: the shipped ones, its own, and those of the files named.
    """
    from verifier.proofs.obligation import call
    from verifier.work.disk import Store
    from verifier.work.tasks import early

    store = Store(note=note) if cache else None
    with early(call(cross_check), 1 if patterns else jobs, scheduler is None and (store is None or store.empty)) as waiting:
        from verifier.output import check_formats
        from verifier.proofs.check import Request, check, worst_of
        from verifier.work.cache import Answers

        request = Request(chosen(profiles, everything), settings, patterns, files, assume, timeout, jobs, cross_check, examples, witnesses, coverage, without, scheduler)
        kept = Answers(store) if store is not None else None

        def heard(done: int, of: int) -> None:
            progress(f"{done} of {of}")

        found = check(request, heard, kept, waiting)
    if coverage:
        from verifier.watch.coverage import covered

        found = covered(found, request, heard)
    code = worst_of(found)
    document = check_formats.document(format_, request, found, code)
    if document is not None:
        emit(document)
    else:
        say(check_formats.printed(format_, found))
    if save is not None:
        for path in check_formats.saved(found, save, force):
            say(f"written: {path}", err=True)
    return code
