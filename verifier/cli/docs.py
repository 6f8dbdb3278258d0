"""`jokeri docs`: the reference pages that a program writes."""

from __future__ import annotations

import click

from verifier import docs
from verifier.cli.common import document, emit, format_option
from verifier.cli.output import say
from verifier.proofs.verdict import HOLDS, REFUTED


@click.command("docs")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where a page is stale.")
@format_option("text", "json")
def command(check: bool, format_: str) -> int:
    """Write the reference pages.

    In a clone of the project: those that a program makes, and the made parts of the others. Only what
    has changed is written.
    """
    if not (docs.ROOT / "docs").is_dir():
        raise click.UsageError("the reference pages belong to a clone of the project")
    pages = docs.stale()
    if not check:
        docs.write(pages)
    code = REFUTED if check and pages else HOLDS
    if format_ == "json":
        emit(document("docs", code, pages=[*docs.GENERATED], stale=[*pages]))
    else:
        for path in pages:
            say(f"{path} is stale" if check else f"{path} is written")
    return code
