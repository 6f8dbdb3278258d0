"""What makes a situation possible is the same whoever asked before, and for which part of it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from rulespec.questions import BID, QUESTIONS, Bidding
from rulespec.questions.conditions import compiled
from rulespec.rulebook import rulebook
from verifier.compare.count import count_section
from verifier.proofs.property import known
from verifier.proofs.prove import prove

ODD = str(Path(__file__).parents[2] / "check" / "odd-house.yaml")


@pytest.mark.parametrize("question", [one for one in QUESTIONS if len(getattr(one, "conditions", ())) > 1], ids=lambda one: one.section)
def test_some_conditions_are_not_all(question: object) -> None:
    conditions, section = question.conditions, question.section  # type: ignore[attr-defined]
    parts = [conditions[:1], conditions, conditions[1:]]
    for order in permutations(parts):
        rules = load(ODD)
        assert {part: [one.label for one in compiled(rules, section, part)] for part in order} == {part: [one.label for one in part] for part in parts}


def possible(rules: RuleSet) -> list[bool]:
    book = rulebook(rules)
    hands = [dealt.hand for dealt in book.ground.dealt]
    return [not list(BID.why_not(book, Bidding(hand, (), passes))) for hand in hands for passes in range(4)]


def counted(rules: RuleSet) -> object:
    return count_section(rules, load(ODD), "bid")


def proved(rules: RuleSet) -> object:
    return str(prove(rules, known(rules, ())["dealer-can-bid"]))


def test_the_meanings_do_not_hang_on_each_other() -> None:
    """The diagrams ask for a part of what the others ask for."""
    asked: tuple[Callable[[RuleSet], object], ...] = (possible, counted, proved)
    found = [{one: one(rules) for one in order} for order in permutations(asked) for rules in [load(ODD)]]
    assert all(one == found[0] for one in found)
