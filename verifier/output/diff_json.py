"""`diff` as JSON: the shape is a contract."""

from __future__ import annotations

from typing import Any

from verifier.compare.diff import Difference
from verifier.compare.differences.model import DiffClass, Example, RowRef, SectionDiff
from verifier.work.versions import solver_versions


def payload(found: Difference) -> dict[str, object]:
    """The document without its envelope."""
    return {
        "left": found.names[0], "right": found.names[1],
        "fingerprints": {"left": found.left.fingerprint, "right": found.right.fingerprint},
        "solvers": solver_versions("z3"),
        "sections": [section(one) for one in found.sections],
    }  # fmt: skip


def section(found: SectionDiff) -> dict[str, object]:
    record: dict[str, object] = {"section": found.section, "verdict": found.verdict}
    if found.relation:
        record["relation"] = found.relation
    if found.count is not None:
        record |= {"count": found.count, "of": found.of, "by_cards": {str(n): list(pair) for n, pair in found.by_cards.items()}}
    if found.why and found.verdict != "same":
        record["reason"] = found.why
    if found.swings:
        record["swings"] = [{"gap": swing.gap, **example(swing.example)} for swing in found.swings]
    if found.classes:
        record["classes"] = [one_class(c) for c in found.classes]
    if found.cached:
        record["cached"] = True
    return record


def one_class(found: DiffClass) -> dict[str, Any]:
    record: dict[str, Any] = {
        "left_row": found.left_row.name if found.left_row else None, "right_row": found.right_row.name if found.right_row else None,
        "relation": found.relation, **example(found.example), "count": found.count,
        "left_at": place(found.left_row), "right_at": place(found.right_row),
    }  # fmt: skip
    if found.reachable is not None:
        record |= {"reachable": found.reachable, "course": found.course}
    if found.gap is not None:
        record["gap"] = found.gap
    if found.counter is not None:
        record["other_way"] = example(found.counter)
    return record


def example(found: Example) -> dict[str, Any]:
    return {"case": found.case, "left": found.left, "right": found.right}


def place(row: RowRef | None) -> str | None:
    return row.at if row else None
