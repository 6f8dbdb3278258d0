"""The text meaning against the reference, in both languages: catalogue, random expressions, sets of every kind of pack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import formula
from rulespec.check.scope import base_scope
from rulespec.check.typecheck import Checker
from rulespec.ir import ops
from rulespec.ir.cards import Pack, bits
from rulespec.ir.expr import Apply, Expr, Name
from rulespec.ir.types import LEVELS, Bool, Card, Cards, Choice, Int, Level, Suit, Type
from rulespec.meanings.python.evaluate import Env, Value
from rulespec.meanings.python.evaluate import evaluate as reference
from rulespec.meanings.text.evaluate import evaluate
from rulespec.meanings.text.ops import OPS
from rulespec.meanings.text.values import JAVASCRIPT, LANGUAGES, PYTHON, Place
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from tests.built.node import Node, node
from tests.semantics.strategies import KINDS, NAMES, OPTIONS, SMALL, STANDARD, Expressions, moments, read, scope_of
from verifier.programs.build import module
from verifier.programs.build.data import literals

LARGE = Pack(("clubs", "diamonds", "hearts", "spades", "moons", "towers"), tuple("23456789TJQKA"), 3)
PACKS = {"one_word": SMALL, "two_words": STANDARD, "big_numbers": LARGE}


@pytest.fixture(scope="module")
def running() -> Iterator[Node]:
    with node() as started:
        for name, pack in PACKS.items():
            numbers = f"const PLAYERS = 4, SUITS = {list(pack.suits)}, LETTERS = {list(pack.letters)}, RANKS = {list(pack.ranks)}, JOKER_COUNT = {pack.jokers};"
            started.run(f"globalThis.{name} = (() => {{ {numbers}\n{''.join(module.sets(pack, JAVASCRIPT))}\nreturn (code) => eval(code); }})(); null")
        yield started


@cache
def python_names(pack: Pack) -> dict[str, Any]:
    """What a Python module has before its rows."""
    names: dict[str, Any] = {"SUITS": pack.suits, "LETTERS": pack.letters, "RANKS": pack.ranks, "JOKER_COUNT": pack.jokers}
    exec("\n".join([module.template("python/head.py.txt"), *module.sets(pack, PYTHON)]), names)
    return names


def in_python(expr: Expr, env: Env, pack: Pack) -> Value:
    names = {**python_names(pack), **env, "options": env}
    exec(module.literals(literals(pack, [expr]), PYTHON), names)
    value: Value = eval(evaluate(expr, Place(PYTHON, pack, ("mode", "stake"))).text, names)
    return value


def in_javascript(expr: Expr, env: Env, pack: Pack, started: Node) -> Value:
    """The value that Node finds; sets go there and come back as lists of cards."""
    text = evaluate(expr, Place(JAVASCRIPT, pack, ("mode", "stake"))).text
    shown = f"indices({text})" if isinstance(expr.type, Card | Cards) else text
    given = {name: script(value, NAMES[name]) for name, value in env.items()}
    chosen = ", ".join(f"{name}: {given[name]}" for name in ("mode", "stake") if name in given)
    names, values = ", ".join([*given, "options"]), ", ".join([*given.values(), f"{{ {chosen} }}"])
    code = f"{module.literals(literals(pack, [expr]), JAVASCRIPT)}\n(({names}) => ({shown}))({values})"
    kind = next(name for name, each in PACKS.items() if each == pack)
    found = started.run(f"{kind}({code!r})")
    return sum(1 << card for card in found) if isinstance(expr.type, Card | Cards) else found


def script(value: Value, type_: Type) -> str:
    if isinstance(type_, Card | Cards):
        return f"setOf({list(bits(int(value or 0)))})"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "null" if value is None else repr(value)


def same_value(expr: Expr, env: Env, pack: Pack, started: Node) -> None:
    """Every language gives the reference's value, and one of its type."""
    expected = reference(expr, env, pack)
    for found in (in_python(expr, env, pack), in_javascript(expr, env, pack, started)):
        assert found == expected and type(found) is type(expected)


def test_every_operator_and_no_other_has_a_form_in_every_language() -> None:
    assert set(OPS) == set(ops.BY_NAME)
    assert all(set(forms) == set(LANGUAGES) for forms in OPS.values())


def test_each_pack_shows_another_kind_of_sets() -> None:
    assert {name: module.kind_of_sets(pack) for name, pack in PACKS.items()} == {name: name for name in PACKS}


@pytest.mark.parametrize(("text", "answer"), [pytest.param(*example, id=example[0]) for op in ops.OPS for example in op.examples])
def test_an_example_of_the_catalogue_is_true(text: str, answer: str, running: Node) -> None:
    """As written: what the checker would decide beforehand is left for the module to find."""
    wanted, found = read(answer, base_scope(STANDARD, "the catalogue", {}, {})), as_written(text)
    same_value(found, {}, STANDARD, running)
    assert in_python(found, {}, STANDARD) == reference(wanted, {}, STANDARD)


def as_written(text: str) -> Expr:
    """The core of a text before anything is taken out."""
    parsed = formula.parse(Scalar(text, Span(Source("<test>", text), 0, len(text))))
    found = Checker(parsed, base_scope(STANDARD, "the catalogue", {}, {}), []).expr(parsed.tree)
    assert found is not None
    return found


BRACKETS = (
    "not (p and q)", "not (p or q) and p", "(p or q) and q", "p or q and p", "p or (p and not q)", "(not p) == q", "not p == q", "(p == q) == p",
    "(m < n) == p", "p == (n < 3 <= 7)", "implies(p, q)", "implies(p and q, p or q)", "implies(implies(p, q), q)", "implies(p, implies(q, p))",
    "not implies(p, q)", "m - (n - 1)", "m - n - 1", "-(m + 1) * -2", "-m", "-(-m)", "-m * n", "0 - -m", "m * (n + m)", "m * n + n", "(m + n) * (m - n)",
    "m // 2 % 3", "m * (n // 2)", "(m + n) // 3", "(m - n) % 4", "m % 3 * 2", "min(m, n) - max(m, -n)", "abs(m - n) * 2", "m * (n if p else 1)",
    "(m if p else n) + 1", "m if (p if q else not p) else n", "(m if p else n) if q else 1", "hand & (table | jokers) - all",
    "hand & table | jokers", "hand & (table | jokers)", "(hand | table) - (hand & table)", "hand - (table - hand)", "hand - table - jokers",
    "card in hand & table", "card in hand or p", "not card in hand", "only(card) | hand", "only(card) in table", "hand & table in hand",
    "any(hand - table) == p", "none(hand & table) and q", "count(hand | table) - count(hand)", "highest(hand) | lowest(table)", "above(hand, table) & hand",
    "hand == table or p", "hand != (hand | table)", "card in suit(trump) or trump == none", "asked != trump and asked != none", "level == high or p",
    "hand if trump != none else hand & (suit(trump) | jokers)", "mode in (one, two) or stake == -200", "mode == three and stake > 0",
)  # fmt: skip


@pytest.mark.parametrize("text", BRACKETS)
def test_brackets_stand_where_they_must(text: str, running: Node) -> None:
    """Each text at forty moments; a bracket too few shows in some of them."""
    expr, rng = read(text, scope_of(NAMES, SMALL, OPTIONS)), Random(text)
    for _ in range(40):
        env = {name: plain_value(type_, SMALL, rng) for name, type_ in NAMES.items()}
        same_value(expr, env, SMALL, running)


def plain_value(type_: Type, pack: Pack, rng: Random) -> Value:
    """A value at random, as the reference holds it."""
    match type_:
        case Bool():
            return rng.random() < 0.5
        case Int(low, high):
            return rng.choice([low, high, 0, rng.randint(low, high)]) if low <= 0 else rng.randint(low, high)
        case Suit():
            return rng.choice([None, *range(len(pack.suits))])
        case Level():
            return rng.choice(LEVELS)
        case Card():
            return 1 << rng.randrange(pack.size)
        case Cards():
            return rng.choice([0, rng.randrange(1 << pack.size), rng.randrange(1 << pack.size)])
        case Choice(_, words):
            return rng.choice(words)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_random_expressions_have_the_reference_value(wanted: str, pack: Pack, running: Node, data: st.DataObject) -> None:
    expressions = Expressions(NAMES, pack, OPTIONS)
    same_value(data.draw(expressions.raw(wanted)), data.draw(moments(NAMES, pack)), pack, running)


ON_SETS = [op for op in ops.OPS if op.params and set(op.params) <= {"Cards"}]


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
@pytest.mark.parametrize("op", [*ON_SETS, ops.BY_NAME["eq"], ops.BY_NAME["ne"]], ids=lambda op: op.name)
def test_set_operators_on_pairs_of_sets(op: ops.Op, pack: Pack, running: Node) -> None:
    """Edges: no card, all cards, each suit, the jokers, each suit's ends; then a spread of others."""
    suits = [pack.suit_mask(suit) for suit in range(len(pack.suits))]
    ends = sum(suit & -suit for suit in suits), sum(1 << suit.bit_length() - 1 for suit in suits)
    sets = sorted({0, pack.all_mask, pack.jokers_mask, *suits[:2], suits[-1], *ends, *(pack.all_mask // n for n in (3, 5, 7))})
    for a in sets:
        for b in sets if len(op.params) == 2 else [0]:
            args = (Name("hand", Cards()), Name("table", Cards()))[: len(op.params)]
            result = Int(0, pack.size) if op.result == "Int" else Bool() if op.result == "Bool" else Cards()
            same_value(Apply(op.name, args, result), {"hand": a, "table": b}, pack, running)


@pytest.mark.parametrize("op", ["floordiv", "mod", "mul", "sub", "add", "min", "max"])
def test_arithmetic_around_zero(op: str, running: Node) -> None:
    """Signs, zeros and rounding: JavaScript's remainder has the dividend's sign, and its zero may have one too."""
    for low in range(-4, 5):
        for other in range(1, 4) if op in ("floordiv", "mod") else range(-3, 4):
            expr = Apply(op, (Name("m", Int(-4, 4)), Name("n", Int(-3, 3))), Int(-12, 12))
            same_value(expr, {"m": low, "n": other}, SMALL, running)
