"""What a family's verdict is put together from: claims about groups of situations, with the options as variables."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import z3

from rulespec.ir.by_identity import ByIdentity
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.options import Options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import holds
from rulespec.meanings.z3.values import every, term
from rulespec.questions import Moment
from verifier.proofs import solve
from verifier.proofs.conditions import Combination, Values
from verifier.proofs.prove import MOST_GROUNDS, Claim, ground_of, setting_of
from verifier.proofs.terms import Constants, Grid
from verifier.proofs.verdict import Unknown, Verdict
from verifier.symbolic.setting import Reader, Symbolic

QUICK = 2_000_000  # effort of a solver that is asked one question after the other, before each is asked of a fresh one
QUICK_OF_TRICKS = 250_000  # the same for whole tricks, which such a solver proves slowly
EFFORT = 2_000_000  # of a fresh solver for one question about all options, before it is asked for each value of one

_constants = ByIdentity[Constants](MOST_GROUNDS)


def constants_of(symbolic: Symbolic[Moment], ground: Sequence[z3.BoolRef]) -> Constants:
    """The variables of what makes a situation possible, but for the options' own bounds; looked up once a process."""
    return _constants.of(symbolic, lambda: Constants(ground))


class Undecided(Exception):
    """There is no answer but this verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class Open:
    """The open options of a rule set as variables, and what limits them."""

    def __init__(self, ruleset: RuleSet, assume: Expr) -> None:
        self.ruleset = ruleset
        self.setting = setting_of(ruleset)
        assumed = [] if assume == TRUE else [holds(assume, self.setting.options, ruleset.pack)]
        self.admitted = [*(condition for _, condition in self.setting.domains), *assumed]
        self.by_id = {term(self.setting.options[name]).get_id(): name for name in ruleset.open_options}
        self._grids: dict[tuple[str, ...], Grid] = {}

    def pinned(self, combination: Options) -> z3.BoolRef:
        """The options have these values."""
        return self.setting.pinned(combination)

    def grid(self, values: Values) -> Grid:
        """All combinations of these options' values, made once."""
        names = tuple(values)
        if names not in self._grids:
            pins = {name: [self.setting.pin(name, value) for value in allowed] for name, allowed in values.items()}
            self._grids[names] = Grid([(pinned[0][0], [value for _, value in pinned]) for pinned in pins.values()])
        return self._grids[names]

    def options_in(self, constants: Constants) -> frozenset[str]:
        """The options that formulas mention."""
        return frozenset(self.by_id[one] for one in constants.found if one in self.by_id)


class When:
    """A condition on the options, worked out for every value of those it looks at, which are few."""

    def __init__(self, open_: Open, formula: z3.BoolRef) -> None:
        mentioned = open_.options_in(Constants([formula]))
        values = {name: open_.ruleset.options[name].values for name in open_.ruleset.open_options if name in mentioned}
        self.holds = open_.grid(values).holds(formula)
        self.names = tuple(values)
        self.places = [(name, {value: i for i, value in enumerate(allowed)}, len(allowed)) for name, allowed in values.items()]

    def admits(self, combination: Combination) -> bool:
        index = 0
        for name, place, size in self.places:
            index = index * size + place[combination[name]]
        return bool(self.holds >> index & 1)


Found = tuple[When, Moment]


class Group:
    """A claim over one group of situations, options open."""

    def __init__(self, open_: Open, claim: Claim, symbolic: Symbolic[Moment]) -> None:
        self.open, self.claim, self.symbolic = open_, claim, symbolic
        pack, typed = open_.ruleset.pack, claim.typed
        self.given = holds(typed.given, symbolic.names, pack)
        self.when = z3.BoolVal(True) if typed.when is None else holds(typed.when, symbolic.names, pack)
        self.fails = z3.Not(holds(typed.holds, symbolic.names, pack))
        domains = {condition.get_id() for _, condition in open_.setting.domains}
        self.ground = [c for _, c in symbolic.assumptions if c.get_id() not in domains]
        self.constants = Constants([self.given, self.when, self.fails], constants_of(symbolic, self.ground))
        self.options = open_.options_in(self.constants)

    def violations(self) -> Iterator[Found]:
        """Conditions on the options alone that together say where the claim fails; each with a situation that shows it."""
        formula = every(*self.ground, self.given, self.fails)
        return self._hard(formula, [], [formula, *self.open.admitted], self._own_options())

    def spoken(self, supposing: bool) -> Iterator[Found]:
        """The same for where there is anything to speak of, what the claim supposes included or not."""
        formula = every(*self.ground, self.given, *([self.when] if supposing else []))
        excluded: list[z3.BoolRef] = []
        while True:
            with solve.asking(ground_of(self.symbolic), *self.open.admitted, formula, *excluded) as asked:
                model = _answered(asked)
            if model is None:
                return
            yield self._read(formula, model, excluded)

    def _own_options(self) -> list[str]:
        """The options that the claim itself hangs on, those with most values first."""
        ground, own = constants_of(self.symbolic, self.ground), Constants([self.given, self.fails])
        named = self.open.options_in(own) or self.open.options_in(ground)
        return sorted(named, key=lambda name: (-len(self.open.ruleset.options[name].values), name))

    def _hard(self, formula: z3.BoolRef, excluded: list[z3.BoolRef], within: Sequence[z3.BoolRef], splits: Sequence[str]) -> Iterator[Found]:
        """Where the formula holds: by one question after the other, and where one is too hard, for each value of an option."""
        if splits and (yield from self._quickly(formula, excluded, within)):
            return
        while True:
            asked = solve.hasty(EFFORT) if splits else solve.solver()
            asked.add(*within, *excluded)
            model = _tried(asked) if splits else _answered(asked)
            if isinstance(model, z3.ModelRef):
                yield self._read(formula, model, excluded)
            elif model is None:
                return
            else:
                break
        for value in self.open.ruleset.options[splits[0]].values:
            yield from self._hard(formula, excluded, [*within, self.open.pinned({splits[0]: value})], splits[1:])

    def _quickly(self, formula: z3.BoolRef, excluded: list[z3.BoolRef], within: Sequence[z3.BoolRef]) -> Generator[Found, None, bool]:
        """The same by one solver for all questions, as far as each is little effort; whether that settled it."""
        asked = solve.questions()
        asked.set("rlimit", QUICK_OF_TRICKS if self.claim.scope.name == "trick" else QUICK)
        asked.add(*within)
        while True:
            with solve.asking(asked, *excluded):
                model = _tried(asked)
            if not isinstance(model, z3.ModelRef):
                return model is None
            yield self._read(formula, model, excluded)

    def _read(self, formula: z3.BoolRef, model: z3.ModelRef, excluded: list[z3.BoolRef]) -> Found:
        """The condition on the options under which the model's situation fulfils a formula; it is not asked for again."""
        when = self._of_options(formula, model)
        excluded.append(z3.Not(when))
        reader = Reader(model, self.open.ruleset.pack)
        return When(self.open, when), self.symbolic.read(reader)

    def _of_options(self, formula: z3.BoolRef, model: z3.ModelRef) -> z3.BoolRef:
        """The formula with everything but the options fixed as in the model."""
        free = [constant for key, constant in self.constants.found.items() if key not in self.open.by_id]
        return z3.simplify(z3.substitute(formula, *[(c, model.eval(c, model_completion=True)) for c in free]))


def _answered(asked: z3.Solver) -> z3.ModelRef | None:
    """A model, which fulfils what was asked for, or None where there is none. Raises Undecided."""
    found = _tried(asked)
    if isinstance(found, solve.Unsure):
        raise Undecided(Unknown(found.reason))
    return found


def _tried(asked: z3.Solver) -> z3.ModelRef | solve.Unsure | None:
    """The same, or that the solver is not sure."""
    match solve.ask(asked):
        case solve.Sat() as found:
            return solve.fitting(found, asked.assertions()).model
        case solve.Unsat():
            return None
        case solve.Unsure() as unsure:
            return unsure
