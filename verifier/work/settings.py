"""Rule sets as a command line names them: a profile with settings laid over it, and a condition on options."""

from __future__ import annotations

from rulespec import formula
from rulespec.check.scope import base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.expr import TRUE, BoolLit, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold, names
from rulespec.meanings.python.evaluate import evaluate
from rulespec.pipeline import load, setting
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar

Settings = tuple[str, ...]


def scalars(settings: Settings) -> dict[str, Scalar]:
    """`option=value` texts as the loader takes them."""
    found: dict[str, Scalar] = {}
    for text in settings:
        found |= setting(text)
    return found


def loaded(profile: str, settings: Settings = ()) -> RuleSet:
    """The rule set of that name. Raises Faults."""
    return load(profile, scalars(settings))


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
    return settled if names(settled) else BoolLit(bool(evaluate(settled, {}, ruleset.pack)))
