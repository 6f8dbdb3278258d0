"""`jokeri simulate PROFILE`: whole games of random legal players, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulespec.diagnostics import fault
from rulespec.game import Game
from rulespec.hand import Stuck
from rulespec.ir.ruleset import RuleSet
from rulespec.record_writer import seat_names, write_record
from verifier.cli.common import (
    document,
    emit,
    format_option,
    load_settled,
    profile_argument,
    progress,
    settings_option,
    table,
)
from verifier.cli.output import say
from verifier.evenings.simulate import Summary, games, summarize
from verifier.output.writing import STDOUT, write
from verifier.proofs.verdict import HOLDS, REFUTED

MOST = 1_000_000


@click.command("simulate")
@profile_argument
@click.option("--games", "number", default=1, show_default=True, type=click.IntRange(1, MOST), help="How many games.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="The first game's seed; the others follow it.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the game there, as `replay` reads it; `-` is standard output, and the rest is left out.")
@click.option("--force", is_flag=True, help="With --record: overwrite another file.")
@settings_option
@format_option("text", "json")
def command(profile: str, number: int, seed: int, record: Path | None, force: bool, settings: Sequence[str], format_: str) -> int:
    """Play whole games from a seed.

    The players choose any legal act at random. The same seed is the same game on every machine.
    1: the rules leave a game without a way on, as a trick that nobody wins.
    """
    ruleset = load_settled(profile, settings)
    if record is not None and number > 1:
        raise fault("RV131", f"a record holds one game, and {number} are to be played", help="leave `--games` at 1, and choose the game with `--seed`")
    alone = record == Path(STDOUT)
    if alone and format_ == "json":
        raise click.UsageError("a record and JSON cannot both go to standard output")
    played: list[Game] = []
    stuck = play(ruleset, number, seed, played)
    if record is not None and played:
        name = "+".join([profile, *settings])
        text = write_record(ruleset, played[0], profile=name, head=[f"seed {seed}, rules {ruleset.fingerprint}"])
        if alone:
            say(text, nl=False)
        else:
            write(record, text, force, "RV132")
    code = HOLDS if stuck is None else REFUTED
    if alone:
        say(stuck, err=True) if stuck else None
    elif format_ == "json":
        emit(document("simulate", code, **as_json(ruleset, seed, played, stuck)))
    else:
        say(as_text(ruleset, seed, played, stuck))
    return code


def play(ruleset: RuleSet, number: int, seed: int, played: list[Game]) -> str | None:
    """Plays the games; where one cannot go on, what stopped it."""
    try:
        for game in games(ruleset, number, seed):
            played.append(game)
            if len(played) % 100 == 0:
                progress(f"{len(played)} of {number} games")
    except Stuck as stuck:
        return f"the game of seed {seed + len(played)} cannot go on: {stuck}"
    return None


def as_json(ruleset: RuleSet, seed: int, played: Sequence[Game], stuck: str | None) -> dict[str, object]:
    summary = summarize(ruleset, played)
    return {
        "profile": ruleset.id,
        "fingerprint": ruleset.fingerprint,
        "seed": seed,
        "games": summary.games,
        "hands": summary.hands,
        "stuck": stuck,
        "players": [
            {"name": name, "average_total": _ratio(summary.total_points[seat], summary.games), "places": summary.places[seat]}
            for seat, name in enumerate(seat_names(ruleset.players))
        ],
        "average_points": _ratio(summary.hand_points, summary.bids),
        "bids": summary.bids,
        "bids_made": summary.bids_made,
        "rows": [{"section": f.section, "row": f.row, "times": f.times, "of": f.of} for f in summary.fired],
        "results": [{"seed": game.seed, "totals": game.totals, "places": game.places} for game in played],
    }


def as_text(ruleset: RuleSet, seed: int, played: Sequence[Game], stuck: str | None) -> str:
    summary = summarize(ruleset, played)
    seeds = f"seed {seed}" if len(played) < 2 else f"seeds {seed} to {seed + len(played) - 1}"
    parts = [f"{ruleset.id}: {summary.games} game{'' if summary.games == 1 else 's'}, {seeds}, {summary.hands} hands"]
    if played:
        parts += [players_table(ruleset, summary), averages(summary), rows_table(summary)]
    return "\n\n".join([*parts, *([stuck] if stuck else [])])


def players_table(ruleset: RuleSet, summary: Summary) -> str:
    """Totals and places; of one game as they are, of several on average and counted."""
    names = seat_names(ruleset.players)
    seats = range(ruleset.players)
    if summary.games == 1:
        place = [summary.places[seat].index(1) + 1 for seat in seats]
        return table([[names[seat], summary.total_points[seat], place[seat]] for seat in seats], ["player", "total", "place"])
    head = ["player", "average total", *(f"place {place + 1}" for place in seats)]
    rows = [[names[seat], f"{summary.total_points[seat] / summary.games:.1f}", *summary.places[seat]] for seat in seats]
    return table(rows, head)


def averages(summary: Summary) -> str:
    made = _percent(summary.bids_made, summary.bids)
    points = summary.hand_points / summary.bids
    return f"bids made: {summary.bids_made} of {summary.bids} ({made})\npoints of a player's hand on average: {points:.1f}"


def rows_table(summary: Summary) -> str:
    rows = [[f.section, f.row, f.times, _percent(f.times, f.of)] for f in summary.fired]
    return table(rows, ["section", "row", "times", "share"])


def _ratio(total: int, count: int) -> float | None:
    return round(total / count, 3) if count else None


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
