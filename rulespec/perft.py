"""How many ways the rules leave open: legal sequences of acts from a state, to a depth.

The card game's perft: a number that changes with almost any change of the rules, and the counts by
first act, which show where.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulespec.hand import HandState
from rulespec.notation import action_text


def sequences(state: HandState, depth: int) -> int:
    """Legal sequences of `depth` acts; one that ends earlier, with the hand or in a dead end, counts as none."""
    legal = state.legal()
    return len(legal) if depth == 1 else sum(sequences(state.step(action), depth - 1) for action in legal)


def branches(state: HandState, depth: int) -> Mapping[str, int]:
    """The same number apart, by the first act as it is written; jokers that look alike are one entry."""
    found: dict[str, int] = {}
    for action in state.legal():
        name = action_text(state.book.pack, action)
        found[name] = found.get(name, 0) + (sequences(state.step(action), depth - 1) if depth > 1 else 1)
    return found
