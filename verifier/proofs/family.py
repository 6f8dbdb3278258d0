"""A claim under every combination of the open options at once.

The options are variables of one formula. Where it can be violated, the violating situation is held
fixed and the condition on the options alone is read off: every combination that fulfils it fails by
that same situation, as far as a game reaches it. Such conditions are excluded until no violation is
left, so a few questions to the solver decide thousands of combinations. Which combinations have
anything to speak of at all is found the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod

import z3

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.options import Options, member_of
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import names as names_in
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.meanings.z3.values import every, some
from rulespec.questions import (
    Moment,
)
from rulespec.questions.ground import Ground, TooMany, ground_options, table
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.claims import QUICK, Group, Open, Undecided
from verifier.proofs.conditions import Combination, Term, Values, condition, cover, in_words, matches
from verifier.proofs.needs import DOUBLED, NEEDS, beyond, missing
from verifier.proofs.outcomes import Failure, FamilyVerdict, gravest
from verifier.proofs.property import Property
from verifier.proofs.prove import Claim, bounds, contradiction, ground_of, groups_of, needed, somewhere
from verifier.proofs.prove import in_words as expression_in_words
from verifier.proofs.shared_games import SharedGames
from verifier.proofs.verdict import (
    Disagreement,
    NotApplicable,
    Proved,
    Refuted,
    Unreached,
    Unsupported,
    Vacuous,
    Verdict,
)
from verifier.symbolic.setting import Reader, Symbolic
from verifier.witness.met import met
from verifier.witness.witness import Witness

FEW = 3  # cards of a situation that a game easily leads to
MOST = 20_000  # combinations of the options that one claim depends on


def prove_family(ruleset: RuleSet, property_: Property, assume: Expr = TRUE, example: bool = False) -> FamilyVerdict:
    """Whether the claim holds for every combination of the open options that `assume` admits."""
    try:
        lacks = missing(ruleset, property_)
        if lacks:
            return FamilyVerdict(NotApplicable(lacks), prod(len(ruleset.options[name].values) for name in ruleset.open_options))
        family = Family(ruleset, property_, assume)
    except TooMany as many:
        return FamilyVerdict(Unsupported(str(many)), 0)
    if beyond(ruleset, property_):
        return FamilyVerdict(Unsupported(DOUBLED), family.total)
    try:
        return family.possible() if property_.kind == "possible" else family.decide(example)
    except Undecided as reason:
        return FamilyVerdict(reason.verdict, family.total)
    except solve.Misfit as misfit:
        return FamilyVerdict(Disagreement(str(misfit)), family.total)


class Family:
    """A claim about a rule set with open options. `options` are those that matter: the others count only."""

    def __init__(self, ruleset: RuleSet, property_: Property, assume: Expr) -> None:
        self.ruleset, self.property, self.assume = ruleset, property_, assume
        self.open = Open(ruleset, assume)
        self.claims = [Claim(ruleset, properties.typed(property_, scope, ruleset), assume) for scope in property_.scopes]
        self.groups = [Group(self.open, claim, symbolic) for claim in self.claims for symbolic in groups_of(ruleset, claim.scope)]
        needs = set(ground_options(ruleset)) if property_.needs else set[str]()
        named = (names_in(assume) | needs).union(*(group.options for group in self.groups))
        self.options = tuple(name for name in ruleset.open_options if name in named)
        self.values: Values = {name: ruleset.options[name].values for name in self.options}
        self.weight = prod(len(ruleset.options[name].values) for name in ruleset.open_options if name not in named)
        self.games = SharedGames(self.member, self.ground)

    # --- combinations -----------------------------------------------------------------------------

    @cached_property
    def combinations(self) -> list[Combination]:
        """Every admitted combination of the options that matter, and for which the claim applies."""
        found: Iterator[Combination] = (dict(zip(self.options, values, strict=True)) for values in product(*self.values.values()))
        admitted = [c for c in found if self.assume == TRUE or plain(self.assume, c, self.ruleset.pack)]
        return [c for c in admitted if self.applies(c)]

    def applies(self, combination: Combination) -> bool:
        """Whether a game under these options has what the claim needs."""
        return not self.property.needs or all(NEEDS[word].met(self.ground(combination)) for word in self.property.needs)

    def ground(self, combination: Options) -> Ground:
        """The table of hands under a combination of the options that matter, the same object for equal tables."""
        whole = self.whole(combination)
        return self._grounds[tuple(whole[name] for name in self._ground_options)]

    @cached_property
    def _ground_options(self) -> tuple[str, ...]:
        return ground_options(self.ruleset)

    @cached_property
    def _grounds(self) -> dict[tuple[str | int, ...], Ground]:
        return {tuple(c.values()): member.ground for member in table(self.ruleset) for c in member.combinations}

    def whole(self, combination: Options) -> dict[str, str | int]:
        """All open options: those that matter as given, the others at their first values."""
        first = {name: self.ruleset.options[name].values[0] for name in self.ruleset.open_options}
        return {**first, **combination}

    def member(self, combination: Options) -> RuleSet:
        """The rule set under a combination."""
        return member_of(self.ruleset, self.whole(combination))

    @cached_property
    def occurring(self) -> Values:
        """The values that options have in admitted combinations."""
        return {name: tuple(v for v in values if any(c[name] == v for c in self.combinations)) for name, values in self.values.items()}

    @property
    def total(self) -> int:
        """How many combinations of all open options are admitted."""
        sizes = [len(values) for values in self.values.values()]
        whole = self.assume == TRUE and not self.property.needs
        return prod(sizes) * self.weight if whole else len(self.combinations) * self.weight

    # --- the verdict --------------------------------------------------------------------------------

    def decide(self, example: bool) -> FamilyVerdict:
        """The verdict over all combinations."""
        self._not_too_many()
        if not self.combinations:
            return FamilyVerdict(Vacuous("no combination of options fulfils what is assumed"), 0)
        failing, lost = self.failing()
        failed = {id(c) for c in failing} | {id(c) for c, _ in lost}
        silent, unheard = self.silent([c for c in self.combinations if id(c) not in failed])
        terms = cover(silent, self.combinations, self.occurring) if silent else []
        vacuous_when = self.condition(terms) if silent else None
        counted = FamilyVerdict(Proved(""), self.total, len(failing) * self.weight, len(silent) * self.weight, None, vacuous_when)
        if failing:
            return replace(self.refuted(counted, failing), lost=len(lost) * self.weight)
        if lost or unheard:
            return self.counted(counted, [*(verdict for _, verdict in lost), *unheard][0])
        return self.upheld(counted, example)

    def _not_too_many(self) -> None:
        if prod(len(values) for values in self.values.values()) > MOST:
            raise Undecided(Unsupported(f"the property depends on more than {MOST:,} combinations of options"))

    def possible(self) -> FamilyVerdict:
        """Where something is claimed to be possible: under which combinations it is not."""
        self._not_too_many()
        verdicts = [(c, self._possible(c)) for c in self.combinations]
        failing = [c for c, verdict in verdicts if isinstance(verdict, Refuted)]
        if failing:
            terms = cover(failing, self.combinations, self.occurring)
            failures = tuple(Failure(in_words(one, self.occurring), sum(matches(one, c) for c in failing) * self.weight, None) for one in terms)
            return FamilyVerdict(Refuted(None), self.total, len(failing) * self.weight, 0, self.condition(terms), None, failures)
        return FamilyVerdict(gravest(verdict for _, verdict in verdicts), self.total)

    def _possible(self, combination: Combination) -> Verdict:
        member = self.member(combination)
        return somewhere(Claim(member, properties.typed(self.property, scope, member)) for scope in self.property.scopes)

    # --- combinations that fail -----------------------------------------------------------------------

    def failing(self) -> tuple[list[Combination], list[tuple[Combination, Verdict]]]:
        """The combinations under which a game breaks the claim; and those where only situations do for which none was found."""
        violations = [(group, when, moment) for group in self.groups for when, moment in group.violations()]
        told_apart = {name for _, when, _ in violations for name in when.names} | set(self._ground_options)
        names = [name for name in self.options if name in told_apart]
        alike: dict[tuple[str | int, ...], list[Combination]] = {}
        for combination in self.combinations:
            alike.setdefault(tuple([combination[name] for name in names]), []).append(combination)
        found: list[Combination] = []
        lost: list[tuple[Combination, Verdict]] = []
        known: dict[object, Witness] = {}  # by the violations that there are and the table of hands
        for same in alike.values():
            ways = [(i, group.claim, moment) for i, (group, when, moment) in enumerate(violations) if when.admits(same[0])]
            if not ways:
                continue
            key = (tuple(i for i, *_ in ways), id(self.ground(same[0])))
            if key not in known:
                known[key] = self.violated([(claim, moment) for _, claim, moment in ways], same[0])
            if known[key].reached:
                found += same
            else:
                lost += [(combination, Unreached(known[key])) for combination in same]
        return found, lost

    def violated(self, ways: Sequence[tuple[Claim, Moment]], combination: Options) -> Witness:
        """A game that breaks the claim under a combination: one that is known, or one that leads to what the solver found, or to the least violation.

        Raises Undecided where the reference does not agree that the solver's situations are violations.
        """
        options = self.whole(combination)
        for claim, moment in ways:
            self._broken(claim, moment, options)
        for claim, _ in ways:
            known = self.games.known(claim, options, claim.breaks)
            if known is not None:
                return known
        if not self.games.is_lost(ways[0][1]):
            found = self.games.reached(*ways[0], options)
            if found.reached:
                return found
        return self.small(combination) or self.smallest(combination) or self.met_in_play(combination) or self.games.reached(*ways[0], options)

    def _broken(self, claim: Claim, moment: Moment, options: Options) -> None:
        if not claim.breaks(moment, options):
            raise Undecided(Disagreement(f"under {options} `{self.property.id}` is not broken by {moment}, as the solver says"))

    def small(self, combination: Options) -> Witness | None:
        """Some violation with few cards, or what the scope has least of first, under a combination for which a game is found."""
        options = self.whole(combination)
        for group in self.groups:
            claim, symbolic = group.claim, group.symbolic
            conditions = [condition for _, condition in (*claim.given(symbolic), claim.fails(symbolic))]
            with solve.asking(ground_of(symbolic), *conditions, self.open.pinned(combination), few(symbolic)) as asked:
                found = solve.ask_hastily(asked, QUICK)
            if isinstance(found, solve.Sat):
                moment = symbolic.read(Reader(found.model, self.ruleset.pack))
                self._broken(claim, moment, options)
                witness = self.games.reached(claim, moment, options)
                if witness.reached:
                    return witness
        return None

    def smallest(self, combination: Options) -> Witness | None:
        """The least violation under a combination for which a game is found."""
        here = ("these options", self.open.pinned(combination))
        for group in self.groups:
            claim, symbolic = group.claim, group.symbolic
            found = claim.shown(symbolic, [*claim.given(symbolic), claim.fails(symbolic), here], claim.breaks, fresh=True)
            if isinstance(found, Witness):
                return self.games.keep(found)
        return None

    def met_in_play(self, combination: Options) -> Witness | None:
        """A violation in further games that are played by chance under a combination, as for the member alone."""
        member, options = self.member(combination), tuple(self.whole(combination).items())
        claims = [Claim(member, properties.typed(self.property, scope, member)) for scope in self.property.scopes]
        found = next((one for one in (claim.met_in_play(claim.breaks) for claim in claims) if one is not None), None)
        return None if found is None else self.games.keep(replace(found, options=options))

    # --- combinations that have something to speak of -------------------------------------------------

    def silent(self, combinations: Sequence[Combination]) -> tuple[list[Combination], list[Verdict]]:
        """Of these combinations those under which some scope has nothing to speak of; and what no game was found for."""
        silent: list[Combination] = []
        lost: list[Verdict] = []
        for claim in self.claims:
            groups = [group for group in self.groups if group.claim is claim]
            open_ = self._unspoken(groups, [c for c in combinations if c not in silent], True, lost)
            if open_ and claim.typed.when is not None and claim.decided_by_the_table(claim.typed.when):
                open_ = self._unspoken(groups, open_, False, lost)
            silent += open_
        return silent, lost

    def _unspoken(self, groups: Iterable[Group], combinations: list[Combination], supposing: bool, lost: list[Verdict]) -> list[Combination]:
        """The combinations that leave nothing to speak of. A game is looked for once for each condition on the options."""
        open_ = combinations
        for group in groups:
            for when, moment in group.spoken(supposing) if open_ else ():
                here = [c for c in open_ if when.admits(c)]
                open_ = [c for c in open_ if not when.admits(c)]
                if here and not self._is_reached(group, moment, here[0], supposing):
                    lost.append(Unreached(self.games.reached(group.claim, moment, self.whole(here[0]))))
        return open_

    def _is_reached(self, group: Group, moment: Moment, combination: Combination, supposing: bool) -> bool:
        """Whether a game reaches something that the claim speaks of under a combination: what the solver found, what is met in play, or the least."""
        claim, options = group.claim, self.whole(combination)

        def given(one: Moment, under: Options) -> bool:
            return self._given(claim, one, under, supposing)

        if self.games.known(claim, options, given) is not None:
            return True
        if self.games.reached(claim, moment, options).reached:
            return True
        if any(given(one, options) for one in met(self.member(options), claim.typed.scope)):
            return True
        pinned = ("these options", self.open.pinned(combination))
        supposed = [("what the claim supposes", group.when)] if supposing else []
        conditions = [*claim.given(group.symbolic), *supposed, pinned]
        return isinstance(claim.shown(group.symbolic, conditions, given), Witness)

    @staticmethod
    def _given(claim: Claim, moment: Moment, options: Options, supposing: bool) -> bool:
        if supposing:
            return claim.is_given(moment, options)
        settled, env = claim.env(moment, options)
        return bool(plain(claim.typed.given, env, settled.pack))

    # --- telling ----------------------------------------------------------------------------------------

    def upheld(self, counted: FamilyVerdict, example: bool) -> FamilyVerdict:
        """Nothing fails: proved, where there is anything to speak of."""
        if counted.vacuous == counted.combinations:
            return self.counted(counted, Vacuous(self.contradiction()))
        return self.counted(counted, Proved(bounds(self.ruleset), self.example() if example else None, self.idle()))

    def idle(self) -> str | None:
        """The condition of the implication that is claimed, where no combination ever fulfils it."""
        conditions = [claim.typed.when for claim in self.claims if claim.typed.when is not None]
        if len(conditions) < len(self.claims) or any(True for group in self.groups for _ in group.spoken(True)):
            return None
        return expression_in_words(conditions[0], self.ruleset)

    def example(self) -> Witness | None:
        """The least situation that the claim speaks of."""
        for group in self.groups:
            claim, symbolic = group.claim, group.symbolic
            found = claim.shown(symbolic, claim.given(symbolic), lambda m, o, claim=claim: self._given(claim, m, o, False))  # type: ignore[misc]
            if isinstance(found, Witness):
                return found
        return None

    def contradiction(self) -> str:
        """Which assumptions leave nothing to speak of."""
        for claim in self.claims:
            groups = [group for group in self.groups if group.claim is claim]
            if all(next(group.spoken(True), None) is None for group in groups):
                labels = [label for group in groups for label in needed([*group.symbolic.assumptions, *claim.given(group.symbolic)])]
                return contradiction(claim.typed.scope, labels)
        return "no combination of options has a moment in every scope"

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

    def under(self, one: Term, combinations: Sequence[Combination]) -> z3.BoolRef:
        """The options are one of these combinations, which are all that a term holds for."""
        if len(self.combinations) < prod(len(values) for values in self.values.values()):
            return some(*[self.open.pinned(c) for c in combinations])
        narrowed = {name: allowed for name, allowed in one.items() if len(allowed) < len(self.values[name])}
        return every(*[some(*[self.open.pinned({name: value}) for value in allowed]) for name, allowed in narrowed.items()])

    def failure(self, one: Term, under: Sequence[Combination]) -> Failure:
        """A term with its smallest witness, or one that was met where no game was found for the smallest."""
        here = ("these options", self.under(one, under))
        unsettled: list[Verdict] = []
        for group in self.groups:
            claim, symbolic = group.claim, group.symbolic
            match claim.shown(symbolic, [*claim.given(symbolic), claim.fails(symbolic), here], claim.breaks):
                case Witness() as witness:
                    return Failure(in_words(one, self.occurring), len(under) * self.weight, witness)
                case None:
                    continue
                case verdict:
                    unsettled.append(verdict)
        met_ = next((game for c in under for claim in self.claims if (game := self.games.known(claim, self.whole(c), claim.breaks))), None)
        if met_ is not None:
            return Failure(in_words(one, self.occurring), len(under) * self.weight, met_)
        lost = Disagreement(f"violations under {in_words(one, self.occurring)} were found and lost by the solver")
        raise Undecided(gravest(unsettled) if unsettled else lost)


def few(symbolic: Symbolic[Moment]) -> z3.BoolRef:
    """What is to be least first is small, where there is anything."""
    first = symbolic.objectives[0] if symbolic.objectives else z3.BoolVal(False)
    return z3.ULE(first, FEW) if isinstance(first, z3.BitVecRef) else z3.Not(first)
