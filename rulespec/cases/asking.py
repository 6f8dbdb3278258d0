"""Lines of cases answered one by one; a faulty line never stops the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulespec.cases import json_tree
from rulespec.cases.answers import answer
from rulespec.cases.case import Answered, Case
from rulespec.cases.read import case_of, read_object
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.rulebook import Rulebook
from rulespec.spans import Source


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of one line: the object it holds, then the case and its answer, or the faults.

    A blank line has nothing at all.
    """

    written: dict[str, object] | None = None
    case: Case | None = None
    answered: Answered | None = None
    faults: tuple[Diagnostic, ...] = ()


def asked(book: Rulebook, lines: Iterable[Source | Faults]) -> Iterator[Asked]:
    """Each line's answer or faults, as the lines come."""
    for line in lines:
        yield Asked(faults=line.diagnostics) if isinstance(line, Faults) else _asked(book, line)


def _asked(book: Rulebook, line: Source) -> Asked:
    if not line.text.strip():
        return Asked()
    written: dict[str, object] | None = None
    try:
        node = read_object(line)
        written = {str(key.value): json_tree.plain(value) for key, value in node.entries}
        case = case_of(node, book)
        return Asked(written, case, answer(book.ruleset, case))
    except Faults as faults:
        return Asked(written, faults=faults.diagnostics)
