"""Plays like the site of 225 games in all but the premium: a sole clean player strikes off the others' best hands.

It answers neither who deals, nor how many cards there are, nor how a joker may be announced.
"""

import json
import sys

from right import Engine, suit


class Site(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        if trick and not trick[0].startswith("JK+") and not any(c != "JK" and suit(c) in (suit(trick[0]), trump) for c in hand):
            return hand
        return super().plays(hand, trump, trick)

    def score(self, cards, bid, tricks, bids_total=0, set_number=1):
        return -200 if bid and not tricks else super().score(cards, bid, tricks)

    def set(self, cards, bids, tricks, set_number=1):
        points = [[self.score(n, b[p], t[p]) for n, b, t in zip(cards, bids, tricks, strict=True)] for p in range(4)]
        clean = [p for p in range(4) if all(b[p] == t[p] for b, t in zip(bids, tricks, strict=True))]
        best = [max(0, *points[p]) for p in range(4)]
        return [sum(points[p]) + (best[p] if p in clean else -best[p] if len(clean) == 1 else 0) for p in range(4)]


DECLINED = ("calls", "trump", "cards", "dealer")

if __name__ == "__main__":
    engine = Site()
    for line in sys.stdin:
        case = json.loads(line)
        asked = {key: value for key, value in case.items() if key not in ("id", "question")}
        if case["question"] in DECLINED:
            print(json.dumps({"unsupported": True}), flush=True)
        else:
            print(json.dumps({"answer": getattr(engine, case["question"])(**asked)}), flush=True)
