"""A report as plain text that fits a terminal and a page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace

from tabulate import tabulate

from verifier.output.report import Block, Cell, Grid, Line, Notes, Prose, Report

WIDTH = 80
WRAPS: tuple[tuple[int, int], ...] = ((WIDTH, WIDTH), (44, 18), (34, 14), (26, 12))
"""Widest label and widest cell: the first pair with which a table fits."""
WIDEST_TERM = 30


def write(report: Report) -> str:
    """Tables that are too wide first break their cells, then fall apart into several."""
    title = textwrap.wrap(report.title, WIDTH)
    parts = ["\n".join([*title, "=" * max(map(len, title), default=0)])]
    return "\n\n".join([*parts, *("\n".join(block_lines(block)) for block in report.blocks)])


def block_lines(block: Block) -> Iterator[str]:
    match block:
        case Grid():
            yield from [*textwrap.wrap(block.title, WIDTH), ""]
            yield "\n\n".join(tables(block))
        case Notes(title, items):
            yield from [*textwrap.wrap(f"{title}:", WIDTH), ""]
            column = min(WIDEST_TERM, max((len(item.term) for item in items), default=0)) + 4
            for item in items:
                yield from entry(item.term, item.says.replace("`", ""), column)
        case Prose(text):
            yield from textwrap.wrap(text.replace("`", ""), WIDTH)


def entry(term: str, says: str, column: int) -> Iterator[str]:
    """A term and its meaning beside it, or below where the term is long."""
    start = f"  {term}"
    if len(start) + 2 > column:
        yield from textwrap.wrap(term, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        start = ""
    yield from textwrap.wrap(says, WIDTH, initial_indent=start.ljust(column), subsequent_indent=" " * column, break_on_hyphens=False)


def tables(grid: Grid) -> list[str]:
    """The table in one piece, or in the fewest that fit. Numbers are not broken."""
    for label, cell in WRAPS:
        drawn = draw(wrapped(grid, label, WIDTH if grid.numbers else cell))
        if max(map(len, drawn.split("\n"))) <= WIDTH:
            return [drawn]
    if len(grid.heads) == 1:
        return [drawn]
    middle = (len(grid.heads) + 1) // 2
    return [*tables(columns(grid, 0, middle)), *tables(columns(grid, middle, len(grid.heads)))]


def columns(grid: Grid, start: int, end: int) -> Grid:
    lines = tuple(replace(line, cells=line.cells[start:end]) for line in grid.lines)
    return replace(grid, heads=grid.heads[start:end], lines=lines)


def wrapped(grid: Grid, label: int, cell: int) -> Grid:
    lines = (
        Line(tuple(broken(text, label) for text in line.labels), tuple(Cell(broken(c.shown, cell)) for c in line.cells))
        for line in grid.lines
    )
    return replace(grid, heads=tuple(broken(head, cell) for head in grid.heads), lines=tuple(lines))


def broken(text: str, width: int) -> str:
    """Lines of at most `width` where spaces, hyphens and underscores allow it."""
    lines = [""]
    for piece in re.split(r"(?<=[-_ ])", text):
        if lines[-1] and len((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def draw(grid: Grid) -> str:
    """The table, and above its heads what they are."""
    rows = [[*line.labels, *(cell.shown for cell in line.cells)] for line in grid.lines]
    align = [*("left" for _ in grid.labels), *("right" if grid.numbers else "left" for _ in grid.heads)]
    drawn = tabulate(rows, [*grid.labels, *grid.heads], tablefmt="simple", colalign=align, disable_numparse=True)
    lines = [line.rstrip() for line in drawn.split("\n")]
    if grid.over:
        rule = next(line for line in lines if set(line) <= {"-", " "} and "-" in line)
        start = [match.start() for match in re.finditer(r"-+", rule)][len(grid.labels)]
        lines.insert(0, " " * start + grid.over.center(len(rule) - start).rstrip())
    return "\n".join(lines)
