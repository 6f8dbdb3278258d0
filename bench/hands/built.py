"""A nine-card hand by a built module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def player(module: Any) -> Callable[[Callable[[], float]], int]:
    rules, without = module.RULES, [~(1 << card) for card in range(38)]
    deck = module.indices(rules.deck_set)

    def hand(random: Callable[[], float]) -> int:
        for last in range(35, 0, -1):
            chosen = int(random() * (last + 1))
            deck[last], deck[chosen] = deck[chosen], deck[last]
        hands = [module.set_of(deck[9 * seat : 9 * seat + 9]) for seat in range(4)]
        trump = module.SUIT_OF[deck[35]]
        bids: list[int] = []
        for _ in range(4):
            legal = rules.bids(9, bids, 0)
            bids.append(legal[int(random() * len(legal))])
        taken, leader = [0, 0, 0, 0], 0
        for number in range(1, 10):
            trick: list[Any] = []
            for i in range(4):
                seat = (leader + i) % 4
                plays = rules.moves(hands[seat], trump, trick, number)
                play = plays[int(random() * len(plays))]
                hands[seat] &= without[play[0]]
                trick.append(play)
            leader = (leader + rules.winning(trump, trick)) % 4
            taken[leader] += 1
        return sum(rules.points(9, bids[seat], taken[seat]) for seat in range(4))

    return hand
