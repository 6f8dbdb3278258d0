"""A rule set file as its author typed it: the right keys in the right places, nothing looked up yet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field
from keyword import iskeyword

from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import ENOUGH, near
from rulespec.ir.sections import BY_NAME, FIRST, NAMES, SectionKind
from rulespec.keys import FINISH_KEYS, OPTION_KEYS, SOURCE_KEYS, START_KEYS, TOP_KEYS, commas, row_keys, unknown_keys
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

VERSION = "1"
SUPPORTED, UNSUPPORTED = STATUSES = ("supported", "unsupported")
WHOLE = "rule set"
NEEDED = frozenset({WHOLE, "cards", "options", "extends"})  # nothing else can be judged without these
IDENTIFIER = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def is_word(text: str) -> bool:
    """Whether a text can be a name in an expression."""
    return WORD.fullmatch(text) is not None and not iskeyword(text)


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One row: its values by key, and which key is the result."""

    section: str
    values: MappingABC[str, Tree]
    result: str
    span: Span

    def scalar(self, key: str) -> Scalar | None:
        value = self.values.get(key)
        return value if isinstance(value, Scalar) else None


@dataclass(frozen=True, slots=True)
class Written:
    """One file. Absent parts are None or empty; a base may fill them.

    `faults` are what is out of place; `lost` are the sections and keys that are not whole because of
    it, of which nothing more should be said.
    """

    source: Source
    id: Scalar
    span: Span
    name: Scalar | None = None
    status: Scalar | None = None
    missing: Scalar | None = None
    family: bool = False
    extends: Scalar | None = None
    players: Scalar | None = None
    cards: Mapping | None = None
    options: MappingABC[str, tuple[Scalar, Tree]] = field(default_factory=dict)
    offers: MappingABC[str, Mapping] = field(default_factory=dict)
    sections: MappingABC[str, tuple[WrittenRow, ...]] = field(default_factory=dict)
    start: Mapping | None = None
    finish: Mapping | None = None
    sources: MappingABC[str, Mapping] = field(default_factory=dict)
    expect: MappingABC[str, Scalar] = field(default_factory=dict)
    properties: Sequence | None = None
    faults: tuple[Diagnostic, ...] = ()
    lost: frozenset[str] = frozenset()

    @property
    def readable(self) -> bool:
        """Whether what is whole can be judged without the rest."""
        return not self.lost & NEEDED


def read(tree: Tree, source: Source, faults: Iterable[Diagnostic] = ()) -> Written:
    """The parts of a file, with everything in it that is out of place."""
    return Reader(source, faults).file(tree)


class Reader:
    """Takes a tree apart and notes each fault, so that one run shows all of them."""

    def __init__(self, source: Source, faults: Iterable[Diagnostic] = ()) -> None:
        self.source = source
        self.faults = list(faults)
        self.lost: set[str] = set()

    def wrong(self, code: str, message: str, span: Span, help_: str | None = None, lost: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, span, help_))
        if lost is not None:
            self.lost.add(lost)

    def file(self, tree: Tree) -> Written:
        top = self.mapping(tree, "a rule set", lost=WHOLE)
        if top is None:
            return self.written(Scalar("", tree.span))
        self.known(top, TOP_KEYS, "a rule set", self.lost)
        self.version(top)
        parts = {n: self.section(BY_NAME[n], top.get(n)) for n in NAMES if top.get(n) is not None}
        return self.written(
            self.id(top),
            name=self.scalar(top.get("name"), "`name`"),
            status=self.status(top),
            missing=self.scalar(top.get("missing"), "`missing`"),
            family=self.truth(top.get("family")),
            extends=self.scalar(top.get("extends"), "`extends`", lost="extends"),
            players=self.scalar(top.get("players"), "`players`"),
            cards=self.mapping(top.get("cards"), "`cards`", lost="cards"),
            options=self.options(top.get("options")),
            offers=self.mappings(top.get("offers"), "`offers`", "an offer"),
            sections=parts,
            start=self.closed(top.get("start"), "`start`", START_KEYS),
            finish=self.closed(top.get("finish"), "`finish`", FINISH_KEYS),
            sources=self.mappings(top.get("sources"), "`sources`", "a source", SOURCE_KEYS),
            expect=self.scalars(top.get("expect"), "`expect`"),
            properties=self.sequence(top.get("properties"), "`properties`"),
        )

    def written(self, id_: Scalar, **parts: object) -> Written:
        return Written(self.source, id_, id_.span, **parts, faults=tuple(self.faults), lost=frozenset(self.lost))  # type: ignore[arg-type]

    def status(self, top: Mapping) -> Scalar | None:
        """Whether the language can say these rules; where it cannot, `missing` says what it lacks."""
        found, missing = self.scalar(top.get("status"), "`status`"), top.get("missing")
        if found is not None and found.text not in STATUSES:
            self.wrong("RS109", f"`status` is `{'` or `'.join(STATUSES)}`, not `{found.text}`", found.span)
        if found is not None and found.text == UNSUPPORTED and missing is None:
            self.wrong("RS104", "what can the language not say?", found.span, "add `missing: ...`")
        return found

    def id(self, top: Mapping) -> Scalar:
        found = self.scalar(top.get("id"), "`id`")
        if found is None:
            if top.get("id") is None and "id" not in self.lost:
                self.wrong("RS104", "the rule set has no `id`", _first(top), "add `id: my-rules`")
            return Scalar("", _first(top))
        if not IDENTIFIER.fullmatch(found.text):
            self.wrong("RS109", f"`{found.text}` is not an id", found.span, "small letters and digits, joined by hyphens")
        return found

    def version(self, top: Mapping) -> None:
        value = top.get("rulespec")
        if value is None and "rulespec" not in self.lost:
            self.wrong("RS104", "the file does not say which version of the language it is in", _first(top), f"begin with `rulespec: {VERSION}`")
        elif value is not None and (not isinstance(value, Scalar) or value.text != VERSION):
            self.wrong("RS109", f"this program reads version {VERSION} of the language", value.span)

    def known(self, mapping: Mapping, keys: Iterable[str], what: str, meant: set[str] | None = None) -> None:
        """A fault for each other key; `meant` gathers the keys that these were probably to be."""
        names = tuple(keys)
        for key, fault in unknown_keys(mapping, names, what):
            if len(self.faults) >= ENOUGH:
                break
            self.faults.append(fault)
            if key is not None and meant is not None:
                meant |= set(near(key.text, names))

    def mapping(self, tree: Tree | None, what: str, lost: str | None = None) -> Mapping | None:
        if isinstance(tree, Mapping):
            return tree
        self.other_kind(tree, f"{what} must be `key: value` lines", lost)
        return None

    def sequence(self, tree: Tree | None, what: str, lost: str | None = None) -> Sequence | None:
        if isinstance(tree, Sequence):
            return tree
        self.other_kind(tree, f"{what} must be a list", lost)
        return None

    def other_kind(self, tree: Tree | None, message: str, lost: str | None) -> None:
        """A fault for a value of another kind, unless nothing stands there or an alias, which has had its fault."""
        if tree is not None and not _alias(tree):
            self.wrong("RS101", message, tree.span)
        if tree is not None and lost is not None:
            self.lost.add(lost)

    def scalar(self, tree: Tree | None, what: str, lost: str | None = None) -> Scalar | None:
        if not isinstance(tree, Scalar) or _alias(tree):
            self.other_kind(tree, f"{what} must be one value, not a list and not `key: value` lines", lost)
            return None
        if not tree.text.strip():
            self.wrong("RS104", f"{what} has no value", tree.span, lost=lost)
            return None
        return tree

    def truth(self, tree: Tree | None) -> bool:
        value = self.scalar(tree, "`family`")
        if value is not None and value.text not in ("true", "false"):
            self.wrong("RS109", f"`family` is `true` or `false`, not `{value.text}`", value.span)
        return value is not None and value.text == "true"

    def scalars(self, tree: Tree | None, what: str) -> dict[str, Scalar]:
        mapping = self.mapping(tree, what)
        found = [(key.text, self.scalar(value, f"`{key.text}`")) for key, value in (mapping.entries if mapping else ())]
        return {key: value for key, value in found if value is not None}

    def mappings(self, tree: Tree | None, outer: str, inner: str, keys: tuple[str, ...] = ()) -> dict[str, Mapping]:
        """Names with `key: value` lines of one value each."""
        found: dict[str, Mapping] = {}
        mapping = self.mapping(tree, outer)
        for name, value in mapping.entries if mapping else ():
            part = self.mapping(value, inner)
            if part is None:
                continue
            if keys:
                self.known(part, keys, inner)
            for key, item in part.entries:
                if not keys or key.text in keys:
                    self.scalar(item, f"`{key.text}`")
            found[name.text] = part
        return found

    def options(self, tree: Tree | None) -> dict[str, tuple[Scalar, Tree]]:
        mapping = self.mapping(tree, "`options`", lost="options")
        for key, value in mapping.entries if mapping else ():
            self.option(key, value)
        return {key.text: (key, value) for key, value in (mapping.entries if mapping else ())}

    def option(self, key: Scalar, value: Tree) -> None:
        if not is_word(key.text):
            self.wrong("RS109", f"`{key.text}` cannot name an option", key.span, "letters, digits and `_`")
        if not isinstance(value, Mapping):
            self.scalar(value, f"option `{key.text}`", lost="options")
            return
        self.known(value, OPTION_KEYS, "an option")
        self.scalar(value.get("says"), "`says`")
        self.scalar(value.get("default"), "`default`")
        values = self.sequence(value.get("values"), "`values`", lost="options")
        if value.get("values") is None or (values is not None and not values.items):
            self.wrong("RS104", f"option `{key.text}` has no values", key.span, "add `values: [one, another]`", lost="options")
        for item in values.items if values else ():
            self.scalar(item, "a value of an option", lost="options")

    def closed(self, tree: Tree | None, what: str, keys: tuple[str, ...]) -> Mapping | None:
        """`key: value` lines with these keys only."""
        mapping = self.mapping(tree, what)
        if mapping is not None:
            self.known(mapping, keys, what)
        return mapping

    def section(self, kind: SectionKind, tree: Tree | None) -> tuple[WrittenRow, ...]:
        rows = self.sequence(tree, f"`{kind.name}`", lost=kind.name)
        if rows is not None and not rows.items and kind.hit == FIRST:
            self.wrong("RS104", f"`{kind.name}` has no row", rows.span, "it must answer every situation", lost=kind.name)
        found = [self.row(kind, item) for item in (rows.items if rows else ())]
        if None in found:
            self.lost.add(kind.name)
        return tuple(row for row in found if row is not None)

    def row(self, kind: SectionKind, tree: Tree) -> WrittenRow | None:
        mapping = self.mapping(tree, f"a row of `{kind.name}`")
        if mapping is None:
            return None
        keys, meant = row_keys(kind), set[str]()
        if cut := list(commas(mapping, keys)):
            self.faults += cut
            return None
        self.known(mapping, keys, f"a row of `{kind.name}`", meant)
        for key in ("name", "cite", "assumed"):
            self.scalar(mapping.get(key), f"`{key}`")
        if mapping.get("when") is not None and self.scalar(mapping.get("when"), "`when`") is None:
            return None
        results = [key for key, _ in mapping.entries if key.text in kind.result]
        if len(results) == 1:
            return WrittenRow(kind.name, {key.text: value for key, value in mapping.entries}, results[0].text, mapping.span)
        if results or not meant & set(kind.result):
            self.result_count(kind, mapping, results)
        return None

    def result_count(self, kind: SectionKind, mapping: Mapping, results: list[Scalar]) -> None:
        wanted = " or ".join(f"`{key}`" for key in kind.result)
        if results:
            self.wrong("RS108", f"a row of `{kind.name}` has one result, and this has {len(results)}", results[1].span)
        else:
            self.wrong("RS108", f"a row of `{kind.name}` needs a result: {wanted}", _first(mapping))


def _alias(tree: Tree) -> bool:
    return isinstance(tree, Scalar) and tree.style == "alias"


def _first(mapping: Mapping) -> Span:
    return mapping.entries[0][0].span if mapping.entries else mapping.span
