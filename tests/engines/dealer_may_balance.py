"""The dealer is stopped from passing only."""

from right import Engine, serve


class Wrong(Engine):
    def bids(self, cards, earlier, passes=0):
        last = len(earlier) == 3
        return [bid for bid in range(cards + 1) if bid or not last or sum(earlier) != cards]


serve(Wrong())
