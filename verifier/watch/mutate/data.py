"""Small edits of results that are data: hand sizes, ways to find the trump, classes, tie-breakers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulespec.check.data import CHOOSERS, NO_TRUMP, TURNED
from rulespec.ir.cards import Pack
from rulespec.ir.sections import TIE_BREAKERS
from rulespec.spans import Span
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

NEVER = "never"


@dataclass(frozen=True, slots=True)
class Other:
    """A value with a part changed: where, what stood there, what stands there now (nothing where it is left out)."""

    span: Span
    was: str
    becomes: str
    value: Tree


def changes(key: str, value: Tree, pack: Pack) -> Iterator[Other]:
    """Every edit of a result that is data, by the row's key for it."""
    match key, value:
        case "sets", Sequence():
            yield from _nested(value, lambda item: _nested(item, _numbers) if isinstance(item, Sequence) else iter(()))
        case "class", Scalar():
            yield from _class(value)
        case "then", _:
            yield from _listed(value, TIE_BREAKERS)
        case "turn", Scalar():
            yield from _words(value, TURNED)
        case "fixed", Scalar():
            yield from _words(value, (*pack.suits, NO_TRUMP))
        case "choose", Mapping():
            yield from _choice(value)


def _numbers(value: Tree) -> Iterator[Other]:
    if isinstance(value, Scalar) and value.text.isdigit():
        yield from (_scalar(value, str(number)) for number in (int(value.text) + 1, int(value.text) - 1))


def _class(value: Scalar) -> Iterator[Other]:
    yield from _numbers(value)
    yield _scalar(value, "0" if value.text == NEVER else NEVER)


def _words(value: Tree, words: Iterable[str]) -> Iterator[Other]:
    if isinstance(value, Scalar):
        yield from (_scalar(value, word) for word in words if word != value.text)


def _scalar(value: Scalar, text: str) -> Other:
    return Other(value.span, value.text, text, replace(value, text=text))


def _listed(value: Tree, words: Iterable[str]) -> Iterator[Other]:
    """A word or a list of words: each with another in its place, or left out."""
    if isinstance(value, Sequence):
        yield from _nested(value, lambda item: _words(item, words))
    else:
        yield from _words(value, words)
        yield Other(value.span, value.span.text, "nothing", Sequence((), value.span))


def _choice(value: Mapping) -> Iterator[Other]:
    for i, (key, part) in enumerate(value.entries):
        match key.text:
            case "by":
                others = _words(part, CHOOSERS)
            case "after":
                others = _numbers(part)
            case "from" if isinstance(part, Sequence):
                others = _nested(part, lambda item: iter(()))
            case _:
                continue
        for other in others:
            entries = (*value.entries[:i], (key, other.value), *value.entries[i + 1 :])
            yield replace(other, value=replace(value, entries=entries))


def _nested(value: Sequence, inner: object) -> Iterator[Other]:
    """A list with an item left out or changed inside."""
    assert callable(inner)
    for i, item in enumerate(value.items):
        if len(value.items) > 1:
            yield Other(item.span, item.span.text, "nothing", replace(value, items=value.items[:i] + value.items[i + 1 :]))
        for other in inner(item):
            items = (*value.items[:i], other.value, *value.items[i + 1 :])
            yield replace(other, value=replace(value, items=items))
