"""Which suit to follow is decided by the joker's own colour: it stands in for a black six."""

from right import Engine, joker, serve


class Wrong(Engine):
    def plays(self, hand, trump, trick, trick_number=1):
        if trick and joker(trick[0]):
            trick = [trick[0][:3] + "S", *trick[1:]]
        return super().plays(hand, trump, trick, trick_number)


serve(Wrong())
