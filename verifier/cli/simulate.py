"""`jokeri simulate PROFILE...`: many whole games on the same deals under each profile, and what they come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.ir.ruleset import RuleSet
from rulespec.library import seen_from
from rulespec.pipeline import split
from verifier.cli.common import document, emit, format_option, load_settled, progress, settings_option, table
from verifier.cli.output import note, say
from verifier.output.writing import STDOUT, write
from verifier.proofs.verdict import HOLDS, REFUTED

if TYPE_CHECKING:
    from verifier.evenings.many import Played
    from verifier.evenings.simulate import Pair, Summary

MOST = 10_000_000
MOST_EFFORT = 100_000


@click.command("simulate")
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...")
@click.option("--games", "number", default=1, show_default=True, type=click.IntRange(1, MOST), help="How many games under each profile.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 1 << 60), help="The first game's seed; the others follow it.")
@click.option("--players", default="random", show_default=True, metavar="KIND[,KIND...]", help="Who plays: one kind for all seats, or one a seat.")
@click.option("--effort", default=20, show_default=True, type=click.IntRange(1, MOST_EFFORT), help="Deals that players who imagine deals imagine for a decision.")
@click.option("--jobs", type=click.IntRange(1), help="Cores to play on; all, unless said otherwise. Results do not hang on it.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the game there, as `replay` reads it; `-` is standard output, and the rest is left out.")
@click.option("--force", is_flag=True, help="With --record: overwrite another file.")
@settings_option
@format_option("text", "json", "csv")
def command(
    profiles: Sequence[str], number: int, seed: int, players: str, effort: int, jobs: int | None, record: Path | None, force: bool,
    settings: Sequence[str], format_: str,
) -> int:  # fmt: skip
    """Play whole games from a seed.

    A seed is the same game on every machine, whoever else plays. Under several profiles the same cards are dealt and the
    same chances taken, so their differences are those of the rules. Intervals are of 95 %. Players are `random`; `easy`,
    who counts roughly and is careless; `normal`, who counts, remembers and plays to his bid; `hard`, who tries each choice
    in imagined deals; `crazy`, whose deals are more and fit all bids, and who spoils the others'. None sees what is hidden.
    1: the rules leave a game without a way on, as a trick that nobody wins.
    """
    rulesets = [load_settled(profile, settings) for profile in profiles]
    if record is not None and (number > 1 or len(profiles) > 1):
        raise fault("RV131", f"a record holds one game, and {number * len(profiles)} are to be played", help="name one profile, leave `--games` at 1, and choose the game with `--seed`")
    alone = record == Path(STDOUT)
    if alone and format_ != "text":
        raise click.UsageError("a record and the results cannot both go to standard output")
    kinds = read_players(players, rulesets)
    start = time.perf_counter()
    played = [play(ruleset, number, seed, kinds, effort, jobs) for ruleset in rulesets]
    if record is not None:
        write_record(record, force, rulesets[0], named_in(record, profiles[0], settings), seed, kinds, effort)
    return code_of(played) if alone else report(played, players, format_, jobs, start)


def named_in(record: Path, profile: str, settings: Sequence[str]) -> str:
    """What the record calls its rules, so that they are found from where it lies."""
    base, added = split(profile)
    name = base if Path(base).is_absolute() else seen_from(base, record.parent)
    return "+".join([name, *added, *settings])


def read_players(text: str, rulesets: Sequence[RuleSet]) -> tuple[str, ...]:
    """A kind for every seat, or one for all. Raises Faults."""
    from verifier.evenings.kinds import KINDS

    kinds = tuple(kind.strip() for kind in text.split(","))
    for kind in kinds:
        if kind not in KINDS:
            raise fault("RV136", f"there are no players of the kind `{kind}`", help=f"there are {', '.join(KINDS)}")
    for ruleset in rulesets:
        if len(kinds) not in (1, ruleset.players):
            raise fault("RV136", f"{len(kinds)} kinds of players are named, and `{ruleset.id}` is for {ruleset.players}", help="name one kind for all, or one for each seat")
    return kinds


def play(ruleset: RuleSet, number: int, seed: int, kinds: tuple[str, ...], effort: int, jobs: int | None) -> Played:
    """The games of a profile. Raises Faults for rules that the compiled game cannot hold."""
    from rulespec.meanings.kernel.values import Refused
    from verifier.evenings.many import Table, cores
    from verifier.evenings.many import play as play_games

    try:
        return play_games(ruleset, number, seed, jobs or cores(), Table(kinds, effort), progress_of(ruleset, number), note)
    except Refused as refused:
        raise Faults([Diagnostic("RV135", f"`{ruleset.id}` cannot be played so fast: {refused}")]) from None


def progress_of(ruleset: RuleSet, number: int) -> Callable[[int], None]:
    """A word every second: how far, how fast, how long yet."""
    start = last = time.monotonic()

    def on_games(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 1:
            last, rate = now, done / (now - start)
            progress(f"{ruleset.id}: {done:,} of {number:,} games, {rate:,.0f} a second, {(number - done) / rate:.0f} s left")

    return on_games


def write_record(path: Path, force: bool, ruleset: RuleSet, name: str, seed: int, kinds: tuple[str, ...], effort: int) -> None:
    """The one game, played again by the reference engine. Nothing is written of a game that cannot go on."""
    from rulespec import record_writer
    from rulespec.hand import Stuck
    from verifier.evenings.kinds import parts
    from verifier.evenings.many import Table
    from verifier.kernel import replayed
    from verifier.kernel.source import interpreted

    try:
        game = replayed.game(ruleset, interpreted(ruleset, parts(kinds)), seed, Table(kinds, effort))
    except Stuck as stuck:
        note(str(stuck))
        return
    text = record_writer.write_record(ruleset, game, profile=name, head=[f"seed {seed}, rules {ruleset.fingerprint}"])
    if path == Path(STDOUT):
        say(text, nl=False)
    else:
        write(path, text, force, "RV132")


def report(played: Sequence[Played], players: str, format_: str, jobs: int | None, start: float) -> int:
    from verifier.evenings.simulate import pairs, summarize

    if format_ == "csv":
        from verifier.output.simulate_report import each_game

        head, *rows = each_game(played)
        say(table(rows, list(map(str, head)), "csv"))
        return code_of(played)
    summaries, found = [summarize(one) for one in played], list(pairs(played))
    if format_ == "json":
        emit(as_json(played, summaries, found, players, jobs, time.perf_counter() - start))
    else:
        say("\n\n".join([*(one_text(one, played[0].seed) for one in summaries), *map(pair_text, found)]))
    return code_of(played)


def code_of(played: Sequence[Played]) -> int:
    return HOLDS if all(one.whole.all() for one in played) else REFUTED


def as_json(played: Sequence[Played], summaries: Sequence[Summary], found: Sequence[Pair], players: str, jobs: int | None, seconds: float) -> dict[str, object]:
    from verifier.evenings.many import cores
    from verifier.output.simulate_report import method_json, pair_json, summary_json

    games = len(played[0].ended)
    return document(
        "simulate", code_of(played), games=games, seed=played[0].seed, players=players.split(","),
        profiles=[summary_json(one) for one in summaries], pairs=[pair_json(pair) for pair in found], method=method_json(),
        seconds=round(seconds, 3), jobs=jobs or cores(), rate=round(games * len(played) / seconds, 1),
    )  # fmt: skip


def one_text(summary: Summary, seed: int) -> str:
    from verifier.output.simulate_report import fired_rows, heading, seats_rows

    parts = [heading(summary.ruleset, summary, seed)]
    if summary.games:
        parts += [table(*seats_rows(summary)), table(*fired_rows(summary))]
    if summary.stuck:
        parts.append(f"{summary.stuck.games} games cannot go on, the first of them that of seed {summary.stuck.seed}: {summary.stuck.why}")
    return "\n\n".join(parts)


def pair_text(pair: Pair) -> str:
    from verifier.output.simulate_report import pair_rows, written

    head = f"{pair.right.id} less {pair.left.id}, the same {pair.games} games; * where the interval does not hold 0"
    return "\n\n".join([head, table(*pair_rows(pair)), f"another winner in {written(pair.winner_differs, 1, percent=True)} of the games"])
