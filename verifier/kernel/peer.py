"""Random games in lock-step with OpenSpiel's `oh_hell`: what is legal, who takes each trick and what it comes to.

The rule set is a file of `examples` that extends a shipped one, its parameters are options; nothing of the game's rules is here,
only how OpenSpiel numbers cards and bids. Three play at once: OpenSpiel, the reference engine, and the printed rules of the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

from rulespec import pipeline
from rulespec.engine import finished
from rulespec.game import Action, Bid, Deal, Opening
from rulespec.hand import HandState
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet
from rulespec.plays import Play
from rulespec.rulebook import rulebook
from rulespec.trump import open_hand
from verifier.kernel.source import interpreted

PARTS = ("table", "ask")
RANDOM_TRICKS = -1


@dataclass(frozen=True, slots=True)
class Parameters:
    """OpenSpiel's parameters; `tricks` RANDOM_TRICKS draws them for each game."""

    players: int = 3
    cards_per_suit: int = 13
    tricks: int = RANDOM_TRICKS
    penalty: bool = False
    points: int = 1

    def game(self) -> Any:
        import pyspiel

        return pyspiel.load_game(
            "oh_hell",
            {
                "players": self.players, "num_cards_per_suit": self.cards_per_suit, "num_tricks_fixed": self.tricks,
                "off_bid_penalty": self.penalty, "points_per_trick": self.points,
            },
        )  # fmt: skip


SEVERAL = (
    Parameters(), Parameters(4, 9, 8), Parameters(4, 13, RANDOM_TRICKS, True, 5), Parameters(5, 13, 10, True, 1),
    Parameters(6, 13, RANDOM_TRICKS, False, 10), Parameters(7, 13, 7, True, 2), Parameters(3, 6, RANDOM_TRICKS, True, 10),
)  # fmt: skip


@cache
def rules_of(path: str, parameters: Parameters, tricks: int) -> tuple[RuleSet, ModuleType]:
    """The rule set with its parameters chosen, and its printed rules."""
    chosen = {
        "cards_per_suit": parameters.cards_per_suit, "tricks_fixed": tricks,
        "off_bid": "penalised" if parameters.penalty else "free", "points_per_trick": parameters.points,
    }  # fmt: skip
    settings = "".join(f", {name}: {value}" for name, value in chosen.items()).removeprefix(", ")
    text = f"rulespec: 1\nid: peer\nextends: {path!r}\nplayers: {parameters.players}\noptions: {{{settings}}}\n"
    ruleset = pipeline.load_text(text)
    return ruleset, interpreted(ruleset, PARTS)


class Apart(Exception):
    """Where the games part; the message says how."""


def play(path: str, parameters: Parameters, seed: int) -> int:
    """One random game in lock-step; how many acts it took. Raises Apart."""
    rng, theirs = Random(f"peer {seed}"), parameters.game().new_initial_state()
    while theirs.is_chance_node():
        theirs.apply_action(rng.choice(theirs.legal_actions()))
    tricks, dealer, cards = theirs.history()[0], theirs.history()[1], theirs.history()[2:]
    ruleset, printed = rules_of(path, parameters, tricks)
    table = Table(ruleset, printed, parameters.cards_per_suit)
    state = table.opened(dealer, tricks, cards)
    acts = 0
    while not theirs.is_terminal():
        legal = table.legal(state)
        _same("legal acts", sorted(map(table.number, legal)), sorted(theirs.legal_actions()), theirs)
        _same("whose turn it is", state.turn, theirs.current_player(), theirs)
        action = rng.choice(legal)
        theirs.apply_action(table.number(action))
        state = state.step(action)
        acts += 1
    hand = finished(state)
    _same("returns", [float(points) for points in hand.points], theirs.returns(), theirs)
    _same("printed returns", table.points(hand.bids, hand.taken, tricks), [int(n) for n in theirs.returns()], theirs)
    return acts


def _same(what: str, ours: object, others: object, theirs: Any) -> None:
    if ours != others:
        raise Apart(f"{what}: {ours} here, {others} in OpenSpiel, after {theirs.history()}")


class Table:
    """Our side: the reference's states, and the printed rules asked beside them."""

    def __init__(self, ruleset: RuleSet, printed: Any, ranks: int) -> None:
        self.ruleset, self.printed, self.book = ruleset, printed, rulebook(ruleset)
        self.pack, self.cards = ruleset.pack, ranks * len(ruleset.pack.suits)

    def card(self, number: int) -> int:
        """OpenSpiel numbers cards rank by rank, suits within; which suit is which is all one to the game."""
        rank, suit = divmod(number, len(self.pack.suits))
        return suit * len(self.pack.ranks) + rank

    def number(self, action: Action) -> int:
        match action:
            case Bid(number):
                return self.cards + number
            case Play(card):
                suit, rank = divmod(card, len(self.pack.ranks))
                return rank * len(self.pack.suits) + suit
            case _:
                raise AssertionError(action)

    def opened(self, dealer: int, tricks: int, numbers: list[int]) -> HandState:
        """The hand as it was dealt: seat 0 first, whoever deals, and the card that shows the trump last."""
        cards, players = list(map(self.card, numbers)), self.ruleset.players
        hands = tuple(tuple(cards[seat : tricks * players : players]) for seat in range(players))
        return open_hand(self.book, Opening(dealer), Deal(hands, (cards[-1],)))

    def legal(self, state: HandState) -> tuple[Action, ...]:
        """By the reference; the printed rules must say the same."""
        legal = state.legal()
        mine = [Bid(number) for number in bits(self._bids(state))] if state.phase == "bid" else [Play(card) for card in bits(self._plays(state))]
        if list(legal) != mine:
            raise Apart(f"legal acts: {legal} by the reference, {mine} by the printed rules")
        return legal

    def _bids(self, state: HandState) -> int:
        return int(self.printed.ask_bids(state.deal.size, len(state.bids), sum(state.bids), 0))

    def _plays(self, state: HandState) -> int:
        none = len(self.pack.suits)
        trump = none if state.suit is None else state.suit
        hand = state.held[state.turn or 0]
        if not state.table:
            return int(self.printed.ask_lead(hand, trump, len(state.tricks) + 1))
        asked, played = self.pack.suit_of(state.table[0].card), sum(play.mask for play in state.table)
        return int(self.printed.ask_follow(hand, trump, none if asked is None else asked, False, 0, played, state.table[0].mask))

    def points(self, bids: tuple[int, ...], taken: tuple[int, ...], size: int) -> list[int]:
        total = sum(bids)
        return [int(self.printed.ask_score(bid, tricks, size, total, 1)) for bid, tricks in zip(bids, taken, strict=True)]
