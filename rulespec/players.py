"""Who plays: a view in, a legal action out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from rulespec.game import Action, TakenTrick, Trump
from rulespec.plays import Play


@dataclass(frozen=True, slots=True)
class View:
    """What the player to act may know.

    `hand` are the cards he has seen, in the order dealt: before the trump is named this may be less
    than he holds. `bids` are in bidding order from the dealer's left, `table` the trick in progress.
    """

    seat: int
    players: int
    dealer: int
    hand_number: int
    set_number: int
    size: int
    hand: tuple[int, ...]
    trump: Trump | None
    bids: tuple[int, ...]
    tricks: tuple[TakenTrick, ...]
    table: tuple[Play, ...]
    totals: tuple[int, ...]
    legal: tuple[Action, ...]


class Player(Protocol):
    """Answers every view with one of its legal actions: a trump named, a bid, or a card played."""

    def act(self, view: View) -> Action: ...


class RandomPlayer:
    """Any legal action, each as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def act(self, view: View) -> Action:
        return self.rng.choice(view.legal)


def random_players(number: int, seed: int) -> Sequence[Player]:
    """Players whose choices follow from the seed alone, apart from the deal's own chance."""
    return [RandomPlayer(Random(f"player {seat} of game {seed}")) for seat in range(number)]
