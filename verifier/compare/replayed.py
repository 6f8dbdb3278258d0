"""A kept difference played again: each example must be answered differently by the reference meaning today, as it says."""

from __future__ import annotations

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from verifier.compare.differences.model import DIFFERENT, Example, SectionDiff
from verifier.witness.moments import SetMoment


def replayed(left: RuleSet, right: RuleSet, found: SectionDiff) -> bool:
    """Whether every example of a section still shows a difference; what is the same has none to be played again."""
    if found.verdict != DIFFERENT:
        return True
    from verifier.compare.differences import plain

    try:
        if found.section in plain.SECTIONS:
            return plain.SECTIONS[found.section](left, right).verdict == DIFFERENT
        examples = [example for one in found.classes for example in (one.example, one.counter) if example is not None]
        return bool(examples) and all(_differs(left, right, found.section, example) for example in examples)
    except Exception:  # a moment that these rules do not even know
        return False


def _differs(left: RuleSet, right: RuleSet, section: str, example: Example) -> bool:
    moment = example.moment
    if isinstance(moment, SetMoment):
        told = moment.cards, moment.bids, moment.tricks, moment.set_number
        answers = [rules.set_totals(side, *told) for side in (left, right)]
    else:
        from verifier.compare.differences.symbolic import QUESTIONS

        assert moment is not None
        answers = [QUESTIONS[section].plain(side, moment)[1] for side in (left, right)]
    return answers == [example.left, example.right] and answers[0] != answers[1]
