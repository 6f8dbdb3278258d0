"""How often a class of differences really comes up in play, and what it costs.

Every game is played twice from its seed: under the left rules, where each moment is noticed at which both sides answer by
the rows of the class, and otherwise; and under the left rules with that one section taken from the right. What a hand in
which it came up is worth to the player concerned the second time, less the first time, is what the difference cost him.
The player concerned is who was to bid, play or announce, who takes the trick under the left rules, or whose points they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import Int
from rulespec.meanings.kernel.beside import beside
from rulespec.meanings.kernel.printed import schedule_of
from rulespec.record_writer import seat_names
from verifier.evenings import kinds
from verifier.evenings.classes import SECTIONS, Class
from verifier.evenings.estimates import Estimate, means, ratios, wilson
from verifier.evenings.many import (
    CHUNK,
    FEW,
    RANDOM_TABLE,
    THINKING_CHUNK,
    Table,
    digest,
    module_of,
    players_in_words,
    seat_players,
    seated,
)
from verifier.evenings.pieces import Crew, Note, OnGames, Piece, Player, Shelf, gathered
from verifier.kernel.source import helper_text, interpreted, source
from verifier.work.tasks import packed, unpacked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TIMES, HANDS, COST = 0, 1, 2  # what is counted of a seat in a game


@dataclass(frozen=True, slots=True)
class Meetings:
    """Games of a pair in which a class is looked for, to be played piece by piece."""

    left: bytes
    right: bytes
    wanted: Class
    table: Table = RANDOM_TABLE

    @property
    def sides(self) -> tuple[RuleSet, RuleSet]:
        """The left rule set, and the same with the section from the right."""
        left, right = unpacked(self.left), unpacked(self.right)
        return left, with_section(left, right, self.wanted.section)

    @property
    def parts(self) -> tuple[str, ...]:
        return (*kinds.parts(self.table.kinds), "noticed")

    @property
    def step(self) -> int:
        return CHUNK if kinds.parts(self.table.kinds) == kinds.RANDOM else THINKING_CHUNK

    @property
    def shape(self) -> tuple[int, int]:
        return unpacked(self.left).players * 3 + 1, 0

    @property
    def says(self) -> str:
        left, right = unpacked(self.left), unpacked(self.right)
        return f"`{self.wanted.says}` of `{left.id}` ({left.fingerprint}) and `{right.id}` ({right.fingerprint}), {players_in_words(self.table)}"

    @property
    def more(self) -> tuple[str, str]:
        """What is printed with either side: the rows that are looked for, and the other side beside it."""
        left, mixed = self.sides
        rows = self.wanted.rows(left, mixed)
        head = f"SECTION, LEFT_ROWS, RIGHT_ROWS = {SECTIONS.index(self.wanted.section)}, {rows[0]}, {rows[1]}\n"
        return head + beside(left, mixed), head + beside(mixed, mixed)

    def key(self) -> str:
        return _key(self)

    def ready(self, games: int, note: Note) -> Player:
        few = kinds.parts(self.table.kinds) == kinds.RANDOM and games * sum(map(len, schedule_of(unpacked(self.left)))) <= FEW // 4
        modules = [
            interpreted(side, self.parts, more) if few else module_of(side, self.parts, note, more) for side, more in zip(self.sides, self.more, strict=True)
        ]
        return lambda first, number: self.piece(modules, first, number)

    def piece(self, modules: list[ModuleType], first: int, number: int) -> Piece:
        """Each seat's times, hands and cost in each game, and in how many hands it came up for anybody."""
        import numpy as np

        (met, before, ended), (_, after, other_end) = (self.noticed(module, first, number) for module in modules)
        came, cost = met > 0, after - before
        counts = np.stack([met.sum(axis=1), came.sum(axis=1), (cost * came).sum(axis=1)], axis=2).reshape(number, -1)
        hands = came.any(axis=2).sum(axis=1)
        return Piece(first, number, np.column_stack([counts, hands]).astype(np.int64), np.where(ended == 0, other_end, ended), np.zeros(0, np.int64))

    def noticed(self, module: Any, first: int, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """What is noticed and what is paid, by game, hand or set, and seat; and how each game ended."""
        import numpy as np

        players = module.PLAYERS
        units = number * module.UNITS * players
        work, out, met, points, ended = (module.table([0] * many) for many in (module.GAME_WORK, players * module.COUNTS, units, units, number))
        seat_players(module, work, self.table, players)
        module.noticed_games(work, out, met, points, ended, first, number)
        shaped = [np.asarray(numbers, np.int64).reshape(number, module.UNITS, players) for numbers in (met, points)]
        return shaped[0], shaped[1], np.asarray(ended, np.int64)


def with_section(left: RuleSet, right: RuleSet, section: str) -> RuleSet:
    """The left rule set with one section of the right one."""
    points = Int(min(left.facts.points.low, right.facts.points.low), max(left.facts.points.high, right.facts.points.high))
    return replace(left, sections={**left.sections, section: right.sections[section]}, facts=replace(left.facts, points=points))


@cache
def _key(work: Meetings) -> str:
    texts = [source(side, work.parts, more=more) for side, more in zip(work.sides, work.more, strict=True)]
    return digest(*texts, helper_text(), *seated(work.table, unpacked(work.left).players))


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's part: how often a game it came up for him, in how many hands, what such a hand cost him, and a game."""

    name: str
    times: Estimate
    hands: Estimate
    hand_cost: Estimate
    game_cost: Estimate


@dataclass(frozen=True, slots=True)
class Met:
    """A class in play. `games` came to their end both times, `stuck` did not; `seats` ends with all players together."""

    left: RuleSet
    right: RuleSet
    wanted: Class
    games: int
    stuck: int
    in_games: Estimate
    hands: Estimate
    seats: tuple[Seat, ...]


def look(
    left: RuleSet, right: RuleSet, wanted: Class, games: int, seed: int, crew: Crew, table: Table = RANDOM_TABLE, on_games: OnGames = lambda done, fresh: None,
    note: Note = lambda text: None, shelf: Shelf | None = None,
) -> Met:  # fmt: skip
    """The class in the games of the seeds from one on. Raises Refused."""
    whole = gathered(Meetings(packed(left), packed(right), wanted, table), seed, games, crew, shelf, on_games, note)
    return met_of(left, right, wanted, whole)


def met_of(left: RuleSet, right: RuleSet, wanted: Class, whole: Piece) -> Met:
    import numpy as np

    counts = whole.counts[whole.ended == 0]
    games, players = len(counts), left.players
    by_seat = counts[:, :-1].reshape(games, players, 3)
    numbers = np.concatenate([by_seat, by_seat.sum(axis=1, keepdims=True)], axis=1)
    a_game = means(np.column_stack([numbers.reshape(games, -1), counts[:, -1:]]))
    costs = ratios(numbers[:, :, COST], numbers[:, :, HANDS])
    seats = tuple(
        Seat(name, a_game[3 * place + TIMES], a_game[3 * place + HANDS], costs[place], a_game[3 * place + COST])
        for place, name in enumerate((*seat_names(players), "all"))
    )
    return Met(left, right, wanted, games, whole.number - games, wilson(int((counts[:, -1] > 0).sum()), games), a_game[-1], seats)
