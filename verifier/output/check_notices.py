"""`check` for continuous integration: SARIF, GitHub annotations, JUnit, Markdown. What is as promised makes no noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulespec.spans import NOWHERE, Span
from verifier.output.check_text import ending, idle, mark, told
from verifier.output.escape import cell, code, fence, markdown
from verifier.output.junit import Suite, Test
from verifier.output.notices import Level, Notice
from verifier.output.tellings import broken_promise, note, tellings
from verifier.proofs.check import Checked, Result
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, REFUTED, word


def notices(found: Sequence[Checked]) -> Iterator[Notice]:
    """Everything that is not as promised, at the row that decides or else at the property."""
    for one in found:
        for result in one.results:
            if result.code() != HOLDS:
                yield _notice(one, result)


def _notice(found: Checked, result: Result) -> Notice:
    said = f"{found.ruleset.id}: `{result.property.id}` is {word(result.verdict)}" + (f": {note(result)}" if note(result) else "")
    message = "\n".join([said, *told(found.ruleset, result)])
    level: Level = "warning" if result.code() == NOT_SETTLED else "error"
    where = place(found, result)
    promise = broken_promise(found.ruleset, result)
    places = [("the property stands here", None if where is result.property.span else result.property.span), ("the promise stands here", promise)]
    related = tuple((says, span) for says, span in places if span is not None)
    details: dict[str, object] = {"ruleSet": found.ruleset.id, "verdict": word(result.verdict), "expected": result.expected, "cached": result.cached}
    return Notice(result.property.id, result.property.says, level, message, where, related, details)


def place(found: Checked, result: Result) -> Span:
    """The row that decides the first witness, or the property."""
    first = next(tellings(found.ruleset, result), None)
    decided = first.place if first else None
    return result.property.span if decided is None or decided is NOWHERE else decided


def kept(found: Sequence[Checked]) -> list[str]:
    """The answers that are those of an earlier run: `RULE-SET/PROPERTY`."""
    return [f"{one.ruleset.id}/{result.property.id}" for one in found for result in one.results if result.cached]


def unheard(found: Sequence[Checked]) -> list[str]:
    """What was asked for and not checked at all."""
    missing = [f"{one.ruleset.id}: {line.strip()}" for one in found for line in idle(one)]
    return missing or ([] if any(one.results for one in found) else list(ending(found)))


# --- JUnit ------------------------------------------------------------------------------------


def suites(found: Sequence[Checked]) -> list[Suite]:
    """A suite for each rule set, a test for each property and for everything asked for that is not there."""
    listed = [Suite(one.ruleset.id, (*(_test(one, r) for r in one.results), *_missing(idle(one)))) for one in found]
    return listed or [Suite("jokeri check", tuple(_missing(ending(found))))]


def _test(found: Checked, result: Result) -> Test:
    where = place(found, result)
    test = Test(result.property.id, file=where.source.name, line=where.line, seconds=result.seconds, cached=result.cached)
    if result.code() == HOLDS:
        return test
    message = f"{word(result.verdict)}: {note(result) or result.property.says}"
    return replace(test, ending="failure" if result.code() == REFUTED else "error", message=message, text="\n".join(told(found.ruleset, result)))


def _missing(lines: Iterator[str]) -> Iterator[Test]:
    for line in lines:
        yield Test(line.strip(), "error", line.strip())


# --- Markdown ---------------------------------------------------------------------------------


def as_markdown(found: Sequence[Checked]) -> Iterator[str]:
    """A table for each rule set, then what is told of some properties, as it would be told in text."""
    for one in found:
        yield f"## {one.ruleset.id}: {markdown(one.ruleset.name)}"
        yield ""
        if one.results:
            yield from ["| property | verdict | |", "|---|---|---|"]
            yield from (f"| {cell(code(r.property.id))} | {mark(r)} | {markdown(note(r))} |" for r in one.results)
        yield from (markdown(line.strip()) for line in idle(one))
        yield ""
        for result in one.results:
            yield from _story(one, result)
    yield from ending(found)


def _story(found: Checked, result: Result) -> Iterator[str]:
    lines = list(told(found.ruleset, result))
    if lines:
        yield from [f"### {code(result.property.id)}", "", markdown(lines[0]), ""]
        if lines[1:]:
            marks = fence("\n".join(lines[1:]))
            yield from [marks, *lines[1:], marks, ""]
