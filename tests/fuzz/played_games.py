"""Mutated records of games and score sheets."""

from __future__ import annotations

from functools import cache
from random import Random

from rulespec.diagnostics import Faults
from rulespec.engine import play_game
from rulespec.game import Game
from rulespec.game_file import read_game
from rulespec.hand import Stuck
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from rulespec.players import random_players
from rulespec.record_reader import is_record, read_record
from rulespec.record_writer import seat_names, write_record
from rulespec.rulebook import rulebook
from rulespec.sheet_reader import read_sheet
from tests.fuzz.kind import ODD, ROOT, SMALLEST, Input, Kind, Tried
from tests.fuzz.texts import as_bytes, slipped
from tests.fuzz.trial import run
from verifier.evenings.replay import judge

THREE = str(ROOT / "examples" / "three-hands.yaml")
PLAYED = ((ODD, 4), (THREE, 4), (SMALLEST, 2), ("tvaladze", 1))


@cache
def rules(name: str) -> RuleSet:
    return rulebook(load(name)).ruleset


@cache
def games() -> list[tuple[str, Game]]:
    """Games from their deals to their ends, short ones most, with the rules that they are played by."""
    found = []
    for name, count in PLAYED:
        for seed in range(20 * count):
            try:
                found.append((name, play_game(rules(name), random_players(rules(name).players, seed), seed)))
            except Stuck:
                continue
            if sum(one == name for one, _ in found) == count:
                break
    return found


@cache
def records() -> list[tuple[str, str]]:
    return [(name, write_record(rules(name), game, profile=name)) for name, game in games()]


@cache
def sheets() -> list[tuple[str, str]]:
    kept = [(name, (ROOT / path).read_text(encoding="utf-8")) for name, path in (("tvaladze", "examples/evening.csv"), ("web-225", "tests/sheets/two-sets.csv"))]
    return [*kept, *((name, sheet_text(game, rules(name).players)) for name, game in games())]


def sheet_text(game: Game, players: int) -> str:
    """The sheet that somebody writes beside a game."""
    lines = ["hand,cards," + ",".join(f"{name} bid,{name} tricks" for name in seat_names(players))]
    for one in game.sets:
        for hand in one.hands:
            pairs = (number for pair in zip(hand.bids, hand.taken, strict=True) for number in pair)
            lines.append(",".join(map(str, (hand.opening.number, hand.deal.size, *pairs))))
        lines.append("")
    return "\n".join(lines)


class Records(Kind):
    """Records of games: judged, or scored by other rules."""

    name, share, ending = "record", 16, ".txt"

    def mutate(self, rng: Random) -> bytes:
        return as_bytes(slipped(rng.choice(records())[1], rng), rng)

    def read(self, given: Input) -> object:
        return read_record(read_game(given.path))

    def tried(self, given: Input, rng: Random) -> Tried:
        profile = rng.choice(PLAYED)[0]
        if rng.random() < 0.25:
            reader = ["rescore", str(given.path), "--profiles", f"{profile},{rng.choice(PLAYED)[0]}"]
            yield run([*reader, "--format", rng.choice(("text", "markdown", "json"))]), (0, 2)
            return
        try:
            codes = (1,) if judge(read_record(read_game(given.path)), rules(profile)).findings else (0,)
        except Faults:
            codes = (2,)
        yield run(["replay", str(given.path), "--profile", profile, "--format", rng.choice(("text", "json"))]), codes


class Sheets(Kind):
    """Score sheets: scored by one set of rules or two."""

    name, share, ending = "sheet", 12, ".csv"

    def mutate(self, rng: Random) -> bytes:
        text = rng.choice(sheets())[1]
        return as_bytes(slipped(text.replace(",", rng.choice(",,,;\t")), rng), rng)

    def read(self, given: Input) -> object:
        source = read_game(given.path)
        return read_record(source) if is_record(source) else read_sheet(source)

    def tried(self, given: Input, rng: Random) -> Tried:
        names = rng.sample([name for name, _ in PLAYED], rng.choice((1, 2)))
        yield run(["rescore", str(given.path), "--profiles", ",".join(names), "--format", rng.choice(("text", "markdown", "json"))]), (0, 2)
