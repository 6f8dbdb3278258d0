"""A report as LaTeX, to be put into a document; it needs no package."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tabulate import tabulate

from verifier.output.report import Block, Grid, Notes, Prose, Report, pieces

SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''",
    "♣": r"$\clubsuit$", "♦": r"$\diamondsuit$", "♥": r"$\heartsuit$", "♠": r"$\spadesuit$",
    "–": "--", "†": r"$\dagger$", "‡": r"$\ddagger$", "§": r"\S{}", "¶": r"\P{}",
}  # fmt: skip
MINUS = re.compile(r"(?<!\w)-(?=\d)")


def write(report: Report) -> str:
    parts = [rf"\section*{{{inline(report.title)}}}"]
    return "\n\n".join([*parts, *("\n".join(block_lines(block)) for block in report.blocks)])


def block_lines(block: Block) -> Iterator[str]:
    match block:
        case Grid(title):
            yield rf"\subsection*{{{inline(title)}}}"
            yield from [r"\begin{center}", r"\footnotesize\setlength{\tabcolsep}{3pt}", table(block), r"\end{center}"]
        case Notes(title, items):
            yield rf"\subsection*{{{inline(title)}}}"
            yield r"\begin{description}"
            yield from (rf"\item[{{{inline(item.term)}}}] {inline(item.says)}" for item in items)
            yield r"\end{description}"
        case Prose(text):
            yield inline(text)


def table(grid: Grid) -> str:
    heads = [f"{grid.over}: {head}" if grid.over and not i else head for i, head in enumerate(grid.heads)]
    rows = [[*map(inline, line.labels), *(inline(cell.shown) for cell in line.cells)] for line in grid.lines]
    align = [*("left" for _ in grid.labels), *("right" if grid.numbers else "left" for _ in heads)]
    return tabulate(rows, [*map(inline, (*grid.labels, *heads))], tablefmt="latex_raw", colalign=align, disable_numparse=True)


def inline(text: str) -> str:
    """Escaped, with what is between backticks as code; elsewhere a minus before a number is one."""
    return "".join(rf"\texttt{{{escaped(part)}}}" if code else "$-$".join(map(escaped, MINUS.split(part))) for code, part in pieces(text))


def escaped(text: str) -> str:
    """Every character stands for itself."""
    return "".join(SIGNS.get(letter, letter) for letter in text)
