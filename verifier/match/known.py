"""What dynamic programming and bounds know of all games of a rule set: told to the solver, which need not find it again."""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.rulebook import Rulebook
from verifier.match.extremes import Table
from verifier.match.sets import TooLarge
from verifier.match.totals import extreme


@dataclass(frozen=True, slots=True)
class Known:
    """Between what every total lies, what the largest of a game is at least, and what a total without a bid made is at most."""

    lowest: int
    highest: int
    least_winning: int
    unmade: int | None


def known(book: Rulebook) -> Known:
    """Where zero bids made before tie hands together, these are bounds all the same."""
    table = Table(book)
    low, high = table.range
    level = table.least_winning
    try:
        unmade = extreme(book, 1, making=False)
    except TooLarge:
        unmade = None
    return Known(low, high, max(low, level) if level is not None else low, None if unmade is None else unmade.value)
