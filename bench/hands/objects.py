"""A nine-card hand with cards as objects in lists, as most programs keep them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SUITS = ("C", "D", "H", "S")


@dataclass(frozen=True)
class Card:
    suit: str | None
    rank: int
    joker: bool
    place: int


@dataclass(frozen=True)
class Play:
    card: Card
    high: bool = False
    named: str | None = None


def playable(hand: list[Card], trump: str | None, trick: list[Play]) -> list[Card]:
    if not trick:
        return hand
    lead = trick[0]
    asked = lead.named if lead.card.joker else lead.card.suit
    jokers = [card for card in hand if card.joker]
    suited = [card for card in hand if card.suit == asked and not card.joker]
    trumps = [card for card in hand if card.suit == trump and not card.joker]
    if lead.card.joker and lead.high:
        if suited:
            return [max(suited, key=lambda card: card.rank), *jokers]
        return [*trumps, *jokers] if trumps else hand
    if suited:
        return [*suited, *jokers]
    if trumps:
        return [*trumps, *jokers]
    return jokers or hand


def legal(hand: list[Card], trump: str | None, trick: list[Play]) -> list[Play]:
    found: list[Play] = []
    for card in sorted(playable(hand, trump, trick), key=lambda card: card.place):
        if card.joker:
            found += [Play(card, high, named) for high in (True, False) for named in ((None,) if trick else SUITS)]
        else:
            found.append(Play(card))
    return found


def strength(play: Play, place: int, asked: str | None, trump: str | None) -> int:
    card = play.card
    if card.joker:
        if not play.high:
            return -1 if place else 0
        return 500 + place if place else 400 if asked == trump else 200
    if card.suit == trump:
        return 300 + card.rank
    return 100 + card.rank if card.suit == asked else -1


def winner(trick: list[Play], trump: str | None) -> int:
    asked = trick[0].named if trick[0].card.joker else trick[0].card.suit
    strengths = [strength(play, place, asked, trump) for place, play in enumerate(trick)]
    return strengths.index(max(strengths))


def points(bid: int, tricks: int) -> int:
    if bid == tricks:
        return 900 if bid == 9 else 50 * bid + 50
    return 10 * tricks


def player(module: Any) -> Callable[[Callable[[], float]], int]:
    deck = [Card(suit, rank, False, 9 * s + rank) for s, suit in enumerate(SUITS) for rank in range(9)]
    deck += [Card(None, 0, True, place) for place in (36, 37)]
    deck = [card for card in deck if card.place not in (0, 27)]

    def hand(random: Callable[[], float]) -> int:
        for last in range(35, 0, -1):
            chosen = int(random() * (last + 1))
            deck[last], deck[chosen] = deck[chosen], deck[last]
        hands = [deck[9 * seat : 9 * seat + 9] for seat in range(4)]
        trump = deck[35].suit
        bids: list[int] = []
        for seat in range(4):
            open_ = [bid for bid in range(10) if seat < 3 or sum(bids) + bid != 9]
            bids.append(open_[int(random() * len(open_))])
        taken, leader = [0, 0, 0, 0], 0
        for _ in range(9):
            trick: list[Play] = []
            for i in range(4):
                seat = (leader + i) % 4
                plays = legal(hands[seat], trump, trick)
                play = plays[int(random() * len(plays))]
                hands[seat].remove(play.card)
                trick.append(play)
            leader = (leader + winner(trick, trump)) % 4
            taken[leader] += 1
        return sum(map(points, bids, taken))

    return hand
