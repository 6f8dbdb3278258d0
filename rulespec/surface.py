"""A rule set file as its author typed it: the right keys in the right places, nothing looked up yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping as MappingABC
from dataclasses import dataclass, field

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.sections import BY_NAME, NAMES, RowKeys, SectionKind
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

VERSION = "1"
TOP_KEYS = (
    "rulespec", "id", "name", "family", "extends", "players", "sources", "options", "offers", "cards", *NAMES,
    "finish", "expect", "properties",
)  # fmt: skip
EXTRA_ROW_KEYS: MappingABC[str, tuple[str, ...]] = {"trump": ("joker",), "strength": ("then",)}
IDENTIFIER = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


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
    """One file. Absent parts are None or empty; a base may fill them."""

    source: Source
    id: Scalar
    span: Span
    name: Scalar | None = None
    family: bool = False
    extends: Scalar | None = None
    players: Scalar | None = None
    cards: Mapping | None = None
    options: MappingABC[str, tuple[Scalar, Tree]] = field(default_factory=dict)
    offers: MappingABC[str, Mapping] = field(default_factory=dict)
    sections: MappingABC[str, tuple[WrittenRow, ...]] = field(default_factory=dict)
    finish: Mapping | None = None
    sources: MappingABC[str, Mapping] = field(default_factory=dict)
    expect: MappingABC[str, Scalar] = field(default_factory=dict)
    properties: Sequence | None = None


def read(tree: Tree, source: Source) -> Written:
    """The parts of a file. Raises Faults with everything that is out of place."""
    reader = Reader(source)
    written = reader.file(tree)
    if reader.faults or written is None:
        raise Faults(reader.faults)
    return written


class Reader:
    """Takes a tree apart and notes each fault, so that one run shows all of them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Diagnostic] = []

    def wrong(self, code: str, message: str, span: Span, help_: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, span, help_))

    def file(self, tree: Tree) -> Written | None:
        top = self.mapping(tree, "a rule set")
        if top is None:
            return None
        self.known(top, TOP_KEYS, "a rule set")
        self.version(top)
        id_ = self.scalar(top.get("id"), "`id`")
        if id_ is None:
            if top.get("id") is None:
                self.wrong("RS104", "the rule set has no `id`", _first(top), "add `id: my-rules`")
            return None
        if not IDENTIFIER.fullmatch(id_.text):
            self.wrong("RS109", f"`{id_.text}` is not an id", id_.span, "small letters and digits, joined by hyphens")
        return Written(
            self.source, id_, id_.span,
            name=self.scalar(top.get("name"), "`name`"),
            family=self.truth(top.get("family")),
            extends=self.scalar(top.get("extends"), "`extends`"),
            players=self.scalar(top.get("players"), "`players`"),
            cards=self.mapping(top.get("cards"), "`cards`"),
            options=self.options(top.get("options")),
            offers=self.mappings(top.get("offers"), "an offer"),
            sections={n: self.section(BY_NAME[n], top.get(n)) for n in NAMES if top.get(n) is not None},
            finish=self.finish(top.get("finish")),
            sources=self.mappings(top.get("sources"), "a source", ("title", "file", "url", "note")),
            expect=self.scalars(top.get("expect"), "`expect`"),
            properties=self.sequence(top.get("properties"), "`properties`"),
        )  # fmt: skip

    def version(self, top: Mapping) -> None:
        value = top.get("rulespec")
        if value is None:
            self.wrong("RS104", "the file does not say which version of the language it is in", _first(top), f"begin with `rulespec: {VERSION}`")
        elif not isinstance(value, Scalar) or value.text != VERSION:
            self.wrong("RS109", f"this program reads version {VERSION} of the language", value.span)

    def known(self, mapping: Mapping, keys: Iterable[str], what: str) -> None:
        names = tuple(keys)
        for key, _ in mapping.entries:
            if key.text not in names:
                self.wrong("RS103", f"{what} has no key `{key.text}`", key.span, did_you_mean(key.text, names) or f"it may have {_listed(names)}")

    def mapping(self, tree: Tree | None, what: str) -> Mapping | None:
        if tree is not None and not isinstance(tree, Mapping):
            self.wrong("RS101", f"{what} must be `key: value` lines", tree.span)
        return tree if isinstance(tree, Mapping) else None

    def sequence(self, tree: Tree | None, what: str) -> Sequence | None:
        if tree is not None and not isinstance(tree, Sequence):
            self.wrong("RS101", f"{what} must be a list", tree.span)
        return tree if isinstance(tree, Sequence) else None

    def scalar(self, tree: Tree | None, what: str) -> Scalar | None:
        if tree is not None and not isinstance(tree, Scalar):
            self.wrong("RS101", f"{what} must be one value, not a list and not `key: value` lines", tree.span)
            return None
        if isinstance(tree, Scalar) and not tree.text.strip():
            self.wrong("RS104", f"{what} has no value", tree.span)
            return None
        return tree if isinstance(tree, Scalar) else None

    def truth(self, tree: Tree | None) -> bool:
        value = self.scalar(tree, "`family`")
        if value is not None and value.text not in ("true", "false"):
            self.wrong("RS109", f"`family` is `true` or `false`, not `{value.text}`", value.span)
        return value is not None and value.text == "true"

    def scalars(self, tree: Tree | None, what: str) -> dict[str, Scalar]:
        mapping = self.mapping(tree, what)
        found = [(key.text, self.scalar(value, f"`{key.text}`")) for key, value in (mapping.entries if mapping else ())]
        return {key: value for key, value in found if value is not None}

    def mappings(self, tree: Tree | None, what: str, keys: tuple[str, ...] = ()) -> dict[str, Mapping]:
        outer = self.mapping(tree, f"{what[2:]}s".replace("`", ""))
        found: dict[str, Mapping] = {}
        for key, value in outer.entries if outer else ():
            inner = self.mapping(value, what)
            if inner is None:
                continue
            if keys:
                self.known(inner, keys, what)
            found[key.text] = inner
        return found

    def options(self, tree: Tree | None) -> dict[str, tuple[Scalar, Tree]]:
        mapping = self.mapping(tree, "`options`")
        for key, value in mapping.entries if mapping else ():
            self.option(key, value)
        return {key.text: (key, value) for key, value in (mapping.entries if mapping else ())}

    def option(self, key: Scalar, value: Tree) -> None:
        if not key.text.isidentifier():
            self.wrong("RS109", f"`{key.text}` cannot name an option", key.span, "letters, digits and `_`")
        if isinstance(value, Mapping):
            self.known(value, ("values", "says"), "an option")
            values = self.sequence(value.get("values"), "`values`")
            if value.get("values") is None or (values is not None and not values.items):
                self.wrong("RS104", f"option `{key.text}` has no values", value.span, "add `values: [one, another]`")
        else:
            self.scalar(value, f"option `{key.text}`")

    def finish(self, tree: Tree | None) -> Mapping | None:
        mapping = self.mapping(tree, "`finish`")
        if mapping is not None:
            self.known(mapping, ("rank_by", "ties"), "`finish`")
        return mapping

    def section(self, kind: SectionKind, tree: Tree | None) -> tuple[WrittenRow, ...]:
        rows = self.sequence(tree, f"`{kind.name}`")
        found = [self.row(kind, item) for item in (rows.items if rows else ())]
        return tuple(row for row in found if row is not None)

    def row(self, kind: SectionKind, tree: Tree) -> WrittenRow | None:
        mapping = self.mapping(tree, f"a row of `{kind.name}`")
        if mapping is None or self.forgotten_quotes(mapping):
            return None
        notes = RowKeys().notes if kind.hit != "any" or "forbid" not in kind.result else ("name", "cite", "assumed")
        keys = (*notes, *kind.result, *EXTRA_ROW_KEYS.get(kind.name, ()))
        self.known(mapping, keys, f"a row of `{kind.name}`")
        results = [key for key, _ in mapping.entries if key.text in kind.result]
        if len(results) != 1:
            self.result_count(kind, mapping, results)
            return None
        for key in ("name", "cite", "assumed", "when"):
            self.scalar(mapping.get(key), f"`{key}`")
        return WrittenRow(kind.name, {key.text: value for key, value in mapping.entries}, results[0].text, mapping.span)

    def result_count(self, kind: SectionKind, mapping: Mapping, results: list[Scalar]) -> None:
        wanted = " or ".join(f"`{key}`" for key in kind.result)
        if results:
            self.wrong("RS108", f"a row of `{kind.name}` has one result, and this has {len(results)}", results[1].span)
        else:
            self.wrong("RS108", f"a row of `{kind.name}` needs a result: {wanted}", _first(mapping))

    def forgotten_quotes(self, mapping: Mapping) -> bool:
        """A comma in an unquoted flow value cuts it: the rest comes as a key without a value."""
        for (_, value), (key, rest) in zip(mapping.entries, mapping.entries[1:], strict=False):
            if not isinstance(value, Scalar) or not isinstance(rest, Scalar) or value.style != "plain":
                continue
            if value.text.count("(") > value.text.count(")") and ")" in key.text:
                span = Span(value.span.source, value.span.start, key.span.end)
                self.wrong("RS105", "the comma ends this value in the middle of an expression", span, f'put it in quotes: "{span.text}"')
                return True
        return False


def _first(mapping: Mapping) -> Span:
    return mapping.entries[0][0].span if mapping.entries else mapping.span


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


ReadFile = Callable[[Scalar], Written]
