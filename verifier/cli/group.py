"""The group of commands: known by name and one line of help, each imported when it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from verifier.cli import guard, progress
from verifier.cli.output import say

COMMANDS = {
    "list": "The rule sets that are shipped.",
    "show": "All rules of a rule set, with their sources.",
    "check": "Prove or refute properties of rule sets.",
    "diff": "Exactly how two rule sets differ.",
    "table": "Tables that follow from a rule set, to be read and printed.",
    "which": "Which rule set a table plays.",
    "ask": "Answer cases, one a line.",
    "conform": "Compare answers with those of a rule set.",
    "vectors": "Cases that catch every mistake in a rule.",
    "explain": "Why the rules answer a case as they do; or what a code means.",
    "simulate": "Play whole games from a seed.",
    "extremes": "How far games can go.",
    "replay": "Judge the record of a game.",
    "rescore": "A played game under other rule sets.",
    "lint": "What looks wrong in rule sets.",
    "mutate": "Which changes of the rules nobody notices.",
    "compare": "All differences between many rule sets; all that are shipped, where none is named.",
    "whatif": "What changing an option changes.",
    "build": "The rules as a module for other programs, with a reason for every refusal.",
    "export": "Rules and proofs in other programs' formats.",
    "new": "Begin a rule set of your own.",
    "schema": "The JSON schema of what a command prints, or of rule files.",
    "doctor": "Whether everything works here.",
    "help": "Help on a command, or a page of the manual.",
    "docs": "Write the reference pages.",
}
"""Every command with its line of help. One whose file is not there is not a command."""

FOR_CLONES = ("docs",)  # not shown: nothing for those who only use the program

HERE = Path(__file__).parent
COMPLETING = "_JOKERI_COMPLETE"  # set where a shell asks

EPILOG = """\b
Exit codes:
  0  everything asked holds; or no difference
  1  something is refuted; or there is a difference
  2  the command or a file is wrong
  3  not settled, or nothing was checked
  4  a bug in jokeri: two of its own answers disagree

A rule set is the id of a shipped one or the path of a file. What it offers is
laid over it with `+`: `ID+OFFER` or `ID+OPTION=VALUE`.

`jokeri help COMMAND` tells more of a command, `jokeri help` lists the pages of the manual.
"""


class Commands(click.Group):
    """Finds the module of a command only when it runs, and turns every ending into an exit code."""

    @cached_property
    def present(self) -> dict[str, str]:
        files = {path.stem for path in HERE.glob("*.py")}
        return {name: help_ for name, help_ in COMMANDS.items() if name in files}

    @cached_property
    def shown(self) -> dict[str, str]:
        return {name: help_ for name, help_ in self.present.items() if name not in FOR_CLONES}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.present]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.present:
            return None
        command = import_module(f"verifier.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return progress.offered(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*self.shown.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        commands = [CompletionItem(name, help=help_) for name, help_ in self.shown.items() if name.startswith(incomplete)]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and not args[0].startswith("-") and args[0] not in self.present:
            self.unknown(ctx, args[0])
        return super().resolve_command(ctx, args)

    def unknown(self, ctx: click.Context, name: str) -> NoReturn:
        from rulespec.diagnostics.faults import did_you_mean

        hint = did_you_mean(name, self.present)
        ctx.fail(f"there is no command `{name}`" + (f"; {hint}" if hint else ""))

    def invoke(self, ctx: click.Context) -> int:
        try:
            return guard.closing_quietly(lambda: super(Commands, self).invoke(ctx))
        finally:
            progress.end()

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
        standalone_mode: bool = True, windows_expand_args: bool = True, **extra: Any,
    ) -> Any:  # fmt: skip
        given = guard.arguments(args) or ["--help"]
        if COMPLETING in os.environ:
            from verifier.cli import completion

            completion.ready()

        def run() -> int:
            code: int = super(Commands, self).main(given, prog_name or "jokeri", complete_var, standalone_mode=False, **extra)
            return code

        if not standalone_mode:
            return run()
        sys.exit(guard.guarded(given, [*COMMANDS], run))


def show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        say(f"jokeri {version('jokeri')}")
    except PackageNotFoundError:
        say("jokeri, not installed")
    ctx.exit()


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, help="Show the version and exit.", callback=show_version)
def main() -> None:
    """Rules of exact-bidding card games, written once: play them, prove them, compare them."""
