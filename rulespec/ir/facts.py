"""What the rows of `deck`, `schedule` and `score` fix for the sections after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from rulespec.ir.cards import Pack
from rulespec.ir.expr import FALSE, TRUE, Expr
from rulespec.ir.ruleset import AnyRow, Facts, Result, Row
from rulespec.ir.types import Int
from rulespec.ir.walk import names
from rulespec.meanings.python.evaluate import evaluate

R = TypeVar("R", bound=Result)


def reachable(rows: Iterable[Row[R]]) -> list[Row[R]]:
    """The rows that may answer: none after one that always holds, none that never does."""
    found: list[Row[R]] = []
    for row in rows:
        if row.when != FALSE:
            found.append(row)
        if row.when == TRUE:
            break
    return found


def after(section: str, rows: Sequence[AnyRow], facts: Facts, pack: Pack) -> Facts:
    """The facts with what this section adds. Each bound covers every row that may answer."""
    match section:
        case "deck":
            masks = [constant_cards(row.result, pack) for row in reachable(rows)]
            sizes = [mask.bit_count() for mask in masks if mask is not None]
            return replace(facts, deck_size=_span(sizes, facts.deck_size) if None not in masks else facts.deck_size)
        case "schedule":
            return _scheduled([row.result for row in reachable(rows)], facts)
        case "score":
            found = [row.result.type for row in reachable(rows) if isinstance(row.result, Expr)]
            points = [bound for t in found if isinstance(t, Int) for bound in (t.low, t.high)]
            return replace(facts, points=_span(points, facts.points))
        case _:
            return facts


def constant_cards(expr: object, pack: Pack) -> int | None:
    """The set that a card expression without names stands for, by the reference meaning."""
    if not isinstance(expr, Expr) or names(expr):
        return None
    value = evaluate(expr, {}, pack)
    return value if isinstance(value, int) else None


def _scheduled(results: Sequence[object], facts: Facts) -> Facts:
    games = [sets for sets in results if isinstance(sets, tuple) and sets]
    hands = [size for sets in games for one in sets for size in one]
    return replace(
        facts,
        hand_size=_span(hands, facts.hand_size),
        sets=_span([len(sets) for sets in games], facts.sets),
        hands=_span([sum(map(len, sets)) for sets in games], facts.hands),
        set_length=_span([len(one) for sets in games for one in sets], facts.set_length),
    )


def _span(numbers: Sequence[int], otherwise: Int) -> Int:
    return Int(min(numbers), max(numbers)) if numbers else otherwise
