"""Many rule sets at once: every cell is what `diff` says of its pair, however it was come by."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec.diagnostics import Faults
from rulespec.pipeline import load
from verifier.cli import main
from verifier.compare import matrix as module
from verifier.compare import plain
from verifier.compare.basis import DEPENDS, SEEN, basis
from verifier.compare.diff import ASKED, SECTIONS, counted_whole, diff_section, in_brief, whole_section
from verifier.compare.matrix import Cell, Compared, Request, cell_of, compare, read_cell, record, settled_profiles
from verifier.output import compare_tables
from verifier.work.disk import Store

NAMES = ("tvaladze", "web-225", "skill-games", "tvaladze+pack=thirty_eight", "web-225-nines")
SOLVED = (("web-225", "tvaladze+pack=thirty_eight"), ("tvaladze+pack=thirty_eight", "web-225-nines"))  # the rest takes long
QUICK = ("deck", "schedule", "trump", "call", "follow", "score", "finish")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Compared:
    return compare(Request(NAMES, sections=QUICK), kept=Store(tmp_path_factory.mktemp("kept")))


def test_every_cell_is_what_diff_says_of_the_pair(found: Compared) -> None:
    assert set(found.cells) == {(a, b, s) for a, b in combinations(NAMES, 2) for s in QUICK}
    rulesets = {name: load(name) for name in NAMES}
    for (a, b, section), cell in found.cells.items():
        if section == "follow" and (a, b) not in SOLVED:
            continue
        left, right = rulesets[a], rulesets[b]
        expected = cell_of(counted_whole(left, right, section))
        assert (cell.verdict, cell.relation, cell.classes, cell.count, cell.of) == (
            expected.verdict, expected.relation, expected.classes, expected.count, expected.of), (a, b, section)  # fmt: skip


IN_BRIEF = (("premium", "academy-nines", "king-rule"), ("premium", "rasklad", "king-rule"), ("strength", "no-default-win", "academy-nines"))


@pytest.mark.parametrize(("section", "left", "right"), IN_BRIEF)
def test_in_brief_is_the_same_answer_with_fewer_games(section: str, left: str, right: str) -> None:
    pair = load(left), load(right)
    whole, brief = whole_section(*pair, section), in_brief(*pair, section, False)
    assert cell_of(brief) == cell_of(whole) and [one.key for one in brief.classes] == [one.key for one in whole.classes]
    assert [one.relation for one in brief.classes] == [one.relation for one in whole.classes] and len(whole.classes) > 1
    shown = [[one.reachable is True for one in found.classes] for found in (brief, whole)]
    assert shown[0].count(True) == min(1, shown[1].count(True))


def test_groups_are_proved_the_same_within_and_not_with_those_before(found: Compared) -> None:
    assert found.groups("follow") == [["tvaladze", "tvaladze+pack=thirty_eight"], ["web-225", "skill-games", "web-225-nines"]]
    for section in QUICK:
        groups = found.groups(section)
        assert sorted(sum(groups, [])) == sorted(NAMES)
        assert all(found.cells[a, b, section].verdict == "same" for group in groups for a, b in combinations(group, 2))


@pytest.mark.parametrize("section", SECTIONS)
def test_an_equal_basis_is_an_equal_section(section: str) -> None:
    """What is not asked because the texts are equal would be proved the same."""
    names = [*NAMES, "skill-games+bonus-only", "skill-games+khisht-off", "tvaladze+low_lead=never_wins"]
    rulesets = [load(name) for name in names]
    shared = [(a, b) for a, b in combinations(rulesets, 2) if basis(a, section) == basis(b, section)]
    assert shared
    for a, b in shared if section in plain.SECTIONS else shared[-1:]:
        assert diff_section(a, b, section).verdict == "same"


def test_every_section_has_a_basis() -> None:
    assert set(DEPENDS) == set(ASKED)
    assert set(SECTIONS) == {*SEEN, "finish"}


def test_kept_answers_are_used_and_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = Request(("tvaladze", "skill-games"), sections=("score", "trump"))
    first = compare(request, kept=Store(tmp_path))
    asked: list[int] = []
    real = module.diff_many
    monkeypatch.setattr(module, "diff_many", lambda pairs, *args, **named: asked.append(len(pairs)) or real(pairs, *args, **named))
    assert compare(request, kept=Store(tmp_path)) == first
    assert compare(Request(("skill-games", "tvaladze"), sections=("score", "trump")), kept=Store(tmp_path)).cells == {
        ("skill-games", "tvaladze", section): first.cells["tvaladze", "skill-games", section].mirrored() for section in ("score", "trump")
    }
    assert asked == [0, 0]


def test_a_comparison_that_is_broken_off_keeps_what_it_has(tmp_path: Path) -> None:
    def break_off(done: int, of: int) -> None:
        raise KeyboardInterrupt

    request = Request(("tvaladze", "skill-games"), sections=("score", "trump"), jobs=1)
    with pytest.raises(KeyboardInterrupt):
        compare(request, break_off, Store(tmp_path))
    assert sorted(cell.cached for cell in compare(request, kept=Store(tmp_path)).cells.values()) == [False, True]


def test_what_is_not_settled_is_not_kept(tmp_path: Path) -> None:
    hopeless = Request(("tvaladze", "skill-games"), sections=("follow",), timeout=0.001)
    found = compare(hopeless, kept=Store(tmp_path))
    assert found.cells["tvaladze", "skill-games", "follow"].verdict == "unknown"
    assert found.exit_code == 3
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


CELLS = [
    Cell("same"), Cell("different", "left stricter", 2, 10**20, 10**30), Cell("different", "left pays more", 1),
    Cell("vacuous", why="other cards"), Cell("unreached", "left pays more", 2, why="no game was found"),
]  # fmt: skip


@pytest.mark.parametrize("cell", CELLS)
def test_cells_survive_the_disk(cell: Cell) -> None:
    assert read_cell(json.loads(json.dumps(record(cell)))) == cell


def test_what_no_game_shows_is_kept_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = Request(("rasklad", "exact-three"), sections=("trump", "score", "finish"))
    first = compare(request, kept=Store(tmp_path))
    assert {cell.verdict for cell in first.cells.values()} == {"unreached", "vacuous", "same"}
    monkeypatch.setattr(module, "diff_many", lambda pairs, *args, **named: [] if not pairs else pytest.fail("asked again"))
    again = compare(request, kept=Store(tmp_path))
    assert again == first and again.exit_code == first.exit_code == 3 and all(cell.cached for cell in again.cells.values())


@pytest.mark.parametrize("value", [{}, {"verdict": "unknown"}, {"verdict": "vacuous", "relation": None, "classes": 0, "count": None, "of": None}, record(CELLS[0]) | {"classes": 3}, record(CELLS[1]) | {"count": "7"}])
def test_other_answers_are_not_taken_for_cells(value: dict[str, object]) -> None:
    assert read_cell(value) is None


def test_a_family_has_to_be_settled_first() -> None:
    with pytest.raises(Faults):
        compare(Request(("georgian", "tvaladze")))
    assert "georgian" not in settled_profiles() and "tvaladze" in settled_profiles()


# --- the command ------------------------------------------------------------------------------------


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["compare", "--no-cache", *args], standalone_mode=False)
    if isinstance(result.exception, Exception):
        raise result.exception
    return result.return_value, result.stdout, result.stderr


def test_json_holds_every_pair_and_the_groups() -> None:
    code, out, _ = run("tvaladze", "web-225", "--section", "score", "--section", "deck", "--format", "json")
    document = json.loads(out)
    assert code == document["exit_code"] == 1
    assert document["profiles"] == ["tvaladze", "web-225"]
    (pair,) = document["pairs"]
    assert pair["sections"] == [
        {"section": "deck", "verdict": "same"},
        {"section": "score", "verdict": "different", "relation": "left pays more", "classes": 1, "count": 45, "of": 384},
    ]
    assert document["groups"] == {"deck": [["tvaladze", "web-225"]], "score": [["tvaladze"], ["web-225"]]}


def test_csv_has_a_line_a_pair_and_section() -> None:
    code, out, _ = run("web-225", "web-225-nines", "tvaladze", "--section", "finish", "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 0
    assert rows[0] == list(compare_tables.CSV_HEADERS) and len(rows) == 4
    assert rows[1] == ["web-225", "web-225-nines", "finish", "same", "", "0", "", "", ""]


def test_one_rule_set_alone_is_nothing_compared() -> None:
    code, _, err = run("tvaladze", "tvaladze")
    assert code == 3 and "nothing was compared" in err


def test_an_unknown_section_is_wrong() -> None:
    with pytest.raises(Faults, match="there is no section"):
        run("tvaladze", "web-225", "--section", "folow")


def test_tables_say_all_of_it(found: Compared) -> None:
    text = "\n".join(cell for view in compare_tables.tables(found) for row in view.rows for cell in row)
    for cell in found.cells.values():
        assert compare_tables.words(cell) in text
    assert "right stricter" in text and "[tvaladze, tvaladze+pack=thirty_eight]" in text
    matrix = compare_tables.matrix(found)
    assert [row[i + 1] for i, row in enumerate(matrix.rows)] == [""] * len(NAMES)
    assert all(matrix.rows[i][j + 1] == matrix.rows[j][i + 1] for i in range(len(NAMES)) for j in range(len(NAMES)))


def test_unsettled_answers_are_listed_with_their_reason() -> None:
    cells = {("a", "b", "follow"): Cell("unknown", why="no answer within 1 s"), ("a", "b", "deck"): Cell("vacuous", why="other cards")}
    made = Compared(("a", "b"), ("deck", "follow"), cells)
    assert compare_tables.unsettled(made) == ["a and b, follow: UNKNOWN: no answer within 1 s", "a and b, deck: not comparable: other cards"]
    assert compare_tables.matrix(made).rows[0] == ["1 a", "", "0 and 2 open"]
    assert made.groups("follow") == [["a"], ["b"]] and made.exit_code == 3
