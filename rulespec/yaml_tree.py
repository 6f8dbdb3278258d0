"""YAML text to a tree that knows where everything stands.

Built from PyYAML's events, not from its loader: every scalar stays the text the author typed, so
`no`, `off`, `1_000` and `12:30` are never silently something else. Anchors, aliases, tags and
repeated keys are faults. Size, depth and number of nodes are bounded before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.diagnostics.faults import ENOUGH
from rulespec.reading import contents
from rulespec.spans import NOWHERE, Source, Span
from rulespec.yaml_words import yaml_fault

MAX_BYTES = 1 << 20
MAX_DEPTH = 40
MAX_NODES = 50_000
FOREIGN = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # to YAML


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    span: Span
    style: str = "plain"  # plain, quoted, block; or alias, which has had its fault


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Tree, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[tuple[Scalar, Tree], ...]
    span: Span

    def get(self, key: str) -> Tree | None:
        return next((value for name, value in self.entries if name.text == key), None)


Tree = Scalar | Sequence | Mapping


def read_source(path: Path, span: Span = NOWHERE) -> Source:
    """The text of a file. Raises Faults, placed at `span`, for one that is missing, too large or no text."""
    data = contents(path, MAX_BYTES, span)
    try:
        return source_of(str(path), data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise no_text(str(path), data, error) from None


def no_text(name: str, data: bytes, error: UnicodeDecodeError) -> Faults:
    """The fault of bytes that are no text, at the first of them."""
    before = source_of(name, data[: error.start].decode("utf-8")).text
    source = source_of(name, before + data[error.start :].decode("utf-8", "replace"))
    guess = " (UTF-16, as spreadsheets and some editors save it)" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
    help_ = f"save the file as UTF-8; the byte here is 0x{data[error.start]:02X}"
    return fault("RS003", f"the file is not text in UTF-8{guess}", Span(source, len(before), len(before) + 1), help_)


def source_of(name: str, text: str) -> Source:
    """A text as all positions count it: no byte order mark, lines ended by one character."""
    return Source(name, text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def parse(source: Source) -> Tree:
    """The one document of a text. Raises Faults with every fault found."""
    tree, faults = read_tree(source)
    if tree is None or faults:
        raise Faults(faults)
    return tree


def read_tree(source: Source) -> tuple[Tree | None, tuple[Diagnostic, ...]]:
    """The document as far as it can be read, and what is wrong with it."""
    if foreign := FOREIGN.search(source.text):
        span = Span(source, foreign.start(), foreign.end())
        return None, (Diagnostic("RS003", f"the character U+{ord(foreign[0]):04X} is not allowed in a rule set", span),)
    builder = _Builder(source)
    return builder.build(), tuple(builder.faults)


class _Builder:
    """Reads events one by one; faults that leave the tree readable are collected."""

    def __init__(self, source: Source) -> None:
        import yaml

        self.source = source
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # twenty times faster where it was built
        self.events: Iterator[object] = yaml.parse(source.text, Loader=loader)
        self.faults: list[Diagnostic] = []
        self.nodes = 0

    def build(self) -> Tree | None:
        """The tree, or None where the text breaks off as YAML."""
        import yaml

        try:
            return self._document()
        except yaml.YAMLError as error:
            self.faults.append(yaml_fault(self.source, error))
        except Faults as last:
            self.faults += last.diagnostics
        return None

    def _document(self) -> Tree:
        import yaml

        tree: Tree | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if tree is not None:
                    raise fault("RS004", "more than one YAML document in a file", self._span(event))
                tree = self._node(next(self.events), 0)
        if tree is None:
            raise fault("RS004", "the file is empty", Span(self.source, 0, 1))
        return tree

    def _span(self, event: object) -> Span:
        start, end = event.start_mark.index, event.end_mark.index  # type: ignore[attr-defined]
        return Span(self.source, start, end)

    def _node(self, event: object, depth: int) -> Tree:
        import yaml

        self.nodes += 1
        span = self._span(event)
        if len(self.faults) >= ENOUGH:
            raise Faults(())
        if self.nodes > MAX_NODES:
            raise fault("RS005", f"more than {MAX_NODES:,} values in a file", span)
        if depth > MAX_DEPTH:
            raise fault("RS005", f"nested deeper than {MAX_DEPTH} levels", span)
        self._refuse_anchor_and_tag(event, span)
        if isinstance(event, yaml.AliasEvent):
            return Scalar(span.text, span, "alias")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, span)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(span, depth)
        return self._mapping(span, depth)

    def _refuse_anchor_and_tag(self, event: object, span: Span) -> None:
        for match in re.finditer(r"([&*!])\S*|(\S)", span.text):
            if match[2]:  # the value itself
                break
            at = Span(self.source, span.start + match.start(), span.start + match.end())
            if match[1] == "!" and getattr(event, "tag", None):
                self.faults.append(Diagnostic("RS006", f"the tag `{at.text}` is not part of a rule set", at, "take it away"))
            elif match[1] != "!" and getattr(event, "anchor", None):
                self.faults.append(Diagnostic("RS006", "anchors and aliases are not part of a rule set", at, "write the value out where it is needed"))

    def _scalar(self, event: object, span: Span) -> Scalar:
        style = event.style  # type: ignore[attr-defined]
        if style in ("'", '"'):
            return Scalar(event.value, Span(self.source, span.start + 1, max(span.start + 1, span.end - 1)), "quoted")  # type: ignore[attr-defined]
        return Scalar(event.value, span, "block" if style in ("|", ">") else "plain")  # type: ignore[attr-defined]

    def _sequence(self, span: Span, depth: int) -> Sequence:
        import yaml

        items: list[Tree] = []
        event = next(self.events)
        while not isinstance(event, yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
            event = next(self.events)
        return Sequence(tuple(items), self._close(span, event))

    def _mapping(self, span: Span, depth: int) -> Mapping:
        import yaml

        entries: list[tuple[Scalar, Tree]] = []
        seen: dict[str, Span] = {}
        event = next(self.events)
        while not isinstance(event, yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self.events), depth + 1)
            entries += self._entry(key, value, seen)
            event = next(self.events)
        return Mapping(tuple(entries), self._close(span, event))

    def _entry(self, key: Tree, value: Tree, seen: dict[str, Span]) -> list[tuple[Scalar, Tree]]:
        if not isinstance(key, Scalar):
            self.faults.append(Diagnostic("RS101", "a key must be a word", key.span))
            return []
        if not key.text and key.style == "plain":
            self.faults.append(Diagnostic("RS101", "a key is missing here", key.span))
            return []
        if key.text in seen:
            first = (("it stands here first", seen[key.text]),)
            self.faults.append(Diagnostic("RS102", f"`{key.text}` stands here twice", key.span, "keep one of the two", first))
            return []
        seen[key.text] = key.span
        return [(key, value)]

    def _close(self, span: Span, end: object) -> Span:
        return Span(self.source, span.start, max(span.end, end.end_mark.index))  # type: ignore[attr-defined]
