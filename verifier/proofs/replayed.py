"""A kept refutation played again: its games must be legal and break the claim by the reference meaning today."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.evaluate import evaluate
from rulespec.rulebook import rulebook
from verifier.proofs import property as properties
from verifier.proofs.outcomes import Decided
from verifier.proofs.property import Property
from verifier.proofs.scopes import BY_NAME
from verifier.proofs.verdict import Refuted
from verifier.witness.witness import Witness, replayed


def still_refuted(ruleset: RuleSet, property_: Property, decided: Decided) -> bool:
    """Whether every witness of a refutation still refutes; a verdict without any has nothing to be played again."""
    if not isinstance(decided.verdict, Refuted):
        return True
    found = list(_witnesses(decided))
    try:
        return (bool(found) or property_.kind == "possible") and all(_breaks(ruleset, property_, witness) for witness in found)
    except Exception:  # a situation, or a game, that these rules do not even know
        return False


def _witnesses(decided: Decided) -> Iterator[Witness]:
    verdict = decided.verdict
    if isinstance(verdict, Refuted) and verdict.witness is not None:
        yield verdict.witness
    yield from (failure.witness for failure in (decided.family.failures if decided.family else ()) if failure.witness is not None)
    yield from decided.more


def _breaks(ruleset: RuleSet, property_: Property, witness: Witness) -> bool:
    options = dict(witness.options)
    settled = with_options(ruleset, options)
    book = rulebook(settled)
    replayed(book, witness.game)
    typed = properties.typed(property_, witness.scope, ruleset)
    env = {**options, **BY_NAME[witness.scope].values(book, witness.moment)}
    return bool(evaluate(typed.given, env, settled.pack)) and not evaluate(typed.holds, env, settled.pack)
