"""Options declared, options chosen, and what a command line sets over them."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC
from typing import TypeGuard

from rulespec.compose import Complete
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.ruleset import Option
from rulespec.plain import one_line
from rulespec.spans import Span
from rulespec.surface import is_word
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

INTEGER = re.compile(r"0|-?[1-9][0-9]{0,8}")
MAX_VALUES = 100
MAX_OPTIONS = 200
Settings = MappingABC[str, Scalar]


def declared(complete: Complete, faults: list[Diagnostic]) -> dict[str, Option]:
    """Every option of the family, values in the order of the file. Raises Faults where there are too many."""
    if len(complete.declared) > MAX_OPTIONS:
        key, _ = [*complete.declared.values()][MAX_OPTIONS]
        raise Faults([*faults, Diagnostic("RS110", f"{len(complete.declared):,} options, more than {MAX_OPTIONS}", key.span)])
    return {name: _option(key, value, faults) for name, (key, value) in complete.declared.items()}


def _option(key: Scalar, value: Mapping, faults: list[Diagnostic]) -> Option:
    listed, says = value.get("values"), value.get("says")
    items = [item for item in (listed.items if isinstance(listed, Sequence) else ()) if _is_word(item, faults)]
    if len(items) > MAX_VALUES:
        faults.append(Diagnostic("RS110", f"{len(items):,} values, more than {MAX_VALUES}", items[MAX_VALUES].span))
        items = items[:MAX_VALUES]
    for i, item in enumerate(items):
        if any(item.text == other.text for other in items[:i]):
            faults.append(Diagnostic("RS102", f"the value `{item.text}` stands here twice", item.span, "keep one of the two"))
    numbers = all(INTEGER.fullmatch(item.text) for item in items)
    for item in items:
        if not numbers and not is_word(item.text):
            faults.append(Diagnostic("RS109", f"`{item.text}` cannot be a value of an option", item.span, "letters, digits and `_`, or whole numbers only"))
    values = tuple(int(item.text) for item in items) if numbers and items else tuple(item.text for item in items)
    return Option(key.text, values, one_line(says.text) if isinstance(says, Scalar) else "", key.span)


def _is_word(item: Tree, faults: list[Diagnostic]) -> TypeGuard[Scalar]:
    if not isinstance(item, Scalar):
        faults.append(Diagnostic("RS101", "a value of an option is one word or number", item.span))
    return isinstance(item, Scalar)


def choose(
    options: MappingABC[str, Option], complete: Complete, settings: Settings, faults: list[Diagnostic]
) -> dict[str, str | int]:
    """The settled options: the file's choices, then the command line's over them."""
    chosen: dict[str, str | int] = {}
    for name, (key, value) in complete.chosen.items():
        _settle(name, value, key.span, options, chosen, faults)
    for name, value in settings.items():
        _settle(name, value, _key_span(name, value), options, chosen, faults)
    return chosen


def _key_span(name: str, value: Scalar) -> Span:
    """Where a setting names its option: before the `=` of its value, in the same text."""
    source = value.span.source
    at = source.text.rfind(name, 0, value.span.start)
    return Span(source, at, at + len(name)) if at >= 0 else value.span


def _settle(
    name: str, value: Scalar, place: Span, options: MappingABC[str, Option], chosen: dict[str, str | int], faults: list[Diagnostic]
) -> None:
    option = options.get(name)
    if option is None:
        listed = "the options are " + ", ".join(f"`{o}`" for o in options) if options else "the rule set declares none"
        faults.append(Diagnostic("RS303", f"there is no option `{name}`", place, did_you_mean(name, options) or listed))
        return
    found = next((v for v in option.values if str(v) == value.text.strip()), None)
    if found is None:
        words = ", ".join(f"`{v}`" for v in option.values)
        help_ = did_you_mean(value.text, map(str, option.values)) or f"it is one of {words}"
        faults.append(Diagnostic("RS203", f"`{value.text}` is not a value of option `{name}`", value.span, help_))
        return
    chosen[name] = found
