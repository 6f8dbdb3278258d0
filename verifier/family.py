"""A property under every combination of the open options at once.

The options are variables of one formula. Where it can be violated, the violating moment is held
fixed and the condition on the options alone is read off: every combination that fulfils it fails by
that same moment. Such conditions are excluded until no violation is left, so a few questions to the
solver decide thousands of combinations. Which combinations have any moment at all is found the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

import z3

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.values import Num, Value, choice, every, some
from verifier import property as properties
from verifier import solve
from verifier.conditions import Combination, Term, cover, in_words, matches
from verifier.outcomes import Failure, FamilyVerdict, Witness
from verifier.property import Property, Typed
from verifier.prove import bounds, refutation, setting_of
from verifier.scopes import scope_named
from verifier.scopes.setting import Symbolic
from verifier.verdict import Proved, Refuted, Unknown, Vacuous, Verdict


class Undecided(Exception):
    """The solver gave no answer; the text is its reason."""


def prove_family(ruleset: RuleSet, property_: Property, assume: Expr = TRUE) -> FamilyVerdict:
    """Whether the property holds for every combination of the open options that `assume` admits."""
    family = Family(ruleset, assume)
    if not family.combinations:
        return FamilyVerdict(Vacuous("no combination of options fulfils what is assumed"), 0)
    try:
        return family.decide(property_)
    except Undecided as reason:
        return FamilyVerdict(Unknown(str(reason)), len(family.combinations))


class Family:
    """The combinations of a rule set's open options, and what fails under which."""

    def __init__(self, ruleset: RuleSet, assume: Expr) -> None:
        self.ruleset = ruleset
        self.setting = setting_of(ruleset)
        self.assume = assume
        self.names = ruleset.open_options
        self.assumed = evaluate(assume, self.setting.options, ruleset.pack)
        self.combinations = [c for c in self.all_of(self.names) if self.admitted(c)]

    def all_of(self, names: Sequence[str]) -> Iterable[Combination]:
        """Every combination of values of these options."""
        values = [self.ruleset.options[name].values for name in names]
        return (dict(zip(names, combination, strict=True)) for combination in product(*values))

    def admitted(self, combination: Combination) -> bool:
        return self.assume == TRUE or z3.is_true(z3.simplify(z3.substitute(self.assumed, *self.pins(combination))))

    def pins(self, combination: Combination) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
        """Options as variables with the values of a combination."""
        return [(_term(self.setting.options[name]), self.value(name, value)) for name, value in combination.items()]

    def value(self, name: str, value: str | int) -> z3.ExprRef:
        variable = self.setting.options[name]
        if isinstance(variable, Num):
            return z3.BitVecVal(int(value), variable.term.size())
        type_ = self.ruleset.options[name].type
        return choice(str(value), type_)  # type: ignore[arg-type]

    def decide(self, property_: Property) -> FamilyVerdict:
        claims = [claim for scope in property_.scopes for claim in self.claims(property_, scope)]
        relevant = tuple(name for name in self.names if any(name in claim.options for claim in claims))
        failing = self.where(claims, relevant, violated=True)
        return self.verdict(property_, claims, relevant, failing, self.silent(property_, claims, relevant))

    def claims(self, property_: Property, scope_name: str) -> list[Claim]:
        """The property's formula in each group of moments of a scope."""
        typed = properties.typed(property_, scope_name, self.ruleset)
        scope = scope_named(scope_name)
        assert scope is not None
        return [Claim(self, typed, self.setting.once(shape)) for shape in scope.shapes(self.setting)]

    def where(self, claims: Iterable[Claim], relevant: Sequence[str], violated: bool) -> list[Combination]:
        """The combinations of the relevant options under which some claim is violated, or has a moment."""
        conditions = [condition for claim in claims for condition in claim.conditions(violated)]
        return [c for c in self.all_of(relevant) if any(self.fulfils(c, condition) for condition in conditions)]

    def fulfils(self, combination: Combination, condition: z3.BoolRef) -> bool:
        return z3.is_true(z3.simplify(z3.substitute(condition, *self.pins(combination))))

    def silent(self, property_: Property, claims: Sequence[Claim], relevant: Sequence[str]) -> list[Combination]:
        """The combinations under which some scope has no moment that fulfils what is given."""
        found: list[Combination] = []
        for scope in property_.scopes:
            speaking = self.where([c for c in claims if c.typed.scope == scope], relevant, violated=False)
            found += [c for c in self.all_of(relevant) if c not in speaking and c not in found]
        return found

    def count(self, some: Sequence[Combination]) -> int:
        """How many admitted combinations of all options extend one of these."""
        if not some:
            return 0
        relevant = tuple(some[0])
        keys = {tuple(c[name] for name in relevant) for c in some}
        if self.assume == TRUE:
            return len(keys) * prod(len(self.ruleset.options[n].values) for n in self.names if n not in relevant)
        return sum(tuple(c[name] for name in relevant) in keys for c in self.combinations)

    def verdict(
        self, property_: Property, claims: Sequence[Claim], relevant: Sequence[str], failing: Sequence[Combination], silent: Sequence[Combination]
    ) -> FamilyVerdict:
        admitted = {tuple(c[name] for name in relevant) for c in self.combinations}
        fails = [c for c in failing if tuple(c[name] for name in relevant) in admitted]
        mute = [c for c in silent if tuple(c[name] for name in relevant) in admitted]
        total = len(self.combinations)
        if not fails:
            if self.count(mute) == total:
                return FamilyVerdict(Vacuous("no combination of options has a moment that fulfils what is given"), total, vacuous=total)
            return FamilyVerdict(Proved(bounds(self.ruleset, property_)), total, 0, self.count(mute))
        values = {name: self.ruleset.options[name].values for name in relevant}
        terms = cover(fails, [c for c in self.all_of(relevant) if tuple(c.values()) in admitted], values)
        failures = tuple(self.failure(term, claims, fails) for term in terms)
        broken = next((f for f in failures if not isinstance(f, Failure)), None)
        if broken is not None:
            return FamilyVerdict(broken, total)
        shown = tuple(f for f in failures if isinstance(f, Failure))
        when = " or ".join(f"({f.when})" if len(shown) > 1 and " and " in f.when else f.when for f in shown)
        return FamilyVerdict(Refuted(shown[0].witness), total, self.count(fails), self.count(mute), when or "True", shown)

    def failure(self, term: Term, claims: Sequence[Claim], fails: Sequence[Combination]) -> Failure | Verdict:
        """A term with its smallest witness."""
        under = [c for c in fails if matches(term, c)]
        condition = some(*[every(*[v == w for v, w in self.pins(c)]) for c in under])
        for claim in claims:
            verdict = claim.smallest(condition)
            if isinstance(verdict, Refuted):
                assert isinstance(verdict.witness, Witness)
                values = {name: self.ruleset.options[name].values for name in fails[0]}
                return Failure(in_words(term, values), self.count(under), verdict.witness)
            if verdict is not None:
                return verdict
        raise AssertionError(term)


class Claim:
    """A property's formula over one group of moments, options open."""

    def __init__(self, family: Family, typed: Typed, symbolic: Symbolic) -> None:
        self.family, self.typed, self.symbolic = family, typed, symbolic
        pack = family.ruleset.pack
        self.given = evaluate(typed.given, symbolic.names, pack)
        self.holds = evaluate(typed.holds, symbolic.names, pack)
        domains = {condition.get_id() for _, condition in family.setting.domains}
        self.ground = [c for _, c in symbolic.assumptions if c.get_id() not in domains]
        self.admitted = [*(c for _, c in family.setting.domains), family.assumed]
        self.options = self._options()

    def _options(self) -> frozenset[str]:
        """The open options that the formula really mentions."""
        variables = {_term(value).get_id(): name for name, value in self.family.setting.options.items()}
        return frozenset(_mentioned(z3.simplify(every(*self.ground, self.given, self.holds)), variables))

    def conditions(self, violated: bool) -> list[z3.BoolRef]:
        """Conditions on the options alone that together say where the claim can be violated, or has a moment."""
        body = [*self.ground, self.given] + ([z3.Not(self.holds)] if violated else [])
        formula = every(*body)
        asked = solve.solver()
        asked.add(*self.admitted, formula)
        found: list[z3.BoolRef] = []
        while True:
            match solve.ask(asked):
                case solve.Unsat():
                    return found
                case solve.Unsure(reason):
                    raise Undecided(reason)
                case solve.Sat(model):
                    found.append(self._of_options(formula, model))
                    asked.add(z3.Not(found[-1]))

    def _of_options(self, formula: z3.BoolRef, model: z3.ModelRef) -> z3.BoolRef:
        """The formula with everything but the options fixed as in the model."""
        options = {_term(value).get_id() for value in self.family.setting.options.values()}
        fixed = []
        for constant in _constants(formula):
            if constant.get_id() not in options:
                fixed.append((constant, model.eval(constant, model_completion=True)))
        return z3.simplify(z3.substitute(formula, *fixed))

    def smallest(self, condition: z3.BoolRef) -> Verdict | None:
        """The least violation under a condition on the options; None where there is none."""
        asked = solve.solver()
        asked.add(*self.admitted, *self.ground, self.given, z3.Not(self.holds), condition)
        match solve.ask(asked):
            case solve.Sat() as found:
                return refutation(self.family.ruleset, self.typed, self.symbolic, asked, found)
            case solve.Unsat():
                return None
            case solve.Unsure(reason):
                return Unknown(reason)


def _term(value: Value) -> z3.ExprRef:
    return value.term if isinstance(value, Num) else value


def _constants(formula: z3.ExprRef) -> list[z3.ExprRef]:
    """The free variables of a formula."""
    seen: set[int] = set()
    found: dict[int, z3.ExprRef] = {}
    stack = [formula]
    while stack:
        node = stack.pop()
        if node.get_id() in seen:
            continue
        seen.add(node.get_id())
        if z3.is_const(node) and node.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[node.get_id()] = node
        stack += node.children()
    return list(found.values())


def _mentioned(formula: z3.ExprRef, variables: Mapping[int, str]) -> list[str]:
    return [variables[c.get_id()] for c in _constants(formula) if c.get_id() in variables]

