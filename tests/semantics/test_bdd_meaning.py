"""The meaning in diagrams against the reference: catalogue, random expressions, counts, sums of rows."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.check.scope import base_scope
from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, Expr, Name
from rulespec.ir.types import Bool, Cards, Int, Suit, Type, kind
from rulespec.meanings.bdd import manager as library
from rulespec.meanings.bdd import sections, values
from rulespec.meanings.bdd.evaluate import evaluate
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.python import sections as plain_sections
from rulespec.meanings.python.evaluate import Env, Value
from rulespec.meanings.python.evaluate import evaluate as reference
from rulespec.pipeline import load_text
from tests.semantics.strategies import KINDS, NAMES, OPTIONS, SMALL, STANDARD, Expressions, moments, read

FEW: dict[str, Type] = {name: type_ for name, type_ in NAMES.items() if name != "stake"}  # a table of 701 values is slow to multiply
ANY_NAME, FEW_NAMES = Expressions(NAMES, SMALL, OPTIONS), Expressions(FEW, SMALL, {"mode": OPTIONS["mode"]})


def plain(value: Any, type_: Type, manager: Manager, point: Node | None = None) -> Value:
    """The plain value that a value of this type has at a point, which settles all variables it depends on."""
    where = manager.true if point is None else point
    match value:
        case tuple():
            return sum(1 << i for i, card in enumerate(value) if where & card != manager.false)
        case dict():
            (found,) = [each for each, here in value.items() if where & here != manager.false]
            return found  # type: ignore[no-any-return]
        case _:
            return bool(where & value != manager.false)


@cache
def small_space() -> tuple[Manager, dict[str, Any]]:
    """Every name as new variables of one manager."""
    manager = Manager(SMALL)
    return manager, {name: values.variable(name, type_, manager) for name, type_ in FEW.items()}


def point_of(env: Env, symbols: dict[str, Any], manager: Manager) -> Node:
    """Where every name has its plain value."""
    return manager.every(values.same(symbols[name], values.constant(env[name], NAMES[name], manager), manager) for name in symbols)


def test_every_operator_and_no_other_has_a_meaning() -> None:
    assert set(OPS) == set(ops.BY_NAME)


@pytest.mark.parametrize(("text", "answer"), [pytest.param(*example, id=example[0]) for op in ops.OPS for example in op.examples])
def test_an_example_of_the_catalogue_is_true(text: str, answer: str) -> None:
    expr, wanted = (read(each, base_scope(STANDARD, "the catalogue", {}, {})) for each in (text, answer))
    manager = Manager(STANDARD)
    assert plain(evaluate(expr, {}, manager), expr.type, manager) == reference(wanted, {}, STANDARD)


@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_random_expressions_of_constants_have_the_reference_value(wanted: str, data: st.DataObject) -> None:
    expr, env = data.draw(ANY_NAME.raw(wanted)), data.draw(moments(NAMES, SMALL))
    manager, _ = small_space()
    symbols = {name: values.constant(env[name], NAMES[name], manager) for name in env}
    found, expected = plain(evaluate(expr, symbols, manager), expr.type, manager), reference(expr, env, SMALL)
    assert found == expected and type(found) is type(expected)


@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_random_expressions_have_the_reference_value_everywhere(wanted: str, data: st.DataObject) -> None:
    """One diagram for all moments, looked at in some of them."""
    expr = data.draw(FEW_NAMES.raw(wanted, 2))
    manager, symbols = small_space()
    symbolic = evaluate(expr, symbols, manager)
    for env in data.draw(st.lists(moments(FEW, SMALL), min_size=1, max_size=4)):
        assert plain(symbolic, expr.type, manager, point_of(env, symbols, manager)) == reference(expr, env, SMALL)


@pytest.mark.parametrize("op", [op for op in ops.OPS if op.params and set(op.params) <= {"Cards"}], ids=lambda op: op.name)
def test_set_operators_on_pairs_of_small_sets(op: ops.Op) -> None:
    """Edges first: no card, all cards, each suit, the jokers; then a spread of others."""
    sets = sorted({0, SMALL.all_mask, SMALL.jokers_mask, *map(SMALL.suit_mask, range(2)), *range(0, SMALL.all_mask + 1, 31)})
    manager, symbols = small_space()
    result = Int(0, SMALL.size) if op.result == "Int" else Bool() if op.result == "Bool" else Cards()
    expr = Apply(op.name, (Name("hand", Cards()), Name("table", Cards()))[: len(op.params)], result)
    symbolic = evaluate(expr, symbols, manager)
    for a, b in product(sets, sets if len(op.params) == 2 else [0]):
        both = {name: symbols[name] for name in ("hand", "table")}
        point = point_of({"hand": a, "table": b}, both, manager)
        assert plain(symbolic, result, manager, point) == reference(expr, {"hand": a, "table": b}, SMALL)


@pytest.mark.parametrize("type_", NAMES.values(), ids=lambda t: f"{kind(t)}")
def test_a_domain_admits_exactly_the_values_of_a_type(type_: Type) -> None:
    manager = Manager(SMALL)
    value = values.variable("x", type_, manager)
    sizes = {"Bool": 2, "Level": 2, "Suit": 3, "Card": 8, "Cards": 256, "Choice": 3}
    expected = type_.high - type_.low + 1 if isinstance(type_, Int) else sizes[kind(type_)]
    assert manager.count(values.domain(value, type_, manager)) == expected


# --- counts -------------------------------------------------------------------------------------------


@given(Expressions({"p": Bool(), "suit_x": Suit(), "hand": Cards()}, SMALL).raw("Bool"))
@settings(max_examples=40, deadline=None)
def test_a_count_is_the_number_of_points(expr: Expr) -> None:
    """Few names, all their points: the count, and the count by cards, are those of the enumeration."""
    manager = Manager(SMALL)
    names: dict[str, Type] = {"p": Bool(), "suit_x": Suit(), "hand": Cards()}
    symbols = {name: values.variable(name, type_, manager) for name, type_ in names.items()}
    node = evaluate(expr, symbols, manager) & manager.one_of(symbols["suit_x"])
    by_size = [0] * (SMALL.size + 1)
    for p, suit, hand in product((True, False), (0, 1, None), range(1 << SMALL.size)):
        by_size[hand.bit_count()] += bool(reference(expr, {"p": p, "suit_x": suit, "hand": hand}, SMALL))
    assert manager.count(node) == sum(by_size)
    assert manager.count_by_size(node, symbols["hand"]) == by_size


def test_counts_beyond_a_float_are_exact() -> None:
    manager = Manager(Pack(("a", "b", "c", "d"), tuple("ABCDEFGHIJKLMNOPQRSTUVWXY"), 0))
    hand = manager.cards("hand", manager.pack.all_mask)
    assert manager.count(manager.some(hand)) == 2**100 - 1
    assert manager.count_by_size(manager.true, hand)[50] == 100891344545564193334812497256


def test_both_libraries_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The manager in Python stands in where CUDD has no wheel."""
    from dd import autoref

    def numbers(manager: Manager) -> tuple[int, list[int]]:
        symbols = {name: values.variable(name, type_, manager) for name, type_ in FEW.items()}
        hand = OPS["highest"](manager, OPS["minus"](manager, symbols["hand"], symbols["table"]))
        found = OPS["lt"](manager, OPS["count"](manager, hand), symbols["n"]) & ~symbols["trump"][None]
        return manager.count(found), manager.count_by_size(found, symbols["hand"])

    usual = numbers(Manager(SMALL))
    monkeypatch.setattr(library, "backend", lambda: ("dd.autoref", autoref.BDD()))
    other = Manager(SMALL)
    assert other.library == "dd.autoref" and numbers(other) == usual


# --- sections: what the counts of verifier do not exercise --------------------------------------------

ADDING = """
rulespec: 1
id: adding
cards: {suits: [clubs, hearts], ranks: [7, 8, 9], jokers: 2}
deck: [{cards: all}]
schedule: [{sets: [[1, 1, 1]]}]
trump: [{fixed: no_trump}]
lead: [{play: hand}]
follow: [{play: hand}]
strength: [{class: never}]
score: [{points: 10 * tricks}]
premium:
  - {name: flat, when: me.made_all, add: 100}
  - {name: each, when: makers >= 2 or me.zero_bids > 1, add: -20 * makers}
  - {name: always, add: me.zero_bids}
"""


def test_rows_that_add_up_have_the_reference_sum() -> None:
    ruleset = load_text(ADDING)
    manager = Manager(ruleset.pack)
    names: dict[str, Type] = {"me.made_all": Bool(), "makers": Int(0, 4), "me.zero_bids": Int(0, 3)}
    symbols = {name: values.variable(name, type_, manager) for name, type_ in names.items()}
    total = sections.total(ruleset, "premium", symbols, manager)
    seen = set()
    for made, makers, zeros in product((False, True), range(5), range(4)):
        env: Env = {"me.made_all": made, "makers": makers, "me.zero_bids": zeros}
        point = manager.every(values.same(symbols[n], values.constant(env[n], names[n], manager), manager) for n in names)
        expected = plain_sections.total(ruleset, "premium", env)
        assert plain(total, Int(-100, 200), manager, point) == expected
        seen.add(expected)
    assert len(seen) > 10
