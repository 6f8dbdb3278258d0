"""`jokeri new ID`: a file to begin a rule set of one's own with."""

from __future__ import annotations

from pathlib import Path

import click

from rulespec.diagnostics import fault
from rulespec.surface import IDENTIFIER
from verifier.cli.common import complete_profiles, document, emit, format_option, load
from verifier.cli.output import say
from verifier.output.writing import STDOUT, write
from verifier.proofs.verdict import HOLDS
from verifier.starter import first_family, starter


@click.command("new")
@click.argument("id_", metavar="ID")
@click.option("--extends", default=None, metavar="PROFILE", shell_complete=complete_profiles, help="The rule set to begin from; all its rules hold until changed.")
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file instead of standard output, which is `-`.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@format_option("text", "json")
def command(id_: str, extends: str | None, out: Path | None, force: bool, format_: str) -> int:
    """Begin a rule set of your own.

    Prints a file with comments that loads as it is: it extends a family or a profile, chooses every
    option, and shows how a section is written anew.
    """
    if not IDENTIFIER.fullmatch(id_):
        raise fault("RS109", f"`{id_}` is not an id", help="small letters and digits, joined by hyphens")
    out = None if out == Path(STDOUT) else out
    base = extends or first_family()
    text = starter(id_, load(base), base, out.parent if out else Path())
    if out is not None:
        write(out, text, force)
    if format_ == "json":
        emit(document("new", HOLDS, id=id_, file=str(out) if out else None, text=text))
    elif out is None:
        say(text, nl=False)
    else:
        say(f"{out} is written; `jokeri check {out}` checks it")
    return HOLDS
