"""Every small edit of a rule set: of its rows, one after the other, and of the options it chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulespec import formula
from rulespec.check.resolve import FINISH_WORDS
from rulespec.compose import Complete
from rulespec.ir.expr import FALSE
from rulespec.ir.facts import reachable
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import ANY, FIRST, SECTIONS, SectionKind
from rulespec.spans import Span
from rulespec.surface import WrittenRow
from rulespec.yaml_tree import Mapping as Lines
from rulespec.yaml_tree import Scalar, Tree
from verifier.watch.mutate import data
from verifier.watch.mutate.formulas import Words, changes, words_of
from verifier.watch.mutate.wider import scalar, wider

OPTIONS = "options"
FINISH = "finish"
Rows = tuple[WrittenRow, ...]
CONDITION, RESULT, ALWAYS, ORDER, DROPPED = "condition", "result", "always", "order", "dropped"


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: where, in words, and what it leads to: rows of the section, settings, or another `finish`."""

    id: str
    section: str
    row: str
    says: str
    span: Span
    rows: Rows | None = None
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    finish: Lines | None = None
    of: str = RESULT  # which part of the row is edited
    wide: bool = False  # more than one word


def edits(complete: Complete, ruleset: RuleSet) -> tuple[Edit, ...]:
    """All edits in the order of the language, then those of the options. Rows that cannot answer are left alone."""
    found: list[Edit] = []
    numbers: Counter[tuple[str, str]] = Counter()
    for kind in SECTIONS:
        for edit in (*_of_section(kind, complete, ruleset), *_wider(kind, complete, ruleset)):
            numbers[edit.section, edit.row] += 1
            found.append(replace(edit, id=f"{edit.section}/{edit.row}/{numbers[edit.section, edit.row]}"))
    return (*found, *_finish(complete), *_options(complete, ruleset))


def _wider(kind: SectionKind, complete: Complete, ruleset: RuleSet) -> Iterator[Edit]:
    """The wider edits of rows that can answer, and of the section as a whole."""
    written, rows = complete.written.sections.get(kind.name, ()), ruleset.rows(kind.name)
    live = reachable(rows) if kind.hit == FIRST else [row for row in rows if row.when != FALSE]
    for wide in wider(kind, written, ruleset.facts):
        row = rows[wide.row] if rows else None
        if row is None or row in live:
            span = complete.written.span if row is None else written[wide.row].span
            yield Edit("", kind.name, row.name if row else kind.name, wide.says, span, wide.rows, of=CONDITION if wide.condition else RESULT, wide=True)


def _of_section(kind: SectionKind, complete: Complete, ruleset: RuleSet) -> Iterator[Edit]:
    written = complete.written.sections.get(kind.name, ())
    rows = ruleset.rows(kind.name)
    words = words_of(kind, ruleset.facts, ruleset.options, ruleset.pack)
    live = reachable(rows)
    after_all = len(rows) if not live else rows.index(live[-1]) + 1
    for i, (row, line) in enumerate(zip(rows[: after_all if kind.hit == FIRST else None], written, strict=False)):
        for part in _of_row(kind, line, row.when != FALSE, words):
            yield Edit("", kind.name, row.name, part.says, part.span, _with(written, i, part.row), of=part.of)
        if kind.hit == FIRST and i + 2 < len(rows):
            says, swapped = f"comes after `{rows[i + 1].name}`", (*written[:i], written[i + 1], line, *written[i + 2 :])
            yield Edit("", kind.name, row.name, says, line.span, swapped, of=ORDER)
        if row.when != FALSE and (kind.hit != FIRST or len(rows) > 1):
            yield Edit("", kind.name, row.name, "is left out", line.span, (*written[:i], *written[i + 1 :]), of=DROPPED)


def _with(rows: Rows, index: int, row: WrittenRow) -> Rows:
    return (*rows[:index], row, *rows[index + 1 :])


@dataclass(frozen=True, slots=True)
class Part:
    """A row with one of its values changed."""

    says: str
    span: Span
    row: WrittenRow
    of: str = RESULT


def _of_row(kind: SectionKind, row: WrittenRow, may_hold: bool, words: Words) -> Iterator[Part]:
    condition = row.values.get("forbid" if kind.hit == ANY else "when")
    if isinstance(condition, Scalar):
        yield from _formula("forbid" if kind.hit == ANY else "when", row, condition, words)
        yield _always(kind, row, condition)
    if not may_hold or kind.hit == ANY:
        return
    result = row.values[row.result]
    if kind.gives is not None and isinstance(result, Scalar):
        yield from _formula(row.result, row, result, words)
        yield from _whole(kind, row, result)
    for key in (row.result, "then"):
        for other in data.changes(key, row.values[key], words.pack) if key in row.values else ():
            yield Part(_becomes(other.was, other.becomes), other.span, _put(row, key, other.value))


def _formula(key: str, row: WrittenRow, at: Scalar, words: Words) -> Iterator[Part]:
    parsed = formula.parse(at)
    for change in changes(parsed, words):
        yield Part(_becomes(parsed.written(change.node), change.becomes), parsed.span(change.node), _put(row, key, scalar(change.text)), RESULT if key == row.result != "forbid" else CONDITION)


def _always(kind: SectionKind, row: WrittenRow, condition: Scalar) -> Part:
    """The row without its condition."""
    if kind.hit == ANY:
        return Part(_becomes(condition.text, "True"), condition.span, _put(row, "forbid", scalar("True")), ALWAYS)
    values = {key: value for key, value in row.values.items() if key != "when"}
    return Part(f"holds without `{condition.text}`", condition.span, replace(row, values=values), ALWAYS)


def _whole(kind: SectionKind, row: WrittenRow, at: Scalar) -> Iterator[Part]:
    """All other cards than the result's; one point more, or as many below zero."""
    ground = "all" if kind.name == "deck" else "hand"
    cards, points = (f"{ground} - ({at.text})",), (f"({at.text}) + 1", f"-({at.text})")
    for other in cards if kind.gives == "Cards" else points:
        yield Part(_becomes(at.text, other), at.span, _put(row, row.result, scalar(other)))


def _put(row: WrittenRow, key: str, value: Tree) -> WrittenRow:
    return replace(row, values={**row.values, key: value})


def _becomes(was: str, becomes: str) -> str:
    return f"`{was}` becomes `{becomes}`" if becomes != "nothing" else f"`{was}` is left out"


def _finish(complete: Complete) -> Iterator[Edit]:
    """The other ways to rank totals."""
    finish = complete.written.finish
    for i, (key, value) in enumerate(finish.entries if finish is not None else ()):
        for other in FINISH_WORDS.get(key.text, ()) if isinstance(value, Scalar) else ():
            if finish is not None and isinstance(value, Scalar) and other != value.text:
                entries = (*finish.entries[:i], (key, scalar(other)), *finish.entries[i + 1 :])
                says = _becomes(value.text, other)
                yield Edit(f"{FINISH}/{key.text}/{other}", FINISH, key.text, says, value.span, finish=replace(finish, entries=entries))


def _options(complete: Complete, ruleset: RuleSet) -> Iterator[Edit]:
    """Every other value of every option that is chosen."""
    for name, value in ruleset.chosen.items():
        span = complete.chosen[name][1].span if name in complete.chosen else complete.written.span
        for other in ruleset.options[name].values:
            if other != value:
                yield Edit(f"{OPTIONS}/{name}/{other}", OPTIONS, name, _becomes(str(value), str(other)), span, None, {name: scalar(str(other))})
