"""`diff` as rows: one a class, for markdown, csv and html."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from verifier.compare.diff import Difference
from verifier.compare.model import RowRef, SectionDiff

HEADERS = ("section", "verdict", "relation", "left row", "right row", "smallest example", "left", "right", "differs in")


def rows(found: Difference) -> Iterator[tuple[str, ...]]:
    """The same as the text, without its layout."""
    for section in found.sections:
        if not section.classes:
            yield (section.section, section.verdict, section.relation or "", "", "", section.why if section.verdict != "same" else "", "", "", "")
        for one in section.classes:
            example = one.example
            case = "" if example.case is None else json.dumps(example.case, ensure_ascii=False)
            yield (
                section.section, section.verdict, one.relation, _row(one.left_row), _row(one.right_row), case,
                _value(example.left), _value(example.right), _number(section, one.count),
            )  # fmt: skip


def _row(row: RowRef | None) -> str:
    return f"{row.name} ({row.at})" if row else "no row"


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _number(section: SectionDiff, count: int | None) -> str:
    return f"{count} of {section.of}" if count is not None and section.of else ""
