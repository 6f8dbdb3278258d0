"""A figure of whole games, and whether the bids of a game are legal."""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.rulebook import Rulebook
from verifier.match.names import Match

PLANNED, MET, SOLVED = "dynamic programming", "a bound and a game that meets it", "solver"


@dataclass(frozen=True, slots=True)
class Figure:
    """One extreme. Without a value there is no such game; `high` above `value` where it was not settled between them.

    `reason` says why there is no value, or what was not settled.
    """

    name: str
    says: str
    value: int | bool | None
    method: str
    match: Match | None = None
    high: int | None = None
    reason: str = ""

    @property
    def settled(self) -> bool:
        return not self.reason


def unsettled(reason: str) -> Figure:
    return Figure("", "", None, "", reason=reason)


def legal(book: Rulebook, match: Match) -> bool:
    """Whether every bid of the game may be made, zero bids before included."""
    passes = [0] * book.players
    for h, hand in enumerate(match.hands):
        order = [(match.dealer + h + 1 + i) % book.players for i in range(book.players)]
        bids, size = [hand.bids[seat] for seat in order], sum(hand.taken)
        if not all(bids[i] in book.legal_bids(size, bids[:i], passes[seat]) for i, seat in enumerate(order)):
            return False
        passes = [made + (bid == 0) for made, bid in zip(passes, hand.bids, strict=True)]
    return True
