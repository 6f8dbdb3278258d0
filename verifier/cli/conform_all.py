"""`jokeri conform --all`: every shipped rule set asked about its own worked examples."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.cases import file_lines
from rulespec.diagnostics import render
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.rulebook import rulebook
from verifier.cli.common import document, emit, load
from verifier.cli.conform import as_json, as_junit, difference_lines
from verifier.cli.output import say
from verifier.programs.conform import Report, conform
from verifier.programs.examples import path_of
from verifier.proofs.verdict import NOT_SETTLED, worst


def conform_all(settings: Sequence[str], format_: str) -> int:
    """Each rule set that can be played, its cases and what differs. Examples of what is laid over it are asked with that."""
    found = [(name, ruleset, conform(rulebook(ruleset), file_lines(path_of(name)))) for name, ruleset in _played(settings)]
    code = worst([report.exit_code for *_, report in found]) if found else NOT_SETTLED
    match format_:
        case "json":
            emit(document("conform", code, profiles=[as_json(ruleset, report) for _, ruleset, report in found]))
        case "junit":
            say("\n".join(as_junit(ruleset, report) for _, ruleset, report in found))
        case _:
            for name, ruleset, report in found:
                _tell(name, ruleset, report)
    return code


def _played(settings: Sequence[str]) -> list[tuple[str, RuleSet]]:
    names = [name for base in shipped() for name in (base, *(f"{base}+{offer}" for offer in load(base).offers))]
    rulesets = ((name, load(name, settings)) for name in names if path_of(name).exists())
    return [(name, ruleset) for name, ruleset in rulesets if not ruleset.open_options]


def _tell(name: str, ruleset: RuleSet, report: Report) -> None:
    for checked in report.differences:
        say("\n".join(difference_lines(ruleset, checked)))
    if report.faults:
        say(render(report.faults), err=True)
    differ = len(report.differences)
    say(f"{name:26}{len(report.checked):4} cases, {f'{differ} differ' if differ else 'all agree'}")
