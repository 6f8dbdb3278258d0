"""A nine-card hand, its rules written by hand: a word of bits a hand, blocks of nine a suit, the jokers on top."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SUIT = [511 << 9 * suit for suit in range(4)] + [0]  # the last is no trump
JOKERS = 3 << 36
PLAYS = [(card, False, -1) for card in range(36)]
LED = [[(card, high, named) for high in (True, False) for named in range(4)] for card in (36, 37)]
PLAYED = [[(card, high, -1) for high in (True, False)] for card in (36, 37)]
Play = tuple[int, bool, int]


def playable(hand: int, trump: int, trick: list[Play]) -> int:
    if not trick:
        return hand
    card, high, named = trick[0]
    asked = hand & SUIT[card // 9 if card < 36 else named]
    if asked:
        return ((1 << asked.bit_length() - 1) if card >= 36 and high else asked) | hand & JOKERS
    trumps = hand & SUIT[trump]
    if trumps:
        return trumps | hand & JOKERS
    if card >= 36 and high:
        return hand
    return hand & JOKERS or hand


def legal(hand: int, trump: int, trick: list[Play]) -> list[Play]:
    cards, found = playable(hand, trump, trick), []
    rest = cards & ~JOKERS
    while rest:
        low = rest & -rest
        found.append(PLAYS[low.bit_length() - 1])
        rest ^= low
    if cards & JOKERS:
        announced = PLAYED if trick else LED
        for joker in (0, 1):
            if cards >> 36 + joker & 1:
                found += announced[joker]
    return found


def winner(trick: list[Play], trump: int) -> int:
    card, high, named = trick[0]
    asked = card // 9 if card < 36 else named
    best, place = -1, 0
    for i, (card, high, _) in enumerate(trick):
        if card >= 36:
            strength = 500 + i if high and i else 400 if high and asked == trump else 200 if high else 0 if not i else -1
        elif card // 9 == trump:
            strength = 300 + card % 9
        else:
            strength = 100 + card % 9 if card // 9 == asked else -1
        if strength > best:
            best, place = strength, i
    return place


def points(bid: int, tricks: int) -> int:
    if bid == tricks:
        return 900 if bid == 9 else 50 * bid + 50
    return 10 * tricks


def player(module: Any) -> Callable[[Callable[[], float]], int]:
    deck = [card for card in range(38) if card not in (0, 27)]

    def hand(random: Callable[[], float]) -> int:
        for last in range(35, 0, -1):
            chosen = int(random() * (last + 1))
            deck[last], deck[chosen] = deck[chosen], deck[last]
        hands = [0, 0, 0, 0]
        for i, card in enumerate(deck):
            hands[i // 9] |= 1 << card
        trump = deck[35] // 9  # 4 for a joker
        bids: list[int] = []
        for seat in range(4):
            closed = 9 - sum(bids) if seat == 3 else -1
            bid = int(random() * (9 if closed >= 0 else 10))
            bids.append(bid + (0 <= closed <= bid))
        taken, leader = [0, 0, 0, 0], 0
        for _ in range(9):
            trick: list[Play] = []
            for i in range(4):
                seat = (leader + i) % 4
                plays = legal(hands[seat], trump, trick)
                play = plays[int(random() * len(plays))]
                hands[seat] ^= 1 << play[0]
                trick.append(play)
            leader = (leader + winner(trick, trump)) % 4
            taken[leader] += 1
        return sum(map(points, bids, taken))

    return hand
