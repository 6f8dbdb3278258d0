"""Games that go far in one way or another: a claim that something is possible is often shown by one of them."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.questions import GameEnd
from rulespec.rulebook import Rulebook
from verifier.match.extremes import Table
from verifier.match.figure import legal
from verifier.match.names import Match

WAYS = (
    "largest-without-a-bid", "largest-total", "smallest-total", "largest-win", "smallest-winning-total", "largest-strike",
    "lead-lost-in-last-set", "lead-lost-in-last-hand",
)  # fmt: skip


class Likely:
    """The games of a rule set, seen by each player; each is worked out when those before it were no help."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.found = book, list[GameEnd]()
        self.coming = self._games()

    def __iter__(self) -> Iterator[GameEnd]:
        at = 0
        while at < len(self.found) or self._more():
            yield self.found[at]
            at += 1

    def _more(self) -> bool:
        found = next(self.coming, None)
        if found is not None:
            self.found.append(found)
        return found is not None

    def _games(self) -> Iterator[GameEnd]:
        table = Table(self.book, asks=False)
        for name in WAYS:
            figure = table.figure(name)
            if figure.match is not None and legal(self.book, figure.match):
                yield from (seen_by(figure.match, seat) for seat in range(self.book.players))


_KNOWN: dict[int, Likely] = {}


def likely(book: Rulebook) -> Likely:
    """The games of a rule set, worked out once a process."""
    kept = _KNOWN.get(id(book))
    if kept is None or kept.book is not book:
        kept = _KNOWN[id(book)] = Likely(book)
    return kept


def seen_by(match: Match, seat: int) -> GameEnd:
    """The game with this seat as seat 0."""
    players = len(match.hands[0].bids)
    seats = [(seat + i) % players for i in range(players)]
    bids, tricks = (tuple(tuple(row[s] for s in seats) for row in rows) for rows in ([h.bids for h in match.hands], [h.taken for h in match.hands]))
    return GameEnd((match.dealer - seat) % players, bids, tricks)
