"""The joker is coded as rank 14 of no suit, and taken for an ace where tricks are compared."""

from right import Engine, joker, serve, suit


class Wrong(Engine):
    def strength(self, card, place, trump, trick):
        if joker(card) and place:
            return (3, 8) if suit(trick[0]) == trump else (1, 8)
        return super().strength(card, place, trump, trick)


serve(Wrong())
