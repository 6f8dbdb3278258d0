"""Rows and sections printed in JavaScript. Beside `python.py`, in the same order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from rulespec.ir.sections import ANY, FIRST
from rulespec.meanings.text.sections import Data, Param, RowFunction, SectionText
from rulespec.meanings.text.values import JAVASCRIPT

WIDE = 110


def section(text: SectionText) -> str:
    """The functions of a section, its rows first."""
    parts = [*map(row, text.rows), row_list(text)]
    return "\n\n".join([*parts, together(text)] if text.together else parts)


def row(function: RowFunction) -> str:
    head = f"{comment(function.comment)}\nfunction {function.name}({params(function.params)}) {{\n"
    return head + body(function) + "}"


def comment(lines: Sequence[str]) -> str:
    return "\n".join(f"// {line}".replace("*/", "* /") for line in lines)


def body(function: RowFunction) -> str:
    """Condition and value, or the condition where that is all."""
    given = None if function.result is None else function.result if isinstance(function.result, str) else data(function.result)
    if given is None:
        return returned(str(function.when))
    if function.when is None:
        return returned(given)
    one_line = f"{function.when} ? {given} : null" if "?" not in function.when + given else f"({function.when}) ? ({given}) : null"
    if len(one_line) <= WIDE:
        return returned(one_line)
    when, then = ("(" + x + ")" if "?" in function.when + given else x for x in (function.when, given))
    return f"  return {when}\n    ? {then}\n    : null;\n"


def returned(value: str) -> str:
    return f"  return {value};\n"


def params(found: Iterable[Param]) -> str:
    return ", ".join(param.name for param in found)


def row_list(text: SectionText) -> str:
    """What each row says to one situation, in order."""
    name = JAVASCRIPT.word(f"{text.kind.name}_rows")
    calls = "".join(f"    {called(function)},\n" for function in text.rows)
    says = "// What each row says, in order: " + ("whether it forbids" if text.kind.hit == ANY else "null where it does not hold")
    return f"{says}.\nfunction {name}({params(text.params)}) {{\n  return [\n{calls}  ];\n}}"


def called(function: RowFunction) -> str:
    return f"{function.name}({params(function.params)})"


def together(text: SectionText) -> str:
    head = f"// {text.kind.says[0].upper()}{text.kind.says[1:]}: {SAYS[text.kind.hit]}.\n"
    calls = [called(function) for function in text.rows]
    sign, none = {FIRST: ("??", "null"), ANY: ("||", "false")}[text.kind.hit]
    value = f"\n    {sign} ".join(calls) or none
    return f"{head}function {JAVASCRIPT.word(str(text.together))}({params(text.params)}) {{\n  return {value};\n}}"


SAYS = {FIRST: "the first row that holds answers", ANY: "any row that holds forbids"}


def data(value: Data | Sequence[object]) -> str:
    """Plain data as a literal."""
    return json.dumps(value, ensure_ascii=False)
