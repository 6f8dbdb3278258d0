"""A game that leads to a situation, looked for once, by whoever decides a claim."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import Moment
from verifier.witness.reach import Course, NotReached, reach
from verifier.witness.witness import Witness, game_of


def find(ruleset: RuleSet, scope: str, moment: Moment, options: Sequence[tuple[str, str | int]] = (), number_matters: bool = True) -> Witness:
    """The situation as a witness under settled rules; its `why_not` tells that no game was found within the bounds."""
    match reach(ruleset, moment, number_matters):
        case Course() as course:
            return Witness(scope, course.moment, tuple(options), game_of(course.line.hands))
        case NotReached(reason):
            return Witness(scope, moment, tuple(options), (), reason)
