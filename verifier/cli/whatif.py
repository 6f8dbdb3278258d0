"""`jokeri whatif`: a rule set compared with itself under other options."""

from __future__ import annotations

import click

from verifier.cli.common import complete_sections, format_option, profile_argument, sections_option, settings_option
from verifier.cli.differing import answer, limits
from verifier.output.formats import names


@click.command("whatif")
@profile_argument
@settings_option
@sections_option
@click.option("--forbid", metavar="SECTIONS", shell_complete=complete_sections, help="Exit 1 only where one of these sections differs; separated by commas.")
@click.option("--count/--no-count", default=True, show_default=True, help="Exact numbers of differing situations.")
@limits
@format_option("text", "json", *names()[1:])
def command(
    profile: str, settings: tuple[str, ...], sections: tuple[str, ...], forbid: str | None, count: bool, timeout: float, jobs: int, cache: bool, format_: str
) -> int:
    """What changing an option changes."""
    if not settings:
        raise click.UsageError("say what to change: `--set OPTION=VALUE`")
    changed = "+".join([profile, *settings])
    return answer("whatif", profile, profile, sections, forbid, count, (), settings, timeout, jobs, cache, format_, right_name=changed)
