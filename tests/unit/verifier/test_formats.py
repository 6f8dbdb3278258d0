"""Writers of reports: suits in colour in pages, colours of a terminal only on one, capitals explained."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main
from verifier.cli.output import say
from verifier.output.formats import names, write
from verifier.output.formats.html import STYLE, SUITS
from verifier.output.report import Cell, Grid, Line, Note, Notes, Prose, Report

SUNDAY = str(Path(__file__).parents[3] / "examples" / "sunday-table.yaml")
REPORT = Report("7♣ led", (Grid("♦", ("♥",), "", ("♠",), (Line(("6♦",), (Cell("`7♥`"),)),)), Notes("t", (Note("a", "Q♠"),)), Prose("A♥"),), (), (), {}, 0)


def test_suits_have_their_colours_in_a_page() -> None:
    page = write(REPORT, "html")
    body = page.split("<body>")[1]
    assert [body.count(f'<span class="{name}">{sign}</span>') for sign, name in SUITS.items()] == [1, 2, 3, 2]
    assert re.sub(r"<span class=\"\w+\">(.)</span>", "", body).count("♥") == 0
    assert "<span" not in page.split("<title>")[1].split("</title>")[0]
    assert all(f".{name}" in STYLE.read_text(encoding="utf-8") for name in SUITS.values())


@pytest.mark.parametrize("format_", [name for name in names() if name != "html"])
def test_other_formats_have_none(format_: str) -> None:
    assert "<span" not in write(REPORT, format_)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_style_is_shown_on_a_terminal_unless_nobody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout", terminal := Terminal())
    say("a", fg="red")
    assert terminal.getvalue() == "\x1b[31ma\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    say("b", fg="red")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr("sys.stdout", plain := StringIO())
    say("c", fg="red")
    assert terminal.getvalue().endswith("b\n") and plain.getvalue() == "c\n" and os.environ.get("NO_COLOR") is None


def test_capitals_are_explained_where_they_are_printed() -> None:
    text = CliRunner().invoke(main, ["check", SUNDAY, "-p", "one-winner"]).stdout
    assert "REFUTED" in text and text.splitlines()[-1].endswith("1 not as promised, in capitals")
