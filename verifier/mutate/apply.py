"""An edit to the rule set it gives, and whether two rule sets are the same text for the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rulespec import compose, library, pipeline
from rulespec.check.facts import reachable
from rulespec.check.resolve import resolve
from rulespec.compose import Complete
from rulespec.fingerprint import with_fingerprint
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, FIRST
from rulespec.ir.expr import FALSE
from rulespec.yaml_tree import Scalar
from verifier.mutate.edits import Edit
from verifier.obligation import Settings, scalars


@lru_cache(maxsize=8)
def complete_of(profile: str, settings: Settings) -> tuple[Complete, Mapping[str, Scalar]]:
    """A rule set as written, bases included, and what is set over it. Raises Faults."""
    base, added = pipeline.split(profile)
    complete = compose.compose(pipeline.read_file(library.locate(base)), pipeline.find_base)
    return complete, {**pipeline.added_settings(added, profile, complete), **scalars(settings)}


def applied(complete: Complete, settings: Mapping[str, Scalar], edit: Edit) -> RuleSet:
    """The edited rule set. Raises Faults where the edit means nothing."""
    if edit.rows is not None:
        sections = {**complete.written.sections, edit.section: edit.rows}
        complete = replace(complete, written=replace(complete.written, sections=sections))
    return with_fingerprint(resolve(complete, {**settings, **edit.settings}))


def core(ruleset: RuleSet, section: str) -> object:
    """What can answer in a section: equal for sections that are the same but for names, notes and dead rows."""
    rows = ruleset.rows(section)
    live = reachable(rows) if BY_NAME[section].hit == FIRST else [row for row in rows if row.when != FALSE]
    return tuple((row.when, row.result, row.then) for row in live)
