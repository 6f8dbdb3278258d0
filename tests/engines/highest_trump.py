"""Who has no card of the suit that a high joker asks for owes his highest trump."""

from right import Engine, in_order, joker, rank, serve, suit, void


class Wrong(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        found = super().plays(hand, trump, trick)
        trumps = [c for c in found if not joker(c) and suit(c) == trump]
        if not trick or not self.demands_best(trick) or len(trumps) < 2 or suit(trick[0]) == trump:
            return found
        return in_order([max(trumps, key=rank), *(c for c in found if joker(c))]) if void(found, trick) else found


serve(Wrong())
