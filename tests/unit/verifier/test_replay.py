"""Records judged: damage of every kind is found where it stands, and nothing else is."""

import itertools
import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from rulespec import engine, pipeline
from rulespec.diagnostics import Diagnostic, Faults, render
from rulespec.players import random_players
from rulespec.record_reader import read_record
from rulespec.record_writer import write_record
from rulespec.spans import Source
from verifier.cli import main
from verifier.evenings.replay import Judgement, judge

RECORDS = Path(__file__).parents[2] / "records"
EXAMPLES = Path(__file__).parents[3] / "examples"
HOUSE = EXAMPLES / "three-hands.yaml"
TEXT = (EXAMPLES / "three-hands.txt").read_text(encoding="utf-8")
DAMAGES: list[dict[str, Any]] = yaml.safe_load((RECORDS / "damages.yaml").read_text(encoding="utf-8"))


def judged(text: str, profile: str = str(HOUSE)) -> Judgement:
    return judge(read_record(Source("record.txt", text)), load(profile))


load = cache(pipeline.load)


def faults_in(text: str, profile: str = str(HOUSE)) -> list[Diagnostic]:
    """What is found, whether the record cannot be read or breaks the rules."""
    try:
        return [finding.diagnostic() for finding in judged(text, profile).findings]
    except Faults as faults:
        return list(faults.diagnostics)


def damaged(damage: dict[str, Any]) -> str:
    lines = TEXT.splitlines()
    line = lines[damage["at"] - 1]
    assert damage["old"] in line, f"line {damage['at']} does not hold `{damage['old']}`"
    changed = line.replace(damage["old"], damage["new"], 1) if "new" in damage else None
    lines[damage["at"] - 1 : damage["at"]] = [] if changed is None else [changed]
    return "\n".join(lines) + "\n"


def test_the_record_is_clean() -> None:
    judgement = judged(TEXT)
    assert judgement.findings == () and judgement.hands == 3
    assert (judgement.totals, judgement.places) == ((0, 300, 10, -200), (3, 1, 2, 4))


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: f"{damage['at']}-{damage['old']}-{damage.get('new', 'gone')}")
def test_damage_is_found_where_it_stands(damage: dict[str, Any]) -> None:
    found = faults_in(damaged(damage))
    assert [f"{one.code}:{one.span.line}" for one in found] == damage["found"]
    assert damage["says"] in found[0].message
    rules = [text for text, _ in found[0].related]
    assert rules == [text for text in rules if f"`{damage.get('rule')}`" in text] and bool(rules) == ("rule" in damage)


@pytest.mark.parametrize("damage", DAMAGES[::6], ids=lambda damage: f"{damage['at']}-{damage['old']}-{damage.get('new', 'gone')}")
def test_the_exit_code_says_what_kind_of_damage_it_is(damage: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(damaged(damage), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(path), "--profile", str(HOUSE), "--format", "json"])
    document = json.loads(result.stdout)
    unreadable = damage["found"][0].startswith("RS42")
    assert result.exit_code == document["exit_code"] == (2 if unreadable else 1)
    listed = document["errors"] if unreadable else document["findings"]
    assert [f"{one['code']}:{one['line']}" for one in listed] == damage["found"]


def test_an_illegal_act_names_the_row_with_its_place_and_what_was_legal() -> None:
    found = judged(TEXT.replace("Levan AD", "Levan 7S")).first_illegal
    assert found is not None and found.row is not None
    georgian = pipeline.load("georgian")
    follow_suit = next(row for row in georgian.rows("follow") if row.name == "follow suit")
    assert found.row.span.file_line == follow_suit.span.file_line
    assert found.help == "legal here: AD"
    assert str(follow_suit.span) in render([found.diagnostic()])


def test_only_the_first_illegal_act_of_a_hand_is_named() -> None:
    text = TEXT.replace("Levan AD", "Levan 7S").replace("Levan KC", "Levan AD")
    assert [finding.span.line for finding in judged(text).findings if finding.is_act] == [41]


def test_the_right_totals_are_told_beside_wrong_ones() -> None:
    judgement = judged(TEXT.replace("Giorgi 100, Levan 10, Big Dato 10\n", "Giorgi 150, Levan 10, Big Dato 10\n"))
    assert len(judgement.findings) == 1 and judgement.totals == (0, 300, 10, -200)


def test_what_follows_from_a_slip_is_no_slip() -> None:
    """A wrong score carried on consistently is one finding, where it was made."""
    text = TEXT.replace("points: Nino 50, Giorgi 100", "points: Nino 60, Giorgi 100").replace(
        "set 1 premiums: Nino -50", "set 1 premiums: Nino -60").replace(
        "total: Nino 0,", "total: Nino 0,")  # fmt: skip
    assert [f"{one.code}:{one.span.line}" for one in judged(text).findings] == ["RS449:26"]


@pytest.mark.parametrize("keep", range(6, 51))
def test_a_record_that_was_broken_off_says_so(keep: int) -> None:
    """It may stop after any line, and what is there is judged."""
    cut = "\n".join(TEXT.splitlines()[:keep]) + "\n"
    with_word = faults_in(cut + "unfinished\n")
    hand_is_dealt_in_part = keep in (7, 8, 9, 17, 18, 19, 32, 33, 34)
    assert not with_word or (hand_is_dealt_in_part and not [f for f in with_word if not f.code.startswith("RS42")])
    assert faults_in(cut)


def test_a_record_without_scores_is_scored() -> None:
    words = ("points", "set", "total", "places")
    text = "\n".join(line for line in TEXT.splitlines() if not line.startswith(words))
    judgement = judged(text)
    assert judgement.findings == () and judgement.totals == (0, 300, 10, -200) and judgement.places == (3, 1, 2, 4)


def test_a_record_without_winners_is_won_by_the_rules() -> None:
    text = "\n".join(line.split(" ->")[0] for line in TEXT.splitlines())
    assert judged(text).findings == () and judged(text).totals == (0, 300, 10, -200)


def test_a_trick_that_the_rules_leave_without_a_winner() -> None:
    text = """record: 1
players: A, B, C, D
hand 1: 1 card, dealer D
deal A: JK
deal B: 8C
deal C: 9S
deal D: 10C
trump: hearts (turned AH)
bids: A 1, B 1, C 1, D 1
trick 1: A JK-D, B 8C, C 9S, D 10C -> A
unfinished
"""
    assert judged(text, "skill-games").findings == ()
    found = judged(text, "skill-games+low_lead=never_wins").findings
    assert [(one.code, one.span.line) for one in found] == [("RS448", 10)]
    assert "the rules name no winner of JK-D 8C 9S 10C with hearts as trump" in found[0].message


def test_a_game_of_another_length_or_for_other_players() -> None:
    found = judged(TEXT, "skill-games").findings
    assert [one.code for one in found if one.code == "RS440"] == ["RS440", "RS440", "RS440"]
    assert any("the game has 24 hands, and the record ends after 3" in one.message for one in found)
    three = TEXT.replace(", Big Dato\n", "\n", 1)
    assert [one.code for one in faults_in("record: 1\nplayers: A, B\nhand 1: 1 card, dealer A\nunfinished\n")] == ["RS422"]
    assert "there is no player `Big Dato`" in faults_in(three)[0].message


def test_a_hand_too_many() -> None:
    text = TEXT.replace("places: Nino 3, Giorgi 1, Levan 2, Big Dato 4", "hand 4: 1 card, dealer Nino\nunfinished")
    found = judged(text).findings
    assert ("RS440", 51, "the game has 3 hands, and this is hand 4") in [(one.code, one.span.line, one.message) for one in found]


# --- one mistake is one finding -------------------------------------------------------------------


def whole_game(profile: str) -> list[str]:
    ruleset = load(profile)
    return write_record(ruleset, engine.play_game(ruleset, random_players(ruleset.players, 7), 7)).splitlines()


def without_hand(lines: list[str], number: int) -> str:
    """The record without a hand, the others numbered through."""
    starts = [i for i, line in enumerate(lines) if line.startswith("hand ")]
    end = next((i for i in range(starts[number - 1] + 1, len(lines)) if lines[i].startswith(("hand", "set"))), len(lines))
    rest, count = [*lines[: starts[number - 1]], *lines[end:]], itertools.count(1)
    return "\n".join(re.sub("^hand \\d+", lambda _: f"hand {next(count)}", line) for line in rest)


@pytest.mark.parametrize("number", [1, 2, 8, 11, 12, 17, 24])
@pytest.mark.parametrize("scored", [True, False])
def test_a_hand_that_is_missing_is_one_finding(number: int, scored: bool) -> None:
    lines = whole_game("tvaladze")
    if not scored:
        lines = [line.split(" ->")[0] for line in lines if not line.startswith(("points", "set", "total", "places"))]
    found = judged(without_hand(lines, number), "tvaladze").findings
    assert [one.code for one in found] == ["RS440"]
    assert "a hand is missing" in found[0].message or not scored


SLIPS = [  # what is written in a line, and what instead
    ("points", r"-?\d+(?=,)", lambda text: str(int(text) + 10)), ("set", r"-?\d+$", lambda text: str(int(text) - 50)),
    ("total", r"-?\d+(?=,)", lambda text: str(int(text) + 100)), ("bids", r"\d+(?=,)", lambda text: str(int(text) + 9)),
    ("trick", r"(?<= )[0-9AKQJ]+[CDHS](?=,)", lambda text: "6C"), ("trick", r"\w+$", lambda text: "North" if text != "North" else "West"),
    ("hand", r"\w+$", lambda text: "North" if text != "North" else "West"), ("deal", r"\w+$", lambda text: "6S"),
]  # fmt: skip


@pytest.mark.parametrize("kind", range(len(SLIPS)))
@pytest.mark.parametrize("profile", ["tvaladze", "scorepad"])
def test_one_slip_anywhere_is_one_finding_at_most(kind: int, profile: str) -> None:
    word, pattern, other = SLIPS[kind]
    lines, rng = whole_game(profile), random.Random(kind)
    places = [i for i, line in enumerate(lines) if line.startswith(word) and re.search(pattern, line)]
    seen = 0
    for at in rng.sample(places, min(5, len(places))):
        slip = re.sub(pattern, lambda found: other(found[0]), lines[at], count=1)
        found = faults_in("\n".join([*lines[:at], slip, *lines[at + 1 :]]), profile)
        assert len(found) <= 1, [str(one) for one in found]
        seen += len(found)
    assert seen


# --- the command ----------------------------------------------------------------------------------


def invoked(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["replay", *args])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_tells_a_clean_record() -> None:
    code, out, _ = invoked(str(EXAMPLES / "three-hands.txt"), "--profile", str(HOUSE))
    assert code == 0 and out.rstrip().endswith("3 hands judged by three-hands: nothing is wrong")
    assert "Giorgi    300      1" in out


def test_the_command_judges_by_the_profile_it_is_given() -> None:
    code, out, _ = invoked(str(EXAMPLES / "three-hands.txt"), "--profile", str(HOUSE), "--set", "khishti_short=-500")
    assert code == 1 and "error[RS449]: Nino bid 1 and took 0: -500 points, not -200" in out
    assert "georgian.yaml" in out and "`khishti`" in out


@pytest.mark.parametrize(("text", "code"), [(None, "RS001"), ("", "RS420"), ("record: 1\nplayers: A, B\n", "RS421")])
def test_the_command_reports_what_it_cannot_read(text: str | None, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    if text is not None:
        path.write_text(text)
    exit_code, out, err = invoked(str(path), "--profile", str(HOUSE))
    assert (exit_code, out) == (2, "") and f"error[{code}]" in err


def test_the_command_needs_rules() -> None:
    record = RECORDS.parent / "playthroughs" / "tvaladze.txt"
    assert invoked(str(record))[0] == 0
    with CliRunner().isolated_filesystem():
        Path("anonymous.txt").write_text("\n".join(TEXT.splitlines()[:1] + TEXT.splitlines()[3:]))
        code, _, err = invoked("anonymous.txt")
        assert code == 2 and "error[RV130]" in err
