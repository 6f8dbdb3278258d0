"""What `conform` says of answers, as lines, as JSON and as JUnit."""

from __future__ import annotations

from rulespec.diagnostics import render
from rulespec.ir.ruleset import RuleSet
from rulespec.plain import one_line
from verifier.cli.common import document, error_record, json_text, near, place
from verifier.output.junit import Test, junit
from verifier.programs.conform import Checked, Report


def difference_lines(ruleset: RuleSet, checked: Checked) -> list[str]:
    claimed, right = json_text(checked.claimed), json_text(checked.answered.answer)
    asked = {key: value for key, value in checked.written.items() if key not in ("answer", "row", "id", "source")}
    name = f" ({one_line(str(checked.written['id']))})" if "id" in checked.written else ""
    return [
        f"{place(checked.span)}: {checked.question}{name}: the case says {claimed}, {ruleset.id} {right}",
        f"  {json_text(asked)}",
        f"  decided by {decided(checked)}",
    ]


def decided(checked: Checked) -> str:
    rows = [f"`{row.name}` ({place(row.span)})" for row in checked.answered.rows]
    return ", ".join(rows) or "no row"


def as_json(ruleset: RuleSet, report: Report) -> dict[str, object]:
    return document(
        "conform", report.exit_code, profile=ruleset.id, fingerprint=ruleset.fingerprint, checked=len(report.checked),
        differ=len(report.differences), by_question=dict(report.by_question),
        differences=[record(checked) for checked in report.differences], errors=[error_record(d) for d in report.faults], faulty=report.faulty,
    )  # fmt: skip


def record(checked: Checked) -> dict[str, object]:
    answered = checked.answered
    return {
        "file": checked.span.source.name, "line": checked.span.line, "case": checked.written,
        "expected": checked.claimed, "got": answered.answer, "row": answered.row, "where": answered.where,
    }  # fmt: skip


def as_junit(ruleset: RuleSet, report: Report) -> str:
    tests = [as_test(ruleset, checked) for checked in report.checked]
    tests += [Test(place(d.span), "error", d.message, render([d]), near(d.span.source.name), d.span.line) for d in report.faults]
    return junit(f"jokeri conform {ruleset.id}", tests)


def as_test(ruleset: RuleSet, checked: Checked) -> Test:
    name, where = one_line(str(checked.written.get("id", place(checked.span)))), (near(checked.span.source.name), checked.span.line)
    if checked.agrees:
        return Test(name, None, "", "", *where)
    lines = difference_lines(ruleset, checked)
    return Test(name, "failure", lines[0], "\n".join(lines), *where)
