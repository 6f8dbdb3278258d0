"""Who has to trump goes over the trumps on the table where he can."""

from right import Engine, in_order, joker, rank, serve, suit, void


class Wrong(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        found = super().plays(hand, trump, trick)
        if not trick or self.demands_best(trick) or not void(found, trick):
            return found
        best = max((rank(c) for c in trick if not joker(c) and suit(c) == trump), default=-1)
        over = [c for c in found if not joker(c) and suit(c) == trump and rank(c) > best]
        return in_order([*over, *(c for c in found if joker(c))]) if over else found


serve(Wrong())
