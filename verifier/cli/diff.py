"""`jokeri diff`: two rule sets compared, section by section."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

import click

from verifier.cli.common import complete_profiles, complete_sections, format_option, sections_option, settings_option
from verifier.cli.differing import against, answer, limits
from verifier.output.formats import names


@click.command("diff")
@click.argument("left", shell_complete=complete_profiles)
@click.argument("right", required=False, shell_complete=complete_profiles)
@click.option("--against", "revision", metavar="REV:PATH", help="Compare with a file at a git revision instead.")
@sections_option
@click.option("--forbid", metavar="SECTIONS", shell_complete=complete_sections, help="Exit 1 only where one of these sections differs; separated by commas.")
@click.option("--count/--no-count", default=True, show_default=True, help="Exact numbers of differing situations.")
@settings_option
@limits
@format_option("text", "json", *names()[1:])
def command(
    left: str, right: str | None, revision: str | None, sections: Iterable[str], forbid: str | None, count: bool,
    settings: tuple[str, ...], timeout: float, jobs: int, cache: bool, format_: str,
) -> int:  # fmt: skip
    """Exactly how two rule sets differ."""
    if (right is None) == (revision is None):
        raise click.UsageError("name two rule sets, or one and `--against REV:PATH`")
    with against(revision) if revision is not None else nullcontext((str(right), "")) as (other, folder):
        return answer(
            "diff", left, other, tuple(sections), forbid, count, settings, settings, timeout, jobs, cache, format_,
            renamed=(folder, f"{revision.partition(':')[0]}:") if revision else None,
        )  # fmt: skip
