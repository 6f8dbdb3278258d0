"""Many games of random legal players, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulespec import questions, tally
from rulespec.engine import play_game
from rulespec.game import Game
from rulespec.ir.ruleset import RuleSet
from rulespec.players import random_players


@dataclass(frozen=True, slots=True)
class Fired:
    """How often a row decided, of how many times its section was asked."""

    section: str
    row: str
    times: int
    of: int


@dataclass(frozen=True, slots=True)
class Summary:
    """`places[seat][i]` is how often a seat came in place i + 1; averages are exact sums over counts."""

    games: int
    hands: int
    total_points: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    hand_points: int
    bids: int
    bids_made: int
    fired: tuple[Fired, ...]


def games(ruleset: RuleSet, number: int, seed: int) -> Iterator[Game]:
    """Games of the seeds from `seed` on. Raises Stuck where the rules give out."""
    for one in range(seed, seed + number):
        yield play_game(ruleset, random_players(ruleset.players, one), one)


def summarize(ruleset: RuleSet, played: Iterable[Game]) -> Summary:
    """What games of one rule set come to, taken together."""
    found = list(played)
    hands = [hand for game in found for hand in game.hands]
    seats = range(ruleset.players)
    pairs = [(hand.bids[seat], hand.taken[seat]) for hand in hands for seat in seats]
    return Summary(
        len(found),
        len(hands),
        tuple(sum(game.totals[seat] for game in found) for seat in seats),
        tuple(tuple(sum(game.places[seat] == place + 1 for game in found) for place in seats) for seat in seats),
        sum(sum(hand.points) for hand in hands),
        len(pairs),
        sum(bid == taken for bid, taken in pairs),
        (*_score_rows(ruleset, found), *_premium_rows(ruleset, found)),
    )


def _score_rows(ruleset: RuleSet, found: Iterable[Game]) -> Iterator[Fired]:
    names: Counter[str] = Counter()
    for hand in (hand for game in found for hand in game.hands):
        answers = tally.hand_answers(ruleset, hand.opening, hand.deal.size, hand.bids, hand.taken)
        names.update(answer.row.name for answer in answers)
    yield from (Fired("score", row.name, names[row.name], names.total()) for row in ruleset.rows("score"))


def _premium_rows(ruleset: RuleSet, found: Iterable[Game]) -> Iterator[Fired]:
    names: Counter[str] = Counter()
    asked = 0
    for played in (played for game in found for played in game.sets):
        players = tally.players_of(played.hands)
        for seat in range(ruleset.players):
            asked += 1
            names.update(row.name for row in questions.premium_rows(ruleset, players, seat))
    yield from (Fired("premium", row.name, names[row.name], asked) for row in ruleset.rows("premium"))
