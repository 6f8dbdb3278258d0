"""What an obligation asks, as one text: equal for two of them whose formulas and bounds are equal.

Rule sets share most of their rows; what is asked alike is decided once, and its answer is kept under
a name made from this text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import Int
from verifier.proofs import property as properties
from verifier.proofs.property import SCOPE_SECTIONS
from verifier.work.deciding import Obligation


def question(ruleset: RuleSet, task: Obligation, cross_check: bool) -> str:
    """The property's formulas, all that they can see of the rules, and how the answer is to be found."""
    typed = [properties.typed(task.property, scope, ruleset) for scope in task.property.scopes]
    formulas = [(one.scope, one.given, one.holds, one.when) for one in typed]
    sections = tuple(dict.fromkeys(section for scope in task.property.scopes for section in SCOPE_SECTIONS[scope]))
    ways = ["cross-check"] * cross_check + ["example"] * task.example + [f"{task.witnesses} witnesses"] * (task.witnesses > 1)
    return "\n".join([repr(formulas), repr(task.assume), *ways, seen(_Same(ruleset), sections)])


class _Same:
    """A rule set as a key by identity, as its mappings cannot be hashed."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.ruleset is self.ruleset


@lru_cache(maxsize=256)
def seen(same: _Same, sections: tuple[str, ...]) -> str:
    """What formulas over these sections rest on: their rows, the cards, the bounds, the open options."""
    ruleset = same.ruleset
    rows = [(section, [(row.when, row.result, row.then) for row in ruleset.rows(section)]) for section in sections]
    facts = ruleset.facts if "score" in sections else replace(ruleset.facts, points=Int(0, 0))
    options: Mapping[str, object] = {name: ruleset.options[name].values for name in ruleset.open_options}
    return "\n".join([repr(ruleset.pack), repr(facts), repr(options), *map(repr, rows)])
