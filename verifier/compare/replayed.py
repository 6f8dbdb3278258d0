"""A kept difference played again: its games must be legal, and its examples answered as they say by the reference meaning today."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import BY_SITUATION, PREMIUM, SetEnd
from rulespec.rulebook import rulebook
from verifier.compare import plain, whole
from verifier.compare.model import DIFFERENT, Example, SectionDiff
from verifier.witness.witness import replayed


def still_different(left: RuleSet, right: RuleSet, section: str, found: SectionDiff) -> bool:
    """Whether every example of a section still shows a difference; what is the same has none to be played again.

    Where options are open the examples are of some combination of them that is not kept, so nothing is played.
    """
    if found.section != section:
        return False
    if found.verdict != DIFFERENT or left.open_options or right.open_options:
        return True
    try:
        for game in (*(one.game for one in found.classes), *(swing.game for swing in found.swings)):
            replayed(rulebook(left), game)
        if section == whole.SECTION:
            return whole.still_different(left, right, found)
        if section in plain.SECTIONS:
            return plain.SECTIONS[section](left, right).verdict == DIFFERENT
        examples = [example for one in found.classes for example in (one.example, one.counter) if example is not None]
        return bool(examples) and all(_differs(left, right, section, example) for example in examples)
    except Exception:  # a situation, or a game, that these rules do not even know
        return False


def _differs(left: RuleSet, right: RuleSet, section: str, example: Example) -> bool:
    """Whether both sides answer as the example says, which is not the same."""
    at = example.moment
    if isinstance(at, SetEnd):  # the right side's set may have another number there
        return at.dealer is not None and PREMIUM.reply(rulebook(left), at).answer == example.left
    question = BY_SITUATION[type(at)]
    answers = [question.reply(rulebook(side), at).answer for side in (left, right)]
    return question.section == section and answers == [example.left, example.right] and answers[0] != answers[1]
