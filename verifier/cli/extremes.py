"""`jokeri extremes PROFILE...`: how far games can go, each figure with a game that shows it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rulespec.diagnostics import fault
from verifier.cli.common import complete_profiles, document, emit, format_option, load_all, settings_option, table
from verifier.cli.output import say

if TYPE_CHECKING:
    from verifier.match.figure import Figure
    from verifier.match.run import Column


@click.command("extremes")
@click.argument("profiles", nargs=-1, required=True, shell_complete=complete_profiles)
@click.option("--show", metavar="NAME", help="Print the game that shows this figure, as `replay` reads it.")
@settings_option
@click.option("--timeout", default=120.0, show_default=True, type=click.FloatRange(min=0.001), help="Seconds for one rule set, then its figures are not settled.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
@format_option("text", "json", "markdown", "html", "latex", "csv")
def command(profiles: tuple[str, ...], show: str | None, settings: tuple[str, ...], timeout: float, jobs: int, format_: str) -> int:
    """How far games can go.

    The largest and smallest totals, wins and leads that are lost, over every game of the rules: side by side
    for several rule sets. A family is shown once for each combination of the options that the figures hang on.
    3: some figure was not settled.
    """
    from verifier.match.extremes import SAYS
    from verifier.match.run import extremes
    from verifier.proofs.verdict import HOLDS, NOT_SETTLED
    from verifier.work.tasks import Limits

    wanted = (_known(show, [*SAYS]),) if show is not None else ()
    columns = extremes(load_all(profiles, settings), wanted, Limits(timeout, jobs))
    code = HOLDS if all(figure.settled for column in columns for figure in column.figures) else NOT_SETTLED
    if format_ == "json":
        emit(document("extremes", code, profiles=[column_json(column) for column in columns]))
    elif show is not None:
        say("\n".join(shown(column, column.figures[0]) for column in columns), nl=False)
    else:
        say(as_table(columns, format_))
        _notes(columns, format_)
    return code


def _known(name: str, names: Sequence[str]) -> str:
    """The figure of that name. Raises Faults for another word."""
    if name not in names:
        from rulespec.diagnostics.faults import did_you_mean

        raise fault("RV124", f"there is no figure `{name}`", help=did_you_mean(name, names) or "the figures are " + ", ".join(f"`{one}`" for one in names))
    return name


# --- what is printed ----------------------------------------------------------------------------------


def as_table(columns: Sequence[Column], format_: str) -> str:
    """A row a figure, a column a rule set."""
    rows = [[figure.says, figure.name, *(value_text(column.figures[i]) for column in columns)] for i, figure in enumerate(columns[0].figures)]
    return table(rows, ["", "figure", *(column.title for column in columns)], format_)


def value_text(figure: Figure) -> str:
    """`17,800`; `yes`; `none` where there is no such game; bounds where it was not settled between them."""
    if figure.value is None:
        return "none" if figure.settled else "?"
    if isinstance(figure.value, bool):
        return "yes" if figure.value else "no"
    if figure.high is not None and figure.high != figure.value:
        low, high = sorted((int(figure.value), figure.high))
        return f"{low:,} to {high:,}"
    return f"{figure.value:,}"


def _notes(columns: Sequence[Column], format_: str) -> None:
    if format_ != "text":
        return
    for column in columns:
        for figure in column.figures:
            if not figure.settled:
                say(f"{column.title}: {figure.name} is not settled: {figure.reason}")
    say(f"\nThe game behind a figure: jokeri extremes {columns[0].title} --show largest-win")


def shown(column: Column, figure: Figure) -> str:
    """The record of the game behind a figure; in a comment, why there is none."""
    from rulespec.record_writer import write_record
    from verifier.match.run import game
    from verifier.witness.dealt import game_of
    from verifier.witness.reach.course import NotReached

    line = None if figure.match is None else game(column.ruleset, figure.match)
    if line is None or isinstance(line, NotReached):
        why = figure.reason or ("no game is kept of it" if figure.value is not None else "there is no such game")
        return f"# {column.title}: {figure.says}: {value_text(figure)} ({why})\n"
    head = [f"{figure.says}: {value_text(figure)}", f"by {figure.method}"]
    return write_record(column.ruleset, game_of(line), profile=named(column), head=head)


def named(column: Column) -> str:
    """What loads the rules of the column again."""
    from verifier.witness.save import profile_name

    return profile_name(column.ruleset)


def column_json(column: Column) -> dict[str, object]:
    return {
        "id": column.ruleset.id, "title": column.title, "options": dict(column.chosen), "fingerprint": column.ruleset.fingerprint,
        "figures": [figure_json(column, figure) for figure in column.figures],
    }  # fmt: skip


def figure_json(column: Column, figure: Figure) -> dict[str, object]:
    """A figure; `between` where it was not settled, `game` by its results, seats counted from 0."""
    unsure = figure.high is not None and figure.high != figure.value
    return {
        "figure": figure.name, "says": figure.says, "value": None if unsure else figure.value, "settled": figure.settled,
        "between": sorted([int(figure.value or 0), figure.high or 0]) if unsure else None, "method": figure.method or None,
        "why": figure.reason or None, "game": None if figure.match is None else game_json(column, figure),
    }  # fmt: skip


def game_json(column: Column, figure: Figure) -> dict[str, object]:
    from verifier.match.names import totals

    assert figure.match is not None
    hands = [{"cards": sum(hand.taken), "bids": hand.bids, "tricks": hand.taken} for hand in figure.match.hands]
    return {"dealer": figure.match.dealer, "totals": totals(column.ruleset, figure.match), "hands": hands}
