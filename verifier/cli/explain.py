"""`jokeri explain PROFILE CASE`: the answer in words and the rows behind it. `jokeri explain CODE`: its page."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from rulespec.cases import read_case
from rulespec.diagnostics import Faults, fault
from rulespec.diagnostics.explain import codes, page, title
from rulespec.diagnostics.faults import did_you_mean
from rulespec.explanation import explain
from rulespec.ir.ruleset import RuleSet
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from verifier.cli.ask import opened
from verifier.cli.common import (
    complete_profiles,
    document,
    emit,
    format_option,
    load_settled,
    settings_option,
)
from verifier.cli.output import say
from verifier.cli.telling import Side, as_json, as_text, ending
from verifier.proofs.verdict import HOLDS

CODE = re.compile(r"(R[SV]|LN)[0-9]+", re.IGNORECASE)


@click.command("explain")
@click.argument("subject", metavar="PROFILE|CODE", required=False, shell_complete=complete_profiles)
@click.argument("case", required=False)
@click.option("--against", metavar="PROFILE", shell_complete=complete_profiles, help="Show a second rule set's answer beside it; exit 1 where they differ.")
@click.option("--codes", "all_codes", is_flag=True, help="List the codes of all faults and findings.")
@settings_option
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context, subject: str | None, case: str | None, against: str | None, all_codes: bool,
    settings: Sequence[str], format_: str,
) -> int:  # fmt: skip
    """Why the rules answer a case as they do; or what a code means.

    CASE is one case as JSON, FILE:LINE of a case file, or `-` for standard input.
    """
    if all_codes:
        return show_codes(format_)
    if subject is not None and case is None and CODE.fullmatch(subject):
        return show_page(subject.upper(), format_)
    if subject is None or case is None:
        raise click.UsageError("name a rule set and a case, or a code", ctx)
    source = case_source(case)
    left = side(subject, load_settled(subject, settings), source)
    if left.explanation is None:
        raise Faults(left.faults)
    right = side(against, load_settled(against, settings), source) if against else None
    if format_ == "json":
        emit(as_json(source, left, right))
    else:
        say("\n".join(as_text(left, left.explanation, right)))
    return ending(left, right)


def side(name: str, ruleset: RuleSet, source: Source) -> Side:
    book = rulebook(ruleset)
    try:
        return Side(name, ruleset, explain(book, read_case(source, book)))
    except Faults as faults:
        return Side(name, ruleset, None, faults.diagnostics)


def case_source(text: str) -> Source:
    """The line that CASE names. Raises Faults."""
    if text.lstrip().startswith("{"):
        return Source("<case>", text)
    name, colon, number = text.rpartition(":")
    file, wanted = (name, int(number)) if colon and number.isascii() and number.isdigit() else (text, 0)
    chosen, count = None, 0
    for line in opened(file):
        if not isinstance(line, Source) or line.text.strip():
            count += 1
            if chosen is None and (not wanted or number_of(line) == wanted):
                chosen = line
    if not wanted and count != 1:
        help_ = f"write `{text}:LINE`" if count else None
        raise fault("RS401", f"`{text}` has {count:,} lines, and one case is explained at a time", help=help_)
    if chosen is None:
        raise fault("RS401", f"`{file}` has no case in line {wanted}")
    if isinstance(chosen, Faults):
        raise chosen
    return chosen


def number_of(line: Source | Faults) -> int:
    return line.first_line if isinstance(line, Source) else line.diagnostics[0].span.line


def show_page(code: str, format_: str) -> int:
    from verifier.watch.lint import codes as findings

    text = page(code) or findings.page(code)
    if text is None:
        raise fault("RV111", f"there is no code `{code}`", help=did_you_mean(code, titles()) or "`jokeri explain --codes` lists them")
    emit(document("explain", HOLDS, code=code, page=text)) if format_ == "json" else say(text.rstrip())
    return HOLDS


def titles() -> dict[str, str]:
    """Every code, of faults and of what `lint` finds, with its name."""
    from verifier.watch.lint import codes as findings

    return {**{code: findings.title(code) for code in findings.codes()}, **{code: title(code) for code in codes()}}


def show_codes(format_: str) -> int:
    if format_ == "json":
        emit(document("explain", HOLDS, codes=titles()))
    else:
        say("\n".join(f"{code}  {name}" for code, name in titles().items()))
    return HOLDS
