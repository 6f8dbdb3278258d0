"""The largest difference of one and the same set's total under two rule sets, as `diff` shows it."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import PREMIUM, SetEnd
from rulespec.rulebook import rulebook
from verifier.compare.model import Example, Swing
from verifier.match import swing
from verifier.witness.reach import NotReached
from verifier.witness.witness import game_of


def swings(left: RuleSet, right: RuleSet) -> tuple[Swing, ...] | str:
    """The largest gap in the left's favour and in the right's, each with a game; or in words why it is not known."""
    found = swing.largest(left, right)
    return found.reason if isinstance(found, swing.NotKnown) else tuple(_told(one, left, right) for one in found)


def _told(found: swing.Swing, left: RuleSet, right: RuleSet) -> Swing:
    bids, tricks = tuple(hand.bids for hand in found.hands), tuple(hand.taken for hand in found.hands)
    moment = SetEnd(found.numbers[0], found.sizes, bids, tricks, found.dealer, found.passes)
    case = {**PREMIUM.write(rulebook(right), moment), **PREMIUM.write(rulebook(left), moment)}
    shown = swing.shown(found, left, right)
    game = () if isinstance(shown, NotReached) else game_of(shown[0].hands)
    return Swing(found.gap, Example(case, list(found.totals[0]), list(found.totals[1]), moment), game)
