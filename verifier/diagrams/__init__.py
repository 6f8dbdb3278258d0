"""All situations of a question at once, for exact counts: one file a question, mirroring `rulespec/questions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulespec.meanings.bdd.manager import Manager
from verifier.diagrams.bid import bid
from verifier.diagrams.call import call
from verifier.diagrams.follow import follow
from verifier.diagrams.lead import lead
from verifier.diagrams.score import score
from verifier.diagrams.setting import Diagrams, Ground
from verifier.diagrams.strength import strength
from verifier.diagrams.trump import trump

COUNTED: Mapping[str, Callable[[Manager, Ground], Diagrams]] = {
    "trump": trump, "bid": bid, "lead": lead, "call": call, "follow": follow, "strength": strength, "score": score,
}  # fmt: skip
"""The questions whose situations are counted by diagrams."""

__all__ = ["COUNTED", "Diagrams", "Ground"]
