"""list, show, ask, conform, explain, new, doctor: every format, every ending."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result

from rulespec.library import shipped
from rulespec.pipeline import load, load_text

Run = Callable[..., Result]
Read = Callable[[Result], dict[str, Any]]
Golden = Callable[[str, str], None]

CLUB = "club.yaml+zero=allowed+miss=-10"
GOOD = '{"id":"a","question":"bids","cards":1,"earlier":[0,1],"answer":[1]}'
DIFFERS = '{"question":"score","cards":3,"bid":2,"tricks":1,"answer":0}'
FAULTY = '{"question":"bids","cards":4,"earlier":[]}'


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines() if line]


# --- list and show ----------------------------------------------------------------------------


def test_list_has_every_shipped_rule_set(jokeri: Run, document: Read) -> None:
    doc = document(jokeri("list", "--format", "json"))
    assert [profile["id"] for profile in doc["profiles"]] == [*shipped()]
    for profile in doc["profiles"]:
        ruleset = load(profile["id"])
        assert (profile["name"], profile["fingerprint"]) == (ruleset.name, ruleset.fingerprint)
        assert profile["options"] == dict(ruleset.chosen)
        assert [*profile["open"]] == [*ruleset.open_options]


@pytest.mark.parametrize("format_", ["text", "markdown", "csv", "html"])
def test_list_names_every_shipped_rule_set(jokeri: Run, format_: str) -> None:
    result = jokeri("list", "--format", format_)
    assert result.exit_code == 0
    assert all(name in result.stdout and load(name).fingerprint in result.stdout for name in shipped())


@pytest.mark.parametrize("name", [*shipped(), "club.yaml", CLUB])
def test_show_as_yaml_is_the_rule_set_in_one_file(jokeri: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = jokeri("show", name, "--format", "yaml").stdout
    again = load_text(text)
    assert again.fingerprint == load(name).fingerprint
    assert "extends" not in text
    assert [s.rows[i].name for s in again.sections.values() for i in range(len(s.rows))] == [
        row.name for section in load(name).sections.values() for row in section.rows
    ]


@pytest.mark.parametrize("format_", ["text", "markdown", "json"])
def test_show_prints_every_row_as_written(jokeri: Run, format_: str) -> None:
    result = jokeri("show", CLUB, "--format", format_)
    assert result.exit_code == 0
    text = json.dumps(json.loads(result.stdout), ensure_ascii=False) if format_ == "json" else result.stdout
    for written in ("any(hand & suit(asked))", "hand & (suit(asked) ", "earlier_total + bid == hand_size", "the book is silent", "book 1"):
        assert written in text


def test_show_marks_what_never_holds(jokeri: Run, document: Read) -> None:
    text = jokeri("show", CLUB).stdout
    assert "no zero, club.yaml:26 (never, with these options)" in text
    doc = document(jokeri("show", CLUB, "--format", "json"))
    rows = {row["name"]: row for section in doc["profile"]["sections"] for row in section["rows"] if section["section"] == "bid"}
    assert {name: row["may_hold"] for name, row in rows.items()} == {"no balance": True, "no zero": False}
    assert rows["no zero"]["written"] == {"forbid": "zero == forbidden and bid == 0 and hand_size > 1"}


def test_show_text_is_as_it_was(jokeri: Run, golden: Golden) -> None:
    golden("show-club.txt", jokeri("show", CLUB).stdout)
    golden("show-club.md", jokeri("show", CLUB, "--format", "markdown").stdout)
    golden("show-club.yaml", jokeri("show", "club.yaml", "--format", "yaml").stdout)


# --- ask --------------------------------------------------------------------------------------


def test_ask_gives_each_line_back_with_its_answer(jokeri: Run) -> None:
    result = jokeri("ask", CLUB, "-", input=f"{GOOD}\n\n{DIFFERS}\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 3
    first, second = lines(result.stdout)
    assert [*first.items()] == [
        ("id", "a"), ("question", "bids"), ("cards", 1), ("earlier", [0, 1]), ("answer", [1]), ("row", "no balance"),
    ]  # fmt: skip
    assert (second["answer"], second["row"]) == (-10, "missed")


def test_ask_goes_on_after_a_faulty_line(jokeri: Run, document: Read) -> None:
    text = f"{FAULTY}\nnonsense\n{GOOD}\n"
    result = jokeri("ask", CLUB, input=text)
    assert result.exit_code == 2
    faulty, nonsense, good = lines(result.stdout)
    assert (faulty["cards"], faulty["error"]["code"], faulty["error"]["line"], faulty["error"]["column"]) == (4, "RS410", 1, 28)
    assert (nonsense["error"]["code"], nonsense["error"]["line"]) == ("RS401", 2)
    assert good["answer"] == [1]
    assert "<stdin>:1:28: error[RS410]" in result.stderr and "<stdin>:2:1: error[RS401]" in result.stderr
    doc = document(jokeri("ask", CLUB, "--format", "json", input=text))
    assert [*map(json.dumps, doc["cases"])] == [*map(json.dumps, (faulty, nonsense, good))]
    assert [error["line"] for error in doc["errors"]] == [1, 2]


def test_ask_for_nothing_is_not_settled(jokeri: Run, document: Read) -> None:
    assert jokeri("ask", CLUB, input="\n").exit_code == 3
    assert document(jokeri("ask", CLUB, "--format", "json", input=""))["cases"] == []


def test_ask_tells_of_a_flood_of_faults_in_one_line(jokeri: Run) -> None:
    result = jokeri("ask", CLUB, input="x\n" * 150)
    assert result.stdout.count("\n") == 150
    assert result.stderr.count("error[") == 100
    assert result.stderr.endswith("and 50 more faulty lines\n")


def test_what_ask_answers_conforms(jokeri: Run, tmp_path: Path) -> None:
    for name in ("tvaladze", "web-225", "skill-games"):
        file = f"../cases/{name}.jsonl"
        answered = tmp_path / "answered.jsonl"
        answered.write_text(jokeri("ask", name, file).stdout, encoding="utf-8")
        result = jokeri("conform", name, str(answered), file)
        assert result.exit_code == 0
        assert "all agree" in result.stdout


# --- conform ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"), [(f"{GOOD}\n", 0), (f"{GOOD}\n{DIFFERS}\n", 1), (f"{DIFFERS}\n{FAULTY}\n", 2), ("", 3), ("\n\n", 3)]
)
def test_conform_ends_with_its_finding(jokeri: Run, document: Read, text: str, code: int) -> None:
    assert jokeri("conform", CLUB, "-", input=text).exit_code == code
    assert jokeri("conform", CLUB, "-", "--format", "junit", input=text).exit_code == code
    assert document(jokeri("conform", CLUB, "-", "--format", "json", input=text))["exit_code"] == code


def test_conform_shows_each_difference(jokeri: Run, document: Read, golden: Golden) -> None:
    text = f"{GOOD}\n{DIFFERS}\n"
    golden("conform-differs.txt", jokeri("conform", CLUB, "-", input=text).stdout)
    doc = document(jokeri("conform", CLUB, "-", "--format", "json", input=text))
    (difference,) = doc["differences"]
    assert (doc["checked"], doc["differ"], doc["by_question"]) == (2, 1, {"bids": 1, "score": 1})
    assert (difference["line"], difference["expected"], difference["got"], difference["row"]) == (2, 0, -10, "missed")
    assert difference["where"] == "club.yaml:47"


def test_conform_needs_an_answer_of_the_right_kind(jokeri: Run) -> None:
    result = jokeri("conform", CLUB, "-", input='{"question":"bids","cards":1,"earlier":[]}\n' + GOOD.replace("[1]}", "[true]}"))
    assert result.exit_code == 2
    assert result.stderr.count("error[RS416]") == 2


def test_conform_as_junit_can_be_parsed(jokeri: Run) -> None:
    odd = GOOD.replace('"a"', '"<&\\u0001\\ufffe\\"]]>"')
    result = jokeri("conform", CLUB, "-", "--format", "junit", input=f"{odd}\n{DIFFERS}\n{FAULTY}\n")
    suite = ElementTree.fromstring(result.stdout.encode())[0]
    assert {key: suite.attrib[key] for key in ("tests", "failures", "errors")} == {"tests": "3", "failures": "1", "errors": "1"}
    assert [[part.tag for part in case] for case in suite] == [[], ["failure"], ["error"]]
    assert suite[0].attrib["name"] == "<&��\"]]>"
    assert suite[1][0].attrib["message"].startswith("<stdin>:2: score: the case says 0, club -10")


# --- explain ----------------------------------------------------------------------------------

EXPLAINED = {
    "plays": '{"question":"plays","hand":["9C","JK"],"trump":"H","trick":["QC"]}',
    "lead": '{"question":"plays","hand":["9C","AH"],"trump":null,"trick":[]}',
    "winner": '{"question":"winner","trump":"H","trick":["JK-C","9C","9H"]}',
    "nobody": '{"question":"winner","trump":null,"trick":["JK-C","9H","JK-"]}',
    "bids": '{"question":"bids","cards":2,"earlier":[1,0]}',
    "first-bid": '{"question":"bids","cards":2,"earlier":[],"passes":1}',
    "score": '{"question":"score","cards":3,"bid":2,"tricks":2}',
    "set": '{"question":"set","cards":[1,2],"bids":[[0,0,0],[0,1,2]],"tricks":[[0,0,1],[0,1,1]]}',
    "trump": '{"question":"trump","cards":3,"set_number":2}',
    "calls": '{"question":"calls","trump":"H","trick":["9C"]}',
}


@pytest.mark.parametrize("name", [*EXPLAINED])
def test_explain_in_words(jokeri: Run, golden: Golden, name: str) -> None:
    result = jokeri("explain", CLUB, EXPLAINED[name])
    assert result.exit_code == 0
    golden(f"explain-{name}.txt", result.stdout)


@pytest.mark.parametrize("name", [*EXPLAINED])
def test_explain_answers_as_ask_does(jokeri: Run, document: Read, name: str) -> None:
    explained = document(jokeri("explain", CLUB, EXPLAINED[name], "--format", "json"))
    (asked,) = lines(jokeri("ask", CLUB, input=EXPLAINED[name]).stdout)
    assert explained["explained"]["answer"] == asked["answer"]
    assert explained["case"] == json.loads(EXPLAINED[name])
    named = [decision["row"]["name"] for decision in explained["explained"]["decisions"] if decision["row"]]
    assert set((asked["row"] or "").split(", ")) - {""} <= set(named)


def test_explain_against_another_rule_set(jokeri: Run, document: Read, golden: Golden) -> None:
    args = ("explain", CLUB, EXPLAINED["first-bid"], "--against", "club.yaml+zero=forbidden+miss=0")
    result = jokeri(*args)
    assert result.exit_code == 1
    golden("explain-against.txt", result.stdout)
    doc = document(jokeri(*args, "--format", "json"))
    assert (doc["same"], doc["explained"]["answer"], doc["against"]["answer"]) == (False, [0, 1, 2], [1, 2])
    assert jokeri("explain", CLUB, EXPLAINED["lead"], "--against", CLUB).exit_code == 0


def test_explain_against_a_rule_set_where_it_cannot_arise(jokeri: Run, document: Read) -> None:
    args = ("explain", "tvaladze", '{"question":"trump","cards":9,"turned":"7H"}', "--against", "skill-games")
    result = jokeri(*args)
    assert result.exit_code == 1
    assert "skill-games: this cannot arise" in result.stdout and "error[RS413]" in result.stdout
    assert document(jokeri(*args, "--format", "json"))["against"]["errors"][0]["code"] == "RS413"


def test_explain_names_the_option_that_keeps_a_row_from_holding(jokeri: Run) -> None:
    result = jokeri("explain", "skill-games", '{"question":"plays","hand":["9S","JK"],"trump":"H","trick":["KD"]}')
    assert "needs `void_with_joker == must_play` (void_with_joker = may_discard)" in result.stdout


def test_explain_takes_a_line_of_a_file_or_of_standard_input(jokeri: Run, tmp_path: Path) -> None:
    file = tmp_path / "a:1.jsonl"
    file.write_text(f"{EXPLAINED['lead']}\n\n{EXPLAINED['score']}\n", encoding="utf-8")
    assert jokeri("explain", CLUB, f"{file}:3").stdout == jokeri("explain", CLUB, EXPLAINED["score"]).stdout
    assert jokeri("explain", CLUB, "-", input=EXPLAINED["lead"]).stdout == jokeri("explain", CLUB, EXPLAINED["lead"]).stdout
    for wrong in (f"{file}:2", f"{file}:4", f"{file}:0", str(file)):
        result = jokeri("explain", CLUB, wrong)
        assert (result.exit_code, result.stdout) == (2, "")


def test_explain_places_a_fault_in_the_file(jokeri: Run, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{GOOD}\n{FAULTY}\n", encoding="utf-8")
    assert f"{file}:2:28: error[RS410]" in jokeri("explain", CLUB, f"{file}:2").stderr


def test_explain_shows_the_page_of_a_code(jokeri: Run, document: Read) -> None:
    assert jokeri("explain", "rs408").stdout.startswith("# RS408: card-in-two-places\n")
    assert document(jokeri("explain", "RS408", "--format", "json"))["page"].startswith("# RS408")
    listed = jokeri("explain", "--codes").stdout.splitlines()
    assert "RS408  card-in-two-places" in listed
    assert document(jokeri("explain", "--codes", "--format", "json"))["codes"] == dict(line.split("  ") for line in listed)


# --- new and doctor ---------------------------------------------------------------------------


@pytest.mark.parametrize("base", [None, *shipped(), "club.yaml", "skill-games+bonus-only"])
def test_a_new_file_loads_and_means_what_its_base_means(jokeri: Run, tmp_path: Path, base: str | None) -> None:
    file = tmp_path / "mine.yaml"
    result = jokeri("new", "my-rules", *(("--extends", base) if base else ()), "--out", str(file))
    assert result.exit_code == 0
    ruleset = load(str(file))
    assert (ruleset.id, ruleset.open_options) == ("my-rules", ())
    chosen = "".join(f"+{name}={value}" for name, value in ruleset.chosen.items())
    assert ruleset.fingerprint == load((base or ruleset.family or "") + chosen).fingerprint


def test_the_commented_section_of_a_new_file_is_the_bases(jokeri: Run, tmp_path: Path) -> None:
    text = jokeri("new", "mine", "--extends", "tvaladze").stdout
    start, end = text.index("# score:"), text.index("\n\n", text.index("# score:"))
    uncommented = "\n".join(line[2:] for line in text[start:end].splitlines())
    assert load_text(text[:start] + uncommented + text[end:]).fingerprint == load_text(text).fingerprint


def test_new_never_overwrites_unless_forced(jokeri: Run, document: Read, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine\n", encoding="utf-8")
    result = jokeri("new", "mine", "--out", str(file))
    assert (result.exit_code, file.read_text()) == (2, "mine\n")
    assert "error[RV112]" in result.stderr
    doc = document(jokeri("new", "mine", "--out", str(file), "--force", "--format", "json"))
    assert file.read_text(encoding="utf-8") == doc["text"]
    assert jokeri("new", "mine", "--out", str(tmp_path)).exit_code == 2
    assert jokeri("new", "mine", "--out", str(tmp_path / "no" / "mine.yaml")).exit_code == 2


def test_doctor_finds_all_well(jokeri: Run, document: Read) -> None:
    result = jokeri("doctor")
    assert result.exit_code == 0, result.stdout
    doc = document(jokeri("doctor", "--format", "json"))
    assert {f"rule set {name}" for name in shipped()} <= {finding["what"] for finding in doc["findings"]}
    assert not any(finding["ok"] is False for finding in doc["findings"])


def test_doctor_finds_what_is_wrong(jokeri: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.doctor.LIBRARIES", (("nothing", "no_such_module", None), ("more", "no_such_module", "extra")))
    monkeypatch.setattr("verifier.doctor.shipped", lambda: {"no-such": Path("no-such.yaml")})
    result = jokeri("doctor")
    assert result.exit_code == 1
    marks = {line.split()[1]: line.split()[0] for line in result.stdout.splitlines()}
    assert marks == {"python": "ok", "nothing": "WRONG", "more": "-", "rule": "WRONG", "operators": "ok"}
