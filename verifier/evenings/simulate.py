"""What many games come to: each profile by itself, and pairs of profiles game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rulespec.engine import play_game
from rulespec.game import Game
from rulespec.ir.expr import FALSE
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel.printed import schedule_of
from rulespec.players import random_players
from rulespec.record_writer import seat_names
from verifier.evenings.estimates import Estimate, means, wilson
from verifier.evenings.many import COUNTED, Played, places
from verifier.work import number_library  # noqa: F401  # before numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REASONS = {1: "a player has no legal bid", 2: "a player has no legal play", 3: "the rules name no winner of a trick", 4: "no card is left to turn"}


@dataclass(frozen=True, slots=True)
class Fired:
    """How often a row decided, of how many times its section was asked."""

    section: str
    row: str
    times: int
    of: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's games: `counted` are means a game, by `COUNTED`; `places` the share of each place."""

    name: str
    counted: dict[str, Estimate]
    places: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """Games that could not go on, and the first of them."""

    games: int
    seed: int
    why: str


@dataclass(frozen=True, slots=True)
class Summary:
    ruleset: RuleSet
    games: int  # that came to their end
    hands: int
    stuck: Stuck | None
    seats: tuple[Seat, ...]
    fired: tuple[Fired, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two profiles over the same seeds: the right one's numbers less the left one's, game by game, seat by seat."""

    left: RuleSet
    right: RuleSet
    games: int
    seats: tuple[Seat, ...]  # without places
    winner_differs: Estimate


def games(ruleset: RuleSet, number: int, seed: int) -> Iterator[Game]:
    """Games of random players by the reference engine. Raises Stuck where the rules give out."""
    for one in range(seed, seed + number):
        yield play_game(ruleset, random_players(ruleset.players, one), one)


def summarize(played: Played) -> Summary:
    ruleset, whole = played.ruleset, played.whole
    number = int(whole.sum())
    hands = sum(map(len, schedule_of(ruleset)))
    return Summary(ruleset, number, number * hands, _stuck(played), tuple(_seats(played)), tuple(_fired(played, number, hands)))


def _stuck(played: Played) -> Stuck | None:
    import numpy as np

    found = np.flatnonzero(played.ended)
    if len(found) == 0:
        return None
    first = int(played.ended[found[0]])
    return Stuck(len(found), played.seed + int(found[0]), f"hand {first >> 8}: {REASONS[first & 255]}")


def _seats(played: Played) -> Iterator[Seat]:
    whole = played.whole
    came, number = places(played)[whole], int(whole.sum())
    seats = range(played.ruleset.players)
    for seat, name in enumerate(seat_names(played.ruleset.players)):
        shares = tuple(wilson(int((came[:, seat] == place + 1).sum()), number) for place in seats)
        yield Seat(name, _counted(played.counts[whole][:, seat]), shares)


def _counted(columns: Any) -> dict[str, Estimate]:
    return dict(zip(COUNTED, means(columns), strict=True))


def _fired(played: Played, games_: int, hands: int) -> Iterator[Fired]:
    ruleset = played.ruleset
    score, premium = ruleset.rows("score"), ruleset.rows("premium")
    asked = [*[games_ * hands * ruleset.players] * len(score), *[games_ * len(schedule_of(ruleset)) * ruleset.players] * len(premium)]
    sections = [*["score"] * len(score), *["premium"] * len(premium)]
    for section, row, times, of in zip(sections, (*score, *premium), played.rows, asked, strict=True):
        if row.when != FALSE:  # the options rule others out
            yield Fired(section, row.name, times, of)


def pairs(played: Sequence[Played]) -> Iterator[Pair]:
    """Every two profiles with as many players, the first named on the left."""
    for left, right in combinations(played, 2):
        if left.ruleset.players == right.ruleset.players:
            yield _pair(left, right)


def _pair(left: Played, right: Played) -> Pair:
    both = left.whole & right.whole
    seats = [
        Seat(name, _counted(right.counts[both][:, seat] - left.counts[both][:, seat]), ())
        for seat, name in enumerate(seat_names(left.ruleset.players))
    ]
    differs = (_winners(left)[both] != _winners(right)[both]).any(axis=1)
    return Pair(left.ruleset, right.ruleset, int(both.sum()), tuple(seats), wilson(int(differs.sum()), int(both.sum())))


def _winners(played: Played) -> NDArray[np.bool_]:
    """Who comes first in each game; several may."""
    found: NDArray[np.bool_] = places(played) == 1
    return found
