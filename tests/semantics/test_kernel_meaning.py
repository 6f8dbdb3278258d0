"""The compiled meaning against the reference: catalogue, random expressions, helpers, sections of every shipped rule set."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.check.scope import base_scope
from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, Expr, IntLit, Name
from rulespec.ir.types import Bool, Cards, Int
from rulespec.library import shipped
from rulespec.meanings.kernel import bits, plain_bits
from rulespec.meanings.kernel.evaluate import evaluate
from rulespec.meanings.kernel.ops import OPS
from rulespec.meanings.kernel.printed import printed
from rulespec.meanings.kernel.sections import function
from rulespec.meanings.kernel.values import Refused, constant, plain
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.evaluate import evaluate as reference
from rulespec.pipeline import load, load_text
from tests.semantics.strategies import KINDS, NAMES, OPTIONS, SMALL, STANDARD, Expressions, moments, read
from verifier.kernel.agreement import ASKED, PARTS, disagreements
from verifier.kernel.source import interpreted, run

ANY_NAME = Expressions(NAMES, SMALL, OPTIONS)
ENV = {name: name for name in NAMES}
HEAD = "from rulespec.meanings.kernel.{} import low_bit, popcount, top_bit, up_to\n"
ROOT = Path(__file__).parents[2]
HOUSES = [str(ROOT / "tests" / path) for path in ("check/odd-house.yaml", "language/good/every-trump.yaml", "language/good/every-operator.yaml")]
SETTLED = [name for name in shipped() if not load(name).open_options]


def compiled(expressions: Sequence[Expr], pack: Pack) -> Any:
    """One compiled function for all the expressions: it takes every name and fills a row of answers."""
    lines = [f"out[{i}] = {evaluate(expr, ENV, pack)}" for i, expr in enumerate(expressions)]
    text = "from numba import njit\n" + HEAD.format("bits") + "@njit\n" + function("answers", [*NAMES, "out"], lines)
    return run(text).answers


def interpreted_answers(expressions: Sequence[Expr], pack: Pack) -> Any:
    lines = [f"out[{i}] = {evaluate(expr, ENV, pack)}" for i, expr in enumerate(expressions)]
    return run(HEAD.format("plain_bits") + function("answers", [*NAMES, "out"], lines)).answers


def agree(answers: Any, expressions: Sequence[Expr], env: Env, pack: Pack, out: Any) -> None:
    """Every answer is the reference's, as a plain value of the same type."""
    answers(*[constant(env[name], NAMES[name], pack) for name in NAMES], out)
    for expr, found in zip(expressions, out, strict=True):
        wanted, value = reference(expr, env, pack), plain(int(found), expr.type, pack)
        assert value == wanted and type(value) is type(wanted), expr


def numbers(many: int) -> Any:
    return bits.table([0] * many)


def test_every_operator_and_no_other_has_a_meaning() -> None:
    assert set(OPS) == set(ops.BY_NAME)


def test_the_examples_of_the_catalogue_are_true() -> None:
    scope = base_scope(STANDARD, "the catalogue", {}, {})
    examples = [example for op in ops.OPS for example in op.examples]
    asked, wanted = ([read(example[side], scope) for example in examples] for side in (0, 1))
    out = numbers(len(examples))
    compiled(asked, STANDARD)(*[constant(None if n in ("trump", "asked") else 0, t, STANDARD) if n not in ("mode", "level") else 0 for n, t in NAMES.items()], out)
    for example, expr, found, answer in zip(examples, asked, out, wanted, strict=True):
        assert plain(int(found), expr.type, STANDARD) == reference(answer, {}, STANDARD), example


@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_random_expressions_have_the_reference_value(wanted: str, data: st.DataObject) -> None:
    """The text run by Python: what is printed is right, and its numbers stay within 64 bits as the compiled ones must."""
    expr, env = data.draw(ANY_NAME.raw(wanted)), data.draw(moments(NAMES, SMALL))
    out = [0]
    agree(interpreted_answers([expr], SMALL), [expr], env, SMALL, out)
    assert -(1 << 62) < int(out[0]) < 1 << 62


@given(st.lists(st.sampled_from(KINDS).flatmap(ANY_NAME.raw), min_size=60, max_size=60), st.lists(moments(NAMES, SMALL), min_size=5, max_size=20))
@settings(max_examples=2, deadline=None, database=None)
def test_random_expressions_compiled_have_the_reference_value(expressions: list[Expr], envs: list[Env]) -> None:
    answers, out = compiled(expressions, SMALL), numbers(len(expressions))
    for env in envs:
        agree(answers, expressions, env, SMALL, out)


def test_set_operators_on_every_pair_of_small_sets() -> None:
    """Edges first: no card, all cards, each suit, the jokers; then a spread of others."""
    sets = sorted({0, SMALL.all_mask, SMALL.jokers_mask, *map(SMALL.suit_mask, range(2)), *range(0, SMALL.all_mask + 1, 23)})
    found = [op for op in ops.OPS if op.params and set(op.params) <= {"Cards"}]
    types = {"Int": Int(0, SMALL.size), "Bool": Bool(), "Cards": Cards()}
    expressions = [Apply(op.name, (Name("hand", Cards()), Name("table", Cards()))[: len(op.params)], types[op.result]) for op in found]
    answers, out = compiled(expressions, SMALL), numbers(len(found))
    env: dict[str, Any] = dict.fromkeys(NAMES) | {"card": 1, "mode": "one", "level": "high"}
    for a, b in product(sets, sets):
        agree(answers, expressions, env | {"hand": a, "table": b}, SMALL, out)


HELPERS = """
from numba import njit
from rulespec.meanings.kernel import bits
@njit
def helpers(cards, n, row, place, many, out):
    out[0], out[1], out[2], out[3] = bits.low_bit(cards), bits.top_bit(cards), bits.up_to(cards), bits.popcount(cards)
    out[4], out[5] = bits.stream(row, place), bits.chance(row, place, many)
    if cards:
        out[6], out[7], out[8] = bits.first_index(cards), bits.nth_index(cards, n), bits.nth_by_loop(cards, n)
"""


def test_the_helpers_do_compiled_what_they_do_in_python() -> None:
    rng, helpers, out = random.Random(3), run(HELPERS).helpers, numbers(9)
    for number in range(500):
        cards = rng.getrandbits(rng.randint(1, 62)) if number else 0
        n, row, place, many = rng.randrange(cards.bit_count() or 1), rng.getrandbits(64) - (1 << 63), rng.randrange(1 << 40), rng.randint(1, 1000)
        out[:] = 0
        helpers(cards, n, row, place, many, out)
        plain = plain_bits
        wanted = [plain.low_bit(cards), plain.top_bit(cards), plain.up_to(cards), plain.popcount(cards), plain.stream(row, place), plain.chance(row, place, many)]
        wanted += [plain.first_index(cards), *[plain.nth_index(cards, n)] * 2] if cards else [0, 0, 0]
        assert list(out) == wanted and 0 <= out[5] < many


def test_chances_are_even() -> None:
    """Chi-square of 40 places of many rows: 36 degrees of freedom leave 80 only once in ten thousand tries."""
    counts = [0] * 37
    for row in range(4000):
        for place in range(10):
            counts[plain_bits.chance(plain_bits.stream(7, row), place, 37)] += 1
    assert sum((count - 40_000 / 37) ** 2 for count in counts) / (40_000 / 37) < 80


# --- sections -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SETTLED, *HOUSES], ids=lambda name: Path(name).stem)
def test_every_section_as_printed_answers_as_the_reference(name: str) -> None:
    ruleset = load(name)
    module = interpreted(ruleset, PARTS)
    for section in ASKED:
        assert list(disagreements(ruleset, module, section, 250, 5)) == [], section


@pytest.mark.parametrize("section", ASKED)
def test_two_thousand_situations_compiled_answer_as_the_reference(section: str, compiled_rules: Any) -> None:
    ruleset, module = compiled_rules
    assert list(disagreements(ruleset, module, section, 2000, 6)) == []


@pytest.fixture(scope="module")
def compiled_rules(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from verifier.kernel.kept import compiled as compiled_text

    ruleset = load("skill-games")
    return ruleset, compiled_text(ruleset, PARTS, tmp_path_factory.mktemp("kernel"))


def test_a_disagreement_would_be_seen() -> None:
    """Each section of one house asked with the printed rules of another."""
    module = interpreted(load("skill-games"), PARTS)
    other = load("tvaladze")
    seen = {section for section in ASKED if list(disagreements(other, module, section, 300, 1))}
    assert seen == {"trump", "follow", "strength", "winner", "score", "premium"}


# --- what is refused ------------------------------------------------------------------------------


def test_a_pack_too_large_is_refused() -> None:
    ranks = ", ".join([*"23456789", *map(str, range(10, 26))])
    text = (ROOT / "tests/language/good/smallest.yaml").read_text().replace("[J, Q, K, A]", f"[{ranks}]").replace("[hearts, spades]", "[hearts, spades, clubs]")
    with pytest.raises(Refused, match="in 62 bits, and this pack has 72 cards"):
        printed(load_text(text))


def test_a_family_and_too_many_cards_a_hand_are_refused() -> None:
    with pytest.raises(Refused, match="is not chosen"):
        printed(load("georgian"))
    text = (ROOT / "tests/language/good/smallest.yaml").read_text().replace("[[1]]", "[[5]]")
    with pytest.raises(Refused, match="2 hands of 5 need 10 cards, and the pack has 8"):
        printed(load_text(text))


@pytest.mark.parametrize(("trump", "why"), [
    ("choose: {by: left_of_dealer, after: 1, from: [suits, deal_again], at_most: 2}", "may be dealt again"),
    ("choose: {by: highest_bidder, from: [suits]}", "when everybody has bid"),
    ("turn: dealers_last_card, joker: {by: left_of_dealer, from: [suits, no_trump]}", "where a joker is turned"),
])  # fmt: skip
def test_a_trump_that_the_game_cannot_play_is_refused(trump: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        printed(load_text(f"rulespec: 1\nid: other\nextends: tvaladze\ntrump: [{{name: a, {trump}}}]\n"))


def test_a_number_beyond_the_bounds_is_refused() -> None:
    huge = Apply("mul", (IntLit(1 << 40), IntLit(1 << 40)), Int(1 << 80, 1 << 80))
    with pytest.raises(Refused, match="does not fit"):
        evaluate(huge, {}, SMALL)
