"""A follower's high joker is beaten by a trump on a plain lead."""

from right import Engine, joker, serve, suit


class Wrong(Engine):
    def strength(self, card, place, trump, trick):
        if place and joker(card) and card[2] == "+" and suit(trick[0]) != trump:
            return (2, place)
        return super().strength(card, place, trump, trick)


serve(Wrong())
