"""`jokeri export`: rules and proofs in other programs' formats."""

from __future__ import annotations

from pathlib import Path

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import complete_properties, near, profile_argument, settings_option
from verifier.cli.output import say
from verifier.output.writing import STDOUT, make_folder, write_all
from verifier.proofs.verdict import HOLDS


@click.group("export")
def command() -> None:
    """Rules and proofs in other programs' formats."""


@command.command("smt2")
@profile_argument
@click.option("-p", "--property", "asked", required=True, metavar="PROPERTY", shell_complete=complete_properties, help="The property whose questions are written.")
@click.option("--properties", "files", multiple=True, type=click.Path(), metavar="FILE", help="A file with more properties.")
@click.option("--assume", metavar="CONDITION", help="Only combinations of a family's open options for which this holds.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write one file a question there instead of printing them (`-`).")
@click.option("--force", is_flag=True, help="Overwrite other files of the same names.")
@settings_option
def smt2(profile: str, asked: str, files: tuple[str, ...], assume: str | None, out: Path | None, force: bool, settings: tuple[str, ...]) -> int:
    """The questions that prove a property, as SMT-LIB 2 scripts for any solver of bit-vectors.

    A question about a violation is unsatisfiable where the property holds; one about moments is satisfiable where it
    speaks of any. A property holds where it has no violation and, in each of its scopes, some moment.
    """
    from verifier.proofs.export import scripts
    from verifier.proofs.property import known
    from verifier.work.settings import assumption, loaded

    ruleset = loaded(profile, settings)
    properties = known(ruleset, files)
    if asked not in properties:
        raise fault("RV106", f"there is no property `{asked}`", help=did_you_mean(asked, properties) or "`jokeri check` lists them")
    found = list(scripts(ruleset, properties[asked], assumption(ruleset, assume)))
    if out is None or out == Path(STDOUT):
        say("\n".join(f"; {script.name}\n{script.text}" for script in found))
        return HOLDS
    written = {out / f"{ruleset.id}-{asked}-{script.name}.smt2": script.text for script in found}
    make_folder(out)
    write_all(written, force)
    for path in written:
        say(near(str(path)))
    return HOLDS
