"""Prints the solver's version and the smallest witnesses of a few refuted properties, a line each.

Run on its own, so that another version of the solver may stand first on the path.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.several import different
from verifier.proofs.verdict import Refuted
from verifier.witness.witness import Witness

EXAMPLES = Path(__file__).parents[3] / "examples"
STRIKE_PAYS = """
rulespec: 1
id: strike-pays
name: The strike is the plain best hand
extends: skill-games-nines
premium:
  - {name: bonus, when: me.made_all, add: me.best, cite: guide 5}
  - {name: struck off, when: makers == 1 and not me.made_all, add: -me.best, assumed: the words taken literally}
"""


@cache
def refuted() -> tuple[tuple[RuleSet, str], ...]:
    """Rule sets with a property that does not hold: a play, tricks, a bid, a set."""
    return (
        (load("tvaladze"), "void-may-keep-joker"),
        (load("tvaladze"), "high-lead-beats-trumps"),
        (load("skill-games-nines"), "led-joker-can-always-lose"),
        (load("tvaladze+low_lead=never_wins"), "one-winner"),
        (load(str(EXAMPLES / "pass-limit.yaml")), "dealer-can-bid"),
        (load_text(STRIKE_PAYS), "strike-never-helps"),
    )


@cache
def witness_against(index: int) -> Witness:
    """The smallest witness of one of them."""
    ruleset, name = refuted()[index]
    verdict = prove(ruleset, called(ruleset, name))
    assert isinstance(verdict, Refuted), (ruleset.id, name, verdict)
    assert isinstance(verdict.witness, Witness)
    return verdict.witness


def called(ruleset: RuleSet, name: str) -> Property:
    return next(p for p in properties.of(ruleset) if p.id == name)


def lines() -> Iterator[str]:
    for index, (ruleset, name) in enumerate(refuted()):
        yield f"{ruleset.id} {name} {witness_against(index)}"
    ruleset, name = refuted()[1]
    yield from (str(witness) for witness in different(ruleset, called(ruleset, name), 3).witnesses)


if __name__ == "__main__":
    sys.stdout.write("\n".join([solve.version(), *lines()]) + "\n")
