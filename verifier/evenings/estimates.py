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
    "points_of_such_a_hand": "ratio of sums, by the same bootstrap",
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
    games = len(values)
    if games == 0:
        return [Estimate(None) for _ in range(values.shape[1])]
    found = values.sum(axis=0) / games
    if games == 1:
        return [Estimate(float(mean)) for mean in found]
    import numpy as np

    sums, sizes = resampled(values)
    low, high = np.percentile(sums / sizes[:, None], [2.5, 97.5], axis=0)
    return [Estimate(*map(float, three)) for three in zip(found, low, high, strict=True)]


def ratios(tops: Any, bottoms: Any) -> list[Estimate]:
    """What each column of `tops` is a unit of `bottoms`, a row a game: points a hand that not every game has, say.

    No value where there is no unit, and no bounds where there are so few that one in forty resamples has none.
    """
    import numpy as np

    games, columns = tops.shape
    found = [(float(tops[:, i].sum()), float(bottoms[:, i].sum())) for i in range(columns)]
    if games < 2:
        return [Estimate(top / bottom if bottom else None) for top, bottom in found]
    (over, _), (under, _) = resampled(tops), resampled(bottoms)
    estimates = []
    for i, (top, bottom) in enumerate(found):
        some = under[:, i] > 0
        told = bottom > 0 and some.mean() > 1 - 0.025
        bounds = np.percentile(over[some, i] / under[some, i], [2.5, 97.5]) if told else (None, None)
        estimates.append(Estimate(top / bottom if bottom else None, *(None if n is None else float(n) for n in bounds)))
    return estimates


def resampled(values: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The sum of each column in every resample, and how many games there are in it; the same games for equal numbers of rows."""
    import numpy as np

    games = len(values)
    batches = min(games, BATCHES)
    edges = np.arange(batches) * games // batches
    sizes = np.diff(np.append(edges, games))
    drawn = draws(batches)
    return drawn @ np.add.reduceat(values, edges, axis=0).astype(np.float64), drawn @ sizes


@cache
def draws(batches: int) -> NDArray[np.float64]:
    """How often each batch is drawn, a row a resample."""
    import numpy as np

    chosen = np.random.default_rng(SEED).integers(0, batches, (RESAMPLES, batches))
    chosen += np.arange(RESAMPLES)[:, None] * batches
    return np.bincount(chosen.ravel(), minlength=RESAMPLES * batches).reshape(RESAMPLES, batches).astype(np.float64)
