"""`jokeri check`: properties proved or refuted."""

from __future__ import annotations

import os

import click

from verifier.cli.common import document, emit, format_option, progress, settings_option


@click.command("check")
@click.argument("profiles", nargs=-1)
@click.option("-p", "--property", "patterns", multiple=True, metavar="PATTERN", help="Only properties called so; `*` and `?` stand for letters.")
@click.option("--properties", "files", multiple=True, type=click.Path(), metavar="FILE", help="A file with more properties.")
@click.option("--assume", metavar="CONDITION", help="Only combinations of a family's open options for which this holds.")
@settings_option
@click.option("--timeout", default=30.0, show_default=True, type=click.FloatRange(min=0.001), help="Seconds for one property, then it is unknown.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@click.option("--cross-check", is_flag=True, help="Ask a second solver and, on a small pack, plain enumeration too.")
@click.option("--examples", is_flag=True, help="Show a smallest situation that each proved property speaks of.")
@click.option("--cache/--no-cache", default=True, show_default=True, help="Use and keep answers of other runs.")
@format_option("text", "json")
def command(
    profiles: tuple[str, ...], patterns: tuple[str, ...], files: tuple[str, ...], assume: str | None, settings: tuple[str, ...],
    timeout: float, jobs: int, cross_check: bool, examples: bool, cache: bool, format_: str,
) -> int:  # fmt: skip
    """Prove or refute properties of rule sets."""
    from verifier.check import Request, check, worst_of
    from verifier.kept import Answers
    from verifier.reports import check_json, check_text
    from verifier.store import Store

    request = Request(profiles, settings, patterns, files, assume, timeout, jobs, cross_check, examples)
    kept = Answers(Store(note=lambda text: click.echo(f"note: {text}", err=True))) if cache else None
    found = check(request, lambda done, of: progress(f"{done} of {of}"), kept)
    code = worst_of(found)
    if format_ == "json":
        emit(document("check", code, **check_json.payload(request, found)))
    else:
        click.echo("\n".join(near_paths(line) for line in check_text.lines(found)))
    return code


def near_paths(line: str) -> str:
    """Paths as seen from here."""
    return line.replace(os.getcwd() + os.sep, "")
