"""A sheet under several rule sets: right totals, the rows behind each difference, and faults by their lines."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from rulespec import pipeline
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.game_file import read_game, sheet_in
from rulespec.sheet import Sheet
from rulespec.sheet_reader import read_sheet
from rulespec.spans import Source
from verifier.cli import main
from verifier.cli.rescore import chosen
from verifier.evenings.rescore import Scored, differences, rescore

SHEETS = Path(__file__).parents[2] / "sheets"
EXAMPLES = Path(__file__).parents[3] / "examples"
DAMAGES: list[dict[str, Any]] = yaml.safe_load((SHEETS / "damages.yaml").read_text(encoding="utf-8"))
load = cache(pipeline.load)


def sheet(path: Path = EXAMPLES / "evening.csv") -> Sheet:
    return read_sheet(Source(path.name, path.read_text(encoding="utf-8")))


def scored(found: Sheet, *profiles: str) -> list[Scored]:
    return rescore(found, [load(profile) for profile in profiles])


# --- totals ---------------------------------------------------------------------------------------

# Nino, Giorgi, Levan, Dato after one set of four nines, by the accounts and by hand.
TOTALS = {
    "tvaladze": (700, 290, 350, 140),
    "web-225": (700, 290, 150, 140),
    "web-225-nines": (700, 290, 150, 140),
    "skill-games": (700, 90, -300, 90),
    "skill-games-nines": (700, 90, -300, 90),
    "skill-games+bonus-only": (700, 290, -150, 140),
    "skill-games+khisht-off": (700, 90, 200, 90),
}


@pytest.mark.parametrize("profile", TOTALS)
def test_the_totals_of_the_comparison_set(profile: str) -> None:
    (one,) = scored(sheet(), profile)
    assert one.totals == TOTALS[profile] and one.faults == ()


def test_places_share_equal_totals() -> None:
    (one,) = scored(sheet(), "skill-games")
    assert one.places == (1, 2, 4, 2)


def test_every_difference_has_its_rows() -> None:
    left, right = scored(sheet(), "tvaladze", "skill-games")
    found = [
        (one.player, one.hand and one.hand.span.line, one.share.points, [row.name for row in one.share.rows], one.other.points)
        for one in differences(right, left)
    ]
    assert found == [
        (2, 4, -500, ["khishti"], 0),
        (1, None, -200, ["struck off"], 0),
        (2, None, -150, ["struck off"], 0),
        (3, None, -50, ["struck off"], 0),
    ]


@pytest.mark.parametrize(("left", "right"), [(a, b) for a in TOTALS for b in TOTALS])
def test_the_differences_add_up(left: str, right: str) -> None:
    one, other = scored(sheet(), left, right)
    for player in range(4):
        gap = sum(d.share.points - d.other.points for d in differences(one, other) if d.player == player)
        assert gap == one.totals[player] - other.totals[player]


def test_a_sheet_of_other_sets_is_scored_where_one_rule_set_has_them() -> None:
    """Two sets of nines are no sets of the full game, but its points and premiums are known."""
    full, nines = scored(sheet(SHEETS / "two-sets.csv"), "web-225", "web-225-nines")
    assert full.totals == nines.totals and nines.faults == () and [fault.code for fault in full.faults] == ["RS434"]
    with pytest.raises(Faults, match="a hand of 9 cards where a hand of 8 is due"):
        scored(sheet(SHEETS / "two-sets.csv"), "web-225")


def test_a_sheet_for_other_players_has_no_score() -> None:
    three = pipeline.load_text("rulespec: 1\nid: three\nplayers: 3\nextends: web-225-nines\n")
    one, other = rescore(sheet(), [load("web-225-nines"), three])
    assert one.totals and not other.totals and "has 4 players, and `three` is for 3" in other.faults[0].message


SETS_SCORE_ALIKE = "rulespec: 1\nid: late\nextends: tvaladze\nscore:\n  - {{name: any, points: '{points}'}}\n"


def test_a_set_that_may_be_two_is_not_guessed_where_that_matters() -> None:
    alike = pipeline.load_text(SETS_SCORE_ALIKE.format(points="10 * tricks"))
    assert rescore(sheet(), [alike])[0].totals == (90, 120, 40, 140)
    other = pipeline.load_text(SETS_SCORE_ALIKE.format(points="tricks * set_number"))
    with pytest.raises(Faults, match="this may be set 2 or 4 of `late`, which score differently"):
        rescore(sheet(), [other])
    text = (EXAMPLES / "evening.csv").read_text()
    for i in range(4, 0, -1):
        text = text.replace(f"\n{i},9", f"\n{i + 20},9")
    assert rescore(read_sheet(Source("late.csv", text)), [other])[0].totals == (36, 48, 16, 56)


def test_bids_forbidden_by_one_rule_set_only() -> None:
    strict = pipeline.load_text("rulespec: 1\nid: strict\nextends: tvaladze\nbid:\n  - {name: no nine, forbid: bid == 4}\n")
    one, other = rescore(sheet(), [strict, load("tvaladze")])
    assert not one.totals and [fault.span.line for fault in one.faults] == [3] and other.totals == TOTALS["tvaladze"]


def test_a_pass_limit_counts_the_hands_before() -> None:
    limit = pipeline.load_text(
        "rulespec: 1\nid: limit\nextends: tvaladze\nbid:\n  - {name: one pass, forbid: bid == 0 and passes_before >= 1}\n"
    )
    text = "hand,cards,A,B,C,D\n" + "\n".join(f"{i},{i},0/{i},0/0,1/0,1/0" for i in range(1, 9))
    with pytest.raises(Faults) as caught:
        rescore(read_sheet(Source("passes.csv", text)), [limit])
    assert [(fault.code, fault.span.line) for fault in caught.value.diagnostics] == [("RS435", line) for line in range(3, 10)]


# --- faults -----------------------------------------------------------------------------------------


def faults_in(text: str, profiles: str) -> list[Diagnostic]:
    with pytest.raises(Faults) as caught:
        scored(read_sheet(Source("sheet.csv", text)), *profiles.split(","))
    return list(caught.value.diagnostics)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: f"{damage['at']}-{damage['old']}-{damage.get('new', 'gone')}")
def test_damage_is_named_by_its_line(damage: dict[str, Any]) -> None:
    lines = (SHEETS / damage["sheet"] if "sheet" in damage else EXAMPLES / "evening.csv").read_text(encoding="utf-8").splitlines()
    line = lines[damage["at"] - 1]
    assert damage["old"] in line
    changed = line.replace(damage["old"], damage["new"], 1) if "new" in damage else None
    lines[damage["at"] - 1 : damage["at"]] = [] if changed is None else [changed]
    found = faults_in("\n".join(lines), damage.get("profiles", "web-225-nines,web-225"))
    assert [f"{one.code}:{one.span.line}" for one in found] == damage["found"]
    assert damage["says"] in found[0].message
    assert damage.get("help", found[0].help) == found[0].help


@pytest.mark.parametrize("way", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_sheet_is_read_as_spreadsheets_save_it(way: str, tmp_path: Path) -> None:
    text = (EXAMPLES / "evening.csv").read_text(encoding="utf-8").replace("Nino", "ნინო").replace(",", "\t").replace("\n", "\r\n")
    path = tmp_path / "evening.csv"
    path.write_bytes(text.encode(way))
    found = sheet_in(read_game(path))
    assert found.players[0] == "ნინო" and scored(found, "tvaladze")[0].totals == TOTALS["tvaladze"]
    path.write_bytes(text.encode(way)[:-1] + b"\xff\xff\xff")
    code, out, err = invoked(str(path))
    assert (code, out) == (2, "") and re.search(r"evening.csv:\d+:\d+: error", err)


# --- the command ------------------------------------------------------------------------------------


def invoked(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["rescore", *args])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_shows_totals_side_by_side() -> None:
    code, out, _ = invoked(str(EXAMPLES / "evening.csv"), "--profiles", "tvaladze,skill-games,skill-games+bonus-only")
    assert code == 0
    assert "Levan            350 (2)     -300 (4)       -150 (4)" in out
    assert re.search(r"^set 1 Dato +-50 *$", out, re.MULTILINE)
    assert "hand 2, line 4" in out and "khishti (" in out and "georgian.yaml:" in out


def test_the_command_scores_by_all_shipped_profiles() -> None:
    code, out, _ = invoked(str(EXAMPLES / "evening.csv"), "--format", "json")
    document = json.loads(out)
    assert code == document["exit_code"] == 0 and document["players"] == ["Nino", "Giorgi", "Levan", "Dato"]
    totals = {one["id"]: tuple(one["totals"]) for one in document["profiles"] if one["totals"]}
    assert {name: totals[name] for name in TOTALS if "+" not in name} == {n: t for n, t in TOTALS.items() if "+" not in n}


def test_the_command_takes_settings_and_records() -> None:
    rules = str(EXAMPLES / "three-hands.yaml")
    code, out, _ = invoked(str(EXAMPLES / "three-hands.txt"), "--profiles", f"{rules},{rules}+bonus-only", "--format", "json")
    plain, bonus = json.loads(out)["profiles"]
    assert code == 0 and plain["totals"] == [0, 300, 10, -200] and plain["places"] == [3, 1, 2, 4]
    assert bonus["totals"] == [50, 320, 100, -170]
    code, out, _ = invoked(str(EXAMPLES / "three-hands.txt"), "--profiles", rules, "--set", "khishti_short=0", "--format", "json")
    assert json.loads(out)["profiles"][0]["totals"] == [200, 300, 10, 0]


def test_the_command_writes_markdown() -> None:
    code, out, _ = invoked(str(EXAMPLES / "evening.csv"), "--profiles", "tvaladze,web-225", "--format", "markdown")
    assert code == 0 and "| Levan           | 350 (2)    | 150 (3)   |" in out and "**web-225, against tvaladze**" in out


@pytest.mark.parametrize(("args", "code"), [
    (["nowhere.csv"], "RS001"),
    ([str(EXAMPLES / "evening.csv"), "--profiles", "tvaladse"], "RS310"),
    ([str(EXAMPLES / "evening.csv"), "--profiles", " , "], "RV133"),
    ([str(EXAMPLES / "evening.csv"), "--profiles", "georgian"], "RS304"),
    ([str(SHEETS / "damages.yaml")], "RS430"),
])  # fmt: skip
def test_the_command_reports_what_is_wrong(args: list[str], code: str) -> None:
    exit_code, out, err = invoked(*args)
    assert (exit_code, out) == (2, "") and f"error[{code}]" in err


def test_the_rules_a_record_names_come_first_and_are_looked_up_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the command is given; a shipped one comes first as well."""
    text = (EXAMPLES / "three-hands.txt").read_text(encoding="utf-8")
    (tmp_path / "record.txt").write_text(text.replace("profile: examples/three-hands.yaml", "profile: ./house.yaml"))
    (tmp_path / "house.yaml").write_text((EXAMPLES / "three-hands.yaml").read_text())
    monkeypatch.chdir("/")
    for command in ("rescore", "replay"):
        result = CliRunner().invoke(main, [command, str(tmp_path / "record.txt"), "--format", "json"])
        assert result.exit_code == 0, result.output
        found = json.loads(result.stdout)
        assert found.get("against", str(tmp_path / "house.yaml")) == str(tmp_path / "house.yaml")
    assert next(iter(chosen("all", (), "skill-games"))) == "skill-games"
    assert next(iter(chosen("tvaladze,skill-games", (), "skill-games"))) == "tvaladze"


def test_rules_that_are_not_there_are_said_to_be_so_where_the_record_names_them(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text((EXAMPLES / "three-hands.txt").read_text(encoding="utf-8").replace("examples/three-hands.yaml", "no/where.yaml"))
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 2 and f"{path}:2:10: error[RS001]" in result.stderr
    assert "note: the rules that the record names are left out" in invoked(str(path))[2]
