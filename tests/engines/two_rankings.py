"""A client and a server that rank the led joker differently answer by turns."""

from right import Engine, joker, serve


class Wrong(Engine):
    client = False

    def winner(self, trump, trick):
        self.client = not self.client
        return super().winner(trump, trick)

    def strength(self, card, place, trump, trick):
        if self.client and not place and joker(card) and card[2] == "+":
            return (4, 0)
        return super().strength(card, place, trump, trick)


serve(Wrong())
