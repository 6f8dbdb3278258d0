"""What several rule sets have in common: the ground on which they can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rulespec import rules
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import names
from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.sections import allowed
from rulespec.meanings.bdd.values import fixed


def deck(rulesets: Sequence[RuleSet]) -> int:
    """The cards that are in every deck."""
    return reduce(lambda a, b: a & b, map(rules.deck, rulesets))


def hands_of_sets(rulesets: Sequence[RuleSet]) -> list[tuple[int, int]]:
    """The hand sizes that every schedule deals in its set of that number, from 1."""
    dealt = [{(size, i) for i, one in enumerate(rules.schedule(r), 1) for size in one} for r in rulesets]
    return sorted(set.intersection(*dealt))


def hand_sizes(rulesets: Sequence[RuleSet]) -> list[int]:
    """The hand sizes that every schedule deals."""
    dealt = [{size for one in rules.schedule(r) for size in one} for r in rulesets]
    return sorted(set.intersection(*dealt))


def largest_hand(rulesets: Sequence[RuleSet]) -> int:
    """The most cards a player holds under every rule set; all smaller hands occur as cards are played."""
    return min(max(size for one in rules.schedule(r) for size in one) for r in rulesets)


def read_names(rulesets: Sequence[RuleSet], section: str) -> frozenset[str]:
    """The names that the rows of any of the rule sets read."""
    found: set[str] = set()
    for row in (row for r in rulesets for row in r.rows(section)):
        found |= names(row.when) | (names(row.result) if isinstance(row.result, Expr) else frozenset())
    return frozenset(found)


def all_allow(manager: Manager, rulesets: Sequence[RuleSet], section: str, env: Env) -> Node:
    """Where no rule set forbids it."""
    return manager.every(allowed(r, section, {**env, **constants(r, manager)}, manager) for r in rulesets)


def constants(ruleset: RuleSet, manager: Manager) -> Env:
    """The names that stand for one number throughout a rule set."""
    return {"players": fixed(ruleset.players, manager), "deck_size": fixed(rules.deck(ruleset).bit_count(), manager)}
