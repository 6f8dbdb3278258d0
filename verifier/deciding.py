"""One property of one rule set, decided in a worker process. Payloads and answers are plain data."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from functools import lru_cache

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from verifier.outcomes import Decided
from verifier.property import Property
from verifier.verdict import Disagreement, Refuted, Unknown, word


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a worker needs to build the formula: rules and property as they were read, no solver terms.

    `rules` are pickled once for all properties of a rule set, so files are read once and nobody sees
    two states of one that changes meanwhile.
    """

    rules: bytes
    property: Property
    assume: Expr = TRUE
    example: bool = False
    witnesses: int = 1


def packed(ruleset: RuleSet) -> bytes:
    """A rule set on its way to the workers."""
    return pickle.dumps(replace(ruleset, properties=None))


@lru_cache(maxsize=16)
def unpacked(rules: bytes) -> RuleSet:
    """The same rule set again; one object for equal bytes, so that what is built on it is built once."""
    ruleset = pickle.loads(rules)
    assert isinstance(ruleset, RuleSet)
    return ruleset


def decide(task: Obligation) -> Decided:
    """The verdict on an obligation; called by name in the worker."""
    found = _decided(task, unpacked(task.rules))
    return _more(task, found) if task.witnesses > 1 and isinstance(found.verdict, Refuted) else found


def _decided(task: Obligation, ruleset: RuleSet) -> Decided:
    if not ruleset.open_options:
        from verifier.prove import prove

        return Decided(prove(ruleset, task.property, example=task.example))
    from verifier.family import prove_family

    found = prove_family(ruleset, task.property, task.assume, task.example)
    return Decided(found.verdict, found)


def _more(task: Obligation, found: Decided) -> Decided:
    """The refutation with other witnesses beside those it has."""
    from verifier.witnesses import different

    shown = [failure.witness for failure in found.family.failures] if found.family else [found.verdict.witness]  # type: ignore[union-attr]
    others = different(unpacked(task.rules), task.property, task.witnesses, task.assume)
    match others.ended:
        case None:
            notes: tuple[str, ...] = ()
        case Disagreement():
            return Decided(others.ended)
        case Unknown(reason):
            notes = (f"not all witnesses were found: {reason}",)
        case ended:
            notes = (f"not all witnesses were found: {word(ended)}",)
    return replace(found, more=tuple(w for w in others.witnesses if w not in shown), notes=notes)
