"""One property of one rule set, decided in a worker process. Payloads and answers are plain data."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from functools import lru_cache

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from verifier.outcomes import Decided
from verifier.property import Property


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
    ruleset = unpacked(task.rules)
    if not ruleset.open_options:
        from verifier.prove import prove

        return Decided(prove(ruleset, task.property, example=task.example))
    from verifier.family import prove_family

    found = prove_family(ruleset, task.property, task.assume, task.example)
    return Decided(found.verdict, found)
