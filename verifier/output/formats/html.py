"""A report as one HTML page that needs nothing else, on a screen and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from verifier.output.report import Block, Cell, Grid, Line, Note, Notes, Prose, Report, pieces

SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
SUIT = re.compile("[" + "".join(SUITS) + "]\N{VARIATION SELECTOR-15}?")
MINUS = re.compile(r"(?<!\w)-(?=\d)")
STYLE = Path(__file__).with_name("page.css")


def write(report: Report) -> str:
    return "\n".join(
        [
            "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(report.title)}</title>",
            f"<style>\n{STYLE.read_text(encoding='utf-8').rstrip()}\n</style>", "</head>", "<body>", article(report), "</body>", "</html>",
        ]  # fmt: skip
    )


def article(report: Report) -> str:
    """The report alone, to be put into another page."""
    lines = [line for block in report.blocks for line in block_lines(block)]
    return "\n".join([f"<article>\n<h1>{inline(report.title)}</h1>", *lines, "</article>"])


def block_lines(block: Block) -> Iterator[str]:
    match block:
        case Grid():
            yield from ['<div class="wide">', f'<table class="{"numbers" if block.numbers else "words"}">']
            yield f"<caption>{inline(block.title)}</caption>"
            yield from [f"<thead>{heads(block)}</thead>", "<tbody>", *map(row, block.lines), "</tbody>", "</table>", "</div>"]
        case Notes(title, items):
            yield from ['<section class="notes">', f"<h2>{inline(title)}</h2>", "<dl>", *map(note, items), "</dl>", "</section>"]
        case Prose(text):
            yield f"<p>{inline(text)}</p>"


def heads(grid: Grid) -> str:
    """One line of heads, or two where there is a word over them."""
    across = "".join(f'<th scope="col">{inline(head)}</th>' for head in grid.heads)
    down = "".join(f'<th scope="col"{" rowspan=2" if grid.over else ""}>{inline(label)}</th>' for label in grid.labels)
    if not grid.over:
        return f"<tr>{down}{across}</tr>"
    return f'<tr>{down}<th scope="colgroup" colspan="{len(grid.heads)}">{inline(grid.over)}</th></tr><tr>{across}</tr>'


def row(line: Line) -> str:
    labels = "".join(f'<th scope="row">{inline(label)}</th>' for label in line.labels)
    return f"<tr>{labels}{''.join(map(data, line.cells))}</tr>"


def data(cell: Cell) -> str:
    marks = f"<sup>{escape(cell.marks.strip())}</sup>" if cell.marks else ""
    return f"<td{toned(cell.tone)}>{inline(cell.text)}{marks}</td>"


def note(item: Note) -> str:
    return f"<div><dt{toned(item.tone)}>{inline(item.term)}</dt><dd>{inline(item.says)}</dd></div>"


def toned(tone: str) -> str:
    return f' class="{escape(tone)}"' if tone else ""


def inline(text: str) -> str:
    """Escaped, with what is between backticks as code; suits have their colours, a minus is as wide as a plus."""
    return "".join(f"<code>{coloured(escape(part))}</code>" if code else coloured(minus(escape(part))) for code, part in pieces(text))


def coloured(text: str) -> str:
    """Each sign of a suit in the colour that it has on cards."""
    return SUIT.sub(lambda found: f'<span class="{SUITS[found[0][0]]}">{found[0]}</span>', text)


def minus(text: str) -> str:
    return MINUS.sub("\N{MINUS SIGN}", text)
