"""A report as Markdown: tables with bars, lists, headings."""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate

from verifier.output.escape import cell, code, markdown
from verifier.output.report import Block, Grid, Notes, Prose, Report, pieces


def write(report: Report, level: int = 1) -> str:
    """`level` is that of the title; what is below it stands one lower."""
    parts = [f"{'#' * level} {inline(report.title)}"]
    return "\n\n".join([*parts, *("\n".join(block_lines(block, "#" * (level + 1))) for block in report.blocks)])


def block_lines(block: Block, heading: str) -> Iterator[str]:
    match block:
        case Grid(title):
            yield from [f"{heading} {inline(title)}", "", table(block)]
        case Notes(title, items):
            yield from [f"**{inline(title)}**", ""]
            for item in items:
                yield f"- **{inline(item.term)}**: {inline(item.says)}"
        case Prose(text):
            yield inline(text)


def table(grid: Grid) -> str:
    """A Markdown table has one line of heads, so what they are stands before the first."""
    heads = [f"{grid.over}: {head}" if grid.over and not i else head for i, head in enumerate(grid.heads)]
    rows = [[cell(inline(text)) for text in (*line.labels, *(one.shown for one in line.cells))] for line in grid.lines]
    align = [*("left" for _ in grid.labels), *("right" if grid.numbers else "left" for _ in heads)]
    return tabulate(rows, [cell(inline(head)) for head in (*grid.labels, *heads)], tablefmt="pipe", colalign=align, disable_numparse=True)


def inline(text: str) -> str:
    """Text of which nothing is taken for markup, with what is between backticks as code."""
    return "".join(code(part) if is_code else markdown(part) for is_code, part in pieces(text))
