"""A clean player's total is replaced by the largest entry of his set."""

from right import Engine, serve


class Wrong(Engine):
    def set(self, cards, bids, tricks, set_number=1):
        right = super().set(cards, bids, tricks, set_number)
        for p in range(4):
            if all(b[p] == t[p] for b, t in zip(bids, tricks, strict=True)):
                right[p] = 2 * max(self.score(n, b[p], t[p]) for n, b, t in zip(cards, bids, tricks, strict=True))
        return right


serve(Wrong())
