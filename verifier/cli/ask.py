"""`jokeri ask PROFILE [FILE|-]`: cases in, the same cases with their answers out, line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from rulespec.cases.asking import Asked, asked
from rulespec.cases.files import file_lines, lines
from rulespec.diagnostics import Diagnostic, Faults, fault, render
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from verifier.cli.common import (
    document,
    emit,
    error_record,
    format_option,
    json_text,
    load_settled,
    profile_argument,
    settings_option,
)
from verifier.cli.output import say
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, WRONG_INPUT

MOST_SHOWN = 100  # faulty lines


@click.command("ask")
@profile_argument
@click.argument("file", default="-")
@settings_option
@format_option("jsonl", "json")
def command(profile: str, file: str, settings: Sequence[str], format_: str) -> int:
    """Answer cases, one a line.

    FILE has one JSON object a line, `-` is standard input. Each line comes back with `answer` and
    `row` (the row of the rules that decided), a faulty one with `error`.
    """
    ruleset = load_settled(profile, settings)
    answers = asked(rulebook(ruleset), opened(file))
    if format_ == "jsonl":
        return as_lines(answers)
    cases: list[dict[str, object]] = []
    faulty = 0
    for line in answers:
        faulty += bool(line.faults)
        if line != Asked() and (not line.faults or faulty <= MOST_SHOWN):
            cases.append(record(line))
    errors = [case["error"] for case in cases if "error" in case]
    code = ending(len(cases), faulty)
    emit(document("ask", code, profile=ruleset.id, fingerprint=ruleset.fingerprint, cases=cases, errors=errors, faulty=faulty))
    return code


def opened(file: str) -> Iterator[Source | Faults]:
    """The lines of a file, or of standard input. Raises Faults where there is none."""
    if file != "-":
        return file_lines(Path(file))
    if sys.stdin is None:
        raise fault("RS001", "standard input is closed")
    return lines(sys.stdin.buffer, "<stdin>")


def as_lines(answers: Iterator[Asked]) -> int:
    """A line out for each line in, at once, so that a program can ask on."""
    count = faulty = 0
    for line in answers:
        say("" if line == Asked() else json_text(record(line)))
        count += line != Asked()
        if line.faults:
            faulty += 1
            show(line.faults, faulty)
    if faulty > MOST_SHOWN:
        say(f"and {faulty - MOST_SHOWN:,} more faulty lines", err=True)
    return ending(count, faulty)


def show(faults: Sequence[Diagnostic], number: int) -> None:
    if number <= MOST_SHOWN:
        say(render(faults) + "\n", err=True)


def ending(count: int, faulty: int) -> int:
    return WRONG_INPUT if faulty else HOLDS if count else NOT_SETTLED


def record(line: Asked) -> dict[str, object]:
    written = line.written or {}
    if line.answered is not None:
        return {**written, "answer": line.answered.answer, "row": line.answered.row}
    return {**written, "error": error_record(line.faults[0])}
