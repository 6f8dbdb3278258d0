"""A claim about a rule set: proved for every situation, or refuted by a game.

For each scope and each group of its situations two questions go to the solver. Can `given` hold and
`holds` fail? Where it can, the least such situation for which a game is found is the witness; the
reference meaning must agree that it breaks the claim. Where it cannot, some situation that fulfils
`given` must be reached by a game: one of a few played ones, or the least that the solver finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

import z3

from rulespec.ir.by_identity import ByIdentity
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.options import Options, member_of
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.text import text
from rulespec.ir.walk import conjuncts, names
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.meanings.z3.evaluate import holds
from rulespec.meanings.z3.values import term
from rulespec.questions import Moment
from rulespec.questions.conditions import GROUND_NAMES
from rulespec.questions.ground import TooMany
from rulespec.rulebook import rulebook
from rulespec.spans import NOWHERE
from verifier.match.likely import likely
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.models import TRIES, models
from verifier.proofs.needs import DOUBLED, beyond, missing
from verifier.proofs.outcomes import gravest
from verifier.proofs.property import Property, Typed
from verifier.proofs.scopes import Scope, scope_named
from verifier.proofs.verdict import (
    Disagreement,
    NotApplicable,
    Proved,
    Refuted,
    Unknown,
    Unreached,
    Unsupported,
    Vacuous,
    Verdict,
)
from verifier.symbolic import situations
from verifier.symbolic.setting import Labelled, Reader, Setting, Symbolic
from verifier.witness.find import find
from verifier.witness.met import met, met_further
from verifier.witness.witness import Witness

NUMBERS = ("set", "match")  # situations of numbers alone, no cards: one solver that works them out once is three times as fast
EFFORT = 500_000  # of the solver, to see whether one assumption can be spared
IDLE = 10_000_000  # of the solver, to see whether what is given can be at all
MOST_SETTINGS = 32  # rule sets whose symbolic ground is remembered
MOST_GROUNDS = 256  # groups of situations of which a solver knows what makes them possible

_settings = ByIdentity[Setting](MOST_SETTINGS)
_grounds = ByIdentity[z3.Solver](MOST_GROUNDS)


def setting_of(ruleset: RuleSet) -> Setting:
    """The symbolic ground of a rule set, built once a process. Raises TooMany."""
    return _settings.of(ruleset, lambda: Setting(ruleset))


def ground_of(symbolic: Symbolic[Moment]) -> z3.Solver:
    """A solver that knows what makes a situation possible, made once a process."""
    return _grounds.of(symbolic, lambda: solve.knowing([condition for _, condition in symbolic.assumptions]))


def scope_of(typed: Typed) -> Scope:
    """The scope that a claim's formulas are read in."""
    scope = scope_named(typed.scope)
    assert scope is not None
    return scope


def groups_of(ruleset: RuleSet, scope: Scope) -> list[Symbolic[Moment]]:
    """All situations of a scope, group by group."""
    return situations(setting_of(ruleset), scope.name)


def prove(ruleset: RuleSet, property_: Property, assume: Expr | None = None, example: bool = False) -> Verdict:
    """Whether the claim holds in every situation of its scopes, or for `kind: possible` in some.

    The result is `Proved` exactly where every scope has situations to speak of, one of them reached by a
    game, and none breaks it; `example` asks for the least of those. The options must be settled.
    """
    lacks = missing(ruleset, property_)
    if lacks:
        return NotApplicable(lacks)
    if beyond(ruleset, property_):
        return Unsupported(DOUBLED)
    try:
        typed = [properties.typed(property_, scope, ruleset) for scope in property_.scopes]
        if property_.kind == "possible":
            return somewhere(Claim(ruleset, one, assume) for one in typed)
        verdict = gravest(Claim(ruleset, one, assume).everywhere(example) for one in typed)
        return Proved(bounds(ruleset), verdict.example if example else None, verdict.idle) if isinstance(verdict, Proved) else verdict
    except solve.Misfit as misfit:
        return Disagreement(str(misfit))
    except TooMany as many:
        return Unsupported(str(many))


def somewhere(claims: Iterable[Claim]) -> Verdict:
    """Whether some situation of some scope fulfils what is given and claimed."""
    found: list[Verdict] = []
    for claim in claims:
        for symbolic in groups_of(claim.ruleset, claim.scope):
            conditions = [*claim.given(symbolic), ("what is claimed", claim.holds(symbolic))]
            verdict = claim.shown(symbolic, conditions, claim.fulfils)
            if isinstance(verdict, Witness):
                return Proved(bounds(claim.ruleset), verdict)
            found += [] if verdict is None else [verdict]
    return gravest(found) if found else Refuted(None)


def bounds(ruleset: RuleSet) -> str:
    """What the proof covers, in words."""
    facts = ruleset.facts
    hands = f"{facts.hand_size.low} to {facts.hand_size.high} cards" if facts.hand_size.low < facts.hand_size.high else f"{facts.hand_size.high} cards"
    return f"{facts.players} players, hands of {hands}"


class Claim:
    """A claim's formulas in one scope of one rule set. `assume` limits the options of a family."""

    def __init__(self, ruleset: RuleSet, typed: Typed, assume: Expr | None = None) -> None:
        self.ruleset, self.typed, self.assume = ruleset, typed, assume
        self.scope = scope_of(typed)
        formulas = (typed.given, typed.holds)
        self.number_matters = any("trick_number" in names(formula) for formula in formulas)

    # --- formulas -------------------------------------------------------------------------------

    def given(self, symbolic: Symbolic[Moment]) -> list[Labelled]:
        """The parts of what is given, each under its own words."""
        pack = self.ruleset.pack
        parts = () if self.typed.given == TRUE else conjuncts(self.typed.given)
        found = [(f"given `{in_words(part, self.ruleset)}`", holds(part, symbolic.names, pack)) for part in parts]
        if self.assume not in (None, TRUE):
            assert self.assume is not None
            found.append(("what is assumed of the options", holds(self.assume, setting_of(self.ruleset).options, pack)))
        return found

    def holds(self, symbolic: Symbolic[Moment]) -> z3.BoolRef:
        """What is claimed."""
        return holds(self.typed.holds, symbolic.names, self.ruleset.pack)

    def fails(self, symbolic: Symbolic[Moment]) -> Labelled:
        """The claim does not hold."""
        return ("the claim fails", z3.Not(self.holds(symbolic)))

    # --- by the reference meaning ---------------------------------------------------------------

    def env(self, moment: Moment, options: Options) -> tuple[RuleSet, Env]:
        """The rules with these options, and the values of the names."""
        settled = member_of(self.ruleset, options)
        return settled, {**options, **self.scope.values(rulebook(settled), moment)}  # a scope's own name hides an option of that name

    def is_given(self, moment: Moment, options: Options) -> bool:
        """Whether what is given holds, and the condition of an implication that is claimed."""
        settled, env = self.env(moment, options)
        spoken = [self.typed.given, *([self.typed.when] if self.typed.when is not None else [])]
        return all(plain(one, env, settled.pack) for one in spoken)

    def fulfils(self, moment: Moment, options: Options) -> bool:
        """Whether what is given and what is claimed hold."""
        settled, env = self.env(moment, options)
        return bool(plain(self.typed.given, env, settled.pack)) and bool(plain(self.typed.holds, env, settled.pack))

    def breaks(self, moment: Moment, options: Options) -> bool:
        """Whether what is given holds and what is claimed does not."""
        settled, env = self.env(moment, options)
        return bool(plain(self.typed.given, env, settled.pack)) and not plain(self.typed.holds, env, settled.pack)

    # --- verdicts -------------------------------------------------------------------------------

    def everywhere(self, example: bool = False) -> Verdict:
        """The verdict on all situations of the scope; what is proved has no bounds yet."""
        groups = groups_of(self.ruleset, self.scope)
        broken = [verdict for group in groups if (verdict := self.broken(group)) is not None]
        return gravest(broken) if broken else self.spoken(groups, example)

    def broken(self, symbolic: Symbolic[Moment]) -> Verdict | None:
        """A refutation, or why there is none although the claim fails somewhere; None where it never fails."""
        if not self.was_met and self.never_given(symbolic):
            return None
        found = self.shown(symbolic, [*self.given(symbolic), self.fails(symbolic)], self.breaks, fresh=True)
        return Refuted(found) if isinstance(found, Witness) else found

    def spoken(self, groups: Sequence[Symbolic[Moment]], example: bool) -> Verdict:
        """Proved, where a game reaches something that the claim speaks of."""
        if not example and self.was_met:
            return Proved("")
        when = self.typed.when
        wanted = [(group, [*self.given(group), *self._when(group, when)]) for group in groups]
        verdicts = [self.shown(group, conditions, self.is_given) for group, conditions in wanted]
        return self._spoken(groups, verdicts, when)

    def _when(self, symbolic: Symbolic[Moment], when: Expr | None) -> list[Labelled]:
        """The condition of an implication that is claimed."""
        return [] if when is None else [("what the claim supposes", holds(when, symbolic.names, self.ruleset.pack))]

    def _spoken(self, groups: Sequence[Symbolic[Moment]], verdicts: Sequence[Witness | Verdict | None], when: Expr | None) -> Verdict:
        shown = next((verdict for verdict in verdicts if isinstance(verdict, Witness)), None)
        if shown is not None:
            return Proved("", shown)
        unsettled = [verdict for verdict in verdicts if verdict is not None]
        if unsettled:
            return gravest(unsettled)  # type: ignore[arg-type]
        if when is not None and self.decided_by_the_table(when):
            rest = Claim(self.ruleset, properties.without_supposing(self.typed), self.assume).spoken(groups, False)
            return Proved("", rest.example, in_words(when, self.ruleset)) if isinstance(rest, Proved) else rest
        labels = [label for group in groups for label in needed([*group.assumptions, *self.given(group), *self._when(group, when)])]
        return Vacuous(contradiction(self.typed.scope, labels))

    def decided_by_the_table(self, when: Expr) -> bool:
        """Whether schedule and pack alone decide a condition."""
        table_names = {name.name for name in GROUND_NAMES} | {"deck_size", "hands", "sets", "largest_hand", "in_set"}
        return self.typed.scope in ("deal", "game") or names(when) <= table_names | set(self.ruleset.open_options)

    @cached_property
    def was_met(self) -> bool:
        """Whether some situation of a few played games is one that the claim speaks of; a family plays none."""
        return not self.ruleset.open_options and any(self.is_given(moment, {}) for moment in met(self.ruleset, self.typed.scope))

    def never_given(self, symbolic: Symbolic[Moment]) -> bool:
        """Whether it takes little effort to see that no situation fulfils what is given; with the claim's failure it can take a hundred times as much."""
        with solve.asking(ground_of(symbolic), *(condition for _, condition in self.given(symbolic))) as ground:
            return isinstance(solve.ask_hastily(ground, IDLE), solve.Unsat)

    # --- situations as games --------------------------------------------------------------------

    def shown(
        self, symbolic: Symbolic[Moment], conditions: Sequence[Labelled], agrees: Callable[[Moment, Options], bool], fresh: bool = False
    ) -> Witness | Verdict | None:
        """The least situation under some conditions for which a game is found; None where there is no such situation."""
        terms = [condition for _, condition in conditions]
        first = self.likely(agrees) if self.scope.name == "match" and not self.ruleset.open_options else None
        if first is not None:
            return first
        for attempt, found in enumerate(self.least(symbolic, terms, fresh)):
            if isinstance(found, Unknown):
                return found
            moment, options = found
            if not agrees(moment, options):
                return Disagreement(f"the reference meaning does not agree with the solver on `{self.typed.property.id}` in {moment} with {options}")
            witness = find(member_of(self.ruleset, options), self.typed.scope, moment, tuple(options.items()), self.number_matters)
            if witness.reached:
                return witness
            first = first or witness
            if attempt + 1 == TRIES:
                break
        return None if first is None else self.met_in_play(agrees) or Unreached(first)

    def met_in_play(self, agrees: Callable[[Moment, Options], bool]) -> Witness | None:
        """Some situation of further games, where the least ones that the solver knows were not found in any."""
        if self.ruleset.open_options or self.scope.name == "match":
            return None
        wanted = (moment for moment in met_further(self.ruleset, self.typed.scope) if agrees(moment, {}))
        witnesses = (find(self.ruleset, self.typed.scope, moment, (), self.number_matters) for moment in islice(wanted, TRIES))
        return next((one for one in witnesses if one.reached), None)

    def likely(self, agrees: Callable[[Moment, Options], bool]) -> Witness | None:
        """One of a few games that go far, where it shows what is wanted."""
        games = chain(met(self.ruleset, "match"), likely(rulebook(self.ruleset)))
        wanted = (game for game in games if agrees(game, {}))
        witnesses = (find(self.ruleset, "match", game) for game in islice(wanted, TRIES))
        return next((one for one in witnesses if one.reached), None)

    def least(self, symbolic: Symbolic[Moment], conditions: Sequence[z3.BoolRef], fresh: bool) -> Iterator[tuple[Moment, dict[str, str | int]] | Unknown]:
        """Situations under these conditions, the least first, each unlike those before it."""
        setting = setting_of(self.ruleset)
        objectives = [*symbolic.objectives, *map(term, (setting.options[name] for name in self.ruleset.open_options))]

        def quick(wanted: Sequence[z3.BoolRef]) -> solve.Result:
            with solve.asking(ground_of(symbolic), *wanted) as ground:
                return solve.ask(ground)

        def alone(wanted: Sequence[z3.BoolRef]) -> solve.Result:
            """Whole games are too large for questions one after the other: each is worked out afresh."""
            asked = solve.questions()
            asked.add(*[condition for _, condition in symbolic.assumptions], *wanted)
            return solve.ask(asked)

        first = alone if self.scope.name == "match" else None if fresh else quick
        steps = solve.questions if self.scope.name in NUMBERS else solve.steps
        for model in models([c for _, c in symbolic.assumptions], conditions, objectives, first, steps):
            if isinstance(model, solve.Unsure):
                yield Unknown(model.reason)
                return
            reader = Reader(model, self.ruleset.pack)
            yield symbolic.read(reader), setting.chosen(reader)


def in_words(expr: Expr, ruleset: RuleSet) -> str:
    """An expression as it was written, or else as it would be."""
    return text(expr, ruleset.pack) if expr.span is NOWHERE else " ".join(expr.span.text.split())


def contradiction(scope: str, labels: Iterable[str]) -> str:
    """Why nothing was proved, with the assumptions that contradict each other."""
    kept = list(dict.fromkeys(labels))
    told = [label for label in kept if not label.startswith("option ")]  # which values an option has goes without saying
    listed = "; ".join(told if len(told) > 1 else kept)
    return f"no moment of scope `{scope}` fulfils what is given" + (f"; these contradict each other: {listed}" if listed else "")


def needed(conditions: Sequence[Labelled]) -> tuple[str, ...]:
    """The labels of conditions that cannot hold together, without those that can be seen to be spared with little effort."""
    kept = list(conditions)
    for label in dict.fromkeys(label for label, _ in conditions):
        fewer = [one for one in kept if one[0] != label]
        asked = solve.hasty(EFFORT)
        asked.add(*[condition for _, condition in fewer])
        if isinstance(solve.ask(asked), solve.Unsat):
            kept = fewer
    return tuple(dict.fromkeys(label for label, _ in kept))
