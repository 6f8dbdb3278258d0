"""A kept refutation played again: its moments must break the property by the reference meaning today."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.ir.ruleset import RuleSet
from verifier.proofs.outcomes import Decided, Witness
from verifier.proofs.property import Property
from verifier.proofs.verdict import Refuted


def replayed(ruleset: RuleSet, property_: Property, decided: Decided) -> bool:
    """Whether every witness of a verdict still refutes; a verdict without any has nothing to be played again."""
    if not isinstance(decided.verdict, Refuted):
        return True
    found = list(_witnesses(decided))
    try:
        return bool(found) and all(_breaks(ruleset, property_, witness) for witness in found)
    except Exception:  # a moment that these rules do not even know
        return False


def _witnesses(decided: Decided) -> Iterator[Witness]:
    verdict = decided.verdict
    if isinstance(verdict, Refuted) and isinstance(verdict.witness, Witness):
        yield verdict.witness
    yield from (failure.witness for failure in (decided.family.failures if decided.family else ()))
    yield from decided.more


def _breaks(ruleset: RuleSet, property_: Property, witness: Witness) -> bool:
    from verifier.proofs import property as properties
    from verifier.proofs.prove import breaks
    from verifier.settle import settle

    options = dict(witness.options)
    typed = properties.typed(property_, witness.scope, ruleset)
    return breaks(settle(ruleset, options), typed, witness.moment, options)
