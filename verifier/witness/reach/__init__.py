"""From a moment to a complete legal game that leads to it, replayed by the engine.

    targets ──── what the moment fixes: whose cards, which trick, which bids, which tricks taken
      │
    backwards ── tricks put before it, the last first, until every card of the hand is placed
      │          (`judge` says what all rule sets at once allow, `patterns` which suits to try first)
    table ────── which hand of the game, how its trump comes about, the pack's order, legal bids
      │
    earlier ──── the hands before it, with as many zero bids as the moment wants
      │
    course ───── everything once more, act by act, by the engine
"""

from verifier.witness.reach.course import Course, Line, NotReached
from verifier.witness.reach.targets import reach

__all__ = ["Course", "Line", "NotReached", "reach"]
