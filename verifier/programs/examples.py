"""Worked examples of a rule set: cases with answers and the source that works them out.

They stand in `examples/ID.jsonl` of the package for shipped rule sets, and for others in
`NAME.examples.jsonl` beside the file `NAME.yaml`. What is laid over a rule set with `+` belongs to the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import variants
from rulespec.cases import answer, expected, file_lines, read_object, same
from rulespec.cases.json_tree import Leaf, Object
from rulespec.cases.read import case_of
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.library import locate
from rulespec.pipeline import split
from rulespec.rulebook import rulebook
from rulespec.spans import Span
from verifier.work.settings import Settings


@dataclass(frozen=True, slots=True)
class Example:
    """One line of a file of examples, read but not asked yet."""

    id: str
    source: str | None
    written: Object

    @property
    def question(self) -> str | None:
        return _text(self.written, "question")

    @property
    def span(self) -> Span:
        return self.written.span


def path_of(profile: str) -> Path:
    """Where the examples of a rule set are looked for."""
    base, added = split(profile)
    path, laid = locate(base), "".join(f"+{text}" for text in added)
    if path.resolve().parent == variants.PROFILES.resolve():
        return variants.EXAMPLES / f"{path.stem}{laid}.jsonl"
    return path.with_name(f"{path.stem}{laid}.examples.jsonl")


def examples_of(profile: str, settings: Settings = ()) -> tuple[Example, ...]:
    """The examples of a rule set; none where it has no file of them, or is changed by settings.

    Raises Faults for lines that are no cases.
    """
    path = path_of(profile)
    return tuple(_read(path)) if path.exists() and not settings else ()


def _read(path: Path) -> Iterator[Example]:
    for number, line in enumerate(file_lines(path), 1):
        if isinstance(line, Faults):
            raise line
        if line.text.strip():
            written = read_object(line)
            yield Example(_text(written, "id") or f"line {number}", _text(written, "source"), written)


def _text(written: Object, key: str) -> str | None:
    node = written.get(key)
    return node.value if isinstance(node, Leaf) and isinstance(node.value, str) else None


def complaint(ruleset: RuleSet, example: Example) -> str | None:
    """What the rules say against an example: another answer, or that it cannot arise; nothing where it is right."""
    try:
        case = case_of(example.written, rulebook(ruleset))
        claimed, given = expected(case), answer(ruleset, case)
    except Faults as faults:
        return faults.diagnostics[0].message
    if same(case.question, claimed, given.answer):
        return None
    return f"the rules answer {given.answer}, the example says {claimed}"
