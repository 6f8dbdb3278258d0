"""An edit to the rule set it gives, and whether two rule sets are the same text for the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rulespec import compose, library, pipeline
from rulespec.check.resolve import resolve
from rulespec.check.rows import RowReader
from rulespec.check.scope import base_scope
from rulespec.compose import Complete
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.fingerprint import with_fingerprint
from rulespec.ir.expr import FALSE
from rulespec.ir.facts import reachable
from rulespec.ir.ruleset import RuleSet, Section
from rulespec.ir.sections import BY_NAME, FIRST
from rulespec.yaml_tree import Scalar
from verifier.watch.mutate.edits import Edit, Rows
from verifier.work.settings import Settings, scalars

GROUND = ("deck", "schedule", "score")
"""Sections from which others take the bounds of their names."""


@lru_cache(maxsize=8)
def complete_of(profile: str, settings: Settings) -> tuple[Complete, Mapping[str, Scalar]]:
    """A rule set as written, bases included, and what is set over it. Raises Faults."""
    base, added = pipeline.split(profile)
    complete = compose.compose(pipeline.read_file(library.locate(base)), pipeline.find_base)
    return complete, {**pipeline.added_settings(added, profile, complete), **scalars(settings)}


def applied(ruleset: RuleSet, complete: Complete, settings: Mapping[str, Scalar], edit: Edit) -> RuleSet:
    """The edited rule set. Raises Faults where the edit means nothing."""
    if edit.rows is not None and edit.section not in GROUND:
        return with_fingerprint(_with_section(ruleset, edit.section, edit.rows))
    if edit.rows is not None:
        sections = {**complete.written.sections, edit.section: edit.rows}
        complete = replace(complete, written=replace(complete.written, sections=sections))
    if edit.finish is not None:
        complete = replace(complete, written=replace(complete.written, finish=edit.finish))
    return with_fingerprint(resolve(complete, {**settings, **edit.settings}))


def _with_section(ruleset: RuleSet, section: str, written: Rows) -> RuleSet:
    """One section read again; all others stay."""
    faults: list[Diagnostic] = []
    scope = base_scope(ruleset.pack, "", ruleset.options, ruleset.chosen)
    reader = RowReader(ruleset.pack, ruleset.players, ruleset.options, scope, faults)
    rows = reader.rows(BY_NAME[section], written, ruleset.facts)
    if faults:
        raise Faults(faults)
    return replace(ruleset, sections={**ruleset.sections, section: Section(section, rows)})


def core(ruleset: RuleSet, section: str) -> object:
    """What can answer in a section: equal for sections that are the same but for names, notes and dead rows."""
    rows = ruleset.rows(section)
    live = reachable(rows) if BY_NAME[section].hit == FIRST else [row for row in rows if row.when != FALSE]
    return tuple((row.when, row.result, row.then) for row in live)
