"""A property under every combination of the open options at once.

The options are variables of one formula. Where it can be violated, the violating moment is held
fixed and the condition on the options alone is read off: every combination that fulfils it fails by
that same moment, and the reference is asked whether it does. Such conditions are excluded until no
violation is left, so a few questions to the solver decide thousands of combinations. Which
combinations have any moment at all is found the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import names as names_in
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.meanings.z3.values import some
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.claims import Claim, Open, Undecided
from verifier.proofs.conditions import Combination, Term, Values, condition, cover, in_words, matches
from verifier.proofs.outcomes import Failure, FamilyVerdict, Witness, gravest
from verifier.proofs.property import Property
from verifier.proofs.prove import bounds, breaks, contradiction, idle, in_group
from verifier.proofs.verdict import Disagreement, Proved, Refuted, Unsupported, Vacuous, Verdict
from verifier.settle import settle
from verifier.symbolic import scope_named
from verifier.witness.moments import Moment

MOST = 20_000  # combinations of the options that one property depends on


def prove_family(ruleset: RuleSet, property_: Property, assume: Expr = TRUE, example: bool = False) -> FamilyVerdict:
    """Whether the property holds for every combination of the open options that `assume` admits."""
    family = Family(ruleset, property_, assume)
    try:
        return family.decide(example)
    except Undecided as reason:
        return FamilyVerdict(reason.verdict, family.total)
    except solve.Misfit as misfit:
        return FamilyVerdict(Disagreement(str(misfit)), family.total)


class Family:
    """A property of a rule set with open options. `options` are those that matter: the others count only."""

    def __init__(self, ruleset: RuleSet, property_: Property, assume: Expr) -> None:
        self.ruleset, self.property, self.assume = ruleset, property_, assume
        self.open = Open(ruleset, assume)
        self.claims = [claim for scope in property_.scopes for claim in self._claims(scope)]
        named = names_in(assume).union(*(claim.options for claim in self.claims))
        self.options = tuple(name for name in ruleset.open_options if name in named)
        self.values: Values = {name: ruleset.options[name].values for name in self.options}
        self.weight = prod(len(ruleset.options[name].values) for name in ruleset.open_options if name not in named)

    def _claims(self, scope_name: str) -> Iterator[Claim]:
        """The property's formula in each group of moments of a scope."""
        scope = scope_named(scope_name)
        assert scope is not None
        typed = properties.typed(self.property, scope_name, self.ruleset)
        for shape in scope.shapes(self.open.setting):
            yield Claim(self.open, typed, self.open.setting.once(shape))

    @cached_property
    def combinations(self) -> list[Combination]:
        """Every admitted combination of the options that matter."""
        found: Iterator[Combination] = (dict(zip(self.options, values, strict=True)) for values in product(*self.values.values()))
        return [c for c in found if self.assume == TRUE or plain(self.assume, c, self.ruleset.pack)]

    @cached_property
    def occurring(self) -> Values:
        """The values that options have in admitted combinations."""
        return {name: tuple(v for v in values if any(c[name] == v for c in self.combinations)) for name, values in self.values.items()}

    @property
    def total(self) -> int:
        """How many combinations of all open options are admitted."""
        sizes = [len(values) for values in self.values.values()]
        return prod(sizes) * self.weight if self.assume == TRUE else len(self.combinations) * self.weight

    def decide(self, example: bool) -> FamilyVerdict:
        if prod(len(values) for values in self.values.values()) > MOST:
            raise Undecided(Unsupported(f"the property depends on more than {MOST:,} combinations of options"))
        if not self.combinations:
            return FamilyVerdict(Vacuous("no combination of options fulfils what is assumed"), 0)
        failing = self.failing()
        silent = [c for c in self.silent() if c not in failing]
        vacuous_when = self.condition(cover(silent, self.combinations, self.occurring)) if silent else None
        counted = FamilyVerdict(Proved(""), self.total, len(failing) * self.weight, len(silent) * self.weight, None, vacuous_when)
        return self.refuted(counted, failing) if failing else self.upheld(counted, example)

    def failing(self) -> list[Combination]:
        """The combinations that have a violation, each replayed by the reference."""
        violations = [(claim, *violation) for claim in self.claims for violation in claim.found(violated=True)]
        found = []
        for combination in self.combinations:
            breaking = next(((claim, moment) for claim, when, moment in violations if when.admits(combination)), None)
            if breaking is not None:
                self.replay(*breaking, combination)
                found.append(combination)
        return found

    def replay(self, claim: Claim, moment: Moment, combination: Combination) -> None:
        """Raises Undecided where the reference does not agree that this moment breaks the property."""
        rest = {name: self.ruleset.options[name].values[0] for name in self.ruleset.open_options}
        options = {**rest, **combination}
        if not breaks(settle(self.ruleset, options), claim.typed, moment, options):
            raise Undecided(Disagreement(f"under {options} `{self.property.id}` is not broken by {moment}, as the solver says"))

    def silent(self) -> list[Combination]:
        """The combinations under which some scope has no moment that fulfils what is given."""
        found: list[Combination] = []
        for scope in self.property.scopes:
            speaking = [when for claim in self.claims if claim.typed.scope == scope for when, _ in claim.found(violated=False)]
            found += [c for c in self.combinations if c not in found and not any(when.admits(c) for when in speaking)]
        return found

    def upheld(self, counted: FamilyVerdict, example: bool) -> FamilyVerdict:
        """Nothing fails: proved, where there is anything to speak of."""
        if counted.vacuous == counted.combinations:
            return self.counted(counted, Vacuous(self.contradiction()))
        typed = [properties.typed(self.property, scope, self.ruleset) for scope in self.property.scopes]
        return self.counted(counted, Proved(bounds(self.ruleset), self.example() if example else None, idle(self.ruleset, typed, [self.assume])))

    def example(self) -> Witness | None:
        """The least moment that the property speaks of."""
        found = (in_group(self.ruleset, claim.typed, claim.symbolic, self.assume, True).verdict for claim in self.claims)
        verdict = gravest(verdict for verdict in found if verdict is not None)
        if not isinstance(verdict, Proved):
            raise Undecided(verdict)
        return verdict.example if isinstance(verdict.example, Witness) else None

    def contradiction(self) -> str:
        """Which assumptions leave nothing to speak of."""
        groups = [(claim.typed.scope, in_group(self.ruleset, claim.typed, claim.symbolic, self.assume)) for claim in self.claims]
        empty = next((scope for scope in self.property.scopes if all(g.verdict is None for s, g in groups if s == scope)), None)
        if empty is None:
            return "no combination of options has a moment in every scope"
        return contradiction(empty, [label for scope, group in groups if scope == empty for label in group.contradiction])

    def refuted(self, counted: FamilyVerdict, failing: Sequence[Combination]) -> FamilyVerdict:
        """Under which condition it fails, with a least witness for each term."""
        terms = cover(failing, self.combinations, self.occurring)
        failures = tuple(self.failure(one, [c for c in failing if matches(one, c)]) for one in terms)
        found = self.counted(counted, Refuted(failures[0].witness))
        return FamilyVerdict(
            found.verdict, found.combinations, found.fails, found.vacuous, self.condition(terms), found.vacuous_when, failures
        )

    def condition(self, terms: Sequence[Term]) -> str:
        return condition(terms, self.occurring)

    @staticmethod
    def counted(counted: FamilyVerdict, verdict: Verdict) -> FamilyVerdict:
        return FamilyVerdict(verdict, counted.combinations, counted.fails, counted.vacuous, None, counted.vacuous_when)

    def failure(self, one: Term, under: Sequence[Combination]) -> Failure:
        """A term with its smallest witness."""
        here = some(*[self.open.pinned(c) for c in under])
        for claim in self.claims:
            match claim.smallest(here):
                case Refuted(Witness() as witness):
                    return Failure(in_words(one, self.occurring), len(under) * self.weight, witness)
                case None:
                    continue
                case verdict:
                    raise Undecided(verdict)
        raise Undecided(Disagreement(f"violations under {in_words(one, self.occurring)} were found and lost by the solver"))
