"""One property of one rule set, on its way to a worker process. Payloads are plain data."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from functools import lru_cache

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from verifier.proofs.property import Property


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
