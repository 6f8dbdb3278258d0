"""`jokeri simulate PROFILE...`: many whole games on the same deals under each profile, and what they come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulespec import pipeline
from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.ir.ruleset import RuleSet
from rulespec.library import seen_from
from verifier.cli.common import (
    complete_profiles,
    format_option,
    load_settled,
    progress,
    scheduler_option,
    settings_option,
)
from verifier.cli.output import note, say
from verifier.output.formats import names
from verifier.output.writing import STDOUT, write

if TYPE_CHECKING:
    from verifier.evenings.classes import Class
    from verifier.evenings.many import Played, Table
    from verifier.evenings.met import Met
    from verifier.evenings.pieces import Crew, Shelf

MOST = 10_000_000
MOST_EFFORT = 100_000


@click.command("simulate")
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...", shell_complete=complete_profiles)
@click.option("--games", "number", default=1, show_default=True, type=click.IntRange(1, MOST), help="How many games under each profile.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 1 << 60), help="The first game's seed; the others follow it.")
@click.option("--players", default="random", show_default=True, metavar="KIND[,KIND...]", help="Who plays: one kind for all seats, or one a seat.")
@click.option("--effort", default=20, show_default=True, type=click.IntRange(1, MOST_EFFORT), help="Deals that players who imagine deals imagine for a decision.")
@click.option("--difference", "texts", multiple=True, metavar="CLASS", help="A class of differences as `diff` has it, `SECTION: LEFT ROW / RIGHT ROW` or SECTION: how often it comes up, and what it costs.")
@click.option("--jobs", type=click.IntRange(1), help="Cores to play on; all, unless said otherwise. Results do not hang on it.")
@scheduler_option
@click.option("--store", type=click.Path(path_type=Path), metavar="FILE", help="Keep every piece of the run there; begun again, it plays only what is missing.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the game there, as `replay` reads it; `-` is standard output, and the rest is left out.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the totals and the paired differences there: `.pdf`, `.png` or `.svg`. Needs the extra `plots`.")
@click.option("--force", is_flag=True, help="With --record and --plot: overwrite another file.")
@settings_option
@format_option("text", "json", *names()[1:])
def command(
    profiles: Sequence[str], number: int, seed: int, players: str, effort: int, texts: Sequence[str], jobs: int | None,
    scheduler: str | None, store: Path | None, record: Path | None, plot: Path | None, force: bool, settings: Sequence[str], format_: str,
) -> int:  # fmt: skip
    """Play whole games from a seed.

    A seed is the same game on every machine, whoever else plays. Under several profiles the same cards are dealt and the
    same chances taken, so their differences are those of the rules. Intervals are of 95 %. Players are `random`; `easy`,
    who counts roughly and is careless; `normal`, who counts, remembers and plays to his bid; `hard`, who tries each choice
    in imagined deals; `crazy`, whose deals are more and fit all bids, and who spoils the others'. None sees what is hidden.
    `--difference` also plays each pair a second time, the left rules with that section from the right, and compares hands.
    1: the rules leave a game without a way on, as a trick that nobody wins.
    """
    from verifier.cli.simulated import code_of, drawn, report
    from verifier.evenings.many import Table
    from verifier.evenings.store import opened
    from verifier.output.plots import kind_of

    rulesets = [called(load_settled(profile, settings), profile, settings) for profile in profiles]
    if record is not None and (number > 1 or len(profiles) > 1):
        raise fault("RV131", f"a record holds one game, and {number * len(profiles)} are to be played", help="name one profile, leave `--games` at 1, and choose the game with `--seed`")
    alone = record == Path(STDOUT)
    if alone and format_ != "text":
        raise click.UsageError("a record and the results cannot both go to standard output")
    kinds = read_players(players, rulesets)
    wanted = read_classes(texts, rulesets)
    picture = None if plot is None else kind_of(plot)
    start = time.perf_counter()
    with opened(store, note) as shelf, crew_of(scheduler, jobs) as crew:
        evening = Evening(number, seed, Table(kinds, effort), crew, shelf)
        played = [evening.play(ruleset) for ruleset in rulesets]
        met = [evening.look(*one) for one in wanted]
    if record is not None:
        write_record(record, force, rulesets[0], named_in(record, profiles[0], settings), seed, kinds, effort)
    if plot is not None and picture is not None:
        write(plot, drawn(played, picture), force, "RV139")
    return code_of(played) if alone else report(played, met, players, format_, jobs, start)


def called(ruleset: RuleSet, profile: str, settings: Sequence[str]) -> RuleSet:
    """The rule set named by its id and all that was laid over it, so that two of one id are told apart."""
    return replace(ruleset, name="+".join([ruleset.id, *pipeline.split(profile)[1], *settings]))




def named_in(record: Path, profile: str, settings: Sequence[str]) -> str:
    """What the record calls its rules, so that they are found from where it lies."""
    base, added = pipeline.split(profile)
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


def read_classes(texts: Sequence[str], rulesets: Sequence[RuleSet]) -> list[tuple[RuleSet, RuleSet, Class]]:
    """Each class for every pair of rule sets that has its rows. Raises Faults for one that none has."""
    from verifier.evenings.classes import Class, read

    found: list[tuple[RuleSet, RuleSet, Class]] = []
    for text in texts:
        answers = [(left, right, read(text, left, right)) for left, right in combinations(rulesets, 2)]
        fitting = [(left, right, answer) for left, right, answer in answers if isinstance(answer, Class)]
        if not fitting:
            why = answers[0][2] if answers else "one rule set has no differences: name two"
            raise fault("RV140", str(why), help="`jokeri diff LEFT RIGHT` lists the classes of a pair with their rows")
        found += fitting
    return found


@contextmanager
def crew_of(scheduler: str | None, jobs: int | None) -> Iterator[Crew]:
    """Who plays: cores of this machine, or a cluster."""
    if scheduler is None:
        from verifier.evenings.many import cores
        from verifier.evenings.pieces import Here

        yield Here(jobs or cores())
        return
    from verifier.evenings.afar import Afar
    from verifier.work.cluster import connected

    with connected(scheduler) as cluster:
        yield Afar(cluster)


@dataclass(frozen=True, slots=True)
class Evening:
    """What all games of a run have in common."""

    number: int
    seed: int
    players: Table
    crew: Crew
    shelf: Shelf | None

    def play(self, ruleset: RuleSet) -> Played:
        """The games of a profile. Raises Faults for rules that the compiled game cannot hold."""
        from verifier.evenings.many import play

        with playable(ruleset):
            return play(ruleset, self.number, self.seed, self.crew, self.players, told(ruleset.id, self.number), note, self.shelf)

    def look(self, left: RuleSet, right: RuleSet, wanted: Class) -> Met:
        """A class of differences in the games of a pair. Raises Faults."""
        from verifier.evenings.met import look

        with playable(left):
            return look(left, right, wanted, self.number, self.seed, self.crew, self.players, told(wanted.says, self.number), note, self.shelf)


@contextmanager
def playable(ruleset: RuleSet) -> Iterator[None]:
    from rulespec.meanings.kernel.values import Refused

    try:
        yield
    except Refused as refused:
        raise Faults([Diagnostic("RV135", f"`{ruleset.id}` cannot be played so fast: {refused}")]) from None


def told(what: str, number: int) -> Callable[[int, int], None]:
    """How far, how fast, how long yet."""
    start = time.monotonic()

    def on_games(done: int, fresh: int) -> None:
        rate = fresh / max(time.monotonic() - start, 1e-9)
        pace = f", {rate:,.0f} a second, {(number - done) / rate:.0f} s left" if rate else ""
        progress(f"{what}: {done:,} of {number:,} games{pace}", done / number)

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
