"""`jokeri which`: a few questions, and it says which rule set a table plays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulespec.diagnostics import fault
from rulespec.sheet import Sheet
from verifier.cli.common import document, emit, format_option
from verifier.cli.output import say
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, REFUTED

if TYPE_CHECKING:
    from verifier.evenings.which import Candidate

SKIP = "0"


@click.command("which")
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--sheet", metavar="SHEET", help="A score sheet, or the record of a game.")
@click.option("--totals", metavar="N,N,...", help="What the sheet came to, a number a player in the sheet's order.")
@click.option("--ask/--no-ask", default=None, help="Ask questions; by default where no file and no sheet is given.")
@format_option("text", "json")
def command(files: Sequence[str], sheet: str | None, totals: str | None, ask: bool | None, format_: str) -> int:
    """Which rule set a table plays.

    Asks what separates most of those that are still possible. FILEs hold answered cases, one a line; a SHEET with its totals
    says how the table scores. 0: one is left, 1: none fits, 3: several are left.
    """
    from verifier.evenings import which

    if (sheet is None) != (totals is None):
        raise click.UsageError("`--sheet` and `--totals` go together")
    found = which.candidates()
    for file in files:
        found = answered(found, file)
    if sheet is not None and totals is not None:
        found = which.by_totals(found, read(sheet), numbers(totals))
    if ask if ask is not None else not files and sheet is None:
        found = questioned(found)
    code = HOLDS if len(found) == 1 else NOT_SETTLED if found else REFUTED
    if format_ == "json":
        emit(document("which", code, left=[one.name for one in found], next=next_command(found)))
    else:
        say("\n".join(ending(found)))
    return code


def answered(found: Sequence[Candidate], file: str) -> tuple[Candidate, ...]:
    """What is left after the cases of a file. Raises Faults for a line that is none."""
    from rulespec.cases import json_tree, read_object
    from rulespec.diagnostics import Faults
    from verifier.cli.ask import opened
    from verifier.evenings import which

    left = tuple(found)
    for line in opened(file):
        if isinstance(line, Faults):
            raise line
        if line.text.strip():
            written = {str(key.value): json_tree.plain(value) for key, value in read_object(line).entries}
            left = which.by_case(left, written)
    return left


def read(sheet: str) -> Sheet:
    from rulespec.game_file import read_game, sheet_in

    return sheet_in(read_game(Path(sheet)))


def numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise fault("RV134", f"`{text}` are no totals", help="whole numbers with commas between them, one for each player") from None


def questioned(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Question after question, until one is left, nothing tells the rest apart, or no more answers come."""
    from verifier.evenings import which

    left = tuple(found)
    cases = {case: which.replies(left, case) for case in which.pool(left)}
    number = 0
    while len(left) > 1 and (case := which.best(left, cases)) is not None:
        number += 1
        asked, says = which.in_words(left, cases[case], case)
        said = one_of(number, asked, list(says.values()), len(left))
        if said is None:
            break
        if said != SKIP:
            left = which.left(left, cases[case], list(says)[int(said) - 1])
        del cases[case]
    return left


def one_of(number: int, asked: str, says: Sequence[str], left: int) -> str | None:
    """The number of an answer, 0 for one that nobody knows; None where the input is at its end."""
    say(f"\n{number}. {asked}   ({left} rule sets are possible)", err=True)
    for i, words in enumerate(says, 1):
        say(f"   {i}  {words}", err=True)
    say(f"   {SKIP}  another answer, or not known", err=True)
    choices = click.Choice([SKIP, *map(str, range(1, len(says) + 1))])
    try:
        return str(click.prompt("answer", type=choices, show_choices=False, err=True))
    except click.Abort:
        return None


def next_command(found: Sequence[Candidate]) -> str | None:
    """The command that shows the rest."""
    match [one.name for one in found]:
        case []:
            return None
        case [name]:
            return f"jokeri show {name}"
        case [a, b]:
            return f"jokeri diff {a} {b}"
        case names:
            return f"jokeri compare {' '.join(names)}"


def ending(found: Sequence[Candidate]) -> list[str]:
    if not found:
        return ["none of the rule sets that are shipped fits: `jokeri new` begins one of your own"]
    lines = [f"{one.name}: {one.ruleset.name}" for one in found]
    head = "the table plays" if len(found) == 1 else f"{len(found)} rule sets are possible"
    return [head, *(f"  {line}" for line in lines), "", f"see `{next_command(found)}`"]
