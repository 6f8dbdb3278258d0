"""An edit to the rule set it gives; what changed travels to workers as a patch of the rules they have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rulespec import compose, library, pipeline
from rulespec.check.resolve import resolve
from rulespec.check.rows import RowReader, section_scope
from rulespec.check.scope import Scope, base_scope
from rulespec.compose import Complete
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir import facts as facts_of
from rulespec.ir.expr import FALSE
from rulespec.ir.facts import reachable
from rulespec.ir.ruleset import AnyRow, Facts, Finish, RuleSet, Section
from rulespec.ir.sections import BY_NAME, FIRST, NAMES
from rulespec.yaml_tree import Scalar
from verifier.watch.mutate.edits import FINISH, Edit, Rows
from verifier.work.settings import Settings, scalars

GROUND = ("deck", "schedule")
"""Sections from which all others take the bounds of their names."""


@lru_cache(maxsize=8)
def complete_of(profile: str, settings: Settings) -> tuple[Complete, Mapping[str, Scalar]]:
    """A rule set as written, bases included, and what is set over it. Raises Faults."""
    base, added = pipeline.split(profile)
    complete = compose.compose(pipeline.read_file(library.locate(base)), pipeline.find_base)
    return complete, {**pipeline.added_settings(added, profile, complete), **scalars(settings)}


@dataclass(frozen=True, slots=True)
class Patch:
    """What an edit changes: the sections that answer otherwise written, and what follows from them."""

    sections: tuple[Section, ...]
    facts: Facts
    chosen: tuple[tuple[str, str | int], ...]
    finish: Finish

    def touched(self, ruleset: RuleSet) -> tuple[str, ...]:
        """The sections in which another answer is possible at all."""
        found = tuple(section.name for section in self.sections)
        return (*found, FINISH) if self.finish != ruleset.finish else found

    @property
    def same(self) -> object:
        """Equal for edits that give the same rules."""
        live = [(section.name, live_rows(section)) for section in self.sections]
        return tuple(live), self.finish

    def on(self, ruleset: RuleSet, name: str) -> RuleSet:
        """The edited rules. `name` tells them from others, as their fingerprint."""
        sections = {**ruleset.sections, **{section.name: section for section in self.sections}}
        return replace(ruleset, sections=sections, facts=self.facts, chosen=dict(self.chosen), finish=self.finish, fingerprint=name)


class Editor:
    """Applies edits to a rule set as it was written. Rows that an edit leaves alone stay the same objects."""

    def __init__(self, ruleset: RuleSet, complete: Complete, settings: Mapping[str, Scalar]) -> None:
        self.ruleset, self.complete, self.settings = ruleset, complete, settings
        self.base = base_scope(ruleset.pack, "", ruleset.options, ruleset.chosen)
        self.scopes: dict[tuple[str, Facts], Scope] = {}
        self.chosen: dict[tuple[tuple[str, str], ...], Patch] = {}

    def patch(self, edit: Edit) -> Patch:
        """What the edit changes. Raises Faults where it means nothing."""
        if edit.rows is None and edit.finish is None:
            return self._otherwise_chosen(edit)
        if edit.rows is None:
            return self._patch(self._resolved(edit))
        rows = self._rows(edit.section, edit.rows, self.ruleset.facts)
        sections = {**self.ruleset.sections, edit.section: Section(edit.section, rows)}
        facts = facts_of.after(edit.section, rows, self.ruleset.facts, self.ruleset.pack)
        if facts != self.ruleset.facts and edit.section in GROUND:
            return self._patch(self._resolved(edit))
        if facts != self.ruleset.facts:
            written = self.complete.written.sections.get("premium", ())
            sections["premium"] = Section("premium", self._rows("premium", written, facts, anew=True))
        return self._patch(replace(self.ruleset, sections=sections, facts=facts))

    def _otherwise_chosen(self, edit: Edit) -> Patch:
        """Other values of options; the same ones are asked for by many who compare."""
        key = tuple(sorted((name, value.text) for name, value in edit.settings.items()))
        if key not in self.chosen:
            self.chosen[key] = self._patch(self._resolved(edit))
        return self.chosen[key]

    def _patch(self, edited: RuleSet) -> Patch:
        changed = tuple(edited.sections[name] for name in NAMES if core(edited, name) != core(self.ruleset, name))
        return Patch(changed, edited.facts, tuple(edited.chosen.items()), edited.finish)

    def _resolved(self, edit: Edit) -> RuleSet:
        complete = self.complete
        if edit.rows is not None:
            sections = {**complete.written.sections, edit.section: edit.rows}
            complete = replace(complete, written=replace(complete.written, sections=sections))
        if edit.finish is not None:
            complete = replace(complete, written=replace(complete.written, finish=edit.finish))
        return resolve(complete, {**self.settings, **edit.settings})

    def _rows(self, section: str, written: Rows, facts: Facts, anew: bool = False) -> tuple[AnyRow, ...]:
        """One section read again; rows that stand as they stood are taken over."""
        kind, faults = BY_NAME[section], list[Diagnostic]()
        known = {} if anew else {id(line): row for line, row in zip(self.complete.written.sections.get(section, ()), self.ruleset.rows(section), strict=True)}
        reader = RowReader(self.ruleset.pack, self.ruleset.players, self.ruleset.options, self.base, faults)
        scope = self._scope(section, facts)
        rows = tuple(known.get(id(line)) or reader.row(kind, line, i, scope) for i, line in enumerate(written))
        reader.gap(kind, written)
        reader.twins(kind, written, rows)
        if faults:
            raise Faults(faults)
        return rows

    def _scope(self, section: str, facts: Facts) -> Scope:
        """The names of a section, made once."""
        if (section, facts) not in self.scopes:
            self.scopes[section, facts] = section_scope(self.base, f"`{section}`", BY_NAME[section].names, facts)
        return self.scopes[section, facts]


def core(ruleset: RuleSet, section: str) -> object:
    """What can answer in a section: equal for sections that are the same but for names, notes and dead rows."""
    return live_rows(ruleset.sections[section])


def live_rows(section: Section) -> tuple[object, ...]:
    """Conditions and results of the rows that can answer."""
    live = reachable(section.rows) if BY_NAME[section.name].hit == FIRST else [row for row in section.rows if row.when != FALSE]
    return tuple((row.when, row.result, row.then) for row in live)
