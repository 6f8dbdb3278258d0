"""The BDD meaning against the reference: the catalogue's examples, then random expressions, then sections."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.check.bounds import BOUNDS, join
from rulespec.ir import expr as ir
from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, Expr, If, Name
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Level, Suit, Type, kind
from rulespec.meanings.bdd import sections, values
from rulespec.meanings.bdd.evaluate import evaluate
from rulespec.meanings.bdd.manager import Manager
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.python import evaluate as reference
from rulespec.meanings.python import sections as reference_sections
from rulespec.pipeline import load_text

SMALL = Pack(("clubs", "hearts"), ("7", "8", "9"), 2)
NAMES: dict[str, Type] = {
    "p": Bool(), "q": Bool(), "m": Int(-3, 4), "n": Int(0, 5), "suit_a": Suit(), "suit_b": Suit(), "level": Level(),
    "hand": Cards(), "table": Cards(), "card": Card(), "mode": Choice("mode", ("one", "two", "three")),
}  # fmt: skip


# --- values at one point ------------------------------------------------------------------------


@cache
def space() -> tuple[Manager, dict[str, Any]]:
    """Every name as variables."""
    manager = Manager(SMALL)
    return manager, {name: values.variable(name, type_, manager) for name, type_ in NAMES.items()}


def random_point(rng: random.Random) -> dict[str, Any]:
    return {name: random_value(type_, rng) for name, type_ in NAMES.items()}


def random_value(type_: Type, rng: random.Random) -> Any:
    match type_:
        case Bool():
            return rng.random() < 0.5
        case Card():
            return 1 << rng.randrange(SMALL.size)
        case Cards():
            return rng.randrange(1 << SMALL.size)
        case _:
            return rng.choice(values.plain_values(type_, SMALL))


def at(manager: Manager, value: Any, point: Any) -> Any:
    """The plain value that a symbolic one has at a point, given as a conjunction of all variables."""
    match value:
        case tuple():
            return sum(1 << i for i, card in enumerate(value) if point & card != manager.false)
        case dict():
            found = [plain for plain, where in value.items() if point & where != manager.false]
            assert len(found) == 1, "a table has exactly one value everywhere"
            return found[0]
        case _:
            return point & value != manager.false


def as_node(manager: Manager, env: dict[str, Any], point: dict[str, Any]) -> Any:
    constants = {name: values.constant(point[name], NAMES[name], manager) for name in NAMES}
    return manager.every(values.same(env[name], constants[name], manager) for name in NAMES)


# --- the catalogue --------------------------------------------------------------------------------


def test_every_operator_and_no_other_has_a_meaning() -> None:
    assert set(OPS) == set(ops.BY_NAME)


EXAMPLES = [(op.name, written, value) for op in ops.OPS for written, value in op.examples]


@pytest.mark.parametrize(("name", "written", "value"), EXAMPLES, ids=[f"{n}: {w}" for n, w, _ in EXAMPLES])
def test_examples_of_the_catalogue(name: str, written: str, value: str) -> None:
    ruleset = load_text(EXAMPLE_RULES.replace("CONDITION", f"({written}) == ({value})" if value not in ("True", "False") else f"({written}) == (1 == {1 if value == 'True' else 0})"))
    manager = Manager(ruleset.pack)
    assert evaluate(ruleset.rows("score")[0].when, {}, manager) == manager.true


EXAMPLE_RULES = """
rulespec: 1
id: examples
cards: {suits: [clubs, diamonds, hearts, spades], ranks: [6, 7, 8, 9, 10, J, Q, K, A], jokers: 2}
deck: [{cards: all}]
schedule: [{sets: [[1]]}]
trump: [{fixed: no_trump}]
lead: [{play: hand}]
follow: [{play: hand}]
strength: [{class: never}]
score:
  - name: example
    when: 'CONDITION'
    points: 1
  - points: 0
"""


# --- random expressions ---------------------------------------------------------------------------


@st.composite
def expressions(draw: st.DrawFn, wanted: str, depth: int) -> Expr:
    """A typed expression of the wanted kind, any operator of the catalogue in it."""
    makers = [op for op in ops.OPS if op.result == wanted] if depth else []
    choice = draw(st.integers(0, len(makers) + (2 if depth else 0)))
    if choice < len(makers):
        return draw(applications(makers[choice], wanted, depth))
    if depth and choice == len(makers):
        cond, then, orelse = draw(expressions("Bool", depth - 1)), draw(expressions(wanted, depth - 1)), draw(expressions(wanted, depth - 1))
        joined = join(then.type, orelse.type) if isinstance(then.type, Int) and isinstance(orelse.type, Int) else then.type
        return If(cond, then, orelse, joined)
    return draw(leaves(wanted))


@st.composite
def applications(draw: st.DrawFn, op: ops.Op, wanted: str, depth: int) -> Expr:
    params = [p for p in op.params if p != "..."]
    if "..." in op.params and draw(st.booleans()):
        params.append(params[-1])
    if params[0] == "T":
        params = [draw(st.sampled_from(["Bool", "Int", "Suit", "Level", "Card", "Cards", "Choice"]))] * len(params)
    args = [draw(expressions(param, depth - 1)) for param in params]
    if op.name in ("floordiv", "mod"):
        args[1] = ir.IntLit(draw(st.integers(1, 5)))
    if wanted != "Int":
        return Apply(op.name, tuple(args), {"Bool": Bool(), "Cards": Cards()}[wanted])
    if op.name == "count":
        return Apply(op.name, tuple(args), Int(0, SMALL.size))
    bounds = BOUNDS[op.name]([arg.type for arg in args if isinstance(arg.type, Int)])
    if bounds.high - bounds.low > 400:
        return draw(leaves(wanted))
    return Apply(op.name, tuple(args), bounds)


@st.composite
def leaves(draw: st.DrawFn, wanted: str) -> Expr:
    names: list[Expr] = [Name(name, type_) for name, type_ in NAMES.items() if kind(type_) == wanted]
    match wanted:
        case "Bool":
            literal: Expr | None = ir.BoolLit(draw(st.booleans()))
        case "Int":
            literal = ir.IntLit(draw(st.integers(-4, 6)))
        case "Suit":
            literal = ir.SuitLit(draw(st.sampled_from([0, 1, None])))
        case "Level":
            literal = ir.LevelLit(draw(st.sampled_from(["high", "low"])))
        case "Cards":
            literal = ir.CardsLit(draw(st.integers(0, SMALL.all_mask)))
        case "Choice":
            literal = ir.ChoiceLit(draw(st.sampled_from(["one", "two", "three"])), Choice("mode", ("one", "two", "three")))
        case _:
            literal = None
    return draw(st.sampled_from([*names, *names, *([literal] if literal else [])]))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["Bool", "Int", "Cards"]).flatmap(lambda wanted: expressions(wanted, 3)), st.randoms(use_true_random=False))
def test_random_expressions_have_the_reference_value(expr: Expr, rng: random.Random) -> None:
    manager, env = space()
    symbolic = evaluate(expr, env, manager)
    for _ in range(4):
        point = random_point(rng)
        found = at(manager, symbolic, as_node(manager, env, point))
        expected = reference.evaluate(expr, point, SMALL)
        assert found == expected and type(found) is type(expected)


@settings(max_examples=40, deadline=None)
@given(expressions("Bool", 3))
def test_a_count_is_the_number_of_points(expr: Expr) -> None:
    """Few names, all their points: the count and the count by cards are those of the enumeration."""
    expr = _only(expr, {"m": 2, "n": 3, "suit_b": None, "level": "low", "table": 5, "card": 2, "mode": "one", "q": True})
    manager = Manager(SMALL)
    few = {name: NAMES[name] for name in ("p", "suit_a", "hand")}
    env = {name: values.variable(name, type_, manager) for name, type_ in few.items()}
    inside = manager.every(values.domain(env[name], type_, manager) for name, type_ in few.items())
    node = evaluate(expr, env, manager) & inside
    by_size = [0] * (SMALL.size + 1)
    for p, suit, hand in product((True, False), (0, 1, None), range(1 << SMALL.size)):
        by_size[hand.bit_count()] += bool(reference.evaluate(expr, {"p": p, "suit_a": suit, "hand": hand}, SMALL))
    assert manager.count(node) == sum(by_size)
    assert manager.count_by_size(node, env["hand"]) == by_size


def _only(expr: Expr, settled: dict[str, Any]) -> Expr:
    """The expression with all but a few names given a value."""
    from rulespec.ir.walk import rebuild

    def literal(name: str, value: Any) -> Expr:
        match NAMES[name]:
            case Bool():
                return ir.BoolLit(value)
            case Int():
                return ir.IntLit(value)
            case Suit():
                return ir.SuitLit(value)
            case Level():
                return ir.LevelLit(value)
            case Choice() as type_:
                return ir.ChoiceLit(value, type_)
            case _:
                return ir.CardsLit(value)

    return rebuild(expr, lambda node: literal(node.name, settled[node.name]) if isinstance(node, Name) and node.name in settled else node)


# --- sections: what counts do not exercise ----------------------------------------------------------


def test_rows_that_add_up_have_the_reference_sum() -> None:
    rows = """premium:
  - {name: flat, when: me.made_all, add: 100}
  - {name: each, when: makers >= 2 or me.zero_bids > 1, add: -20 * makers}
  - {name: always, add: me.zero_bids}
"""
    ruleset = load_text(EXAMPLE_RULES.replace("CONDITION", "True").replace("sets: [[1]]", "sets: [[1, 1, 1]]") + rows)
    manager = Manager(ruleset.pack)
    names: dict[str, Type] = {"me.made_all": Bool(), "makers": Int(0, 4), "me.zero_bids": Int(0, 3)}
    env = {name: values.variable(name, type_, manager) for name, type_ in names.items()}
    total = sections.total(ruleset, "premium", env, manager)
    for made, makers, zeros in product((False, True), range(5), range(4)):
        plain = {"me.made_all": made, "makers": makers, "me.zero_bids": zeros}
        point = manager.every(values.same(env[name], values.constant(plain[name], names[name], manager), manager) for name in names)
        assert at(manager, total, point) == reference_sections.total(ruleset, "premium", plain)


# --- the library ----------------------------------------------------------------------------------


def test_both_libraries_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The manager in Python, which stands in where CUDD has no wheel."""
    from dd import autoref

    from rulespec.meanings.bdd import manager as module

    def node(manager: Manager) -> tuple[int, list[int]]:
        env = {name: values.variable(name, type_, manager) for name, type_ in NAMES.items()}
        hand = OPS["highest"](manager, OPS["minus"](manager, env["hand"], env["table"]))
        found = OPS["lt"](manager, OPS["count"](manager, hand), env["n"]) & ~env["suit_a"][None]
        return manager.count(found), manager.count_by_size(found, env["hand"])

    usual = node(Manager(SMALL))
    monkeypatch.setattr(module, "backend", lambda: ("dd.autoref", autoref.BDD()))
    other = Manager(SMALL)
    assert other.library == "dd.autoref" and node(other) == usual


def test_counts_beyond_a_float_are_exact() -> None:
    manager = Manager(Pack(("a", "b", "c", "d"), tuple("ABCDEFGHIJKLMNOPQRSTUVWXY"), 0))
    hand = manager.cards("hand", manager.pack.all_mask)
    assert manager.count(manager.some(hand)) == 2**100 - 1
    assert manager.count_by_size(manager.true, hand)[50] == 100891344545564193334812497256
