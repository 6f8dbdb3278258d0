"""What a family's verdict is put together from: claims about groups of situations, with the options as variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import z3

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.options import Options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import holds
from rulespec.meanings.z3.values import Term, Value, every, term
from rulespec.questions import Moment
from verifier.proofs import solve
from verifier.proofs.conditions import Combination
from verifier.proofs.prove import Claim, ground_of, setting_of
from verifier.proofs.verdict import Unknown, Verdict
from verifier.symbolic.setting import Reader, Symbolic


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

    def pinned(self, combination: Options) -> z3.BoolRef:
        """The options have these values."""
        return self.setting.pinned(combination)

    def pins(self, combination: Options) -> list[tuple[Term, Term]]:
        """Options as variables with the values of a combination."""
        return self.setting.pins(combination)


class When:
    """A condition on the options, asked of many combinations: it looks at few options of each."""

    def __init__(self, open_: Open, formula: z3.BoolRef) -> None:
        self.open, self.formula = open_, formula
        self.options = tuple(sorted(_mentioned(formula, open_.setting.options)))
        self.known: dict[tuple[str | int, ...], bool] = {}

    def admits(self, combination: Combination) -> bool:
        key = tuple(combination[name] for name in self.options)
        if key not in self.known:
            pins = self.open.pins(dict(zip(self.options, key, strict=True)))
            self.known[key] = z3.is_true(z3.simplify(z3.substitute(self.formula, *pins)))
        return self.known[key]


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
        self.options = _mentioned(every(*self.ground, self.given, self.when, self.fails), open_.setting.options)

    def violations(self) -> Iterator[tuple[When, Moment, Options]]:
        """Conditions on the options alone that together say where the claim fails; each with a situation that shows it."""
        return self._found([self.given, self.fails], hard=True)

    def spoken(self, supposing: bool) -> Iterator[tuple[When, Moment, Options]]:
        """The same for where there is anything to speak of, what the claim supposes included or not."""
        return self._found([self.given, self.when] if supposing else [self.given], hard=False)

    def _found(self, conditions: Sequence[z3.BoolRef], hard: bool) -> Iterator[tuple[When, Moment, Options]]:
        formula = every(*self.ground, *conditions)
        excluded: list[z3.BoolRef] = []
        while True:
            model = self._model([formula, *excluded], hard)
            if model is None:
                return
            when = self._of_options(formula, model)
            excluded.append(z3.Not(when))
            reader = Reader(model, self.open.ruleset.pack)
            yield When(self.open, when), self.symbolic.read(reader), self.open.setting.chosen(reader)

    def _model(self, conditions: Sequence[z3.BoolRef], hard: bool) -> z3.ModelRef | None:
        """A model, which fulfils what was asked for; None where there is none."""
        if not hard:
            with solve.asking(ground_of(self.symbolic), *self.open.admitted, *conditions) as asked:
                return _answered(asked)
        asked = solve.solver()
        asked.add(*self.open.admitted, *conditions)
        return _answered(asked)

    def _of_options(self, formula: z3.BoolRef, model: z3.ModelRef) -> z3.BoolRef:
        """The formula with everything but the options fixed as in the model."""
        options = {term(value).get_id() for value in self.open.setting.options.values()}
        free = [constant for constant in _constants(formula) if constant.get_id() not in options]
        return z3.simplify(z3.substitute(formula, *[(c, model.eval(c, model_completion=True)) for c in free]))


def _answered(asked: z3.Solver) -> z3.ModelRef | None:
    match solve.ask(asked):
        case solve.Sat() as found:
            return solve.fitting(found, asked.assertions()).model
        case solve.Unsat():
            return None
        case solve.Unsure(reason):
            raise Undecided(Unknown(reason))


def _constants(formula: z3.ExprRef) -> list[z3.ExprRef]:
    """The free variables of a formula."""
    seen: set[int] = set()
    found: dict[int, z3.ExprRef] = {}
    stack: list[z3.ExprRef] = [formula]
    while stack:
        node = stack.pop()
        if node.get_id() in seen:
            continue
        seen.add(node.get_id())
        if z3.is_const(node) and node.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[node.get_id()] = node
        stack += node.children()
    return list(found.values())


def _mentioned(formula: z3.ExprRef, options: Mapping[str, Value]) -> frozenset[str]:
    """The options that a formula mentions."""
    by_id = {term(value).get_id(): name for name, value in options.items()}
    return frozenset(by_id[c.get_id()] for c in _constants(formula) if c.get_id() in by_id)
