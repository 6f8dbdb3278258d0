"""One property of one rule set, decided in a worker process. Payloads and answers are plain data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulespec import formula
from rulespec.check.scope import base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold
from rulespec.pipeline import load, setting
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from verifier import property as properties
from verifier.outcomes import Decided

Settings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a worker needs to build the formula again: names and texts, no solver terms."""

    profile: str
    settings: Settings
    property: str
    files: tuple[str, ...] = ()
    assume: str | None = None


def scalars(settings: Settings) -> dict[str, Scalar]:
    """`option=value` texts as the loader takes them."""
    found: dict[str, Scalar] = {}
    for text in settings:
        found |= setting(text)
    return found


@lru_cache(maxsize=64)
def loaded(profile: str, settings: Settings) -> RuleSet:
    return load(profile, scalars(settings))


@lru_cache(maxsize=64)
def known(profile: str, settings: Settings, files: tuple[str, ...]) -> dict[str, properties.Property]:
    return {p.id: p for p in properties.of(loaded(profile, settings), files)}


def decide(task: Obligation) -> Decided:
    """The verdict on an obligation; called by name in the worker."""
    ruleset = loaded(task.profile, task.settings)
    property_ = known(task.profile, task.settings, task.files)[task.property]
    if not ruleset.open_options:
        from verifier.prove import prove

        return Decided(prove(ruleset, property_))
    from verifier.family import prove_family

    found = prove_family(ruleset, property_, assumption(ruleset, task.assume))
    return Decided(found.verdict, found)


def assumption(ruleset: RuleSet, text: str | None) -> Expr:
    """A condition on the open options. Raises Faults."""
    if text is None:
        return TRUE
    source = Source("--assume", text)
    faults: list[Diagnostic] = []
    scope = base_scope(ruleset.pack, "`--assume`", ruleset.options, ruleset.chosen)
    expr = Checker(formula.parse(Scalar(text, Span(source, 0, len(text)))), scope, faults).check("Bool")
    if faults or expr is None:
        raise Faults(faults)
    return fold(expr)
