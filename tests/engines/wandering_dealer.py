"""After each set the deal goes one seat too far."""

from right import Engine, serve


class Wrong(Engine):
    def dealer(self, first, hand):
        sets = sum(hand > end for end in (8, 12, 20))
        return (first + hand - 1 + sets) % 4


serve(Wrong())
