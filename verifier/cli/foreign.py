"""What `jokeri conform --program` says of somebody's program."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from rulespec.diagnostics import fault
from rulespec.ir.ruleset import AnyRow, RuleSet
from verifier.cli.common import document, emit, json_text, place, progress
from verifier.cli.output import say
from verifier.output.junit import Test, junit
from verifier.programs.foreign.findings import Findings
from verifier.programs.foreign.fit import Fits, fits
from verifier.programs.foreign.judge import Limits, judge
from verifier.programs.foreign.process import Program
from verifier.programs.foreign.put import Finding, Put
from verifier.programs.foreign.replies import Replied
from verifier.programs.vectors import vectors
from verifier.programs.vectors.kept import Choices
from verifier.programs.vectors.rivals import profiles
from verifier.watch.mutate.study import Subject
from verifier.work.disk import Store

SHOWN_BREAKDOWNS = 5


def conform_program(profile: str, settings: tuple[str, ...], ruleset: RuleSet, program: str, timeout: float, limits: Limits, format_: str) -> int:
    """Asks the program and prints what came of it."""
    argv = words(program)
    progress("choosing the vectors")
    kept = Choices(Store(note=lambda text: say(f"note: {text}", err=True)))
    cases = vectors(Subject(profile, settings), progress=lambda done, of: progress(f"choosing the vectors, {done} of {of} edits"), kept=kept).cases
    with Program(argv, timeout) as running:
        findings = judge(ruleset, running, cases, limits, progress)
    best = fits(ruleset, profiles(), findings) if findings.broken_rows else None
    match format_:
        case "json":
            emit(as_json(ruleset, argv, findings, best))
        case "junit":
            say(as_junit(ruleset, program, findings))
        case _:
            say("\n".join(as_text(ruleset, findings, best)))
    return findings.exit_code


def words(program: str) -> list[str]:
    """The command as a program and its arguments; no shell reads it. Raises Faults."""
    try:
        found = shlex.split(program)
    except ValueError as error:
        raise fault("RV113", f"`{program}` is not a command: {str(error).lower()}") from None
    if not found:
        raise fault("RV113", "the command of `--program` is empty")
    return found


# --- text -------------------------------------------------------------------------------------


def as_text(ruleset: RuleSet, findings: Findings, best: Fits | None) -> Iterator[str]:
    wrong = sum(finding.wrong for finding in findings.broken_rows)
    games = "1 random game" if findings.games == 1 else f"{findings.games} random games"
    rest = findings.answered - findings.chosen - findings.directed
    where = f"{findings.chosen:,} to vectors, {findings.directed:,} to situations that show every row, {rest:,} in {games}"
    yield f"{findings.answered:,} answers, {wrong:,} other than by {ruleset.id} ({where})"
    yield "asked: " + ", ".join(f"{count:,} {section}" for section, count in findings.by_section.items())
    for finding in findings.broken_rows:
        yield ""
        yield from finding_lines(ruleset, finding)
    if findings.unsupported:
        counts = ", ".join(f"{count:,} {question}" for question, count in sorted(findings.unsupported.items()))
        yield f"\nnot supported: {counts}"
    yield from breakdown_lines(findings)
    if findings.silent and not findings.given_up:
        yield f"\nnever answered: {', '.join(findings.silent)}; so it is not settled whether it plays by the rules (`--section` asks for less)"
    if best is not None:
        yield from fit_lines(best)


def finding_lines(ruleset: RuleSet, finding: Finding) -> Iterator[str]:
    put = finding.smallest
    assert put is not None and isinstance(put.reply, Replied)
    yield f"{row_name(ruleset, finding)}: {finding.wrong} of {finding.asked} answers differ; the smallest case"
    yield f"  {json_text(put.asked.case)}"
    said = f"refuses it, {put.reply.refused}" if put.reply.refused else f"answers {json_text(put.reply.answer)}"
    yield f"  the program {said}, {ruleset.id} {json_text(put.asked.right)}"
    if not finding.alone:
        yield "  asked alone it answers rightly, so it remembers what was asked before"
    if finding.after:
        yield "  it is enough to ask first"
        yield from (f"    {json_text(case)}" for case in finding.after)


def deciding(ruleset: RuleSet, finding: Finding) -> list[AnyRow]:
    """The rows of a finding; none decides who deals."""
    rows = ruleset.rows(finding.section) if finding.section in ruleset.sections else ()
    return [row for row in rows if row.name in (finding.row or "").split(", ")]


def row_name(ruleset: RuleSet, finding: Finding) -> str:
    """The rows that decide, with their places."""
    rows = ", ".join(f"`{row.name}` ({place(row.span)})" for row in deciding(ruleset, finding))
    return f"{finding.section}, {rows or 'where no row has a say'}"


def breakdown_lines(findings: Findings) -> Iterator[str]:
    if findings.breakdowns:
        yield ""
    for case, breakdown in findings.breakdowns[:SHOWN_BREAKDOWNS]:
        yield f"{breakdown.kind}: the program {breakdown.says}"
        yield f"  asked {json_text(case)}"
    if len(findings.breakdowns) > SHOWN_BREAKDOWNS:
        yield f"and {len(findings.breakdowns) - SHOWN_BREAKDOWNS} more breakdowns"
    if findings.given_up:
        yield f"the program was given up: {findings.given_up}"
    elif not findings.finished:
        yield "\nthe time was over before all chosen cases were asked; `--seconds` gives more"


def fit_lines(found: Fits) -> Iterator[str]:
    best = found.best
    if best is None:
        yield "\nit plays none of the shipped rule sets, with whatever options"
        return
    options = " and ".join(f"`{name}={value}`" for name, value in best.changed)
    yield f"\nplays `{best.profile}`{f' with {options}' if options else ''}" + (", except" if best.exceptions else "")
    for one in best.exceptions:
        yield f"  {one.section}: {one.agree:,} of {one.of:,} different answers fit"
    if found.alike:
        names = ", ".join(f"`{name}`" for name in found.alike)
        yield f"as near, with as many options changed: {names}" if best.changed else f"so does {names}, as far as it was asked"
    if best.open:
        yield f"open, since no answer tells: {', '.join(f'`{name}`' for name in best.open)}"


# --- JSON and JUnit ---------------------------------------------------------------------------


def as_json(ruleset: RuleSet, argv: Sequence[str], findings: Findings, best: Fits | None) -> dict[str, object]:
    return document(
        "conform", findings.exit_code, profile=ruleset.id, fingerprint=ruleset.fingerprint, program=list(argv),
        answered=findings.answered, differ=sum(finding.wrong for finding in findings.broken_rows),
        chosen=findings.chosen, directed=findings.directed, finished=findings.finished, games=findings.games,
        by_section=dict(findings.by_section), never_answered=findings.silent, unsupported=dict(findings.unsupported),
        rows=[finding_record(ruleset, finding) for finding in findings.rows.values()],
        breakdowns=[{"kind": b.kind, "says": b.says, "case": dict(case)} for case, b in findings.breakdowns],
        given_up=findings.given_up, fits=None if best is None else fits_record(best),
    )  # fmt: skip


def finding_record(ruleset: RuleSet, finding: Finding) -> dict[str, object]:
    where = next((row.span.file_line for row in deciding(ruleset, finding)), None)
    head: dict[str, object] = {"section": finding.section, "row": finding.row, "where": where, "asked": finding.asked, "wrong": finding.wrong}
    smallest = None if finding.smallest is None else put_record(finding.smallest)
    return head | {"smallest": smallest, "alone": finding.alone, "after": [dict(case) for case in finding.after]}


def put_record(put: Put) -> dict[str, object]:
    assert isinstance(put.reply, Replied)
    return {"case": dict(put.asked.case), "answered": put.reply.answer, **({"refused": put.reply.refused} if put.reply.refused else {}), "right": put.asked.right}


def fits_record(found: Fits) -> dict[str, object]:
    best = found.best
    if best is None:
        return {"best": None, "options": {}, "sections": [], "alike": [], "open": []}
    sections = [{"section": one.section, "agree": one.agree, "of": one.of} for one in best.sections]
    return {"best": best.profile, "options": dict(best.changed), "sections": sections, "alike": list(found.alike), "open": list(best.open)}


def as_junit(ruleset: RuleSet, program: str, findings: Findings) -> str:
    tests = [row_test(ruleset, finding) for finding in findings.rows.values()]
    tests += [Test(f"answer {i}", "error", f"{b.kind}: {b.says}", json_text(case)) for i, (case, b) in enumerate(findings.breakdowns, 1)]
    tests += [Test(f"{question} cases", "skipped", f"{count} are not supported") for question, count in findings.unsupported.items()]
    return junit(f"jokeri conform {ruleset.id} --program {program}", tests)


def row_test(ruleset: RuleSet, finding: Finding) -> Test:
    name = row_name(ruleset, finding)
    if finding.smallest is None:
        return Test(name)
    lines = list(finding_lines(ruleset, finding))
    return Test(name, "failure", lines[0], "\n".join(lines))
