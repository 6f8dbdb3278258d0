"""The types of a JavaScript module, with the names of its own cards, rows and options."""

from __future__ import annotations

import json
from collections.abc import Iterable
from string import Template

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from rulespec.meanings.text.sections import live_rows
from rulespec.meanings.text.values import JAVASCRIPT


def declarations(ruleset: RuleSet, template: str, head: str, flat: Iterable[str]) -> str:
    """`rules.d.mts`. `flat` are the functions that a module of settled rules offers by name."""
    pack = ruleset.pack
    names = dict.fromkeys(pack.names(pack.all_mask))
    calls = [f"JK{sign}{letter}" for sign in "+-" for letter in ("", *pack.letters)] if pack.jokers else []
    return Template(template).substitute(
        HEAD=head, SUITS=union(pack.letters), CARDS=union(names), CALLS=union(calls), ROWS=row_types(ruleset),
        OPTIONS=options(ruleset), ARGUMENT="options: Options" if ruleset.open_options else "options?: Options", EXPORTS=exports(ruleset, flat),
    )  # fmt: skip


def union(texts: Iterable[str | int]) -> str:
    return " | ".join(json.dumps(text, ensure_ascii=False) for text in texts) or "never"


def row_types(ruleset: RuleSet) -> str:
    """A type a section: the names of its rows."""
    found = [(name.capitalize(), union(row.name for row in live_rows(ruleset, name))) for name in NAMES]
    return "".join(f"export type {section}Row = {names};\n" for section, names in found)


def options(ruleset: RuleSet) -> str:
    """What is left to the caller."""
    listed = [f"  {name}: {union(ruleset.options[name].values)};" for name in ruleset.open_options]
    return "\n".join(["/** What the rules leave to the caller. */", "export interface Options {", *listed, "}"])


def exports(ruleset: RuleSet, flat: Iterable[str]) -> str:
    if ruleset.open_options:
        return (
            "/** The rules with every option chosen. Throws WrongOptions. */\nexport function withOptions(options: Options): Rules;\n"
            "/** The answer to a case, and the row that gave it. */\n"
            'export function answer<Question extends Case["question"]>(at: Extract<Case, { question: Question }>, options: Options): Answers[Question];'
        )
    names = [JAVASCRIPT.word(name) for name in flat]
    return "\n".join(["export const rules: Rules;", *(f'export const {name}: Rules["{name}"];' for name in names)])
