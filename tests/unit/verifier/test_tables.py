"""Tables of scores, and every format: what is printed is read back and compared with the rules."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from verifier.cli import main
from verifier.output.formats import names, write
from verifier.output.report import NOTHING, Cell, Grid, Line, Note, Notes, Prose, Report, listed, pieces
from verifier.tables.pages import FOLDER, pages
from verifier.tables.score_report import kinds_in_words, ranges, score_report
from verifier.tables.scores import Kind, Result, kinds, scores

PLAYED = ["tvaladze", "web-225", "skill-games", "skill-games-nines", "skill-games+bonus-only", "skill-games+khisht-off"]
HOUSE = """
rulespec: 1
id: house
name: A "house" <game> & more
extends: tvaladze
schedule:
  - sets: [[1, 2, 3], [3, 3]]
score:
"""
BY_CARD = HOUSE + "  - {name: short, when: bid > tricks and tricks == 0, points: -100 * hand_size}\n  - {name: else, points: 10 * tricks}\n"
BY_ALL = HOUSE + "  - {name: all in, points: 50 * bid + 10 * hand_size - tricks}\n"
BY_SET = HOUSE + "  - {name: late, when: set_number == 2, points: 20 * tricks}\n  - {name: early, points: 10 * tricks}\n"
BY_BIDS = HOUSE + "  - {name: over, when: bids_total > hand_size, points: 7}\n  - {name: under, points: 5}\n"


# --- scores -----------------------------------------------------------------------------------

KNOWN = [  # profile, cards, bid, tricks, points, source
    ("tvaladze", 5, 3, 3, 200, "guide 6"),
    ("tvaladze", 5, 3, 4, 40, "guide 6"),
    ("tvaladze", 5, 5, 5, 500, "guide 6"),
    ("tvaladze", 9, 0, 0, 50, "guide 6"),
    ("tvaladze", 9, 3, 3, 200, "guide 6"),
    ("tvaladze", 9, 2, 0, 0, "guide 5"),
    ("web-225", 9, 2, 0, -200, "web-225 8"),
    ("web-225", 1, 1, 0, -200, "web-225 8"),
    ("web-225", 4, 0, 2, 20, "web-225 8"),
    ("skill-games", 8, 2, 0, -200, "skill-games khisht"),
    ("skill-games", 9, 2, 0, -500, "skill-games khisht"),
    ("skill-games", 9, 9, 9, 900, "skill-games scoring"),
    ("skill-games+khisht-off", 9, 2, 0, 0, "skill-games modes"),
]


@pytest.mark.parametrize(("name", "cards", "bid", "tricks", "points", "source"), KNOWN)
def test_known_scores(name: str, cards: int, bid: int, tricks: int, points: int, source: str) -> None:
    ruleset = load(name)
    rule = questions.points(ruleset, cards, bid, tricks, bid, 1).row.name
    assert Wall(ruleset).read_off(Kind(), Result(cards, bid, tricks), rule) == points, source


@pytest.mark.parametrize("name", PLAYED)
def test_every_score_can_be_read_off(name: str) -> None:
    readable(load(name))


@pytest.mark.parametrize("text", [BY_CARD, BY_ALL, BY_SET, BY_BIDS], ids=["cards", "all", "sets", "bids"])
def test_every_score_of_odd_rules_can_be_read_off(text: str) -> None:
    readable(load_text(text))


FACTOR = st.sampled_from([-100, -5, 0, 10, 50])
CONDITION = st.sampled_from([
    "bid == tricks", "bid == hand_size and tricks == hand_size", "bid > 0 and tricks == 0", "hand_size == 3", "set_number == 2",
    "bids_total > hand_size", "tricks > bid", "hand_size < 3 and bid == tricks",
])  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(CONDITION, FACTOR, FACTOR, FACTOR), min_size=1, max_size=3), FACTOR)
def test_every_score_of_any_rules_can_be_read_off(rows: list[tuple[str, int, int, int]], rest: int) -> None:
    lines = [f"  - {{name: r{i}, when: {when}, points: {a} * bid + {b} * hand_size + {c}}}\n" for i, (when, a, b, c) in enumerate(rows)]
    readable(load_text(HOUSE + "".join(lines) + f"  - {{name: rest, points: {rest} * tricks}}\n"))


def readable(ruleset: RuleSet) -> None:
    """Every hand that can come up is in one table, and its points are found there."""
    wall = Wall(ruleset)
    for kind, worths in kinds(ruleset).items():
        for result in worths:
            total = result.cards + (kind.over or 0)
            answer = questions.points(ruleset, result.cards, result.bid, result.tricks, total, kind.set_number or 1)
            assert wall.read_off(kind, result, answer.row.name) == answer.value


class Wall:
    """The tables of a rule set as they hang there."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.shares = scores(ruleset)
        grids = [block for block in score_report(ruleset).blocks if isinstance(block, Grid)]
        self.mains = [grid for grid in grids if grid.over == "tricks"]
        self.below = {id(main): after for main, after in zip(grids, grids[1:], strict=False) if after.over == "cards"}
        assert len(self.mains) == len(self.shares)

    def read_off(self, kind: Kind, result: Result, rule: str) -> int:
        """The points as somebody finds them who knows which rule applies and looks at nothing else."""
        (main,) = [m for m, s in zip(self.mains, self.shares, strict=True) if kind in s.kinds and result.cards in s.sizes]
        line = next(line for line in main.lines if line.labels == (str(result.bid),))
        cell = line.cells[main.heads.index(str(result.tricks))]
        below = self.below.get(id(main))
        for sized in below.lines if below else ():
            mark, name = sized.labels[0].split(" ", 1)
            if below and name == rule:
                assert mark in cell.marks
                return int(sized.cells[below.heads.index(str(result.cards))].text)
        return int(cell.text)


def test_hand_sizes_share_a_table_where_they_can() -> None:
    assert [shared.sizes for shared in scores(load("skill-games"))] == [tuple(range(1, 10))]
    assert [shared.sizes for shared in scores(load_text(BY_CARD))] == [(1, 2, 3)]
    assert [shared.sizes for shared in scores(load_text(BY_ALL))] == [(1,), (2,), (3,)]


def test_sets_and_bids_are_told_apart_only_where_they_matter() -> None:
    assert [shared.kinds for shared in scores(load("tvaladze"))] == [(Kind(),)]
    assert [shared.kinds for shared in scores(load_text(BY_SET))] == [(Kind(1),), (Kind(2),)]
    under, over = scores(load_text(BY_BIDS))
    assert all(kind.over < 0 for kind in under.kinds if kind.over is not None)
    assert all(kind.over > 0 for kind in over.kinds if kind.over is not None)  # never 0: bids may not balance


def test_words_for_numbers() -> None:
    assert ranges([1, 2, 3, 5, 7, 8]) == "1 to 3, 5 and 7 to 8"
    assert kinds_in_words([Kind()]) == ""
    assert kinds_in_words([Kind(1), Kind(3)]) == "of sets 1 and 3"
    assert kinds_in_words([Kind(None, -2), Kind(None, -1), Kind(None, 3)]) == "whose bids together are 1 to 2 under or 3 over the tricks"
    assert [listed(["a"]), listed(["a", "b"], "or")] == ["a", "a or b"]


# --- formats ----------------------------------------------------------------------------------

ODD = "a|b *c* <i>&amp;</i> {d} $e$ 50% x_y \\z #1 `f|g <h>` -7 to -8, ♠ ♥ – †"
SAMPLE = Report(
    f"Title {ODD}",
    (
        Grid(f"Grid {ODD}", ("label",), "over", ("one", "two"), (Line((ODD,), (Cell(ODD, "open", "†"), Cell("-200"))),)),
        Notes(f"Notes {ODD}", (Note(ODD, ODD, "open"),)),
        Prose(ODD),
    ),
    ("a", "b"), ((ODD, -200), ('"quoted", and\nbroken', None)), {}, 0,
)  # fmt: skip
PLAIN = "".join(part for _, part in pieces(ODD))


class Outline(HTMLParser):
    """The text of a page, and whether its tags close in order."""

    VOID = ("meta", "!doctype")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.rows: list[int] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append(0)
        if tag in ("td", "th"):
            self.rows[-1] += int(dict(attrs).get("colspan") or 1)
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self.open}:
            self.cells[-1] += data


def test_html_keeps_every_character() -> None:
    outline = Outline(write(SAMPLE, "html"))
    shown = PLAIN.replace("-7", "−7").replace("-8", "−8")
    assert shown in outline.cells
    assert f"{shown}†" in outline.cells
    assert "−200" in outline.cells


def test_latex_escapes_and_balances() -> None:
    text = write(SAMPLE, "latex")
    assert re.sub(r"\\[{}]", "", text).count("{") == re.sub(r"\\[{}]", "", text).count("}")
    bare = re.sub(r"\\[\\a-zA-Z]+|\\.", "", re.sub(r"\$[-<>|]\$|\$\\[a-z]+\$", "", text))
    in_tables = [line for line in bare.split("\n") if "&" in line]
    assert all(line.count("&") == 2 for line in in_tables)
    assert not re.search(r"[$%#_~^<>|♠♥–†]", bare)
    assert "$-$200" in text


def test_markdown_rows_have_equally_many_cells() -> None:
    rows = [line for line in write(SAMPLE, "markdown").split("\n") if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", row))) for row in rows}) == 1


def test_csv_keeps_every_character() -> None:
    read = list(csv.reader(io.StringIO(write(SAMPLE, "csv"))))
    assert read == [["a", "b"], [ODD, "-200"], ['"quoted", and\nbroken', ""]]


@pytest.mark.parametrize("name", PLAYED)
def test_scores_in_every_format(name: str) -> None:
    report = score_report(load(name))
    read = list(csv.DictReader(io.StringIO(write(report, "csv"))))
    assert len(read) == sum(len(worths) for worths in kinds(load(name)).values())
    by_hand = {(row["cards"], row["bid"], row["tricks"]): int(row["points"]) for row in read}
    assert by_hand["9", "9", "9"] == 900
    grids = [block for block in report.blocks if isinstance(block, Grid)]
    assert sum(Outline(write(report, "html")).rows) == sum(across(grid) for grid in grids)
    assert max(map(len, write(report, "text").split("\n"))) <= 100
    for format_ in names():
        assert "every trick" in write(report, format_)


def across(grid: Grid) -> int:
    """How many columns all rows of an HTML table have together, spans counted once."""
    first = len(grid.labels) + len(grid.heads)
    return first + len(grid.heads) + len(grid.lines) * first


def test_wide_tables_break_their_cells_then_fall_apart() -> None:
    def width(columns: int) -> tuple[int, int]:
        line = Line(("a_long_label",), tuple(Cell(f"value_number_{i}") for i in range(columns)))
        text = write(Report("", (Grid("", ("",), "", tuple(f"head-{i}" for i in range(columns)), (line,)),), (), (), {}, 0), "text")
        return max(map(len, text.split("\n"))), text.count("a_long_label") + text.count("a_long_\n")

    assert width(5)[0] <= 100
    assert width(5)[1] == 1
    assert width(40)[0] <= 100
    assert width(40)[1] > 1


def test_command_scores() -> None:
    result = CliRunner().invoke(main, ["table", "scores", "skill-games+bonus-only", "--set", "khishti_nine=-200", "--format", "json"])
    document = json.loads(result.stdout)
    assert result.exit_code == document["exit_code"] == 0
    assert (document["command"], document["version"], document["table"]["kind"]) == ("table", 1, "scores")
    hands = {(r["cards"], r["bid"], r["tricks"]): r["points"] for r in document["table"]["results"]}
    assert hands[9, 3, 0] == -200
    assert document["table"]["profile"]["name"] == "skill.games, full game with bonus-only, khishti_nine=-200"
    assert document["table"]["profile"]["options"]["premium"] == "bonus"


def test_command_refuses_a_family() -> None:
    result = CliRunner().invoke(main, ["table", "scores", "georgian"])
    assert result.exit_code == 2
    assert "RS304" in result.stderr


def test_nothing_is_a_dash_in_the_cells_that_cannot_be() -> None:
    text = HOUSE.replace("[[1, 2, 3], [3, 3]]", "[[2, 2]]") + "  - {name: rest, points: tricks}\n"
    grid = next(block for block in score_report(load_text(text)).blocks if isinstance(block, Grid))
    assert [line.labels for line in grid.lines] == [("0",), ("1",), ("2",)]
    assert NOTHING not in [cell.text for line in grid.lines for cell in line.cells]


def test_a_page_for_every_shipped_profile() -> None:
    assert f"{FOLDER}/tvaladze.md" in pages()
    assert f"{FOLDER}/compare.md" in pages()
    assert f"{FOLDER}/georgian.md" not in pages()
