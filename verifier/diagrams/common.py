"""What several rule sets have in common: the ground on which they can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product

from rulespec import rules
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import Choose, Fixed, Row, RuleSet
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


def trumps(rulesets: Sequence[RuleSet]) -> list[int | None]:
    """The trumps that some hand can have under every rule set, suits first."""
    common = set.intersection(*[{trump for row in _trump_rows(r) for trump in _trumps_of(row, r.pack)} for r in rulesets])
    return [trump for trump in (*range(len(rulesets[0].pack.suits)), None) if trump in common]


def _trump_rows(ruleset: RuleSet) -> list[Row]:
    return [rules.trump_row(ruleset, size, i) for size, i in hands_of_sets([ruleset])]


def _trumps_of(row: Row, pack: Pack) -> Iterable[int | None]:
    match row.result:
        case Choose(_, _, calls):
            return calls
        case Fixed(suit):
            return (suit,)
        case _:
            return (*range(len(pack.suits)), *([None] if pack.jokers else []))


def most_passes(rulesets: Sequence[RuleSet], size: int) -> int:
    """How often a player can have bid zero before a hand of that size, under every rule set."""
    return min(_most_passes(ruleset, size) for ruleset in rulesets)


def _most_passes(ruleset: RuleSet, size: int) -> int:
    """No more than hands came before its last one, and each pass was allowed to some bidder."""
    sizes = [n for one in rules.schedule(ruleset) for n in one]
    bidders = list(product(sorted(set(sizes)), range(ruleset.players)))
    before = len(sizes) - 1 - sizes[::-1].index(size)
    for made in range(before):
        if all(rules.bid_forbidden(ruleset, 0, n, [0] * seat, made) for n, seat in bidders):
            return made
    return before


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
