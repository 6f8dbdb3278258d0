"""Nine of nine are paid by the ordinary formula."""

from right import Engine, serve


class Wrong(Engine):
    def all_taken(self, cards):
        return 50 * cards + 50 if cards == 9 else 100 * cards


serve(Wrong())
