"""An engine written by hand, without the project: it answers as the regional account after Tvaladze does.

The wrong engines beside it change one method each.
"""

import json
import sys

SUITS = "CDHS"
RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(card):
    """The suit of a card; a led joker has the suit it names, any other joker none."""
    return card[3:] if card.startswith("JK") else card[-1]


def rank(card):
    return RANKS.index(card[:-1])


def joker(card):
    return card.startswith("JK")


def in_order(cards):
    return sorted(set(cards), key=lambda c: (4, 0) if joker(c) else (SUITS.index(suit(c)), rank(c)))


def void(cards, trick):
    """Whether none of the cards is of the suit that the trick asks for."""
    return all(joker(c) or suit(c) != suit(trick[0]) for c in cards)


class Engine:
    def bids(self, cards, earlier, passes=0):
        return [bid for bid in range(cards + 1) if len(earlier) < 3 or sum(earlier) + bid != cards]

    def plays(self, hand, trump, trick, trick_number=1):
        if not trick:
            return in_order(hand)
        asked, jokers = suit(trick[0]), [c for c in hand if joker(c)]
        same = [c for c in hand if not joker(c) and suit(c) == asked]
        trumps = [c for c in hand if not joker(c) and suit(c) == trump]
        if self.demands_best(trick):
            if same:
                return in_order([max(same, key=rank), *jokers])
            return in_order([*trumps, *jokers] if trumps else hand)
        return in_order([*same, *jokers] if same else [*trumps, *jokers] if trumps else jokers or hand)

    def demands_best(self, trick):
        return trick[0].startswith("JK+")

    def calls(self, trump, trick):
        return ["JK+", "JK-"] if trick else [f"JK{sign}{letter}" for sign in "+-" for letter in SUITS]

    def winner(self, trump, trick):
        strengths = [self.strength(card, place, trump, trick) for place, card in enumerate(trick)]
        return strengths.index(max(strengths))

    def strength(self, card, place, trump, trick):
        asked = suit(trick[0])
        if joker(card) and card[2] == "+":
            return (5, place) if place else (4, 0) if asked == trump else (2, 0)
        if joker(card):
            return (-1, 0) if place else (0, 0)
        return (3, rank(card)) if suit(card) == trump else (1, rank(card)) if suit(card) == asked else (-1, 0)

    def score(self, cards, bid, tricks, bids_total=0, set_number=1):
        if bid == tricks == cards:
            return self.all_taken(cards)
        return 50 * bid + 50 if bid == tricks else 10 * tricks

    def all_taken(self, cards):
        return 100 * cards

    def set(self, cards, bids, tricks, set_number=1):
        points = [[self.score(n, b[p], t[p]) for n, b, t in zip(cards, bids, tricks, strict=True)] for p in range(4)]
        clean = [p for p in range(4) if all(b[p] == t[p] for b, t in zip(bids, tricks, strict=True))]
        return [sum(points[p]) + (max(points[p]) if p in self.rewarded(clean) else 0) for p in range(4)]

    def rewarded(self, clean):
        return clean

    def trump(self, cards, turned, set_number=1):
        return None if joker(turned) else suit(turned)

    def cards(self, hand):
        return [*range(1, 9), 9, 9, 9, 9, *range(8, 0, -1), 9, 9, 9, 9][hand - 1]

    def dealer(self, first, hand):
        return (first + hand - 1) % 4


def serve(engine):
    """Answers line by line until there are no more."""
    for line in sys.stdin:
        case = json.loads(line)
        asked = {key: value for key, value in case.items() if key not in ("id", "question")}
        answer = getattr(engine, case["question"])(**asked)
        print(json.dumps({"id": case["id"], "answer": answer}), flush=True)


if __name__ == "__main__":
    serve(Engine())
