"""`conform --program`: text, JSON and JUnit about a right program, a wrong one and one that breaks down."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result

Run = Callable[..., Result]
Read = Callable[[Result], dict[str, Any]]

CLUB = "club.yaml+zero=allowed+miss=-10"
ASK = "from verifier.cli import main; main()"
DIES = "raise SystemExit('no engine here')"


def program(*words: str) -> str:
    return shlex.join([sys.executable, "-c", *words])


RIGHT = program(ASK, "ask", CLUB)
WRONG = program(ASK, "ask", "club.yaml+zero=forbidden+miss=0")


def test_a_right_program_conforms(jokeri: Run, document: Read) -> None:
    args = ("conform", CLUB, "--program", RIGHT, "--games", "1", "--seconds", "600")
    result = jokeri(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert ", 0 other than by club" in result.stdout
    doc = document(jokeri(*args, "--format", "json"))
    assert (doc["differ"], doc["games"], doc["finished"], doc["breakdowns"], doc["fits"]) == (0, 1, True, [], None)
    assert {row["section"] for row in doc["rows"]} == {"schedule", "dealer", "trump", "bid", "lead", "call", "follow", "strength", "score", "premium"}


def test_a_wrong_program_is_shown_its_rows(jokeri: Run, document: Read) -> None:
    args = ("conform", CLUB, "--program", WRONG, "--games", "0")
    result = jokeri(*args)
    assert result.exit_code == 1
    assert "score, `missed` (club.yaml:47): " in result.stdout
    assert '  {"question": "bids", "cards": 2, "earlier": []}\n  the program answers [1, 2], club [0, 1, 2]' in result.stdout
    doc = document(jokeri(*args, "--format", "json"))
    wrong = {row["section"]: row for row in doc["rows"] if row["wrong"]}
    assert set(wrong) >= {"bid", "score"}
    assert wrong["score"]["smallest"] == {
        "case": {"question": "score", "cards": 1, "bid": 0, "tricks": 1}, "answered": 0, "right": -10,
    }  # fmt: skip
    assert doc["fits"]["best"] == "club" and doc["fits"]["options"] == {"zero": "forbidden", "miss": 0}
    suite = ElementTree.fromstring(jokeri(*args, "--format", "junit").stdout.encode())[0]
    assert int(suite.attrib["failures"]) == sum(row["wrong"] > 0 for row in doc["rows"])
    assert int(suite.attrib["tests"]) == len(doc["rows"]) + len(doc["breakdowns"])


def test_a_program_that_dies_is_reported(jokeri: Run, document: Read) -> None:
    args = ("conform", CLUB, "--program", program(DIES))
    result = jokeri(*args)
    assert result.exit_code == 3
    assert "died: the program ended with exit code 1" in result.stdout
    assert "no engine here" in result.stdout and "given up" in result.stdout
    doc = document(jokeri(*args, "--format", "json"))
    assert {breakdown["kind"] for breakdown in doc["breakdowns"]} == {"died"}
    suite = ElementTree.fromstring(jokeri(*args, "--format", "junit").stdout.encode())[0]
    assert suite.attrib["errors"] == str(len(doc["breakdowns"]))


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["conform", CLUB], "RV110"),
        (["conform", CLUB, "x.jsonl", "--program", RIGHT], "RV110"),
        (["conform", CLUB, "--program", ""], "RV113"),
        (["conform", CLUB, "--program", "'unclosed"], "RV113"),
        (["conform", CLUB, "--program", "no-such-program-here"], "RV113"),
        (["conform", CLUB, "--program", RIGHT, "--games", "-1"], "RV110"),
        (["conform", CLUB, "--program", RIGHT, "--timeout", "0"], "RV110"),
    ],
)
def test_what_cannot_be_started_is_wrong_input(jokeri: Run, args: list[str], code: str) -> None:
    result = jokeri(*args, "--format", "json")
    assert result.exit_code == 2
    assert [error["code"] for error in json.loads(result.stdout)["errors"]] == [code]
