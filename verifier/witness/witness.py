"""A witness: a situation of the game with a complete legal game that leads to it, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec.game import Bid, Deal, Opening, Trump
from rulespec.hand import HandState, replay
from rulespec.plays import Play
from rulespec.questions import Moment
from rulespec.rulebook import Rulebook
from rulespec.trump import open_hand, with_trump


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand of a game, whole or up to some point: bids in bidding order, plays in playing order."""

    opening: Opening
    deal: Deal
    trump: Trump | None
    bids: tuple[int, ...] = ()
    plays: tuple[Play, ...] = ()


Game = tuple[HandLine, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """A situation of a scope, under the values of the options that were open, with the game that leads to it.

    Where no game was found, `why_not` says so; a situation of the game as a whole needs none.
    """

    scope: str
    moment: Moment
    options: tuple[tuple[str, str | int], ...] = ()
    game: Game = ()
    why_not: str = ""

    @property
    def reached(self) -> bool:
        """Whether a game leads to it."""
        return not self.why_not


def line_of(state: HandState) -> HandLine:
    """A hand as data."""
    plays = tuple(play for trick in state.tricks for play in trick.plays) + state.table
    return HandLine(state.opening, state.deal, state.trump, state.bids, plays)


def game_of(hands: Sequence[HandState]) -> Game:
    """The hands of a game as data."""
    return tuple(map(line_of, hands))


def replayed(book: Rulebook, game: Game) -> tuple[HandState, ...]:
    """The hands of a game, act by act, by the engine. Raises IllegalAct or Stuck for what the rules do not allow."""
    return tuple(_replayed(book, line) for line in game)


def _replayed(book: Rulebook, line: HandLine) -> HandState:
    opened = open_hand(book, line.opening, line.deal)
    if line.trump is not None:
        opened = with_trump(opened, line.trump)
    return replay(opened, [*map(Bid, line.bids), *line.plays])
