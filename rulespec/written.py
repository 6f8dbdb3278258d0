"""Rows as their authors wrote them, found again from the place a row of the core remembers."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from functools import lru_cache

from rulespec.ir.cards import Pack
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import AnyRow
from rulespec.ir.text import text
from rulespec.pipeline import read_written
from rulespec.spans import NOWHERE, Source, Span
from rulespec.surface import WrittenRow
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

NOTES = ("name", "cite", "assumed")


@lru_cache(maxsize=64)
def _rows(source: Source) -> MappingABC[Span, WrittenRow]:
    sections = read_written(source).sections.values()
    return {row.span: row for rows in sections for row in rows}


def written_row(row: AnyRow) -> WrittenRow | None:
    """The row in its file; None for one that no file has."""
    return None if row.span is NOWHERE else _rows(row.span.source).get(row.span)


def row_text(row: AnyRow, pack: Pack) -> dict[str, str]:
    """Condition and result by their keys, as written, or from the core where no file has the row."""
    found = written_row(row)
    if found is None:
        condition = {} if row.when == TRUE else {"when": text(row.when, pack)}
        return condition | ({"result": text(row.result, pack)} if isinstance(row.result, Expr) else {})
    return {key: " ".join(tree_text(value).split()) for key, value in found.values.items() if key not in NOTES}


def condition_of(row: WrittenRow) -> Scalar | None:
    """What must hold for the row to answer; None where it always does."""
    return row.scalar("forbid") if row.result == "forbid" else row.scalar("when")


def tree_text(tree: Tree) -> str:
    """A value in one line, as a flow of YAML."""
    match tree:
        case Scalar():
            return tree.text
        case Sequence(items):
            return "[" + ", ".join(map(tree_text, items)) + "]"
        case Mapping(entries):
            return "{" + ", ".join(f"{key.text}: {tree_text(value)}" for key, value in entries) + "}"
