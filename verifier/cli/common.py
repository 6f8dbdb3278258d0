"""What most commands take: a rule set, settings over it, a format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from rulespec import pipeline
from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from rulespec.yaml_tree import Scalar
from verifier.cli.output import document, emit, error_record, json_text, near, note, place, table
from verifier.cli.progress import progress

__all__ = [
    "LANGUAGES", "Number", "all_option", "chosen", "complete_profiles", "complete_properties", "complete_sections", "document", "emit", "error_record", "format_option", "json_text", "known_sections", "language_option", "load", "load_all",
    "load_settled", "near",
    "place", "profile_argument", "progress", "read_settings", "scheduler_option", "sections_option", "settings_option", "table",
]  # fmt: skip

class Number(click.FloatRange):
    """A number in a range, which what is no number lies in too, as every comparison with it is false."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number", param, ctx)
        return found


LANGUAGES = ("en", "ka", "ru")
F = TypeVar("F", bound=Callable[..., Any])

def _offer(of: str) -> Callable[..., Any]:
    """A shell's half-typed word completed; what knows the words is imported when one is."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from verifier.cli import completion

        return getattr(completion, of)(ctx, param, incomplete)

    return complete


complete_profiles, complete_properties, complete_sections = map(_offer, ("profiles", "properties", "sections"))
profile_argument = click.argument("profile", shell_complete=complete_profiles)
settings_option = click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Choose an option over the rule set's own choice.", shell_complete=_offer("settings"),
)
sections_option = click.option(
    "--section", "sections", multiple=True, metavar="SECTION", help="Only this section; may be given again.", shell_complete=complete_sections
)


language_option = click.option("--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Names and heads in this language.")

scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Work on the workers of a Dask scheduler, as tcp://HOST:8786, instead of here. Needs the extra `cluster`."
)

all_option = click.option("--all", "everything", is_flag=True, help="All rule sets that are shipped.")


WHAT_TO_NAME = "name a shipped rule set (`jokeri list` shows them), a file or a folder of rule files, or `--all`; this folder has none"


def chosen(profiles: Sequence[str], everything: bool) -> tuple[str, ...]:
    """The rule sets that are named, those of a folder that is, and with `--all` those that are shipped and can be said.

    Where nothing is named, those that the current folder holds. Raises Faults for a folder without any.
    """
    from rulespec.library import rule_files, shipped, with_folders

    named = [*with_folders(profiles), *(shipped() if everything else ())]
    if not profiles and not everything:
        named = rule_files(Path())
        note(f"nothing is named: {', '.join(named)}" if named else WHAT_TO_NAME)
    return tuple(dict.fromkeys(named))


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, the first one unless said otherwise."""
    choice = click.Choice(formats)
    return click.option("--format", "format_", type=choice, default=formats[0], show_default=True, help="How to print the result.")


def known_sections(names: Sequence[str]) -> None:
    """Raises Faults for a section that the language does not have."""
    for name in names:
        if name not in NAMES:
            raise fault("RV104", f"there is no section `{name}`", help=did_you_mean(name, NAMES) or f"the sections are {', '.join(NAMES)}")


def read_settings(settings: Sequence[str]) -> dict[str, Scalar]:
    """`OPTION=VALUE` words, the last one of an option counts. Raises Faults with all that are none."""
    chosen: dict[str, Scalar] = {}
    faults: list[Diagnostic] = []
    for text in settings:
        try:
            chosen |= pipeline.setting(text)
        except Faults as found:
            faults += found.diagnostics
    if faults:
        raise Faults(faults)
    return chosen


def load(name: str, settings: Sequence[str] = ()) -> RuleSet:
    """The rule set a command line names. Raises Faults."""
    return pipeline.load(name, read_settings(settings))


def load_all(names: Sequence[str], settings: Sequence[str] = ()) -> list[RuleSet]:
    """Several rule sets under the same settings. Raises Faults with what is wrong in any of them."""
    chosen = read_settings(settings)
    found: list[RuleSet] = []
    faults: dict[Diagnostic, None] = {}
    for name in names:
        try:
            found.append(pipeline.load(name, chosen))
        except Faults as wrong:
            faults |= dict.fromkeys(wrong.diagnostics)
    if faults:
        raise Faults(faults)
    return found


def load_settled(name: str, settings: Sequence[str] = ()) -> RuleSet:
    """As `load`, of a rule set that can be played. Raises Faults for a family with open options."""
    from rulespec.rulebook import rulebook

    return rulebook(load(name, settings)).ruleset
