"""Open options given values: a family becomes a profile without its file being read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulespec.ir import facts as facts_of
from rulespec.ir.by_identity import ByIdentity
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.ruleset import AnyRow, Facts, Option, RuleSet, Section
from rulespec.ir.types import Choice, Int
from rulespec.ir.walk import fold, names, substitute

Options = Mapping[str, str | int]
MOST_MEMBERS = 512
MOST_SECTIONS = 2048
EXPRESSIONS = (Apply, BoolLit, CardsLit, ChoiceLit, If, IntLit, LevelLit, Name, SuitLit)


def option_value(option: Option, value: str | int | None) -> Expr:
    """A settled option as a literal, an open one as a name."""
    if value is None:
        return Name(option.name, option.type)
    if isinstance(option.type, Choice):
        return ChoiceLit(str(value), option.type)
    return IntLit(int(value))


def with_options(ruleset: RuleSet, options: Options) -> RuleSet:
    """The rule set with these options chosen."""
    if not options:
        return ruleset
    values = {name: option_value(ruleset.options[name], value) for name, value in options.items()}
    facts = Facts(ruleset.players, Int(0, ruleset.pack.size), Int(1, 1), Int(1, 1), Int(1, 1), Int(1, 1))
    sections: dict[str, Section] = {}
    for name, section in ruleset.sections.items():
        sections[name] = _section(section, options, values)
        facts = facts_of.after(name, sections[name].rows, facts, ruleset.pack)
    return replace(ruleset, chosen={**ruleset.chosen, **options}, sections=sections, facts=facts)


_sections = ByIdentity[Section](MOST_SECTIONS)
_names = ByIdentity[frozenset[str]](MOST_SECTIONS)


def _section(section: Section, options: Options, values: Mapping[str, Expr]) -> Section:
    """A section with options chosen; one object for equal values of those that its rows read, so that what is known of it is known once."""
    chosen = tuple((name, options[name]) for name in _read_by(section) if name in options)
    return _sections.of(section, lambda: Section(section.name, tuple(_row(row, values) for row in section.rows)), chosen)


def _read_by(section: Section) -> frozenset[str]:
    """The names in a section's conditions and results."""
    parts = (part for row in section.rows for part in (row.when, row.result))
    return _names.of(section, lambda: frozenset[str]().union(*(names(part) for part in parts if isinstance(part, EXPRESSIONS))))


_members = ByIdentity[RuleSet](MOST_MEMBERS)


def member_of(ruleset: RuleSet, options: Options) -> RuleSet:
    """The same, one object for equal choices while it is remembered, so that what is built on it is built once."""
    if not options:
        return ruleset
    return _members.of(ruleset, lambda: with_options(ruleset, options), tuple(sorted(options.items())))


def _row(row: AnyRow, values: Mapping[str, Expr]) -> AnyRow:
    result = row.result
    if isinstance(result, EXPRESSIONS):
        result = fold(substitute(result, values))
    when = fold(substitute(row.when, values))
    return row if when is row.when and result is row.result else replace(row, when=when, result=result)


def specialise(ruleset: RuleSet, section: str, values: tuple[tuple[str, int], ...]) -> RuleSet:
    """The rule set with numbers put for names of one section, and what they decide decided."""
    literals = {name: IntLit(value) for name, value in values}
    rows = tuple(_row(row, literals) for row in ruleset.rows(section))
    return replace(ruleset, sections={**ruleset.sections, section: Section(section, rows)})
