"""`jokeri conform PROFILE FILE...`: does somebody answer as the rules do?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import click

from rulespec.diagnostics import render
from rulespec.ir.ruleset import RuleSet
from rulespec.rulebook import rulebook
from verifier.cli.ask import opened
from verifier.cli.common import (
    Number,
    all_option,
    complete_profiles,
    complete_sections,
    emit,
    format_option,
    known_sections,
    load_settled,
    settings_option,
)
from verifier.cli.conformed import as_json, as_junit, difference_lines
from verifier.cli.output import say
from verifier.programs.conform import Report, conform


@click.command("conform")
@click.argument("profile", required=False, shell_complete=complete_profiles)
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--program", metavar="COMMAND", help="Ask this program instead of reading files.")
@click.option("--section", "sections", multiple=True, metavar="SECTION", shell_complete=complete_sections, help="With --program: only this section; may be given again.")
@click.option("--games", type=click.IntRange(0, 10_000), default=3, show_default=True, help="With --program: random games at the end.")
@click.option("--seconds", type=Number(0.1, 86_400), default=25, show_default=True, help="With --program: no new question after this time.")
@click.option("--timeout", type=Number(0.1, 600), default=5, show_default=True, help="With --program: seconds for one answer.")
@click.option("--seed", type=int, default=0, show_default=True, help="With --program: the seed of the first game.")
@all_option
@settings_option
@format_option("text", "json", "junit")
@click.pass_context
def command(
    ctx: click.Context, profile: str | None, files: Sequence[str], program: str | None, sections: tuple[str, ...], games: int, seconds: float,
    timeout: float, seed: int, everything: bool, settings: tuple[str, ...], format_: str,
) -> int:  # fmt: skip
    """Compare answers with those of a rule set.

    Each FILE (`-` is standard input) has one case a line with its `answer`; a program gets cases
    without it, a line in and a line out (`jokeri help conform.md`). 0: all are the rule set's answers,
    1: some differ, 2: a file is faulty, 3: there was no case, or a question was never answered. `--all`
    asks every shipped rule set about its own worked examples.
    """
    if everything and not profile and not program:
        from verifier.cli.conform_all import conform_all

        return conform_all(settings, format_)
    if profile is None or everything:
        raise click.UsageError("name one rule set, or `--all` alone", ctx)
    if sections and program is None:
        raise click.UsageError("`--section` goes with `--program`; a file holds what it asks", ctx)
    if (program is None) == (not files):
        raise click.UsageError("name files with answers, or a `--program` that gives them", ctx)
    ruleset = load_settled(profile, settings)
    if program is not None:
        from verifier.cli.foreign import conform_program
        from verifier.programs.foreign.judge import Limits

        known_sections(sections)
        return conform_program(profile, settings, ruleset, program, timeout, Limits(games, seconds, seed, sections), format_)
    report = conform(rulebook(ruleset), chain.from_iterable(map(opened, files)))
    match format_:
        case "json":
            emit(as_json(ruleset, report))
        case "junit":
            say(as_junit(ruleset, report))
        case _:
            as_text(ruleset, report)
    return report.exit_code


def as_text(ruleset: RuleSet, report: Report) -> None:
    for checked in report.differences:
        say("\n".join(difference_lines(ruleset, checked)))
    if report.faults:
        rest = report.faulty - len(report.faults)
        say(render(report.faults) + (f"\n\nand {rest:,} more" if rest else ""), err=True)
    counts = ", ".join(f"{count} {question}" for question, count in sorted(report.by_question.items()))
    differ = len(report.differences)
    agree = "all agree" if not differ else f"{differ} differ{'s' if differ == 1 else ''}"
    total = len(report.checked)
    summary = f"{total} case{'' if total == 1 else 's'} ({counts}): {agree} with {ruleset.id}" if total else "no case was checked"
    say(summary)
