"""Who has to trump a high joker may not answer it with a joker."""

from right import Engine, joker, serve, suit, void


class Wrong(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        found = super().plays(hand, trump, trick)
        trumps = [c for c in found if not joker(c) and suit(c) == trump]
        if not trick or not self.demands_best(trick) or not void(found, trick) or not trumps:
            return found
        return trumps


serve(Wrong())
