"""Who has no card of the suit that a high joker asks for may play anything."""

from right import Engine, in_order, serve, void


class Wrong(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        found = super().plays(hand, trump, trick)
        return in_order(hand) if trick and self.demands_best(trick) and void(found, trick) else found


serve(Wrong())
