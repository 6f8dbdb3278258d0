"""`diff` as JSON: the shape is a contract."""

from __future__ import annotations

from typing import Any

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import Dealing
from verifier.compare.diff import Difference
from verifier.compare.model import DiffClass, Example, RowRef, SectionDiff
from verifier.witness.played import game_json
from verifier.work.versions import solver_versions


def payload(found: Difference) -> dict[str, object]:
    """The document without its envelope."""
    return {
        "left": found.names[0], "right": found.names[1],
        "fingerprints": {"left": found.left.fingerprint, "right": found.right.fingerprint},
        "solvers": solver_versions("z3"),
        "players": {"left": found.left.players, "right": found.right.players},
        "options": {"left": dict(found.left.chosen), "right": dict(found.right.chosen)},
        "sections": [section(one, found.left) for one in found.sections],
    }  # fmt: skip


def section(found: SectionDiff, left: RuleSet) -> dict[str, object]:
    record: dict[str, object] = {"section": found.section, "verdict": found.verdict}
    if found.relation:
        record["relation"] = found.relation
    if found.count is not None:
        record |= {"count": found.count, "of": found.of, "by_cards": {str(n): list(pair) for n, pair in found.by_cards.items()}}
    if found.by_player:
        record["by_player"] = {str(place + 1): list(pair) for place, pair in found.by_player.items()}
    if found.not_counted and found.verdict in ("same", "different"):
        record["not_counted"] = found.not_counted
    if found.combinations is not None:
        record |= {"differs_when": found.differs_when, "combinations": {"differ": found.combinations[0], "all": found.combinations[1]}}
    if found.why and found.verdict != "same":
        record["reason"] = found.why
    if found.swings:
        record["swings"] = [{"gap": swing.gap, **example(swing.example), "reachable": bool(swing.game)} for swing in found.swings]
    if found.classes:
        record["classes"] = [one_class(c, left) for c in found.classes]
    if found.cached:
        record["cached"] = True
    return record


def one_class(found: DiffClass, left: RuleSet) -> dict[str, Any]:
    record: dict[str, Any] = {
        "left_row": found.left_row.name if found.left_row else None, "right_row": found.right_row.name if found.right_row else None,
        "relation": found.relation, **example(found.example), "count": found.count,
        "left_at": place(found.left_row), "right_at": place(found.right_row),
    }  # fmt: skip
    if found.reachable is not None:
        reached = found.reachable is True
        record |= {"reachable": reached, "course": game_json(left, found.game) if found.game and not left.open_options else None}
        record |= {} if reached else {"why": found.reachable}
    if found.gap is not None:
        record["gap"] = found.gap
    if found.counter is not None:
        record["other_way"] = example(found.counter)
    return record


def example(found: Example) -> dict[str, Any]:
    """A case with both answers; where no case asks for what differs, the hand that it is about."""
    at = found.moment
    about = {"cards": at.hand.size, "set": at.hand.set_number} if found.case is None and isinstance(at, Dealing) else {}
    return {"case": found.case, **about, "left": found.left, "right": found.right}


def place(row: RowRef | None) -> str | None:
    return row.at if row else None
