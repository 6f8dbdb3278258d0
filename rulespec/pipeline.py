"""Read, compose, resolve, type-check: the way from a name on the command line to a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os.path import exists
from pathlib import Path
from typing import Final

from rulespec import compose, library, surface, yaml_tree
from rulespec.check.resolve import resolve
from rulespec.diagnostics import Faults, fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.fingerprint import with_fingerprint
from rulespec.ir.ruleset import RuleSet
from rulespec.spans import NOWHERE, Source, Span
from rulespec.surface import Written
from rulespec.yaml_tree import Scalar

KEPT: Final = 64  # shipped files and rule sets, which no process reads twice


def load(name: str, settings: Mapping[str, Scalar] | None = None) -> RuleSet:
    """The rule set called `name`: an id or a path, with `+offer` or `+option=value` behind it.

    A shipped one is read once a process. Raises Faults with everything that is wrong in the file or in the settings.
    """
    shipped = not settings and not library.is_path(name) and split(name)[0] in library.known()
    return _load_shipped(name) if shipped else _load(name, settings or {})


def _load(name: str, settings: Mapping[str, Scalar]) -> RuleSet:
    base, added = split(name)
    complete = compose.compose(read_file(library.locate(base)), find_base)
    return with_fingerprint(resolve(complete, {**added_settings(added, name, complete), **settings}))


@lru_cache(KEPT)
def _load_shipped(name: str) -> RuleSet:
    return _load(name, {})


def load_text(text: str, name: str = "<text>", settings: Mapping[str, Scalar] | None = None) -> RuleSet:
    """A rule set from its text; `extends` finds shipped rule sets, and paths from the current folder."""
    complete = compose.compose(read_written(yaml_tree.source_of(name, text)), find_base)
    return with_fingerprint(resolve(complete, settings or {}))


def read_file(path: Path, span: Span = NOWHERE) -> Written:
    """A file taken apart; a shipped one once a process."""
    return _read_shipped(path) if library.known().get(path.stem) == path else read_written(yaml_tree.read_source(path, span))


@lru_cache(KEPT)
def _read_shipped(path: Path) -> Written:
    return read_written(yaml_tree.read_source(path, NOWHERE))


def read_written(source: Source) -> Written:
    """A text taken apart. Raises Faults where it is not even YAML."""
    tree, faults = yaml_tree.read_tree(source)
    if tree is None:
        raise Faults(faults)
    return surface.read(tree, source, faults)


def find_base(name: Scalar, child: Written) -> Written:
    """The file that `extends` names, seen from the child's folder."""
    path = library.locate(name.text, Path(child.source.name).parent, name.span)
    if not exists(path):
        raise fault("RS302", f"there is no file `{path}` to extend", name.span)
    return read_file(path, name.span)


def split(name: str) -> tuple[str, list[str]]:
    """`skill-games+bonus-only` to the name and what is laid over it; a file's own name may hold a `+`."""
    pieces = name.split("+")
    for end in range(len(pieces), 0, -1):
        if exists("+".join(pieces[:end])):
            return "+".join(pieces[:end]), pieces[end:]
    return pieces[0], pieces[1:]


def added_settings(added: list[str], name: str, complete: compose.Complete) -> dict[str, Scalar]:
    """The settings that offers and `option=value` after a `+` stand for."""
    settings: dict[str, Scalar] = {}
    source = Source("profile", name)
    start = len(name) - sum(len(text) + 1 for text in added)
    for text in added:
        span = Span(source, start + 1, start + 1 + len(text))
        settings |= setting_at(span) if "=" in text else offered(span, complete)
        start = span.end
    return settings


def offered(span: Span, complete: compose.Complete) -> dict[str, Scalar]:
    """The settings of the offer that is named at `span`."""
    written, known = complete.written, complete.written.offers
    offer = known.get(span.text)
    if offer is None:
        listed = "it offers " + ", ".join(f"`{o}`" for o in known) if known else "it offers none; write `+option=value`"
        raise fault("RS311", f"`{written.id.text}` has no offer `{span.text}`", span, did_you_mean(span.text, known) or listed)
    entries = ((key.text, value) for key, value in offer.entries)
    return {key: value for key, value in entries if isinstance(value, Scalar) and key in complete.declared}


def setting(text: str, source_name: str = "--set") -> dict[str, Scalar]:
    """`option=value` as a command line gives it. Raises Faults where there is no `=`."""
    return setting_at(Span(Source(source_name, text), 0, len(text)))


def setting_at(span: Span) -> dict[str, Scalar]:
    key, equals, value = span.text.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise fault("RS312", f"`{span.text}` is not `option=value`", span)
    return {key.strip(): Scalar(value.strip(), Span(span.source, span.start + len(key) + 1, span.end))}
