"""What the rows of `deck`, `schedule` and `score` fix for the sections after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulespec.ir.expr import FALSE, TRUE, Apply, CardsLit, Expr
from rulespec.ir.ruleset import Facts, Row
from rulespec.ir.types import Int


def reachable(rows: Iterable[Row]) -> list[Row]:
    """The rows that may answer: none after one that always holds, none that never does."""
    found: list[Row] = []
    for row in rows:
        if row.when != FALSE:
            found.append(row)
        if row.when == TRUE:
            break
    return found


def after(section: str, rows: Sequence[Row], facts: Facts) -> Facts:
    """The facts with what this section adds. Each bound covers every row that may answer."""
    match section:
        case "deck":
            masks = [constant_cards(row.result) for row in reachable(rows)]
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


def constant_cards(expr: object) -> int | None:
    """The set a card expression without names stands for."""
    match expr:
        case CardsLit(mask):
            return mask
        case Apply(op, (left, right)) if op in ("inter", "union", "minus"):
            a, b = constant_cards(left), constant_cards(right)
            if a is None or b is None:
                return None
            return a & b if op == "inter" else a | b if op == "union" else a & ~b
        case _:
            return None


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
