"""JSON text to a tree that knows where everything stands, by the letter of RFC 8259.

`NaN`, repeated keys, halves of character pairs, and what is nested too deep or too large are faults
at their own columns. Numbers keep their kind: `1.0` is no whole number and `true` no number at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import isinf
from typing import TypeAlias

from rulespec.diagnostics import Faults, fault
from rulespec.spans import Source, Span

MAX_DEPTH = 20
MAX_DIGITS = 15

_BLANK, _OPENING = " \t\n\r", "[{"
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD = re.compile(r"[^\s,:{}\[\]\"]+")
_HALF = re.compile("[\ud800-\udfff]")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text, number, truth value or null."""

    value: str | int | float | bool | None
    span: Span


@dataclass(frozen=True, slots=True)
class Array:
    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Object:
    entries: tuple[tuple[Leaf, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        return next((value for name, value in self.entries if name.value == key), None)


Node: TypeAlias = Leaf | Array | Object


def parse(source: Source) -> Node:
    """The one value of a text. Raises Faults with the first thing that is wrong."""
    return _Parser(source).document()


def plain(node: Node) -> object:
    """The value as `json.loads` would give it."""
    match node:
        case Leaf(value):
            return value
        case Array(items):
            return [plain(item) for item in items]
        case Object(entries):
            return {str(key.value): plain(value) for key, value in entries}


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source, self.text, self.at = source, source.text, 0

    def document(self) -> Node:
        node = self.value(0)
        if self.peek():
            raise self.wrong("something follows the end of the case", self.at, len(self.text), "one case a line")
        return node

    def wrong(self, message: str, start: int, end: int, help_: str | None = None, code: str = "RS401") -> Faults:
        end = max(end, start + 1)
        return fault(code, message, Span(self.source, start, end), help_)

    def peek(self) -> str:
        """The next character that is not blank; nothing at the end."""
        while (char := self.text[self.at : self.at + 1]) and char in _BLANK:
            self.at += 1
        return char

    def value(self, depth: int) -> Node:
        char, start = self.peek(), self.at
        if char in _OPENING and char and depth >= MAX_DEPTH:
            raise self.wrong(f"nested deeper than {MAX_DEPTH} levels", start, start + 1, code="RS402")
        match char:
            case "{":
                entries = self.entries(depth + 1)
                return Object(entries, Span(self.source, start, self.at))
            case "[":
                items = self.items(depth + 1)
                return Array(items, Span(self.source, start, self.at))
            case '"':
                return self.string()
            case "":
                raise self.wrong("the line ends in the middle of a value", max(0, len(self.text) - 1), len(self.text))
            case _:
                return self.word()

    def items(self, depth: int) -> tuple[Node, ...]:
        start, items = self.at, list[Node]()
        while self.more(start, "]", first=not items):
            items.append(self.value(depth))
        return tuple(items)

    def entries(self, depth: int) -> tuple[tuple[Leaf, Node], ...]:
        start, entries = self.at, dict[object, tuple[Leaf, Node]]()
        while self.more(start, "}", first=not entries):
            key = self.key()
            if key.value in entries:
                raise self.wrong(f"`{key.value}` stands here twice", key.span.start, key.span.end, "keep one of the two", "RS405")
            entries[key.value] = key, self.value(depth)
        return tuple(entries.values())

    def more(self, start: int, close: str, first: bool) -> bool:
        """Whether another part follows, after a comma unless it is the first; the end is read over."""
        if first:
            self.at += 1
        char = self.peek()
        if char == close:
            self.at += 1
            return False
        if first:
            return True
        if char != ",":
            raise self.unfinished(start, close)
        self.at += 1
        return True

    def unfinished(self, start: int, close: str) -> Faults:
        if not self.peek():
            return self.wrong(f"this is never closed: the line ends before its `{close}`", start, start + 1)
        return self.wrong(f"a `,` or `{close}` is needed here", self.at, self.at + 1)

    def key(self) -> Leaf:
        if self.peek() != '"':
            raise self.wrong("a key in double quotes is needed here", self.at, self.at + 1)
        key = self.string()
        if self.peek() != ":":
            raise self.wrong("a `:` is needed after the key", self.at, self.at + 1)
        self.at += 1
        return key

    def string(self) -> Leaf:
        start = self.at
        try:
            value, self.at = scanstring(self.text, start + 1, True)
        except JSONDecodeError as error:
            raise self.wrong(f"this is no JSON text: {_in_words(error.msg)}", min(error.pos, len(self.text) - 1), error.pos) from None
        if _HALF.search(value):
            raise self.wrong("this text holds half of a character pair", start, self.at)
        return Leaf(value, Span(self.source, start, self.at))

    def word(self) -> Leaf:
        start = self.at
        match = _WORD.match(self.text, start)
        if match is None:
            raise self.wrong("a value is needed here", start, start + 1)
        word = match[0]
        self.at = match.end()
        number = _NUMBER.fullmatch(word)
        if number is not None:
            return Leaf(self.number(number, start), Span(self.source, start, self.at))
        if word not in _CONSTANTS:
            raise self.wrong(f"`{word}` is no JSON value", start, self.at, "texts stand in double quotes; the other words are `true`, `false` and `null`")
        return Leaf(_CONSTANTS[word], Span(self.source, start, self.at))

    def number(self, match: re.Match[str], start: int) -> int | float:
        whole, fraction, exponent = match.groups()
        if len(match[0]) > MAX_DIGITS:
            raise self.wrong(f"a number of more than {MAX_DIGITS} digits", start, self.at, code="RS402")
        if fraction is None and exponent is None:
            return int(whole)
        if isinf(value := float(match[0])):
            raise self.wrong("this number is too large", start, self.at, code="RS402")
        return value


def _in_words(message: str) -> str:
    """What the standard library says of a text, in small letters and without its ending."""
    return message.lower().removesuffix(" at").removesuffix(" starting")
