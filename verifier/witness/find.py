"""A game that leads to a situation, looked for once, by whoever decides a claim."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import GameEnd, Moment
from verifier.witness.dealt import Result, dealt
from verifier.witness.reach import Course, NotReached, reach
from verifier.witness.witness import Witness, game_of


def find(ruleset: RuleSet, scope: str, moment: Moment, options: Sequence[tuple[str, str | int]] = (), number_matters: bool = True) -> Witness:
    """The situation as a witness under settled rules; its `why_not` tells that no game was found within the bounds."""
    if isinstance(moment, GameEnd):
        return _whole_game(ruleset, scope, moment, options)
    match reach(ruleset, moment, number_matters):
        case Course() as course:
            return Witness(scope, course.moment, tuple(options), game_of(course.line.hands))
        case NotReached(reason):
            return Witness(scope, moment, tuple(options), (), reason)


def _whole_game(ruleset: RuleSet, scope: str, end: GameEnd, options: Sequence[tuple[str, str | int]]) -> Witness:
    """The game with these bids and tricks."""
    match dealt(ruleset, [Result(*row) for row in zip(end.bids, end.tricks, strict=True)], end.dealer):
        case NotReached(reason):
            return Witness(scope, end, tuple(options), (), reason)
        case (line, *_):
            return Witness(scope, end, tuple(options), game_of(line.hands))
        case nothing:
            raise AssertionError(nothing)
