"""A nine-card hand with cards as names in sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SUITS = ("C", "D", "H", "S")
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
OF_SUIT = {suit: {rank + suit for rank in RANKS} for suit in SUITS}
JOKERS = {"JK1", "JK2"}
ALL = [rank + suit for suit in SUITS for rank in RANKS] + ["JK1", "JK2"]
RANK_OF = {card: RANKS.index(card[:-1]) for card in ALL[:36]}
Play = tuple[str, bool, "str | None"]


def suit_of(card: str) -> str | None:
    return None if card in JOKERS else card[-1]


def playable(hand: set[str], trump: str | None, trick: list[Play]) -> set[str]:
    if not trick:
        return hand
    card, high, named = trick[0]
    led_joker = card in JOKERS
    suited = hand & OF_SUIT[named or card[-1]]
    trumps = hand & OF_SUIT[trump] if trump else set()
    jokers = hand & JOKERS
    if led_joker and high:
        if suited:
            return {max(suited, key=RANK_OF.__getitem__)} | jokers
        return trumps | jokers if trumps else hand
    if suited:
        return suited | jokers
    if trumps:
        return trumps | jokers
    return jokers or hand


def legal(hand: set[str], trump: str | None, trick: list[Play]) -> list[Play]:
    allowed, found = playable(hand, trump, trick), []
    for card in ALL:
        if card in allowed:
            if card in JOKERS:
                found += [(card, high, named) for high in (True, False) for named in ((None,) if trick else SUITS)]
            else:
                found.append((card, False, None))
    return found


def strength(play: Play, place: int, asked: str | None, trump: str | None) -> int:
    card, high, _ = play
    if card in JOKERS:
        if not high:
            return -1 if place else 0
        return 500 + place if place else 400 if asked == trump else 200
    if card[-1] == trump:
        return 300 + RANK_OF[card]
    return 100 + RANK_OF[card] if card[-1] == asked else -1


def winner(trick: list[Play], trump: str | None) -> int:
    asked = trick[0][2] or suit_of(trick[0][0])
    strengths = [strength(play, place, asked, trump) for place, play in enumerate(trick)]
    return strengths.index(max(strengths))


def points(bid: int, tricks: int) -> int:
    if bid == tricks:
        return 900 if bid == 9 else 50 * bid + 50
    return 10 * tricks


def player(module: Any) -> Callable[[Callable[[], float]], int]:
    deck = [card for card in ALL if card not in ("6C", "6S")]

    def hand(random: Callable[[], float]) -> int:
        for last in range(35, 0, -1):
            chosen = int(random() * (last + 1))
            deck[last], deck[chosen] = deck[chosen], deck[last]
        hands = [set(deck[9 * seat : 9 * seat + 9]) for seat in range(4)]
        trump = suit_of(deck[35])
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
                hands[seat].remove(play[0])
                trick.append(play)
            leader = (leader + winner(trick, trump)) % 4
            taken[leader] += 1
        return sum(map(points, bids, taken))

    return hand
