"""`jokeri table scores | joker-leads | schedule | premiums | answers | compare`: tables that follow from rule sets."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulespec import pipeline
from rulespec.ir.ruleset import RuleSet
from verifier.cli.common import (
    Number,
    complete_profiles,
    document,
    emit,
    format_option,
    language_option,
    load,
    load_settled,
    profile_argument,
    progress,
    settings_option,
)
from verifier.cli.output import note, say
from verifier.output.formats import names

if TYPE_CHECKING:
    from verifier.output.report import Report

F = TypeVar("F", bound=Callable[..., Any])

_formats = format_option(*names(), "json")


def table_format(function: F) -> F:
    """`--format` and `--lang`."""
    return _formats(language_option(function))


def limits(function: F) -> F:
    """`--timeout` and `--jobs`, for tables that have to be proved."""
    timeout = click.option("--timeout", default=30.0, show_default=True, type=Number(min=0.001), help="Seconds for one proof, then it is unknown.")
    jobs = click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, type=click.IntRange(1, 64), help="Worker processes.")
    return timeout(jobs(function))


@click.group("table")
def command() -> None:
    """Tables that follow from a rule set, to be read and printed."""


@command.command("scores")
@profile_argument
@settings_option
@table_format
def scores(profile: str, settings: Sequence[str], format_: str, lang: str) -> int:
    """What a hand is worth, by bid, tricks and hand size."""
    from verifier.tables.score_report import score_report

    return show(score_report(titled(load_settled(profile, settings), profile, settings)), format_, lang)


@command.command("joker-leads")
@profile_argument
@settings_option
@click.option("--examples", is_flag=True, help="With the smallest trick of each kind, which takes longer.")
@limits
@table_format
def joker_leads(profile: str, settings: tuple[str, ...], examples: bool, timeout: float, jobs: int, format_: str, lang: str) -> int:
    """Who takes a trick led with a joker, proved for every trick."""
    from verifier.tables.lead_report import lead_report
    from verifier.tables.lead_table import Limits, lead_tables

    (table,) = lead_tables([titled(load(profile, settings), profile, settings)], Limits(examples, timeout, jobs))
    return show(lead_report(table, examples), format_, lang)


@command.command("schedule")
@profile_argument
@settings_option
@table_format
def schedule(profile: str, settings: Sequence[str], format_: str, lang: str) -> int:
    """Every hand of the game: cards, dealer, cards left over, trump."""
    from verifier.tables.schedule import schedule_report

    return show(schedule_report(titled(load_settled(profile, settings), profile, settings)), format_, lang)


@command.command("premiums")
@profile_argument
@settings_option
@table_format
def premiums(profile: str, settings: Sequence[str], format_: str, lang: str) -> int:
    """What the end of a set adds to whom, for every group of clean players."""
    from verifier.tables.premiums import premium_report

    return show(premium_report(titled(load_settled(profile, settings), profile, settings)), format_, lang)


@command.command("answers")
@profile_argument
@settings_option
@table_format
def answers(profile: str, settings: Sequence[str], format_: str, lang: str) -> int:
    """What may be played to each kind of lead, by what a player holds."""
    from verifier.tables.answers import answers_report

    return show(answers_report(titled(load_settled(profile, settings), profile, settings)), format_, lang)


@command.command("compare")
@click.argument("profiles", nargs=-1, shell_complete=complete_profiles)
@settings_option
@limits
@click.option("--cache/--no-cache", default=True, show_default=True, help="Use and keep answers of other runs.")
@table_format
def compare(profiles: Sequence[str], settings: tuple[str, ...], timeout: float, jobs: int, cache: bool, format_: str, lang: str) -> int:
    """Options and proved traits of rule sets, side by side.

    Without PROFILES all shipped ones that can be played.
    """
    from verifier.tables.compare import Limits, compare_report
    from verifier.tables.pages import concrete
    from verifier.work.cache import Answers
    from verifier.work.disk import Store

    kept = Answers(Store(note=note)) if cache else None
    report = compare_report(profiles or concrete(), settings, Limits(timeout, jobs), lambda done, of: progress(f"{done} of {of}"), kept)
    return show(report, format_, lang)


def titled(ruleset: RuleSet, profile: str, settings: Sequence[str]) -> RuleSet:
    """The rule set under a name that says what was laid over it."""
    added = [*pipeline.split(profile)[1], *settings]
    return replace(ruleset, name=f"{ruleset.name} with {', '.join(added)}") if added else ruleset


def show(report: Report, format_: str, lang: str) -> int:
    from verifier.output.formats import write
    from verifier.output.names import worded

    report = worded(report, lang)
    if format_ == "json":
        emit(document("table", report.exit_code, table=report.data))
    else:
        say(write(report, format_))
    return report.exit_code
