"""The operator catalogue and the reference meaning: every entry means what it says, within its bounds."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.check.bounds import BOUNDS, LIMIT, largest, settled
from rulespec.check.scope import base_scope
from rulespec.ir import ops
from rulespec.ir.expr import Apply, CardsLit, Expr, Name
from rulespec.ir.types import Bool, Card, Int, kind
from rulespec.meanings.python.evaluate import Env, Value, evaluate
from rulespec.meanings.python.ops import OPS
from tests.semantics.strategies import KINDS, NAMES, OPTIONS, SMALL, STANDARD, Expressions, moments, read, scope_of

ANY_NAME = Expressions(NAMES, SMALL, OPTIONS)
OF_ONE_CARD = ("in", "only")  # no text stands for one card, so these have no examples


def has_type(value: Value, expr: Expr) -> bool:
    match expr.type:
        case Bool():
            return isinstance(value, bool)
        case Int(low, high):
            return type(value) is int and low <= value <= high
        case Card():
            return isinstance(value, int) and value.bit_count() == 1
        case _:
            return not isinstance(value, bool)


def test_the_catalogue_and_the_reference_have_the_same_operators() -> None:
    assert set(OPS) == {op.name for op in ops.OPS} and len(ops.BY_NAME) == len(ops.OPS)
    assert set(BOUNDS) == {op.name for op in ops.OPS if op.result == "Int"} - {"count"}


def test_every_operator_is_told_apart_by_its_arguments() -> None:
    for one, other in product(ops.OPS, repeat=2):
        assert one is other or one.written != other.written or one.params != other.params


@pytest.mark.parametrize("op", ops.OPS, ids=lambda op: op.name)
def test_an_operator_says_what_it_does_and_shows_it(op: ops.Op) -> None:
    assert op.says and not op.says.endswith(".") and op.says[0].islower()
    assert bool(op.examples) is (op.name not in OF_ONE_CARD)
    assert {*op.params, op.result} <= {*KINDS, "T", "..."}


@pytest.mark.parametrize(("op", "text", "answer"), [pytest.param(op, *example, id=example[0]) for op in ops.OPS for example in op.examples])
def test_an_example_of_the_catalogue_is_true(op: ops.Op, text: str, answer: str) -> None:
    assert op.written in text
    scope = base_scope(STANDARD, "the catalogue", {}, {})
    expr, wanted = read(text, scope), read(answer, scope)
    value = evaluate(expr, {}, STANDARD)
    assert value == evaluate(wanted, {}, STANDARD) and has_type(value, expr)
    assert kind(expr.type) == kind(wanted.type)


@pytest.mark.parametrize("op", OF_ONE_CARD)
def test_operators_of_one_card(op: str) -> None:
    for card, cards in product(range(SMALL.size), range(0, SMALL.all_mask + 1, 37)):
        env: Env = {"card": 1 << card}
        args = (Name("card", Card()), CardsLit(cards)) if op == "in" else (Name("card", Card()),)
        value = evaluate(Apply(op, args, Bool()), env, SMALL)
        assert value == (bool(cards >> card & 1) if op == "in" else 1 << card)


SOME = [Int(low, high) for low in range(-3, 4) for high in range(low, 4)]


@pytest.mark.parametrize("op", sorted(BOUNDS))
def test_bounds_hold_and_are_reached(op: str) -> None:
    """Over all small intervals: no result leaves the bounds, and each bound is some result."""
    params = [p for p in ops.BY_NAME[op].params if p != "..."]
    divisors = [Int(n, n) for n in (1, 2, 3)]
    for args in product(SOME, divisors if op in ("floordiv", "mod") else SOME) if len(params) == 2 else product(SOME):
        results = {OPS[op](SMALL, *point) for point in product(*(range(a.low, a.high + 1) for a in args))}
        bounds = BOUNDS[op](args)
        assert bounds.low <= min(results) and max(results) <= bounds.high
        assert op == "mod" or bounds == Int(min(results), max(results))


@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_a_random_expression_has_a_value_of_its_type(wanted: str, data: st.DataObject) -> None:
    raw = data.draw(ANY_NAME.raw(wanted))
    env = data.draw(moments(NAMES, SMALL))
    value, expr = evaluate(raw, env, SMALL), settled(raw)
    assert has_type(value, raw) and has_type(value, expr)
    assert evaluate(expr, env, SMALL) == value, "what is decided may be taken out"
    if isinstance(raw.type, Int) and isinstance(expr.type, Int):
        assert raw.type.low <= expr.type.low <= expr.type.high <= raw.type.high and largest(raw.type) <= LIMIT


def test_a_text_names_its_values() -> None:
    scope = scope_of(NAMES, SMALL, OPTIONS)
    expr = read("stake == -200 and mode in (one, two) and (hand & suit(hearts)) in table and p == (n < 3 <= 7)", scope)
    env: Env = {"stake": -200, "mode": "two", "hand": 0b111011, "table": 0b111000, "p": True, "n": 2}
    assert evaluate(expr, env, SMALL) is True
