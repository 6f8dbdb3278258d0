"""Where each character of a YAML value stands in the file, also through quotes, folds and escapes."""

from __future__ import annotations

import re

from rulespec.yaml_tree import Scalar

BLANK = re.compile(r"\s*")
ESCAPED = {("'", "'"): "''", ('"', '"'): '\\"', ('"', "\\"): "\\\\", ('"', "/"): "\\/"}


def places(at: Scalar) -> tuple[int, ...]:
    """The offset of every character of the value and of its end; empty where an escape hides them."""
    raw, start = at.span.text, at.span.start
    if raw == at.text:
        return tuple(range(start, start + len(raw) + 1))
    first = raw.find("\n") + 1 if at.style == "block" else 0
    quote = at.span.source.text[start - 1] if at.style == "quoted" and start else ""
    found = _aligned(raw, first, at.text, quote)
    return tuple(start + place for place in found)


def _aligned(raw: str, at: int, text: str, quote: str) -> list[int]:
    """Both texts read side by side: white space may be wider in `raw`, everything else is the same."""
    found: list[int] = []
    for char in text:
        if char.isspace():
            width = 1 if raw[at : at + 1].isspace() else 0
        else:
            at += _blank(raw, at)
            width = _width(raw, at, char, quote)
            if not width:
                return []
        found.append(at)
        at += width
    return [*found, at]


def _blank(raw: str, at: int) -> int:
    """How much white space begins at `at`."""
    match = BLANK.match(raw, at)
    return match.end() - at if match else 0


def _width(raw: str, at: int, char: str, quote: str) -> int:
    """How many characters of the source stand for one of the value; 0 where it is another one."""
    escaped = ESCAPED.get((quote, char))
    if escaped is not None and raw.startswith(escaped, at):
        return len(escaped)
    return 1 if raw.startswith(char, at) else 0
