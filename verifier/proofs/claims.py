"""What a family's verdict is put together from: claims about groups of moments, with the options as variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import z3

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.values import Num, choice, every, term
from verifier.proofs import solve
from verifier.proofs.conditions import Combination
from verifier.proofs.property import Typed
from verifier.proofs.prove import ground_of, refutation, setting_of
from verifier.proofs.verdict import Unknown, Verdict
from verifier.symbolic.setting import Reader, Symbolic
from verifier.witness.moments import Moment


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
        assumed = [] if assume == TRUE else [evaluate(assume, self.setting.options, ruleset.pack)]
        self.admitted = [*(condition for _, condition in self.setting.domains), *assumed]

    def pinned(self, combination: Combination) -> z3.BoolRef:
        return every(*[variable == value for variable, value in self.pins(combination)])

    def pins(self, combination: Mapping[str, str | int]) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
        """Options as variables with the values of a combination."""
        return [(term(self.setting.options[name]), self.constant(name, value)) for name, value in combination.items()]

    def constant(self, name: str, value: str | int) -> z3.ExprRef:
        variable = self.setting.options[name]
        if isinstance(variable, Num):
            return z3.BitVecVal(int(value), variable.term.size())
        return choice(str(value), self.ruleset.options[name].type)  # type: ignore[arg-type]


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


class Claim:
    """A property's formula over one group of moments, options open."""

    def __init__(self, open_: Open, typed: Typed, symbolic: Symbolic) -> None:
        self.open, self.typed, self.symbolic = open_, typed, symbolic
        pack = open_.ruleset.pack
        self.given = evaluate(typed.given, symbolic.names, pack)
        self.fails = z3.Not(evaluate(typed.holds, symbolic.names, pack))
        domains = {condition.get_id() for _, condition in open_.setting.domains}
        self.ground = [c for _, c in symbolic.assumptions if c.get_id() not in domains]
        self.options = _mentioned(every(*self.ground, self.given, self.fails), open_.setting.options)

    def found(self, violated: bool) -> Iterator[tuple[When, Moment]]:
        """Conditions on the options alone that together say where the claim is violated, or has a moment at all; each with its moment."""
        formula = every(*self.ground, self.given, *([self.fails] if violated else []))
        excluded: list[z3.BoolRef] = []
        while True:
            model = self._model([formula, *excluded], hard=violated)
            if model is None:
                return
            when = self._of_options(formula, model)
            excluded.append(z3.Not(when))
            yield When(self.open, when), self.symbolic.read(Reader(model, self.open.ruleset.pack))

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

    def smallest(self, here: z3.BoolRef) -> Verdict | None:
        """The least violation under a condition on the options; None where there is none."""
        conditions = [*self.open.admitted, self.given, self.fails, here]
        asked = solve.solver()
        asked.add(*self.ground, *conditions)
        match solve.ask(asked):
            case solve.Sat() as found:
                return refutation(self.open.ruleset, self.typed, self.symbolic, conditions, found)
            case solve.Unsat():
                return None
            case solve.Unsure(reason):
                return Unknown(reason)


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


def _mentioned(formula: z3.ExprRef, options: Mapping[str, object]) -> frozenset[str]:
    """The options that a formula mentions."""
    by_id = {term(value).get_id(): name for name, value in options.items()}
    return frozenset(by_id[c.get_id()] for c in _constants(formula) if c.get_id() in by_id)
