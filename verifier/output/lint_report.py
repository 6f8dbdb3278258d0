"""`lint` as text, as JSON and for continuous integration: one line, record or notice a finding."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.output.notices import Level, Notice
from verifier.watch.lint import Finding, Linted
from verifier.watch.lint.finding import KINDS, NOTE, WARNING

UNPROMISED = "LN303"


def payload(found: Linted) -> dict[str, object]:
    """The JSON document without its envelope."""
    return {
        "profiles": list(found.profiles), "warnings": found.warnings, "notes": len(found.findings) - found.warnings,
        "findings": [record(finding) for finding in found.findings], "unsettled": list(found.unsettled),
    }  # fmt: skip


def record(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id, "code": finding.code, "severity": finding.severity, "message": finding.message,
        "file": finding.span.source.name, "line": finding.span.line, "column": finding.span.column, "help": finding.help,
    }  # fmt: skip


def lines(found: Linted) -> Iterator[str]:
    """The whole report. Traits of which nothing is promised share a line: a new rule set has many."""
    silent = [finding for finding in found.findings if finding.code == UNPROMISED]
    for finding in found.findings:
        if finding.code == UNPROMISED:
            if finding in (alike := [other for other in silent if other.span == finding.span])[:1]:
                names = ", ".join(other.about.rsplit("/", 1)[1] for other in alike)
                yield f"{finding.span}: {NOTE}[{UNPROMISED}]: `expect` promises nothing of {plural(len(alike), 'trait')}: {names}"
            continue
        yield f"{finding.span}: {finding.severity}[{finding.code}]: {finding.message}"
        yield f"  {finding.id}"
        if finding.severity == WARNING:
            yield f"  = help: {finding.help}"
    yield from (f"not settled: {why}" for why in found.unsettled)
    yield ending(found)


def notices(found: Linted) -> list[Notice]:
    """The findings for continuous integration."""
    levels: dict[str, Level] = {WARNING: "warning", NOTE: "note"}
    return [Notice(one.code, KINDS[one.code].title, levels[one.severity], f"{one.message} ({one.help})", one.span, (), {"id": one.id}) for one in found.findings]


def unheard(found: Linted) -> list[str]:
    """What was not looked at, or not to the end."""
    return [*(f"not settled: {why}" for why in found.unsettled), *([] if found.profiles else [ending(found)])]


def ending(found: Linted) -> str:
    if not found.profiles:
        return "nothing was looked at: name a rule set"
    notes = sum(finding.severity == NOTE for finding in found.findings)
    return f"{', '.join(found.profiles)}: {plural(found.warnings, 'warning')}, {plural(notes, 'note')}"


def plural(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number or 'no'} {what}s"
