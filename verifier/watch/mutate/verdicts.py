"""Whether a property keeps its verdict under edited rules: as `prove`, without looking for the smallest moment."""

from __future__ import annotations

import z3

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import evaluate
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.property import Property, Typed
from verifier.proofs.prove import breaks
from verifier.proofs.verdict import Disagreement, Proved, Refuted, Unknown, Vacuous, Verdict
from verifier.symbolic import scope_named
from verifier.symbolic.setting import Reader, Setting, Symbolic


def verdict_on(property_: Property, setting: Setting, exact: bool = True) -> Verdict:
    """The verdict on a property of a settled rule set; only where it is `exact` is vacuous told from proved."""
    for scope in property_.scopes:
        verdict = _in_scope(properties.typed(property_, scope, setting.ruleset), setting, exact)
        if not isinstance(verdict, Proved):
            return verdict
    return Proved("")


def _in_scope(typed: Typed, setting: Setting, exact: bool) -> Verdict:
    scope = scope_named(typed.scope)
    assert scope is not None
    groups = [setting.once(shape) for shape in scope.shapes(setting)]
    for symbolic in groups:
        verdict = _in_group(typed, symbolic, setting.ruleset)
        if not isinstance(verdict, Proved):
            return verdict
    return _spoken_of(typed, groups, setting.ruleset) if exact else Proved("")


def _in_group(typed: Typed, symbolic: Symbolic, ruleset: RuleSet) -> Verdict:
    fails = z3.Not(evaluate(typed.holds, symbolic.names, ruleset.pack))
    match solve.ask(_asked(typed, symbolic, ruleset, fails)):
        case solve.Unsat():
            return Proved("")
        case solve.Unsure(reason):
            return Unknown(reason)
        case solve.Sat(model):
            moment = symbolic.read(Reader(model, ruleset.pack))
            if breaks(ruleset, typed, moment, {}):
                return Refuted(moment)
            return Disagreement(f"the solver's moment does not break `{typed.property.id}` by the reference meaning: {moment}")


def _spoken_of(typed: Typed, groups: list[Symbolic], ruleset: RuleSet) -> Verdict:
    """Proved where the assumptions admit some moment."""
    unsure: Verdict = Vacuous("no moment fulfils what is given")
    for symbolic in groups:
        match solve.ask(_asked(typed, symbolic, ruleset)):
            case solve.Sat():
                return Proved("")
            case solve.Unsure(reason):
                unsure = Unknown(reason)
    return unsure


def _asked(typed: Typed, symbolic: Symbolic, ruleset: RuleSet, *more: z3.BoolRef) -> z3.Solver:
    asked = solve.solver()
    asked.add(*[condition for _, condition in symbolic.assumptions], evaluate(typed.given, symbolic.names, ruleset.pack), *more)
    return asked
