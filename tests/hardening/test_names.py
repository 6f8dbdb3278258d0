"""Whatever stands in a rule file's names, sentences and titles, no output of any command carries it further than as text."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from rulespec.plain import UNSAFE, clean, one_line
from verifier.cli import main
from verifier.output import escape

from .conftest import ROOT

NASTY = "=1+1 \x1b[31mred\x07 \x9b \u202eturned\u2066 exact <i>|</i> <script>alert(1)</script> `tick` **x** _y_ \\ [a](b)\r\n::error::forged\ntwo \u2028 \U000e0041 & &lt; $x$ %"


def quoted(text: str) -> str:
    """A text in double quotes as YAML reads them."""
    return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in text) + '"'


Q = quoted(NASTY)

RULES = f"""rulespec: 1
id: nasty
name: {Q}
extends: tvaladze
sources: {{mine: {{title: {Q}, note: {Q}}}}}
options:
  odd: {{values: [one, other], says: {Q}}}
offers: {{{Q}: {{pack: thirty_six}}}}
score:
  - {{name: {quoted("first " + NASTY)}, when: odd == one and bid == 1, points: 7, cite: {quoted("mine " + NASTY)}}}
  - {{name: {quoted("second " + NASTY)}, points: 10 * tricks, assumed: {Q}}}
properties:
  - {{id: wrong, scope: hand, says: {Q}, holds: bid == 0}}
  - {{id: a-trait, kind: trait, scope: hand, says: {Q}, holds: points == 7}}
""".replace("options:\n  odd", "family: true\noptions:\n  odd")
CHILD = f"rulespec: 1\nid: child\nextends: nasty.yaml\nname: {Q}\noptions: {{odd: one}}\n"

COMMANDS: dict[str, list[str]] = {
    "show": ["child.yaml"], "check": ["child.yaml", "-p", "wrong", "-p", "a-trait"], "lint": ["child.yaml"],
    "diff": ["child.yaml", "tvaladze", "--section", "score"], "whatif": ["child.yaml", "--set", "odd=other", "--section", "score"],
    "compare": ["child.yaml", "tvaladze", "--section", "score"], "table scores": ["child.yaml"],
    "table compare": ["child.yaml", "tvaladze"], "table schedule": ["child.yaml"], "table premiums": ["child.yaml"], "table answers": ["child.yaml"],
    "build": ["child.yaml", "--target", "javascript"], "simulate": ["child.yaml"], "ask": ["child.yaml", "cases.jsonl"],
    "conform": ["child.yaml", "cases.jsonl"], "explain": ["child.yaml", "cases.jsonl:1"], "rescore": ["sheet.csv", "--profiles", "child.yaml,tvaladze"],
    "replay": ["game.txt", "--profile", "child.yaml"],
    "new": ["mine", "--extends", "child.yaml"], "export smt2": ["child.yaml", "-p", "wrong"],
}  # fmt: skip


def formats() -> Iterator[tuple[str, str | None]]:
    """Every command with every format it has."""
    for words in COMMANDS:
        found: Any = main
        for word in words.split():
            found = found.get_command(click.Context(found), word)
        choices = [p.type.choices for p in found.params if p.name == "format_"]
        yield from ((words, format_) for format_ in (choices[0] if choices else (None,)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nasty.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "child.yaml").write_text(CHILD, encoding="utf-8")
    case = {"id": NASTY, "source": NASTY, "question": "score", "cards": 5, "bid": 1, "tricks": 4, "answer": 999}
    (tmp_path / "cases.jsonl").write_text(json.dumps(case) + "\n")
    player = NASTY.split("\r")[0].replace("|", "").replace("(", "")[:30]
    sheet = (ROOT / "examples" / "evening.csv").read_text().replace("Nino", player)
    (tmp_path / "sheet.csv").write_text(sheet, encoding="utf-8")
    (tmp_path / "game.txt").write_text((ROOT / "examples" / "three-hands.txt").read_text())
    return tmp_path


@pytest.mark.parametrize(("words", "format_"), formats())
def test_no_output_carries_a_name_further_than_as_text(jokeri: Callable[..., Result], folder: Path, words: str, format_: str | None) -> None:
    given = ["built" if word == "-" and format_ == "json" else word for word in COMMANDS[words]]  # one thing alone goes to standard output
    result = jokeri(*words.split(), *given, *(["--format", format_] if format_ else []))
    assert result.exit_code in (0, 1, 3), result.output
    written = [path.read_text(encoding="utf-8") for path in folder.glob("rules.*")]  # by `build`
    assert len(written) == 2 * (words == "build")
    assert all(UNSAFE.search(text) is None for text in (result.stdout, result.stderr, *written))
    if format_ != "github":
        assert not re.search("^::", result.output, re.M)
    LOOKS.get(format_, lambda text: None)(result.stdout)


def looks_like_markdown(text: str) -> None:
    """Outside code there is no tag, and every line of a table has as many cells as its head."""
    prose = re.sub(r"^(`{3,})\n.*?^\1$", "", text, flags=re.M | re.S)
    width = 0
    for line in prose.split("\n"):
        bare = re.sub(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", lambda m: "|" * len(re.findall(r"(?<!\\)\|", m[2])), line)
        assert "<script" not in bare and "<i>" not in bare, line
        cells = len(re.findall(r"(?<!\\)\|", bare)) if line.startswith("|") else 0
        assert not (width and cells) or cells == width, line
        width = cells


def looks_like_csv(text: str) -> None:
    rows = list(csv.reader(io.StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    for value in (value for row in rows for value in row):
        assert not value.startswith(("=", "+", "-", "@")) or len(value) == 1 or re.fullmatch(r"[-+]?[0-9,.]+", value), value


def looks_like_html(text: str) -> None:
    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            assert tag not in ("script", "i", "img")

    Tags().feed(text)


def looks_like_github(text: str) -> None:
    for line in text.splitlines():
        assert not line.startswith("::") or re.match(r"::(error|warning|notice) (file|title)=", line), line
    assert "::error::forged" not in re.sub("^::.*", "", text, flags=re.M)


LOOKS: dict[str | None, Callable[[str], object]] = {
    "markdown": looks_like_markdown, "csv": looks_like_csv, "html": looks_like_html, "github": looks_like_github,
    "json": json.loads, "sarif": json.loads, "junit": ElementTree.fromstring, "jsonl": lambda text: [json.loads(line) for line in text.splitlines() if line],
}  # fmt: skip


def test_rules_written_out_again_say_the_same(jokeri: Callable[..., Result], folder: Path) -> None:
    (folder / "again.yaml").write_text(jokeri("show", "child.yaml", "--format", "yaml").stdout, encoding="utf-8")
    names = [json.loads(jokeri("show", name, "--format", "json").stdout)["profile"]["name"] for name in ("child.yaml", "again.yaml")]
    assert names[0] == names[1] == one_line(NASTY)
    assert jokeri("diff", "child.yaml", "again.yaml", "--section", "score").exit_code == 0


# --- the tools themselves -------------------------------------------------------------------------


@given(st.text())
def test_what_is_clean_stays_so(text: str) -> None:
    assert UNSAFE.search(clean(text)) is None
    assert clean(clean(text)) == clean(text) and len(clean(text)) == len(text)
    assert one_line(text).split() == one_line(text).split(" ") or one_line(text) == ""


@given(st.dictionaries(st.text(), st.lists(st.text(), max_size=3), max_size=3))
def test_json_means_the_same_when_it_is_escaped(value: object) -> None:
    text = escape.json_escaped(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert UNSAFE.search(text) is None


@given(st.text(alphabet="`| \\a\n"))
def test_code_holds_what_it_is_given(text: str) -> None:
    found = escape.code(text)
    marks = re.match("`+", found)
    assert marks is not None and found.endswith(marks[0])
    assert marks[0] not in re.findall("`+", found[len(marks[0]) : -len(marks[0])])


@given(st.text())
def test_no_cell_is_a_formula(text: str) -> None:
    found = str(escape.inert(text))
    assert found.lstrip("'") == text.lstrip("'") or found == text
    assert not found.startswith(("=", "@", "+", "-", "\t", "\r")) or len(found) == 1 or escape.NUMBER.fullmatch(found)


def test_everything_is_printed_through_one_function() -> None:
    """A command that prints otherwise would print what others wrote as it is."""
    found = [
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "verifier").rglob("*.py")
        for line in path.read_text().split("\n")
        if re.search(r"click\.(echo|secho)\(|(?<![\w.])print\(|std(out|err)\.write\(", line)
    ]
    assert [line for line in found if not line.startswith(("output.py: click.echo(click.style(text", "goldens.py"))] == []
