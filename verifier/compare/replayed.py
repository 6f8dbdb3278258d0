"""A kept difference played again: its games must be legal, and its examples answered as they say by the reference meaning today."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import BY_SITUATION, Dealing, HandEnd, SetEnd
from rulespec.rulebook import rulebook
from verifier.compare.model import DIFFERENT, Example, SectionDiff
from verifier.witness.witness import replayed


def still_different(left: RuleSet, right: RuleSet, found: SectionDiff) -> bool:
    """Whether every example of a section still shows a difference; what is the same has none to be played again.

    Where options are open the examples are of some combination of them that is not kept, so nothing is played.
    """
    if found.verdict != DIFFERENT or left.open_options or right.open_options:
        return True
    try:
        for game in (*(one.game for one in found.classes), *(swing.game for swing in found.swings)):
            replayed(rulebook(left), game)
        examples = [example for one in found.classes for example in (one.example, one.counter) if example is not None]
        return bool(examples) and all(_differs(left, right, example) for example in examples)
    except Exception:  # a situation, or a game, that these rules do not even know
        return False


def _differs(left: RuleSet, right: RuleSet, example: Example) -> bool:
    """Whether both sides answer as the example says. What no case asks is told apart by its rows alone."""
    at = example.moment
    if example.left == example.right:
        return False
    if at is None or isinstance(at, Dealing | HandEnd | SetEnd) or type(at) not in BY_SITUATION:
        return True
    question = BY_SITUATION[type(at)]
    return bool(question.reply(rulebook(left), at).answer == example.left)
