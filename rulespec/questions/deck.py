"""Question `deck`: which cards are played with. No case asks it."""

from __future__ import annotations

from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.meanings.python import sections


def deck_row(ruleset: RuleSet) -> AnyRow:
    """The row that gives the deck."""
    return sections.first_row(ruleset, "deck", {})


def deck_of(ruleset: RuleSet) -> int:
    """The cards that are played with, as a mask. The options must be settled."""
    value = sections.first(ruleset, "deck", {}).value
    assert isinstance(value, int)
    return value
