"""Options declared, options chosen, and what a command line sets over them."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC

from rulespec.compose import Complete
from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.ruleset import Option
from rulespec.yaml_tree import Mapping, Scalar, Sequence

INTEGER = re.compile(r"[-+]?\d+")
Settings = MappingABC[str, Scalar]


def declared(complete: Complete, faults: list[Diagnostic]) -> dict[str, Option]:
    """Every option of the family, values in the order of the file."""
    return {name: _option(key, value, faults) for name, (key, value) in complete.declared.items()}


def _option(key: Scalar, value: Mapping, faults: list[Diagnostic]) -> Option:
    listed, says = value.get("values"), value.get("says")
    items = [item for item in (listed.items if isinstance(listed, Sequence) else ()) if _is_word(item, faults)]
    texts = [item.text for item in items if isinstance(item, Scalar)]
    for i, item in enumerate(items):
        if texts[i] in texts[:i]:
            faults.append(Diagnostic("RS102", f"the value `{texts[i]}` stands here twice", item.span))
    numbers = all(INTEGER.fullmatch(text) for text in texts)
    for item in items:
        if isinstance(item, Scalar) and not numbers and not item.text.isidentifier():
            faults.append(Diagnostic("RS109", f"`{item.text}` cannot be a value of an option", item.span, "letters, digits and `_`, or whole numbers only"))
    values = tuple(int(text) for text in texts) if numbers else tuple(texts)
    return Option(key.text, values, says.text if isinstance(says, Scalar) else "", key.span)


def _is_word(item: object, faults: list[Diagnostic]) -> bool:
    if isinstance(item, Scalar):
        return True
    faults.append(Diagnostic("RS101", "a value of an option is one word or number", item.span))  # type: ignore[attr-defined]
    return False


def choose(
    options: MappingABC[str, Option], complete: Complete, settings: Settings, faults: list[Diagnostic]
) -> dict[str, str | int]:
    """The settled options: the file's choices, then the command line's over them."""
    chosen: dict[str, str | int] = {}
    written = {name: value for name, (_, value) in complete.chosen.items()}
    keys = {name: key for name, (key, _) in complete.chosen.items()}
    for name, value in (*written.items(), *settings.items()):
        place = keys[name] if value is written.get(name) else value
        _settle(name, value, place, options, chosen, faults)
    return chosen


def _settle(
    name: str, value: Scalar, place: Scalar, options: MappingABC[str, Option], chosen: dict[str, str | int], faults: list[Diagnostic]
) -> None:
    option = options.get(name)
    if option is None:
        listed = "the options are " + ", ".join(f"`{o}`" for o in options) if options else "the rule set declares none"
        faults.append(Diagnostic("RS303", f"there is no option `{name}`", place.span, did_you_mean(name, options) or listed))
        return
    found = next((v for v in option.values if str(v) == value.text.strip()), None)
    if found is None:
        words = ", ".join(f"`{v}`" for v in option.values)
        help_ = did_you_mean(value.text, map(str, option.values)) or f"it is one of {words}"
        faults.append(Diagnostic("RS203", f"`{value.text}` is not a value of option `{name}`", value.span, help_))
        return
    chosen[name] = found
