"""`jokeri diff`: two rule sets compared, section by section."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

import click

from verifier.cli.common import format_option, settings_option
from verifier.cli.differing import against, answer, limits
from verifier.output.formats import names


@click.command("diff")
@click.argument("left")
@click.argument("right", required=False)
@click.option("--against", "revision", metavar="REV:PATH", help="Compare with a file at a git revision instead.")
@click.option("--section", "sections", multiple=True, metavar="SECTION", help="Only this section; may be given again.")
@click.option("--forbid", metavar="SECTIONS", help="Exit 1 only where one of these sections differs; separated by commas.")
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
