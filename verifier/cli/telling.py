"""An explanation as people read it, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.cases import read_object
from rulespec.cases.json_tree import plain
from rulespec.diagnostics import Diagnostic, render
from rulespec.explanation import Decision, Explanation
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import BY_NAME, FIRST
from rulespec.reasons import Miss
from rulespec.spans import Source
from rulespec.written import row_text
from verifier.cli.common import document, error_record, place
from verifier.proofs.verdict import HOLDS, REFUTED


@dataclass(frozen=True, slots=True)
class Side:
    """What one rule set, as the command line calls it, makes of the case; faults where it cannot arise."""

    name: str
    ruleset: RuleSet
    explanation: Explanation | None
    faults: tuple[Diagnostic, ...] = ()


def ending(left: Side, right: Side | None) -> int:
    return HOLDS if right is None or same_answer(left, right) else REFUTED


def same_answer(left: Side, right: Side) -> bool:
    if left.explanation is None or right.explanation is None:
        return False
    return left.explanation.answer == right.explanation.answer


# --- text -------------------------------------------------------------------------------------


def as_text(left: Side, explanation: Explanation, right: Side | None) -> Iterator[str]:
    yield explanation.asked
    yield from side_lines(left, explanation)
    if right is None:
        return
    yield ""
    if right.explanation is None:
        yield f"{right.name}: this cannot arise"
        yield from (f"    {line}" for line in render(right.faults).split("\n"))
        return
    same = " (the same answer)" if same_answer(left, right) else " (another answer)"
    yield from side_lines(right, right.explanation, same)


def side_lines(side: Side, explanation: Explanation, remark: str = "") -> Iterator[str]:
    yield f"{side.name}: {explanation.says}{remark}"
    for decision in explanation.decisions:
        yield ""
        yield from decision_lines(side.ruleset, decision)


def decision_lines(ruleset: RuleSet, decision: Decision) -> Iterator[str]:
    head = f"{decision.about} {decision.says}" if decision.about else "decided"
    if decision.row is None:
        yield f"  {head}: no row of `{decision.section}` holds"
    else:
        yield f"  {head} by `{decision.row.name}`, {place(decision.row.span)}"
        yield from row_lines(ruleset, decision.row)
    if decision.values:
        yield f"      here: {values_text(decision.values)}"
    if decision.before:
        first = BY_NAME[decision.section].hit == FIRST
        yield "    the rows before it do not hold" if first else "    rows that do not hold"
        yield from map(miss_line, decision.before)


def row_lines(ruleset: RuleSet, row: AnyRow) -> Iterator[str]:
    """The row as written, and where it comes from."""
    yield from (f"      {key}: {value}" for key, value in row_text(row, ruleset.pack).items())
    if row.cite:
        yield f"      source: {cited(ruleset, row.cite)}"
    if row.assumed:
        yield f"      assumed: {row.assumed}"


def cited(ruleset: RuleSet, cite: str) -> str:
    """The citation with the title of its source, which its first word names."""
    found = ruleset.sources.get(cite.split()[0], {})
    return f"{cite} ({found['title']})" if "title" in found else cite


def miss_line(miss: Miss) -> str:
    values = f" ({values_text(miss.values)})" if miss.values else ""
    return f"      `{miss.row.name}`, {place(miss.row.span)}, needs `{miss.clause}`{values}"


def values_text(values: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values)


# --- JSON -------------------------------------------------------------------------------------


def as_json(source: Source, left: Side, right: Side | None) -> dict[str, object]:
    sides = {"explained": side_record(left), "against": None if right is None else side_record(right)}
    same = None if right is None else same_answer(left, right)
    return document("explain", ending(left, right), case=plain(read_object(source)), same=same, **sides)


def side_record(side: Side) -> dict[str, object]:
    head: dict[str, object] = {"profile": side.ruleset.id, "name": side.name, "fingerprint": side.ruleset.fingerprint}
    if side.explanation is None:
        return head | {"errors": [error_record(d) for d in side.faults]}
    told = side.explanation
    decisions = [decision_record(side.ruleset, decision) for decision in told.decisions]
    return head | {"asked": told.asked, "answer": told.answer, "says": told.says, "decisions": decisions}


def decision_record(ruleset: RuleSet, decision: Decision) -> dict[str, object]:
    before = [
        {"row": m.row.name, "where": m.row.span.file_line, "failing": m.clause, "values": dict(m.values)} for m in decision.before
    ]
    return {
        "about": decision.about or None, "says": decision.says, "section": decision.section,
        "row": None if decision.row is None else row_record(ruleset, decision.row),
        "values": dict(decision.values), "before": before,
    }  # fmt: skip


def row_record(ruleset: RuleSet, row: AnyRow) -> dict[str, object]:
    source = cited(ruleset, row.cite) if row.cite else None
    head = {"name": row.name, "where": row.span.file_line, "written": row_text(row, ruleset.pack)}
    return head | {"cite": row.cite, "source": source, "assumed": row.assumed}
