"""Read, compose, resolve, type-check: the way from a name on the command line to a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulespec import compose, library, surface, yaml_tree
from rulespec.check.resolve import resolve
from rulespec.diagnostics import Faults, fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.fingerprint import with_fingerprint
from rulespec.ir.ruleset import RuleSet
from rulespec.spans import NOWHERE, Source, Span
from rulespec.surface import Written
from rulespec.yaml_tree import Scalar


def load(name: str, settings: Mapping[str, Scalar] | None = None) -> RuleSet:
    """The rule set called `name`: an id or a path, with `+offer` or `+option=value` behind it.

    Raises Faults with everything that is wrong in the file or in the settings.
    """
    base, added = split(name)
    written = read_file(library.locate(base))
    complete = compose.compose(written, find_base)
    chosen = {**added_settings(added, written, complete), **(settings or {})}
    return with_fingerprint(resolve(complete, chosen))


def load_text(text: str, name: str = "<text>", settings: Mapping[str, Scalar] | None = None) -> RuleSet:
    """A rule set from its text; `extends` finds shipped rule sets only."""
    source = Source(name, text)
    complete = compose.compose(surface.read(yaml_tree.parse(source), source), find_base)
    return with_fingerprint(resolve(complete, settings or {}))


def read_file(path: Path) -> Written:
    source = yaml_tree.read_source(path)
    return surface.read(yaml_tree.parse(source), source)


def find_base(name: Scalar, child: Written) -> Written:
    """The file that `extends` names, seen from the child's folder."""
    path = library.locate(name.text, Path(child.source.name).parent, name.span)
    if not path.exists():
        raise fault("RS302", f"there is no file `{path}` to extend", name.span)
    return read_file(path)


def split(name: str) -> tuple[str, list[str]]:
    """`skill-games+bonus-only` to the name and what is laid over it."""
    head, *added = name.split("+") if not Path(name).exists() else [name]
    return head, added


def added_settings(added: list[str], written: Written, complete: compose.Complete) -> dict[str, Scalar]:
    """The settings that offers and `option=value` after a `+` stand for."""
    settings: dict[str, Scalar] = {}
    for text in added:
        if "=" in text:
            settings |= [setting(text, f"+{text}")][0]
            continue
        offer = complete.written.offers.get(text)
        if offer is None:
            known = complete.written.offers
            listed = "it offers " + ", ".join(f"`{o}`" for o in known) if known else "it offers none; write `+option=value`"
            raise fault("RS311", f"`{written.id.text}` has no offer `{text}`", NOWHERE, did_you_mean(text, known) or listed)
        settings |= {key.text: value for key, value in offer.entries if isinstance(value, Scalar)}
    return settings


def setting(text: str, source_name: str = "--set") -> dict[str, Scalar]:
    """`option=value` as a command line gives it. Raises Faults where there is no `=`."""
    key, equals, value = text.partition("=")
    source = Source(source_name, text)
    if not equals or not key.strip() or not value.strip():
        raise Faults(fault("RS312", f"`{text}` is not `option=value`", Span(source, 0, len(text))).diagnostics)
    return {key.strip(): Scalar(value.strip(), Span(source, len(key) + 1, len(text)))}
