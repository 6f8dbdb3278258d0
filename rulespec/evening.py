"""A whole game with its record, for those who call from Python."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespec.engine import play_game
from rulespec.game import Game
from rulespec.ir.ruleset import RuleSet
from rulespec.players import random_players
from rulespec.record_writer import write_record


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: totals and places by seat, the record as `jokeri replay` reads it, everything as data."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    record: str = field(repr=False)
    game: Game = field(repr=False)

    def __str__(self) -> str:
        return self.record


def play(rules: RuleSet, seed: int) -> PlayedGame:
    """A game of random players."""
    game = play_game(rules, random_players(rules.players, seed), seed)
    return PlayedGame(game.totals, game.places, write_record(rules, game), game)
