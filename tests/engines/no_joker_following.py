"""Who can follow suit may not play a joker, but to a high one."""

from right import Engine, joker, serve, void


class Wrong(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        found = super().plays(hand, trump, trick)
        if not trick or self.demands_best(trick) or void(found, trick):
            return found
        return [c for c in found if not joker(c)]


serve(Wrong())
