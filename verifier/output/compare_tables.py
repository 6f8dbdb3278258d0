"""`compare` as tables: who is the same where, how many sections part each pair, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import fill

from verifier.compare.matrix import Cell, Compared
from verifier.compare.model import DIFFERENT, SAME, VACUOUS
from verifier.output.report import Block, Grid, Line, Note, Notes, Prose, Report
from verifier.output.report import Cell as Entry
from verifier.tables import sources

NOT_COMPARABLE = "not comparable"
EQUAL = "="


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    headers: tuple[str, ...]
    rows: list[list[str]]


def tables(found: Compared, width: int | None = None) -> Iterator[Table]:
    """The three views of the same answers; lists broken into lines of a width, where there is one."""
    yield Table("Proved the same, section by section", ("section", "groups"), [[s, grouped(found, s, width)] for s in found.sections])
    yield matrix(found)
    pairs = [[a, b, *_cells(found, a, b)] for a, b in found.pairs]
    yield Table(f"Pair by pair ({EQUAL} is proved the same)", ("left", "right", *_parting(found)), pairs)


def report(found: Compared) -> Report:
    """The three views with what they rest on: each rule set, its sources, its fingerprint."""
    groups, *grids = tables(found)
    blocks: list[Block] = [Notes(groups.title, tuple(Note(section, text) for section, text in groups.rows)), *map(grid, grids)]
    if told := kept(found):
        blocks.append(Prose(f"{told}."))
    rules = tuple(Note(name, sources.in_a_line(found.rulesets[name])) for name in found.profiles if name in found.rulesets)
    return Report("Differences of rule sets", (*blocks, Notes("Rules", rules)), CSV_HEADERS, tuple(map(tuple, csv_rows(found))), payload(found), found.exit_code)


def grid(table: Table) -> Grid:
    """A view as a table of a report: names stand left of what is said of them."""
    labels = [i for i, head in enumerate(table.headers) if head in ("", "left", "right")]
    lines = (Line(tuple(row[i] for i in labels), tuple(Entry(text) for i, text in enumerate(row) if i not in labels)) for row in table.rows)
    heads = tuple(head for i, head in enumerate(table.headers) if i not in labels)
    return Grid(table.title, tuple(table.headers[i] for i in labels), "", heads, tuple(lines), numbers="" in table.headers)


def grouped(found: Compared, section: str, width: int | None = None) -> str:
    """The groups of a section, each in brackets."""
    groups = [f"[{', '.join(group)}]" for group in found.groups(section)]
    if len(groups) == 1 and len(found.profiles) > 1:
        return "all"
    if width is None:
        return " ".join(groups)
    return "\n".join(fill(group, width, subsequent_indent=" ", break_on_hyphens=False) for group in groups)


def matrix(found: Compared) -> Table:
    """How many sections differ, a row and a column for each rule set, which they share a number for."""
    rows = [[f"{i} {a}", *("" if a == b else _number(found, a, b) for b in found.profiles)] for i, a in enumerate(found.profiles, 1)]
    numbers = (str(i) for i in range(1, len(found.profiles) + 1))
    return Table("How many sections differ", ("", *numbers), rows)


def _number(found: Compared, a: str, b: str) -> str:
    pair = (a, b) if (a, b) in found.pairs else (b, a)
    verdicts = [found.cells[*pair, section].verdict for section in found.sections]
    open_ = sum(verdict not in (SAME, DIFFERENT) for verdict in verdicts)
    return f"{verdicts.count(DIFFERENT)}" + (f" and {open_} open" if open_ else "")


def _parting(found: Compared) -> list[str]:
    """The sections in which some pair is not the same."""
    return [s for s in found.sections if any(found.cells[a, b, s].verdict != SAME for a, b in found.pairs)]


def _cells(found: Compared, a: str, b: str) -> list[str]:
    return [words(found.cells[a, b, section]) for section in _parting(found)]


def words(cell: Cell) -> str:
    """A cell in a few words."""
    if cell.verdict == SAME:
        return EQUAL
    if cell.verdict == VACUOUS:
        return NOT_COMPARABLE
    if cell.verdict != DIFFERENT:
        return cell.verdict.upper()
    number = f" {cell.count:,} of {cell.of:,}" if cell.count is not None and cell.of is not None else ""
    return f"{cell.relation or DIFFERENT}{number}"


def kept(found: Compared) -> str | None:
    """How many answers are those of an earlier run; None where none is."""
    number = sum(cell.cached for cell in found.cells.values())
    return f"{number:,} of {len(found.cells):,} comparisons are kept from an earlier run" if number else None


def unsettled(found: Compared) -> list[str]:
    """Each answer that is neither same nor different, with its reason."""
    return [
        f"{a} and {b}, {section}: {words(cell)}: {cell.why}"
        for (a, b, section), cell in found.cells.items()
        if cell.verdict not in (SAME, DIFFERENT)
    ]


CSV_HEADERS = ("left", "right", "section", "verdict", "relation", "classes", "count", "of", "kept")


def csv_rows(found: Compared) -> list[list[object]]:
    """One line a pair and section."""
    return [
        [a, b, section, cell.verdict, cell.relation or "", cell.classes, _or_empty(cell.count), _or_empty(cell.of), "yes" if cell.cached else ""]
        for (a, b, section), cell in found.cells.items()
    ]


def _or_empty(number: int | None) -> object:
    return "" if number is None else number


def payload(found: Compared) -> dict[str, object]:
    """The JSON document without its envelope."""
    pairs = [{"left": a, "right": b, "sections": [_record(found, a, b, section) for section in found.sections]} for a, b in found.pairs]
    rules = [dict(sources.identity(found.rulesets[name])) for name in found.profiles if name in found.rulesets]
    return {"profiles": list(found.profiles), "rules": rules, "pairs": pairs, "groups": {section: found.groups(section) for section in found.sections}}


def _record(found: Compared, a: str, b: str, section: str) -> dict[str, object]:
    cell = found.cells[a, b, section]
    record: dict[str, object] = {"section": section, "verdict": cell.verdict}
    if cell.verdict == DIFFERENT:
        record |= {"relation": cell.relation, "classes": cell.classes, "count": cell.count, "of": cell.of}
    elif cell.verdict != SAME:
        record["reason"] = cell.why
    return record | ({"cached": True} if cell.cached else {})
