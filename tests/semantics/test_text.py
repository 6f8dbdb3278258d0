"""A core written as text and read again is the same core."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.check.rows import section_scope
from rulespec.check.scope import base_scope
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import SECTIONS
from rulespec.ir.text import text
from rulespec.ir.types import Bool, Choice
from rulespec.library import shipped
from rulespec.pipeline import load
from tests.semantics.strategies import KINDS, NAMES, OPTIONS, SMALL, Expressions, read, scope_of

SCOPE = scope_of(NAMES, SMALL, OPTIONS)
ANY_NAME = Expressions(NAMES, SMALL, OPTIONS)
MODE = Choice("mode", ("one", "two", "three"))
GOOD = sorted((Path(__file__).parents[1] / "language" / "good").glob("*.yaml"))


@pytest.mark.parametrize("wanted", KINDS)
@given(data=st.data())
@settings(max_examples=70, deadline=None)
def test_a_random_expression_is_read_again_as_it_was(wanted: str, data: st.DataObject) -> None:
    expr = data.draw(ANY_NAME.of(wanted))
    written = text(expr, SMALL)
    if len(written) <= 2000:
        assert read(written, SCOPE) == expr


def expressions(ruleset: RuleSet) -> list[tuple[str, Expr]]:
    rows = [(kind.name, row) for kind in SECTIONS for row in ruleset.rows(kind.name)]
    parts = [(section, part) for section, row in rows for part in (row.when, row.result)]
    return [(section, part) for section, part in parts if isinstance(part, Expr)]


@pytest.mark.parametrize("name", [*shipped(), *map(str, GOOD)], ids=lambda name: Path(name).stem)
def test_every_row_is_read_again_as_it_was(name: str) -> None:
    ruleset = load(name)
    base = base_scope(ruleset.pack, "a row", ruleset.options, ruleset.chosen)
    scopes = {kind.name: section_scope(base, kind.name, kind.names, ruleset.facts) for kind in SECTIONS}
    assert expressions(ruleset)
    for section, expr in expressions(ruleset):
        assert read(text(expr, ruleset.pack), scopes[section]) == expr


def shape(expr: Expr) -> str:
    """Which parts a core has, without their values."""
    match expr:
        case Apply(op, args):
            return f"{op}({' '.join(map(shape, args))})"
        case If(cond, then, orelse):
            return f"if({shape(cond)} {shape(then)} {shape(orelse)})"
        case _:
            return "."


@pytest.mark.parametrize(
    ("written", "shaped"),
    [
        ("p or q and p", "or(. and(. .))"), ("(p or q) or p", "or(or(. .) .)"), ("p or (q or p)", "or(. or(. .))"),
        ("not (p and q)", "not(and(. .))"), ("(not p) == q", "eq(not(.) .)"), ("not p == q", "not(eq(. .))"),
        ("m - (n - 1)", "sub(. sub(. .))"), ("m - n - 1", "sub(sub(. .) .)"), ("-(m + 1) * -2", "mul(neg(add(. .)) .)"),
        ("-(-m)", "neg(neg(.))"), ("m * (n if p else 1)", "mul(. if(. . .))"), ("m if p else n if q else 1", "if(. . if(. . .))"),
        ("(m if p else n) if q else 1", "if(. if(. . .) .)"), ("m if (p if q else not p) else 1", "if(if(. . not(.)) . .)"),
        ("hand & (table | jokers) - all", "inter(. minus(union(. .) .))"), ("hand & table | jokers - all", "union(inter(. .) minus(. .))"),
        ("card in hand & table", "in(. inter(. .))"), ("(m < n) == p", "eq(lt(. .) .)"), ("m // 2 % 3", "mod(floordiv(. .) .)"),
        ("m * (n // 2)", "mul(. floordiv(. .))"), ("not card in hand", "not(in(. .))"),
    ],
)  # fmt: skip
def test_brackets_stand_where_they_must_and_nowhere_else(written: str, shaped: str) -> None:
    expr = read(written, SCOPE)
    assert shape(expr) == shaped
    assert text(expr, SMALL) == written


@pytest.mark.parametrize(
    ("expr", "written"),
    [
        (BoolLit(False), "False"), (IntLit(-3), "-3"), (SuitLit(None), "none"), (SuitLit(1), "hearts"), (LevelLit("low"), "low"),
        (CardsLit(0), 'cards("")'), (CardsLit(SMALL.all_mask), "all"), (CardsLit(SMALL.jokers_mask), "jokers"),
        (CardsLit(0b1000001), 'cards("7C JK")'), (CardsLit(0b11000001), 'cards("7C JK JK")'),
        (Apply("ne", (Name("mode", MODE), ChoiceLit("two", MODE)), Bool()), "mode != two"),
    ],
)  # fmt: skip
def test_values_are_written_as_people_write_them(expr: Expr, written: str) -> None:
    assert text(expr, SMALL) == written and read(written, SCOPE) == expr


def test_a_pack_without_jokers_has_no_cards_of_that_name() -> None:
    pack = Pack(("clubs",), ("7",), 0)
    assert text(CardsLit(0), pack) == 'cards("")' and text(CardsLit(1), pack) == "all"
