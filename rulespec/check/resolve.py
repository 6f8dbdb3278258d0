"""A complete file to the typed core: pack, options, facts, then every section in order."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC
from dataclasses import replace
from typing import cast

from rulespec.check import options as opts
from rulespec.check.data import one_of
from rulespec.check.doubling import with_doubling
from rulespec.check.pack import read_pack, read_players
from rulespec.check.rows import RowReader
from rulespec.check.scope import RESERVED, base_scope
from rulespec.compose import Complete
from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.diagnostics.faults import NOT_SAYABLE, did_you_mean, near
from rulespec.ir import facts as facts_of
from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import Facts, Finish, Option, Row, RuleSet, Section, Start, TrumpMethod
from rulespec.ir.sections import SECTIONS
from rulespec.ir.types import Int
from rulespec.plain import one_line
from rulespec.spans import Span
from rulespec.surface import UNSUPPORTED, Written
from rulespec.yaml_tree import Mapping, Scalar, Sequence

OPTIONAL = ("bid", "call", "premium")
FINISH_WORDS = {"ties": ("shared", "by_seat"), "wins": ("highest", "lowest"), "sides": ("alone", "pairs")}
"""The keys of `finish` that take one word, the usual one first."""
FIRST_DEALERS = ("by_lot", "first_dealt")
RANK_BY = ("total",)
EXPECTED = ("proved", "refuted")


def resolve(complete: Complete, settings: MappingABC[str, Scalar]) -> RuleSet:
    """The rule set a complete file means under the settings. Raises Faults with all that is wrong."""
    written = complete.written
    faults = list(written.faults)
    pack = read_pack(written, faults)
    players = read_players(written, faults)
    options = opts.declared(complete, faults)
    chosen = opts.choose(options, complete, settings, faults)
    options = _without_clashes(options, pack.suits, faults)
    _sections_present(complete, faults)
    _sources_known(complete, faults)
    scope = base_scope(pack, "", options, chosen)
    reader = RowReader(pack, players, options, scope, faults, written.lost)
    facts = Facts(players, Int(0, pack.size), Int(1, 1), Int(1, 1), Int(1, 1), Int(1, 1))
    sections: dict[str, Section] = {}
    for kind in SECTIONS:
        rows = reader.rows(kind, written.sections.get(kind.name, ()), facts)
        if kind.name == "score":
            rows = with_doubling(rows, cast("tuple[Row[TrumpMethod], ...]", sections["trump"].rows), faults)
        sections[kind.name] = Section(kind.name, rows)
        facts = facts_of.after(kind.name, rows, facts, pack)
    read = scope.read if not faults and not written.lost else set(options)
    _all_chosen(complete, {name: option for name, option in options.items() if name in read}, settings, faults)
    offers = _offers(complete, options, faults)
    ruleset = RuleSet(
        id=written.id.text, name=one_line(written.name.text) if written.name else written.id.text, family=complete.family,
        players=players, pack=pack, options={name: option for name, option in options.items() if name in read},
        chosen={name: value for name, value in chosen.items() if name in read}, sections=sections, finish=_finish(written.finish, players, faults),
        facts=facts, sources=_sources(complete), expect=_expect(complete, faults), promised_at={key: _key_span(key, value.span) for key, value in complete.written.expect.items()}, offers=offers, path=written.source.name,
        properties=written.properties, start=_start(written.start, pack, faults), unread=tuple(name for name in options if name not in read),
    )  # fmt: skip
    if not faults and written.status is not None and written.status.text == UNSUPPORTED:
        raise unsayable(written)
    if faults:
        raise Faults(sorted(faults, key=lambda d: (d.span.source.name, d.span.start)))
    return ruleset


def unsayable(written: Written) -> Faults:
    """The end of a rule set of which the language cannot say all."""
    assert written.status is not None
    missing = written.missing.text if written.missing else "something"
    return fault(NOT_SAYABLE, f"the language cannot say all of `{written.id.text}`: {missing}", written.status.span)


def _all_chosen(complete: Complete, options: MappingABC[str, Option], settings: MappingABC[str, Scalar], faults: list[Diagnostic]) -> None:
    """A profile settles every option; one that was settled wrongly, or under a near name, has had its fault."""
    if complete.written.family:
        return
    named = {*complete.chosen, *settings}
    meant = {word for name in named - set(options) for word in near(name, options)}
    for option in (o for name, o in options.items() if name not in named | meant):
        values = ", ".join(f"`{v}`" for v in option.values)
        faults.append(Diagnostic("RS304", f"option `{option.name}` is not chosen", complete.written.span, f"under `options:` give it one of {values}, or say `family: true`"))


def _without_clashes(options: MappingABC[str, Option], suits: tuple[str, ...], faults: list[Diagnostic]) -> dict[str, Option]:
    """The options whose names mean nothing else."""
    taken = {name.name for section in SECTIONS for name in section.names} | set(suits) | set(RESERVED)
    for option in (o for o in options.values() if o.name in taken):
        faults.append(Diagnostic("RS308", f"`{option.name}` already means something in expressions", option.span, "call the option otherwise"))
    return {name: option for name, option in options.items() if name not in taken}


def _sections_present(complete: Complete, faults: list[Diagnostic]) -> None:
    written = complete.written
    for kind in SECTIONS:
        if kind.name in OPTIONAL or kind.name in written.sections or kind.name in written.lost:
            continue
        help_ = f"write it, or extend a rule set that has it: {kind.says}"
        faults.append(Diagnostic("RS307", f"the rule set has no section `{kind.name}`", written.span, help_))


def _sources_known(complete: Complete, faults: list[Diagnostic]) -> None:
    """The first word of every `cite` is one of the `sources`."""
    known = complete.written.sources
    cites = (row.scalar("cite") for rows in complete.written.sections.values() for row in rows)
    for cite in (cite for cite in cites if cite is not None):
        word = re.split(r"[\s,:;]", cite.text.strip(), maxsplit=1)[0]
        if word not in known:
            listed = "the sources are " + ", ".join(f"`{name}`" for name in known) if known else f"add `sources: {{{word}: {{title: ...}}}}`"
            at = cite.span.start + max(0, cite.span.text.find(word))
            faults.append(Diagnostic("RS313", f"there is no source `{word}`", Span(cite.span.source, at, at + len(word)), did_you_mean(word, known) or listed))


def _finish(tree: Mapping | None, players: int, faults: list[Diagnostic]) -> Finish:
    if tree is None:
        return Finish()
    rank_by = tree.get("rank_by")
    listed = rank_by.items if isinstance(rank_by, Sequence) else (rank_by,) if rank_by is not None else ()
    ranked = [one_of(item, RANK_BY, "`rank_by`", faults) for item in listed]
    words = {key: one_of(tree.get(key), known, f"`{key}`", faults) or known[0] for key, known in FINISH_WORDS.items()}
    sides = tree.get("sides")
    if words["sides"] == "pairs" and players % 2 and sides is not None:
        faults.append(Diagnostic("RS109", f"{players} players make no pairs", sides.span, "opposite seats are partners, so the number is even"))
    return Finish(tuple(word for word in ranked if word) or RANK_BY, **words)


def _start(tree: Mapping | None, pack: Pack, faults: list[Diagnostic]) -> Start:
    if tree is None:
        return Start()
    dealer, rank = tree.get("dealer"), tree.get("rank")
    word = one_of(dealer, FIRST_DEALERS, "`dealer`", faults) or FIRST_DEALERS[0]
    shown = one_of(rank, pack.ranks, "`rank`", faults)
    if word == "first_dealt" and rank is None:
        faults.append(Diagnostic("RS104", "the first card of which rank makes its owner the dealer?", tree.span, f"add `rank: {pack.ranks[-1]}`"))
    if word == "by_lot" and rank is not None:
        faults.append(Diagnostic("RS103", "`rank` belongs to `dealer: first_dealt`", rank.span))
    return Start(word, shown)


def _sources(complete: Complete) -> dict[str, dict[str, str]]:
    found = complete.written.sources.items()
    return {one_line(key): {k.text: one_line(v.text) for k, v in value.entries if isinstance(v, Scalar)} for key, value in found}


def _expect(complete: Complete, faults: list[Diagnostic]) -> dict[str, str]:
    for key, value in complete.written.expect.items():
        if value.text not in EXPECTED:
            faults.append(Diagnostic("RS109", f"`{key}` is expected `proved` or `refuted`, not `{value.text}`", value.span))
    return {key: value.text for key, value in complete.written.expect.items()}


def _key_span(key: str, value: Span) -> Span:
    """Where a key stands, before its value; the value where it is spelled otherwise."""
    at = value.source.text.rfind(key, 0, value.start)
    return Span(value.source, at, at + len(key)) if at >= 0 else value


def _offers(complete: Complete, options: MappingABC[str, Option], faults: list[Diagnostic]) -> dict[str, dict[str, str | int]]:
    bare = replace(complete, chosen={})
    offers: dict[str, dict[str, str | int]] = {}
    for name, mapping in complete.written.offers.items():
        settings = {key.text: value for key, value in mapping.entries if isinstance(value, Scalar)}
        offers[one_line(name)] = opts.choose(options, bare, settings, faults)
    return offers
