"""Points of hands that count double: what `doubled: true` under `trump` means for the rows of `score`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulespec.check.bounds import LIMIT, largest, settled
from rulespec.diagnostics import Diagnostic
from rulespec.ir.expr import Apply, Expr, If, IntLit, Name
from rulespec.ir.ruleset import AnyRow, Row, TrumpMethod, doubles
from rulespec.ir.types import Bool, Int
from rulespec.ir.walk import names

DOUBLED = "doubled"


def with_doubling(rows: tuple[AnyRow, ...], trump: Iterable[Row[TrumpMethod]], faults: list[Diagnostic]) -> tuple[AnyRow, ...]:
    """The rows of `score`, each twice its points where the hand is doubled; as they are where one of them looks at that itself."""
    said = any(DOUBLED in names(part) for row in rows for part in (row.when, row.result) if isinstance(part, Expr))
    if said or not doubles(trump):
        return rows
    return tuple(replace(row, result=_twice(row.result, faults)) if isinstance(row.result, Expr) else row for row in rows)


def _twice(points: Expr, faults: list[Diagnostic]) -> Expr:
    unknown = Int(0, 0)  # until it is settled
    found = settled(If(Name(DOUBLED, Bool()), Apply("mul", (IntLit(2), points), unknown, points.span), points, unknown, points.span))
    if isinstance(found.type, Int) and largest(found.type) > LIMIT:
        faults.append(Diagnostic("RS205", f"doubled this may grow to {largest(found.type):,}, more than {LIMIT:,}", points.span))
    return found
