"""Many games of one rule set, compiled, on several cores: what is counted of every seat in every game.

A game follows from its seed alone, so the numbers do not hang on how many cores played or who played what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulespec.digests import sha256
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel.printed import schedule_of
from rulespec.meanings.kernel.values import Refused
from verifier.evenings import kinds
from verifier.evenings.kinds import EFFORT
from verifier.evenings.pieces import Crew, Here, Note, OnGames, Piece, Player, Shelf, gathered
from verifier.kernel import kept
from verifier.kernel.source import helper_text, interpreted, source
from verifier.work import number_library  # noqa: F401  # before numpy
from verifier.work.tasks import packed, unpacked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

CHUNK = 250  # games a core plays before it looks up, fewer where players think
THINKING_CHUNK = 2
FEW = 2000  # hands that Python plays sooner than they can be compiled
COUNTED = ("totals", "made", "took_none", "all_tricks", "premiums", "premium_points", "strikes", "strike_points")


@dataclass(frozen=True, slots=True)
class Played:
    """`counts[game, seat, i]` is `COUNTED[i]`; `ended[game]` is 0, or why the game could not go on."""

    ruleset: RuleSet
    seed: int
    counts: Counts
    ended: Counts
    rows: Sequence[int]

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which games came to their end."""
        found: NDArray[np.bool_] = self.ended == 0
        return found


def module_of(ruleset: RuleSet, parts: Sequence[str], note: Note = lambda text: None, more: str = "") -> ModuleType:
    """The compiled rules, or the same run by Python where they cannot be compiled: as right, and slow."""
    try:
        return kept.compiled(ruleset, parts, kept.kernels(), note, more)
    except Refused as refused:
        note(f"{refused}; Python plays instead, about a thousand times slower")
        return interpreted(ruleset, parts, more)


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, by seat or one kind for all, and how many deals those who imagine deals imagine."""

    kinds: tuple[str, ...] = ("random",)
    effort: int = EFFORT


RANDOM_TABLE = Table()


@dataclass(frozen=True, slots=True)
class Games:
    """Games of one rule set, to be played piece by piece. `rules` are packed, so that they can travel."""

    rules: bytes
    table: Table = RANDOM_TABLE

    @property
    def ruleset(self) -> RuleSet:
        return unpacked(self.rules)

    @property
    def parts(self) -> tuple[str, ...]:
        return kinds.parts(self.table.kinds)

    @property
    def step(self) -> int:
        return CHUNK if self.parts == kinds.RANDOM else THINKING_CHUNK

    @property
    def shape(self) -> tuple[int, int]:
        return self.ruleset.players * len(COUNTED), len(self.ruleset.rows("score")) + len(self.ruleset.rows("premium"))

    @property
    def says(self) -> str:
        return f"`{self.ruleset.id}` ({self.ruleset.fingerprint}), {players_in_words(self.table)}"

    def key(self) -> str:
        return _key(self)

    def ready(self, games: int, note: Note) -> Player:
        ruleset, parts = self.ruleset, self.parts
        few = parts == kinds.RANDOM and games * sum(map(len, schedule_of(ruleset))) <= FEW
        module = interpreted(ruleset, parts) if few else module_of(ruleset, parts, note)
        return lambda first, number: self.piece(module, first, number)

    def piece(self, module: Any, first: int, number: int) -> Piece:
        """The games of some seeds."""
        import numpy as np

        width, many_rows = self.shape
        work, rows, out, ended = (module.table([0] * many) for many in (module.GAME_WORK, many_rows, number * width, number))
        seat_players(module, work, self.table, self.ruleset.players)
        module.many_games(work, rows, out, ended, first, number)
        return Piece(first, number, np.asarray(out, np.int64).reshape(number, width), np.asarray(ended, np.int64), np.asarray(rows, np.int64))


@cache
def _key(games: Games) -> str:
    return digest(source(games.ruleset, games.parts), helper_text(), *COUNTED, *seated(games.table, games.ruleset.players))


def play(
    ruleset: RuleSet, games: int, seed: int, jobs: int | Crew, table: Table = RANDOM_TABLE, on_games: OnGames = lambda done, fresh: None,
    note: Note = lambda text: None, shelf: Shelf | None = None,
) -> Played:  # fmt: skip
    """Games of the seeds from one on, on so many cores or by a crew. Raises Refused where the rule set does not fit the compiled rules at all."""
    crew = Here(jobs) if isinstance(jobs, int) else jobs
    whole = gathered(Games(packed(ruleset), table), seed, games, crew, shelf, on_games, note)
    counts = whole.counts.reshape(games, ruleset.players, len(COUNTED))
    return Played(ruleset, seed, counts, whole.ended, tuple(map(int, whole.rows)))


def players_in_words(table: Table) -> str:
    thinking = "" if kinds.parts(table.kinds) == kinds.RANDOM else f", effort {table.effort}"
    return f"players {','.join(table.kinds)}{thinking}"


def seated(table: Table, players: int) -> list[str]:
    """What of a table the games hang on."""
    effort = 0 if kinds.parts(table.kinds) == kinds.RANDOM else table.effort
    return [*map(str, kinds.numbers(table.kinds, players)), str(effort)]


def digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()


def seat_players(module: Any, work: Any, table: Table, players: int) -> None:
    """Says in a work who plays; random players need no word."""
    if hasattr(module, "KINDS"):
        for seat, kind in enumerate(kinds.numbers(table.kinds, players)):
            work[module.KINDS + seat] = kind
        work[module.EFFORT] = table.effort


def places(played: Played) -> Counts:
    """Each seat's place in each game, as `questions.places` has it of one game."""
    import numpy as np

    totals, finish = played.counts[:, :, 0], played.ruleset.finish
    sides = totals.shape[1] // 2 if finish.sides == "pairs" else totals.shape[1]
    sums = np.stack([totals[:, side::sides].sum(axis=1) for side in range(sides)], axis=1) * (-1 if finish.wins == "lowest" else 1)
    keys = sums[:, np.arange(totals.shape[1]) % sides]
    ahead = keys[:, None, :] > keys[:, :, None]
    if finish.ties == "by_seat":
        order = np.arange(totals.shape[1]) % sides
        ahead |= (keys[:, None, :] == keys[:, :, None]) & (order[None, None, :] < order[None, :, None])
    found: Counts = 1 + ahead.sum(axis=2)
    return found


@cache
def cores() -> int:
    """How many cores this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
