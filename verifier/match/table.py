"""Every way in which a hand can end for all players at once, told apart only by what counts later.

Who bids what hangs on the sum of the earlier bids, and the tricks add up to the hand: so player after
player, the sums of bids and of tricks that can be reached are kept as the bits of one number.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from rulespec.ir.cards import bits
from rulespec.rulebook import Rulebook
from verifier.match.bidding import allowed

M = TypeVar("M", bound=Hashable)  # a mark: what of a player's hand counts later
Ways = Mapping[int, int]  # for each bid the numbers of tricks, as a mask


class Hand:
    """A hand of so many cards under one rule set or several; all players in bidding order, after so many zero bids where these are given."""

    def __init__(self, books: tuple[Rulebook, ...], size: int, passes: tuple[int, ...] | None = None) -> None:
        self.size, self.players = size, books[0].players
        self.width = 2 * size + 1  # bits for the sum of tricks, with room for one more player's
        rows = (1 << size + 1) - 1
        self.kept = self._spread((1 << size * self.players + 1) - 1, rows)
        self.allowed = [[self._spread(mask, rows) for mask in place] for place in allowed(books, size, passes)]

    def _spread(self, totals: int, tricks: int) -> int:
        """The pairs of a sum of bids and a sum of tricks, as a mask."""
        return sum(tricks << total * self.width for total in bits(totals))

    def ends(self, marked: Sequence[Mapping[M, Ways]], bids_total: int | None = None) -> list[tuple[M, ...]]:
        """The marks that all players can have together, in bidding order; with this sum of all bids, where one is given.

        `marked` are the results that each player can have, by their marks.
        """
        reached: dict[tuple[M, ...], int] = {(): 1}
        for place, marks in enumerate(marked):
            grown: dict[tuple[M, ...], int] = {}
            for before, sums in reached.items():
                for mark, ways in marks.items():
                    after = self.after(place, sums, ways)
                    if after:
                        grown[*before, mark] = after
            reached = grown
        last = self._last(bids_total)
        return [marks for marks, sums in reached.items() if sums & last]

    def after(self, place: int, sums: int, ways: Ways) -> int:
        """The sums that can be reached with one more player's results."""
        found = 0
        for bid, tricks in ways.items():
            bidden = (sums & self.allowed[place][bid]) << bid * self.width
            if bidden:
                for number in bits(tricks):
                    found |= bidden << number
        return found & self.kept

    def _last(self, bids_total: int | None) -> int:
        totals = (1 << self.size * self.players + 1) - 1 if bids_total is None else 1 << bids_total
        return self._spread(totals, 1 << self.size)

    def example(self, ways: Sequence[Ways], bids_total: int | None = None) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Bids and tricks with such results, in bidding order: from the last player on the lowest that will do."""
        sums = [1]
        for place, one in enumerate(ways):
            sums.append(self.after(place, sums[-1], one))
        ends = sums[-1] & self._last(bids_total)
        if not ends:
            return None
        total, tricks = divmod((ends & -ends).bit_length() - 1, self.width)
        found: list[tuple[int, int]] = []
        for place in reversed(range(len(ways))):
            bid, taken = next(self._steps(place, sums[place], ways[place], total, tricks))
            found.append((bid, taken))
            total, tricks = total - bid, tricks - taken
        bids, taken_ = zip(*reversed(found), strict=True)
        return bids, taken_

    def _steps(self, place: int, sums: int, ways: Ways, total: int, tricks: int) -> Iterator[tuple[int, int]]:
        """What the player at a place can have bid and taken, so that the sums are these after him."""
        for bid in sorted(ways):
            for taken in bits(ways[bid]):
                if bid <= total and taken <= tricks:
                    before = 1 << (total - bid) * self.width + tricks - taken
                    if sums & self.allowed[place][bid] & before:
                        yield bid, taken
