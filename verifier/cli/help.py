"""`jokeri help [COMMAND|PAGE]`: what a command takes, or a page of the manual."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import document, emit, format_option
from verifier.cli.output import say
from verifier.output import manual
from verifier.proofs.verdict import HOLDS


def offered(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Commands and pages, for a shell."""
    return [name for name in (*_commands(ctx.find_root().command), *manual.pages()) if name.startswith(incomplete)]


@click.command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND|PAGE.md]", shell_complete=offered)
@format_option("text", "json")
@click.pass_context
def command(ctx: click.Context, words: Sequence[str], format_: str) -> int:
    """Help on a command, or a page of the manual.

    Without a word the commands and the pages are listed. A page is named as its file is: `jokeri help language.md`.
    """
    text = _told(ctx.find_root(), words)
    if format_ == "json":
        emit(document("help", HOLDS, about=" ".join(words), text=text))
    else:
        say(text)
    return HOLDS


def _told(root: click.Context, words: Sequence[str]) -> str:
    """The text on a command or the page of that name. Raises Faults where there is neither."""
    pages = manual.pages()
    if not words:
        return f"{root.get_help()}\n\nPages, for `jokeri help PAGE`:\n{_listed(pages)}"
    if len(words) == 1 and words[0] not in _commands(root.command):
        page = pages.get(words[0]) or pages.get(f"{words[0]}.md")
        if page is not None:
            return page.read_text(encoding="utf-8").rstrip("\n")
    context = root
    for word in words:
        context = _inner(context, word)
    return context.get_help()


def _listed(pages: dict[str, Path]) -> str:
    width = max(map(len, pages), default=0)
    return "\n".join(f"  {name:{width}}  {manual.title(path)}" for name, path in pages.items())


def _inner(context: click.Context, word: str) -> click.Context:
    """The context of a command of a group. Raises Faults where there is none of that name."""
    known = _commands(context.command)
    found = context.command.get_command(context, word) if isinstance(context.command, click.Group) else None
    if found is None:
        names = [*known, *manual.pages()] if context.parent is None else known
        raise fault("RV150", f"there is no help on `{word}`", help=did_you_mean(word, names) or "`jokeri help` lists the commands and the pages")
    return click.Context(found, context, word)


def _commands(command: click.Command) -> list[str]:
    return command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []
