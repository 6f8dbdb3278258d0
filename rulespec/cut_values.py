"""The commonest slip in flow style: a comma in a value without quotes, which ends the value.

`{when: any(above(hand, played)), play: hand}` reaches us as the value `any(above(hand` and a key
`played))` without a value. Such pieces are put together again to be shown whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulespec.spans import Span
from rulespec.yaml_tree import Mapping, Scalar, Tree

Entry = tuple[Scalar, Tree]


def cut_values(mapping: Mapping, known: Iterable[str]) -> list[Span]:
    """The values of a flow mapping that a comma cut in pieces, each from its first to its last piece."""
    if not mapping.span.text.startswith("{"):
        return []
    keys, found = set(known), []
    for i, (_, value) in enumerate(mapping.entries):
        if isinstance(value, Scalar) and value.style == "plain" and value.text:
            pieces = _pieces(mapping.entries[i + 1 :], keys)
            if pieces:
                found.append(Span(value.span.source, value.span.start, pieces[-1].span.end))
    return found


def _pieces(rest: Sequence[Entry], keys: set[str]) -> list[Scalar]:
    """The keys right behind a value that are none, and have no value."""
    found: list[Scalar] = []
    for key, value in rest:
        if key.text in keys or not isinstance(value, Scalar) or value.text:
            break
        found.append(key)
    return found
