"""A complete file to the typed core: pack, options, facts, then every section in order."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import replace

from rulespec.check import facts as facts_of
from rulespec.check import options as opts
from rulespec.check.pack import read_pack, read_players
from rulespec.check.rows import RowReader
from rulespec.check.scope import RESERVED, base_scope
from rulespec.compose import Complete
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.ruleset import Facts, Finish, Option, RuleSet, Section
from rulespec.ir.sections import NAMES, SECTIONS
from rulespec.ir.types import Int
from rulespec.yaml_tree import Mapping, Scalar, Sequence

OPTIONAL = ("bid", "call", "premium")
TIES = ("shared", "by_seat")
RANK_BY = ("total",)


def resolve(complete: Complete, settings: MappingABC[str, Scalar]) -> RuleSet:
    """The rule set a complete file means under the settings. Raises Faults with all that is wrong."""
    faults: list[Diagnostic] = []
    written = complete.written
    pack = read_pack(written, faults)
    players = read_players(written, faults)
    options = opts.declared(complete, faults)
    chosen = opts.choose(options, complete, settings, faults)
    _all_chosen(complete, options, chosen, faults)
    _names_clash(options, pack.suits, faults)
    _sections_present(complete, faults)
    scope = base_scope(pack, "", options, chosen)
    reader = RowReader(pack, players, options, scope, faults)
    facts = Facts(players, Int(0, pack.size), Int(1, 1), Int(1, 1), Int(1, 1), Int(1, 1))
    sections: dict[str, Section] = {}
    for kind in SECTIONS:
        rows = reader.rows(kind, written.sections.get(kind.name, ()), facts)
        sections[kind.name] = Section(kind.name, rows)
        facts = facts_of.after(kind.name, rows, facts)
    offers = _offers(complete, options, faults)
    ruleset = RuleSet(
        id=written.id.text, name=written.name.text if written.name else written.id.text, family=complete.family,
        players=players, pack=pack, options=options, chosen=chosen, sections=sections, finish=_finish(written.finish, faults),
        facts=facts, sources=_sources(complete), expect=_expect(complete, faults), offers=offers, path=written.source.name,
    )  # fmt: skip
    if faults:
        raise Faults(sorted(faults, key=lambda d: (d.span.source.name, d.span.start)))
    return ruleset


def _all_chosen(complete: Complete, options: MappingABC[str, Option], chosen: MappingABC[str, object], faults: list[Diagnostic]) -> None:
    if complete.written.family:
        return
    for option in (o for name, o in options.items() if name not in chosen):
        values = ", ".join(f"`{v}`" for v in option.values)
        faults.append(Diagnostic("RS304", f"option `{option.name}` is not chosen", complete.written.span, f"under `options:` give it one of {values}, or say `family: true`"))


def _names_clash(options: MappingABC[str, Option], suits: tuple[str, ...], faults: list[Diagnostic]) -> None:
    taken = {name.name for section in SECTIONS for name in section.names} | set(suits) | set(RESERVED)
    for option in options.values():
        if option.name in taken:
            faults.append(Diagnostic("RS308", f"`{option.name}` already means something in expressions", option.span, "call the option otherwise"))


def _sections_present(complete: Complete, faults: list[Diagnostic]) -> None:
    written = complete.written
    for name in NAMES:
        if name not in OPTIONAL and name not in written.sections and complete.lineage[-1].extends is None:
            faults.append(Diagnostic("RS307", f"the rule set has no section `{name}`", written.span, f"write it, or extend a rule set that has it: {BY_SAYS[name]}"))


BY_SAYS = {section.name: section.says for section in SECTIONS}


def _finish(tree: Mapping | None, faults: list[Diagnostic]) -> Finish:
    if tree is None:
        return Finish()
    ties, rank_by = tree.get("ties"), tree.get("rank_by")
    if ties is not None and (not isinstance(ties, Scalar) or ties.text not in TIES):
        faults.append(Diagnostic("RS109", f"`ties` is one of {', '.join(TIES)}", ties.span))
    listed = rank_by.items if isinstance(rank_by, Sequence) else (rank_by,) if rank_by is not None else ()
    for item in listed:
        if not isinstance(item, Scalar) or item.text not in RANK_BY:
            faults.append(Diagnostic("RS109", f"`rank_by` lists {', '.join(RANK_BY)}", item.span))
    return Finish(tuple(i.text for i in listed if isinstance(i, Scalar)) or RANK_BY, ties.text if isinstance(ties, Scalar) else TIES[0])


def _sources(complete: Complete) -> dict[str, dict[str, str]]:
    found = complete.written.sources.items()
    return {key: {k.text: v.text for k, v in value.entries if isinstance(v, Scalar)} for key, value in found}


def _expect(complete: Complete, faults: list[Diagnostic]) -> dict[str, str]:
    for key, value in complete.written.expect.items():
        if value.text not in ("proved", "refuted"):
            faults.append(Diagnostic("RS109", f"`{key}` is expected `proved` or `refuted`, not `{value.text}`", value.span))
    return {key: value.text for key, value in complete.written.expect.items()}


def _offers(complete: Complete, options: MappingABC[str, Option], faults: list[Diagnostic]) -> dict[str, dict[str, str | int]]:
    offers: dict[str, dict[str, str | int]] = {}
    for name, mapping in complete.written.offers.items():
        settings = {key.text: value for key, value in mapping.entries if isinstance(value, Scalar)}
        for key, value in mapping.entries:
            if key.text not in options:
                faults.append(Diagnostic("RS303", f"there is no option `{key.text}`", key.span, did_you_mean(key.text, options)))
            elif not isinstance(value, Scalar):
                faults.append(Diagnostic("RS101", f"option `{key.text}` takes one value", value.span))
        known = {key: value for key, value in settings.items() if key in options}
        offers[name] = opts.choose(options, replace(complete, chosen={}), known, faults)
    return offers
