"""`jokeri doctor`: is everything there, and does it work?"""

from __future__ import annotations

import click

from verifier.cli.common import document, emit, format_option
from verifier.cli.output import say
from verifier.doctor import Finding, examine
from verifier.proofs.verdict import HOLDS, REFUTED

MARKS = {True: "ok", False: "WRONG", None: "-"}


@click.command("doctor")
@format_option("text", "json")
def command(format_: str) -> int:
    """Whether everything works here.

    Looks at Python, the libraries, every shipped rule set with its examples, and the operators of
    the language. 0: all is well, 1: something is not.
    """
    found = list(examine())
    code = REFUTED if any(finding.ok is False for finding in found) else HOLDS
    if format_ == "json":
        emit(document("doctor", code, findings=[record(finding) for finding in found]))
    else:
        width = max(len(finding.what) for finding in found)
        say("\n".join(f"{MARKS[f.ok]:5}  {f.what:{width}}  {f.detail}" for f in found))
    return code


def record(finding: Finding) -> dict[str, object]:
    return {"what": finding.what, "ok": finding.ok, "detail": finding.detail}
