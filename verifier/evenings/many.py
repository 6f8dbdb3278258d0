"""Many games of one rule set, compiled, on several cores: what is counted of every seat in every game.

A game follows from its seed alone, so the numbers do not hang on how many cores played or who played what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel.printed import schedule_of
from rulespec.meanings.kernel.values import Refused
from verifier.evenings import kinds
from verifier.evenings.kinds import EFFORT
from verifier.kernel import kept
from verifier.kernel.source import interpreted
from verifier.work import number_library  # noqa: F401  # before numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

Note = Callable[[str], None]
OnGames = Callable[[int], None]
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


def module_of(ruleset: RuleSet, parts: Sequence[str], note: Note = lambda text: None) -> ModuleType:
    """The compiled rules, or the same run by Python where they cannot be compiled: as right, and slow."""
    try:
        return kept.compiled(ruleset, parts, kept.kernels(), note)
    except Refused as refused:
        note(f"{refused}; Python plays instead, about a thousand times slower")
        return interpreted(ruleset, parts)


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, by seat or one kind for all, and how many deals those who imagine deals imagine."""

    kinds: tuple[str, ...] = ("random",)
    effort: int = EFFORT


RANDOM_TABLE = Table()


def play(
    ruleset: RuleSet, games: int, seed: int, jobs: int, table: Table = RANDOM_TABLE, on_games: OnGames = lambda number: None, note: Note = lambda text: None
) -> Played:
    """Games of the seeds from one on. Raises Refused where the rule set does not fit the compiled rules at all."""
    import numpy as np

    parts = kinds.parts(table.kinds)
    few = parts == kinds.RANDOM and games * sum(map(len, schedule_of(ruleset))) <= FEW
    module: Any = interpreted(ruleset, parts) if few else module_of(ruleset, parts, note)
    players = ruleset.players
    counts = np.zeros(games * players * len(COUNTED), np.int64)
    ended = np.zeros(games, np.int64)
    rows = np.zeros(module.SCORE_ROWS + module.PREMIUM_ROWS, np.int64)

    step = CHUNK if parts == kinds.RANDOM else THINKING_CHUNK

    def chunk(first: int) -> Counts:
        number, width = min(step, games - first), players * len(COUNTED)
        work, mine, out, how = (module.table([0] * many) for many in (module.GAME_WORK, len(rows), number * width, number))
        seat_players(module, work, table, players)
        module.many_games(work, mine, out, how, seed + first, number)
        counts[first * width : (first + number) * width] = out
        ended[first : first + number] = how
        return np.array(mine)

    for number, mine in enumerate(_in_order(chunk, range(0, games, step), jobs), 1):
        rows += mine
        on_games(min(number * step, games))
    return Played(ruleset, seed, counts.reshape(games, players, len(COUNTED)), ended, tuple(map(int, rows)))


def seat_players(module: Any, work: Any, table: Table, players: int) -> None:
    """Says in a work who plays; random players need no word."""
    if hasattr(module, "KINDS"):
        for seat, kind in enumerate(kinds.numbers(table.kinds, players)):
            work[module.KINDS + seat] = kind
        work[module.EFFORT] = table.effort


def _in_order(chunk: Callable[[int], Counts], firsts: Sequence[int], jobs: int) -> Iterator[Counts]:
    """Compiled code holds no lock, so threads share the cores."""
    if jobs == 1:
        yield from map(chunk, firsts)
        return
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(chunk, firsts)
        finally:
            pool.shutdown(cancel_futures=True)


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
