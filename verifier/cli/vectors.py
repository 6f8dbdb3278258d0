"""`jokeri vectors`: cases that exercise a rule set, with answers."""

from __future__ import annotations

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.sections import NAMES
from rulespec.library import shipped
from verifier.cli.common import (
    document,
    emit,
    format_option,
    load_all,
    load_settled,
    profile_argument,
    progress,
    settings_option,
)
from verifier.cli.output import say
from verifier.proofs.verdict import HOLDS, NOT_SETTLED


@click.command("vectors")
@profile_argument
@click.option("--section", "sections", multiple=True, metavar="SECTION", help="Only this section; may be given again.")
@click.option("--size", type=click.Choice(["small", "normal", "large"]), default="normal", show_default=True, help="How often each thing is met.")
@settings_option
@format_option("jsonl", "json")
def command(profile: str, sections: tuple[str, ...], size: str, settings: tuple[str, ...], format_: str) -> int:
    """Cases that reach every row of a rule set."""
    from verifier.programs.vectors import vectors
    from verifier.programs.vectors.choose import as_lines

    for name in sections:
        if name not in NAMES:
            raise fault("RV104", f"there is no section `{name}`", help=did_you_mean(name, NAMES) or f"the sections are {', '.join(NAMES)}")
    ruleset = load_settled(profile, settings)
    others = [other for other in load_all([*shipped()]) if not other.open_options and other.id != ruleset.id]
    found = vectors(ruleset, sections, size, others)
    code = HOLDS if found.cases else NOT_SETTLED
    for section, row in found.unreached:
        progress(f"no case reaches `{row}` of `{section}`")
    if format_ == "json":
        unreached = [{"section": section, "row": row} for section, row in found.unreached]
        emit(document("vectors", code, profile=ruleset.id, fingerprint=ruleset.fingerprint, cases=list(found.cases), unreached=unreached))
    else:
        say("\n".join(as_lines(found)))
    return code
