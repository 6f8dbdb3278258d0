"""Rows and sections printed in Python 3.9. Beside `javascript.py`, in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulespec.ir.sections import ANY, FIRST
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Level, Suit
from rulespec.meanings.text.sections import Data, Param, RowFunction, SectionText

RECORDS = {"options": "Options", "me": "Fields", "left": "Fields", "across": "Fields", "right": "Fields"}
NAMES: dict[type, str] = {Bool: "bool", Int: "int", Suit: "Suit", Level: "str", Card: "int", Cards: "int", Choice: "str"}
GIVES = {"schedule": "Any", "trump": "Any"}


def section(text: SectionText) -> str:
    """The functions of a section, its rows first."""
    parts = [*(row(function, text) for function in text.rows), row_list(text)]
    return "\n\n\n".join([*parts, together(text)] if text.together else parts)


def row(function: RowFunction, text: SectionText) -> str:
    head = f"def {function.name}({params(function.params)}) -> {gives(text, function.when is not None)}:\n"
    return head + comment(function.comment) + body(function)


def comment(lines: Sequence[str]) -> str:
    return "".join(f"    # {line}\n" for line in lines)


def body(function: RowFunction) -> str:
    """Condition and value, or the condition where that is all."""
    if function.result is None:
        return returned(str(function.when))
    if function.when is None:
        return returned(given(function))
    return f"    if {function.when}:\n        return {given(function)}\n    return None"


def returned(value: str) -> str:
    return f"    return {value}"


def params(found: Iterable[Param]) -> str:
    return ", ".join(f"{param.name}: {type_name(param)}" for param in found)


def type_name(param: Param) -> str:
    return RECORDS[param.name] if param.type is None else NAMES[type(param.type)]


def gives(text: SectionText, maybe: bool) -> str:
    """The annotation of what a row gives."""
    if text.kind.hit == ANY:
        return "bool"
    kind = GIVES.get(text.kind.name, "int")
    return f"Optional[{kind}]" if maybe and kind != "Any" else kind


def row_list(text: SectionText) -> str:
    """What each row says to one situation, in order."""
    calls = "".join(f"        {called(function)},\n" for function in text.rows)
    says = '    """What each row says, in order: ' + ("whether it forbids" if text.kind.hit == ANY else "None where it does not hold")
    return f'def {text.kind.name}_rows({params(text.params)}) -> List[Any]:\n{says}."""\n    return [\n{calls}    ]'


def called(function: RowFunction) -> str:
    return f"{function.name}({', '.join(param.name for param in function.params)})"


def together(text: SectionText) -> str:
    """The rows once more in one function, since a call costs more than a condition."""
    head = f"def {text.together}({params(text.params)}) -> {gives(text, False)}:\n"
    says = f'    """{text.kind.says[0].upper()}{text.kind.says[1:]}: {SAYS[text.kind.hit]}."""\n'
    if text.kind.hit == FIRST:
        return head + says + "\n".join(inlined(function) for function in text.rows)
    parts = [f"({f.when})" for f in text.rows]
    value = "\n        or ".join(parts) or "False"
    return head + says + (returned(value) if len(parts) < 2 else f"    return (\n        {value}\n    )")


def inlined(function: RowFunction) -> str:
    """A row of a section of which the first that holds answers."""
    if function.when is None:
        return returned(given(function))
    return f"    if {function.when}:  # {' '.join(function.row.name.split())}\n        return {given(function)}"


def given(function: RowFunction) -> str:
    return function.result if isinstance(function.result, str) else data(function.result)


SAYS = {FIRST: "the first row that holds answers", ANY: "any row that holds forbids"}


def data(value: Data) -> str:
    """Plain data as a literal."""
    return repr(value)

