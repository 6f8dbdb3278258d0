"""What a command line names: rule sets with settings, their properties, a condition on options."""

from __future__ import annotations

import multiprocessing
from functools import lru_cache

from rulespec import formula
from rulespec.check.scope import base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.expr import TRUE, BoolLit, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold, names
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.pipeline import load, setting
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from verifier.proofs import property as properties
from verifier.proofs.property import Property
from verifier.work.deciding import packed, unpacked

__all__ = ["Settings", "assumption", "known", "loaded", "packed", "scalars", "unpacked"]

Settings = tuple[str, ...]


def scalars(settings: Settings) -> dict[str, Scalar]:
    """`option=value` texts as the loader takes them."""
    found: dict[str, Scalar] = {}
    for text in settings:
        found |= setting(text)
    return found


def loaded(profile: str, settings: Settings) -> RuleSet:
    """The rule set of that name. A worker lives for one command only and keeps what it has read."""
    if multiprocessing.parent_process() is None:
        return load(profile, scalars(settings))
    return _kept(profile, settings)


@lru_cache(maxsize=64)
def _kept(profile: str, settings: Settings) -> RuleSet:
    return load(profile, scalars(settings))


def known(profile: str, settings: Settings, files: tuple[str, ...]) -> dict[str, Property]:
    """Every property that can be asked of a rule set, by its id. Raises Faults."""
    return {p.id: p for p in properties.of(loaded(profile, settings), files)}


def assumption(ruleset: RuleSet, text: str | None) -> Expr:
    """A condition on the open options; a plain truth where none is open. Raises Faults."""
    if text is None:
        return TRUE
    source = Source("--assume", text)
    faults: list[Diagnostic] = []
    scope = base_scope(ruleset.pack, "`--assume`", ruleset.options, ruleset.chosen)
    expr = Checker(formula.parse(Scalar(text, Span(source, 0, len(text)))), scope, faults).check("Bool")
    if faults or expr is None:
        raise Faults(faults)
    settled = fold(expr)
    return settled if names(settled) else BoolLit(bool(plain(settled, {}, ruleset.pack)))
