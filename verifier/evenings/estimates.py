"""How sure a number from sampled games is: 95 % intervals.

Shares of games (who won, whether two profiles differ) get Wilson's interval. Everything that is counted in a game gets a
percentile bootstrap over games: a game is drawn as a whole, so what hangs together within it stays together. More than
BATCHES games are drawn in so many batches of neighbours, which changes the interval little and the time much. The draws
have a seed of their own and all sums are whole numbers, so the same games give the same interval everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from verifier.work import number_library  # noqa: F401  # before numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Z = 1.959963984540054  # the normal distribution's 97.5 %
RESAMPLES, BATCHES, SEED = 2000, 1000, 20
DIGITS = 4
METHOD = {
    "level": 0.95,
    "counts": f"percentile bootstrap over games, {RESAMPLES} resamples, above {BATCHES} games in {BATCHES} batches",
    "shares": "Wilson",
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share, and between what it lies; no bounds where there is nothing to tell them from."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def as_json(self) -> list[float | None]:
        return [None if n is None else round(n, DIGITS) for n in (self.value, self.low, self.high)]

    @property
    def clear(self) -> bool:
        """The interval does not hold 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def wilson(hits: int, of: int) -> Estimate:
    """A share of independent trials."""
    if of == 0:
        return Estimate(None)
    share, square = hits / of, Z * Z / of
    middle, half = share + square / 2, Z * sqrt(share * (1 - share) / of + square / (4 * of))
    return Estimate(share, max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square)))


def means(values: Any) -> list[Estimate]:
    """The mean of each column of `values`, a row a game."""
    import numpy as np

    games = len(values)
    if games == 0:
        return [Estimate(None) for _ in range(values.shape[1])]
    found = values.sum(axis=0) / games
    if games == 1:
        return [Estimate(float(mean)) for mean in found]
    batches = min(games, BATCHES)
    edges = np.arange(batches) * games // batches
    sizes = np.diff(np.append(edges, games))
    drawn = draws(batches)
    resampled = (drawn @ np.add.reduceat(values, edges, axis=0).astype(np.float64)) / (drawn @ sizes)[:, None]
    low, high = np.percentile(resampled, [2.5, 97.5], axis=0)
    return [Estimate(*map(float, three)) for three in zip(found, low, high, strict=True)]


@cache
def draws(batches: int) -> NDArray[np.float64]:
    """How often each batch is drawn, a row a resample."""
    import numpy as np

    chosen = np.random.default_rng(SEED).integers(0, batches, (RESAMPLES, batches))
    chosen += np.arange(RESAMPLES)[:, None] * batches
    return np.bincount(chosen.ravel(), minlength=RESAMPLES * batches).reshape(RESAMPLES, batches).astype(np.float64)
