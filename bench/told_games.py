"""Games of the engine as the built modules tell them: moves, views and records as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from rulespec.engine import acts_of, play_game
from rulespec.game import Action, Bid, DealAgain, Game, NameTrump, PlayedHand, Trump
from rulespec.ir.cards import JOKER, Pack
from rulespec.ir.ruleset import RuleSet, Turn
from rulespec.notation import play_text
from rulespec.players import Player, RandomPlayer, View
from rulespec.plays import Play
from rulespec.questions.trump import trump_row


@dataclass
class Listening:
    """A player that notes what he was shown, and what he did."""

    player: Player
    seen: list[tuple[View, Action]]

    def act(self, view: View) -> Action:
        action = self.player.act(view)
        self.seen.append((view, action))
        return action


def engine_game(ruleset: RuleSet, seed: int) -> tuple[Game, list[tuple[View, Action]]]:
    """A game of random players, with every view in order."""
    seen: list[tuple[View, Action]] = []
    players = [Listening(RandomPlayer(Random(f"player {seat} of game {seed}")), seen) for seat in range(ruleset.players)]
    return play_game(ruleset, players, seed), seen


def script(ruleset: RuleSet, game: Game) -> list[dict[str, Any]]:
    """The moves of a finished game, deals included."""
    pack = ruleset.pack
    moves: list[dict[str, Any]] = []
    for hand in game.hands:
        for _ in range(hand.opening.redeals):
            moves += [{"deal": in_vain(ruleset, hand)}, {"again": True}]
        moves.append({"deal": order(pack, hand)})
        moves += [move(pack, act) for act in acts_of(hand)]
    return moves


def in_vain(ruleset: RuleSet, hand: PlayedHand) -> list[str]:
    """A deal after which the trump can be named: the record does not keep the one that was dealt in vain."""
    cards, size, players = order(ruleset.pack, hand), hand.deal.size, len(hand.bids)
    method = trump_row(ruleset, size, hand.opening.set_number, len(cards)).result
    if isinstance(method, Turn):
        shown = size * players - (method.card == "dealers_last_card")
        joker = cards.index(JOKER)
        cards[shown], cards[joker] = cards[joker], cards[shown]
    return cards


def order(pack: Pack, hand: PlayedHand) -> list[str]:
    """The pack as it lay before the deal, the next card first."""
    seats, size = len(hand.bids), hand.deal.size
    dealt = [hand.deal.hands[(hand.opening.dealer + 1 + i) % seats][i // seats] for i in range(seats * size)]
    return [pack.name(card) for card in (*dealt, *hand.deal.rest)]


def move(pack: Pack, act: Action) -> dict[str, Any]:
    match act:
        case NameTrump(suit):
            return {"name": letter(pack, suit)}
        case DealAgain():
            return {"again": True}
        case Bid(number):
            return {"bid": number}
        case Play():
            return {"play": play_text(pack, act)}


def letter(pack: Pack, suit: int | None) -> str | None:
    return None if suit is None else pack.letters[suit]


def trump_record(pack: Pack, trump: Trump) -> dict[str, Any]:
    return {"suit": letter(pack, trump.suit), "turned": None if trump.turned is None else pack.name(trump.turned), "named_by": trump.named_by, "after_bids": trump.after_bids}


def record(pack: Pack, game: Game) -> dict[str, Any]:
    """The engine's record in the words of the modules."""
    played = [
        {
            "hand": hand.opening.number, "set": hand.opening.set_number, "cards": hand.deal.size, "dealer": hand.opening.dealer,
            "redeals": hand.opening.redeals, "trump": trump_record(pack, hand.trump), "rest": [pack.name(card) for card in hand.deal.rest], "bids": list(hand.bids),
            "tricks": [{"leader": t.leader, "plays": [play_text(pack, p) for p in t.plays], "winner": t.winner} for t in hand.tricks],
            "taken": list(hand.taken), "points": list(hand.points),
        }
        for hand in game.hands
    ]  # fmt: skip
    sets = [{"premiums": list(one.premiums), "totals": list(one.totals)} for one in game.sets]
    return {"played": played, "sets": sets, "totals": list(game.totals), "places": list(game.places), "phase": "over", "turn": None}


def shown(pack: Pack, view: View) -> dict[str, Any]:
    """What the engine shows a player, in the words of the modules."""
    legal = list(dict.fromkeys(json.dumps(move(pack, act)) for act in view.legal))
    return {
        "seat": view.seat, "dealer": view.dealer, "hand": view.hand_number, "set": view.set_number, "cards": view.size,
        "held": [pack.name(card) for card in view.hand], "trump": None if view.trump is None else trump_record(pack, view.trump),
        "bids": list(view.bids), "table": [play_text(pack, play) for play in view.table], "totals": list(view.totals),
        "legal": [json.loads(text) for text in legal],
    }  # fmt: skip


def alike(view: dict[str, Any]) -> dict[str, Any]:
    """A view without saying which of two jokers is held: the engine tells them apart, the modules do not."""
    return {**view, "held": [card for card in view["held"] if card != JOKER], "jokers": view["held"].count(JOKER)}
