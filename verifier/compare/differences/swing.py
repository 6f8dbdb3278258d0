"""The largest difference of one and the same set's total under two rule sets, as `diff` shows it."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from verifier.compare.differences.model import Example, Swing
from verifier.match import swing
from verifier.witness.moments import SetMoment, to_case


def swings(left: RuleSet, right: RuleSet) -> tuple[Swing, ...]:
    """The largest gap in the left's favour and in the right's; none where there is none or it is not known."""
    found = swing.largest(left, right)
    return () if isinstance(found, swing.NotKnown) else tuple(_told(one, left) for one in found)


def _told(found: swing.Swing, left: RuleSet) -> Swing:
    bids, tricks = tuple(hand.bids for hand in found.hands), tuple(hand.taken for hand in found.hands)
    moment = SetMoment(found.numbers[0], found.dealer, found.sizes, bids, tricks, found.passes or (0,) * left.players)
    return Swing(found.gap, Example(to_case(moment, left.pack), list(found.totals[0]), list(found.totals[1]), moment))
