"""Hypothesis strategies for what the operator catalogue can say: values, moments, well-typed expressions.

`Expressions(names, pack).of("Bool")` gives random cores as the checker would make them of a text, for
any names with their types; `moments(names, pack)` gives values for the names. Every operator of the
catalogue takes part without being named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulespec import formula
from rulespec.check.bounds import BOUNDS, LIMIT, join, largest, settled
from rulespec.check.scope import Scope, base_scope
from rulespec.check.signatures import takes
from rulespec.check.typecheck import RESULTS, Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.ruleset import Option
from rulespec.ir.types import LEVELS, Bool, Card, Cards, Choice, Int, Level, Suit, Type, kind
from rulespec.meanings.python.evaluate import Env, Value
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar

SMALL = Pack(("clubs", "hearts"), ("7", "8", "9"), 2)
STANDARD = Pack(("clubs", "diamonds", "hearts", "spades"), ("6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2)
NAMES: Mapping[str, Type] = {
    "p": Bool(), "q": Bool(), "m": Int(-3, 4), "n": Int(0, 9), "trump": Suit(), "asked": Suit(), "level": Level(),
    "hand": Cards(), "table": Cards(), "card": Card(), "mode": Choice("mode", ("one", "two", "three")), "stake": Int(-200, 500),
}  # fmt: skip
OPTIONS: Mapping[str, Option] = {"mode": Option("mode", ("one", "two", "three")), "stake": Option("stake", (0, -200, 500))}
KINDS = ("Bool", "Int", "Suit", "Level", "Cards", "Card")
Draw = Callable[[SearchStrategy[Any]], Any]


def values(type_: Type, pack: Pack) -> SearchStrategy[Value]:
    """The plain values of a type, as the reference meaning holds them."""
    match type_:
        case Bool():
            return st.booleans()
        case Int(low, high):
            return st.integers(low, high)
        case Suit():
            return st.sampled_from([None, *range(len(pack.suits))])
        case Level():
            return st.sampled_from(LEVELS)
        case Card():
            return st.integers(0, pack.size - 1).map(lambda i: 1 << i)
        case Cards():
            return st.integers(0, pack.all_mask)
        case Choice(_, words):
            return st.sampled_from(words)


def moments(names: Mapping[str, Type], pack: Pack) -> SearchStrategy[Env]:
    """A value for every name."""
    return st.fixed_dictionaries({name: values(type_, pack) for name, type_ in names.items()})


@dataclass(frozen=True)
class Expressions:
    """Random typed cores over names. `options` are the names whose values are listed."""

    names: Mapping[str, Type]
    pack: Pack
    options: Mapping[str, Option] = field(default_factory=dict)

    def of(self, wanted: str, depth: int = 3) -> SearchStrategy[Expr]:
        """Expressions of a kind, as they come from the checker with everything decided taken out."""
        return self.raw(wanted, depth).map(settled)

    def raw(self, wanted: str, depth: int = 3) -> SearchStrategy[Expr]:
        """The same before anything is taken out."""
        return st.composite(lambda draw: self.drawn(draw, wanted, depth))()

    def drawn(self, draw: Draw, wanted: str, depth: int) -> Expr:
        operators = [op for op in ops.OPS if op.result == wanted and ("Card" not in op.params or self.named("Card"))]
        leaves = ["leaf"] * (1 + len(operators) // 3)
        choice = draw(st.sampled_from([*leaves, "if", *operators])) if depth else "leaf"
        match choice:
            case ops.Op():
                return self.build(choice, self.arguments(draw, choice, depth - 1))
            case "if":
                cond, then, orelse = (self.drawn(draw, each, depth - 1) for each in ("Bool", wanted, wanted))
                return conditional(cond, then, orelse)
            case _:
                return self.leaf(draw, wanted)

    def named(self, wanted: str) -> list[Name]:
        return [Name(name, type_) for name, type_ in self.names.items() if kind(type_) == wanted]

    def leaf(self, draw: Draw, wanted: str) -> Expr:
        named, literal = self.named(wanted), self.literals(wanted)
        found: Expr = draw(literal if not named else st.sampled_from(named) if literal.is_empty else st.sampled_from(named) | literal)
        return found

    def literals(self, wanted: str) -> SearchStrategy[Expr]:
        match wanted:
            case "Bool":
                return st.builds(BoolLit, st.booleans())
            case "Int":
                return st.builds(IntLit, st.integers(-12, 12) | st.integers(-LIMIT, LIMIT))
            case "Suit":
                return st.builds(SuitLit, st.sampled_from([None, *range(len(self.pack.suits))]))
            case "Level":
                return st.builds(LevelLit, st.sampled_from(LEVELS))
            case "Cards":
                return st.builds(self.cards, st.integers(0, (1 << self.pack.suited) - 1), st.integers(0, self.pack.jokers))
            case _:
                return st.nothing()

    def cards(self, suited: int, jokers: int) -> CardsLit:
        """A set with that many jokers, as a text can name them."""
        return CardsLit(suited | ((1 << jokers) - 1) << self.pack.suited)

    def arguments(self, draw: Draw, op: ops.Op, depth: int) -> tuple[Expr, ...]:
        if op.params[0] == "T":
            return self.two_of_a_kind(draw, depth)
        if op.name in ("floordiv", "mod"):
            return self.drawn(draw, "Int", depth), IntLit(draw(st.integers(1, 12)))
        more = draw(st.integers(0, 2)) if op.params[-1] == "..." else 0
        params = takes(op, len([p for p in op.params if p != "..."]) + more)
        return tuple(self.drawn(draw, param, depth) for param in params)

    def two_of_a_kind(self, draw: Draw, depth: int) -> tuple[Expr, ...]:
        """Two of a kind; words of an option only beside the option, and no number that an option never is."""
        kinds = [each for each in (*KINDS, "Choice") if self.named(each) or each not in ("Card", "Choice")]
        each = draw(st.sampled_from(kinds))
        if each == "Choice":
            pair: tuple[Expr, Expr] = draw(st.one_of(*map(self.beside, self.named("Choice"))))
            return pair
        args = self.drawn(draw, each, depth), self.drawn(draw, each, depth)
        return args if self.listed(args) else (args[0], args[0])

    def beside(self, name: Name) -> SearchStrategy[tuple[Expr, Expr]]:
        assert isinstance(name.type, Choice)
        words: list[Expr] = [*(ChoiceLit(value, name.type) for value in name.type.values), name]
        return st.sampled_from([pair for word in words for pair in ((name, word), (word, name))])

    def listed(self, args: tuple[Expr, Expr]) -> bool:
        """Whether no option is compared with a number that it never is."""
        left, right = map(settled, args)
        for here, there in ((left, right), (right, left)):
            if isinstance(here, Name) and here.name in self.options and isinstance(there, IntLit):
                return False
        return True

    def build(self, op: ops.Op, args: Sequence[Expr]) -> Expr:
        """The operator applied; a number that would grow too large is left as it was."""
        if op.result != "Int":
            return Apply(op.name, tuple(args), RESULTS[op.result])
        if op.name not in BOUNDS:
            return Apply(op.name, tuple(args), Int(0, self.pack.size))
        bounds = BOUNDS[op.name]([arg.type for arg in args if isinstance(arg.type, Int)])
        return Apply(op.name, tuple(args), bounds) if largest(bounds) <= LIMIT else args[0]


def conditional(cond: Expr, then: Expr, orelse: Expr) -> Expr:
    numbers = [side.type for side in (then, orelse) if isinstance(side.type, Int)]
    return If(cond, then, orelse, join(*numbers) if numbers else then.type)


def scope_of(names: Mapping[str, Type], pack: Pack, options: Mapping[str, Option]) -> Scope:
    """The scope in which a text with these names is read."""
    scope = base_scope(pack, "a test", options, {})
    return Scope(pack, scope.what, {**scope.names, **{name: Name(name, type_) for name, type_ in names.items()}}, options)


def read(text: str, scope: Scope) -> Expr:
    """The core of a text, whatever its kind. Raises Faults."""
    faults: list[Diagnostic] = []
    parsed = formula.parse(Scalar(text, Span(Source("<test>", text), 0, len(text))))
    found = Checker(parsed, scope, faults).expr(parsed.tree)
    if found is None or faults:
        raise Faults(faults)
    return settled(found)
