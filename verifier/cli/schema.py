"""`jokeri schema NAME`: the JSON schema of what a command prints, or of rule files."""

from __future__ import annotations

from collections.abc import Mapping

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import document, emit, format_option
from verifier.cli.output import say
from verifier.output import schemas
from verifier.proofs.verdict import HOLDS

RULES = "rules"
"""What the schema of rule files is called, which is no command's."""


def known() -> Mapping[str, str]:
    """Every schema with what it is of."""
    return {RULES: "a rule file, for editors", **schemas.names()}


def offered(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names of schemas, for a shell."""
    return [name for name in known() if name.startswith(incomplete)]


@click.command("schema")
@click.argument("name", required=False, shell_complete=offered)
@format_option("text", "json")
def command(name: str | None, format_: str) -> int:
    """The JSON schema of what a command prints, or of rule files.

    NAME is a command, whose documents `--format json` prints, or `rules`; without it all are listed. What a document
    promises: `jokeri help json.md`.
    """
    if name is None:
        _list(format_)
        return HOLDS
    if name not in known():
        raise fault("RV151", f"there is no schema `{name}`", help=did_you_mean(name, known()) or "`jokeri schema` lists them")
    if name == RULES:
        from rulespec import schema

        say(schema.text(), nl=False)
    else:
        emit(schemas.schema(name))
    return HOLDS


def _list(format_: str) -> None:
    if format_ == "json":
        emit(document("schema", HOLDS, schemas=dict(known())))
        return
    width = max(map(len, known()))
    say("\n".join(f"{name:{width}}  {says}" for name, says in known().items()))
