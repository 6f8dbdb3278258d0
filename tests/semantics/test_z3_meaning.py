"""The bit-vector meaning against the reference: catalogue, random expressions, sections, every scope's names."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.check.scope import base_scope
from rulespec.ir import ops
from rulespec.ir.expr import Apply, Expr, Name
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Level, Suit, Type, kind
from rulespec.meanings.python.evaluate import Env, Value
from rulespec.meanings.python.evaluate import evaluate as reference
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.ops import OPS
from rulespec.meanings.z3.values import Num, constant, domain, same, variable, width_of
from rulespec.pipeline import load
from tests.semantics.strategies import KINDS, NAMES, OPTIONS, SMALL, STANDARD, Expressions, moments, read
from verifier.proofs import solve
from verifier.proofs.enumeration import arising
from verifier.proofs.prove import setting_of
from verifier.proofs.scopes import SCOPES, Scope
from verifier.small_game import SmallGame, reduce
from verifier.symbolic import situations

ANY_NAME = Expressions(NAMES, SMALL, OPTIONS)


def plain(value: Any, type_: Type, pack: Any) -> Value:
    """The plain value of a symbolic one without variables, in the type the reference has it."""
    term = z3.simplify(value.term if isinstance(value, Num) else value)
    match type_:
        case Bool():
            return z3.is_true(term)
        case Level():
            return "high" if z3.is_true(term) else "low"
        case Int():
            return int(term.as_signed_long())
        case Suit():
            index = term.as_long()
            return None if index == len(pack.suits) else int(index)
        case Card() | Cards():
            return int(term.as_long())
        case Choice(_, words):
            return words[term.as_long()]


def same_value(expr: Expr, env: Env, pack: Any) -> None:
    """Both meanings give one value of one type, and a number keeps within its bit-vector's bounds."""
    symbols = {name: constant(env[name], NAMES[name], pack) for name in env}
    found, expected = evaluate(expr, symbols, pack), reference(expr, env, pack)
    assert plain(found, expr.type, pack) == expected
    assert type(plain(found, expr.type, pack)) is type(expected)
    if isinstance(found, Num):
        assert found.bounds.low <= int(expected or 0) <= found.bounds.high
        assert found.term.size() == width_of(found.bounds)


def test_every_operator_and_no_other_has_a_meaning() -> None:
    assert set(OPS) == set(ops.BY_NAME)


@pytest.mark.parametrize(("text", "answer"), [pytest.param(*example, id=example[0]) for op in ops.OPS for example in op.examples])
def test_an_example_of_the_catalogue_is_true(text: str, answer: str) -> None:
    expr, wanted = (read(each, base_scope(STANDARD, "the catalogue", {}, {})) for each in (text, answer))
    assert plain(evaluate(expr, {}, STANDARD), expr.type, STANDARD) == reference(wanted, {}, STANDARD)


@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_random_expressions_have_the_reference_value(wanted: str, data: st.DataObject) -> None:
    same_value(data.draw(ANY_NAME.raw(wanted)), data.draw(moments(NAMES, SMALL)), SMALL)


@pytest.mark.parametrize("op", [op for op in ops.OPS if op.params and set(op.params) <= {"Cards"}], ids=lambda op: op.name)
def test_set_operators_on_every_pair_of_small_sets(op: ops.Op) -> None:
    """Edges first: no card, all cards, each suit, the jokers; then a spread of others."""
    sets = sorted({0, SMALL.all_mask, SMALL.jokers_mask, *map(SMALL.suit_mask, range(2)), *range(0, SMALL.all_mask + 1, 23)})
    for a in sets:
        for b in sets if len(op.params) == 2 else [0]:
            args = (Name("hand", Cards()), Name("table", Cards()))[: len(op.params)]
            result = Int(0, SMALL.size) if op.result == "Int" else Bool() if op.result == "Bool" else Cards()
            expr = Apply(op.name, args, result)
            env = {"hand": a, "table": b}
            symbols = {name: constant(value, Cards(), SMALL) for name, value in env.items()}
            assert plain(evaluate(expr, symbols, SMALL), result, SMALL) == reference(expr, env, SMALL)


@pytest.mark.parametrize("type_", NAMES.values(), ids=lambda t: f"{kind(t)}")
def test_a_domain_admits_exactly_the_values_of_a_type(type_: Type) -> None:
    value = variable("x", type_, SMALL)
    asked = solve.solver()
    asked.add(domain(value, type_, SMALL))
    found: set[Value] = set()
    while isinstance(answer := solve.ask(asked), solve.Sat):
        found.add(plain(answer.model.eval(value.term if isinstance(value, Num) else value, model_completion=True), type_, SMALL))
        _block(asked, value, answer)
    sizes = {"Bool": 2, "Level": 2, "Suit": 3, "Card": 8, "Cards": 256, "Choice": 3}
    assert len(found) == (type_.high - type_.low + 1 if isinstance(type_, Int) else sizes[kind(type_)])


def _block(asked: z3.Solver, value: Any, answer: solve.Sat) -> None:
    term = value.term if isinstance(value, Num) else value
    asked.add(term != answer.model.eval(term, model_completion=True))


# --- scopes -----------------------------------------------------------------------------------

PROFILES = ("tvaladze", "skill-games", "tvaladze+low_lead=never_wins")
ENUMERATED = [scope for scope in SCOPES if scope.name != "match"]  # whole games have tests of their own: `test_match_claims`
SIZES = {"game": (2, 2), "deal": (2, 2), "bidding": (2, 2)}  # cards in the largest hand of the small game, hands of a set; else 1 and 1


@cache
def small(profile: str, scope: str) -> SmallGame:
    """The rule set on a small pack, every game of it played."""
    cards, hands = SIZES.get(scope, (1, 1))
    return SmallGame(reduce(load(profile), (), cards=cards, hands=hands).ruleset)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("scope", ENUMERATED, ids=lambda s: s.name)
def test_a_scopes_names_mean_the_same_in_both_meanings(scope: Scope, profile: str) -> None:
    """Sampled situations of a small game: the symbolic scope has them, with every name as the reference has it."""
    game = small(profile, scope.name)
    ruleset, every = game.book.ruleset, list(islice(arising(game, scope.name), 60_000))
    symbolics = situations(setting_of(ruleset), scope.name)
    types = {name.name: name.type(ruleset.facts) for name in scope.names}
    for moment in random.Random(7).sample(every, min(10, len(every))):
        env = {name: value for name, value in scope.values(game.book, moment).items() if name in types}
        assert any(_admits(symbolic, env, types, ruleset) for symbolic in symbolics), moment


def _admits(symbolic: Any, env: Env, types: dict[str, Type], ruleset: RuleSet) -> bool:
    asked = solve.solver()
    asked.add(*[condition for _, condition in symbolic.assumptions])
    asked.add(*[same(symbolic.names[name], constant(value, types[name], ruleset.pack)) for name, value in env.items() if name in symbolic.names])
    answer = solve.ask(asked)
    assert not isinstance(answer, solve.Unsure)
    return isinstance(answer, solve.Sat)


@pytest.mark.parametrize("scope", ENUMERATED, ids=lambda s: s.name)
def test_every_name_of_a_scope_is_there_in_both_meanings(scope: Scope) -> None:
    game = small("tvaladze", scope.name)
    listed = {name.name for name in scope.names if name.is_ is None}
    assert listed <= set(situations(setting_of(game.book.ruleset), scope.name)[0].names)
    assert listed <= set(scope.values(game.book, next(iter(arising(game, scope.name)))))
