"""Obligations as SMT-LIB 2, for any other solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import z3

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import holds
from verifier.proofs import property as properties
from verifier.proofs.property import Property
from verifier.proofs.prove import groups_of, scope_of, setting_of
from verifier.proofs.solve import solver, version


@dataclass(frozen=True, slots=True)
class Script:
    """One question: satisfiable where the property is violated, or where its assumptions have a moment."""

    scope: str
    group: int
    asks: str  # violation or moment
    text: str

    @property
    def name(self) -> str:
        """A name for its file, different for every question of a property."""
        return f"{self.scope}-{self.group}-{self.asks}"


def scripts(ruleset: RuleSet, property_: Property, options: Expr = TRUE) -> Iterator[Script]:
    """Both questions of every group of moments of every scope, under a condition on the open options."""
    setting = setting_of(ruleset)
    limits = [] if options == TRUE else [holds(options, setting.options, ruleset.pack)]
    for scope_name in property_.scopes:
        typed = properties.typed(property_, scope_name, ruleset)
        for number, symbolic in enumerate(groups_of(ruleset, scope_of(typed)), start=1):
            ground = [*limits, *(c for _, c in symbolic.assumptions), holds(typed.given, symbolic.names, ruleset.pack)]
            fails = z3.Not(holds(typed.holds, symbolic.names, ruleset.pack))
            yield Script(scope_name, number, "violation", script(ruleset, property_, "unsat where the property holds", [*ground, fails]))
            yield Script(scope_name, number, "moment", script(ruleset, property_, "sat where the claim is not vacuous", ground))


def script(ruleset: RuleSet, property_: Property, says: str, conditions: list[z3.BoolRef]) -> str:
    made = solver()
    made.add(*conditions)
    head = f"; rule set {ruleset.id} ({ruleset.fingerprint}), property {property_.id}\n; {says}\n; written by z3 {version()}\n"
    body = "\n".join(line for line in made.to_smt2().split("\n") if not line.startswith(("; benchmark", "(set-info")))
    return f"{head}(set-logic QF_BV)\n{body}"
