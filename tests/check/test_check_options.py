"""What `check` shows beside verdicts: coverage, several witnesses, files of them, and what was not checked at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

CLAIM = ["-p", "led-joker-can-always-lose"]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def only_profile(result: Result) -> dict[str, Any]:
    (profile,) = json.loads(result.stdout)["profiles"]
    found: dict[str, Any] = profile
    return found


def test_coverage() -> None:
    shown = run("check", "tvaladze", "-p", "bids-never-balance", "-p", "dealers-equal", "--coverage")
    assert shown.exit_code == 0
    assert "    bids-never-balance  bid `the dealer may not balance`\n" in shown.stdout
    assert "    dealers-equal       schedule `the full game`\n" in shown.stdout
    coverage = only_profile(run("check", "tvaladze", "-p", "bids-never-balance", "--coverage", "--format", "json"))["coverage"]
    row = {"section": "bid", "row": "the dealer may not balance"}
    assert coverage["properties"] == [{"property": "bids-never-balance", "rows": [row], "unsettled": None}]
    assert row not in coverage["unwatched"] and {"section": "follow", "row": "discard"} in coverage["unwatched"]


def test_coverage_that_is_not_settled_is_no_pass() -> None:
    result = run("check", "tvaladze", "-p", "one-winner", "--coverage", "--timeout", "0.3")
    assert result.exit_code == 3
    assert "not settled: no answer within" in result.stdout


def test_coverage_of_a_family_is_refused() -> None:
    result = run("check", "georgian", "-p", "dealers-equal", "--coverage")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "error[RV121]" in result.stderr


def test_several_witnesses(tmp_path: Path) -> None:
    """Each has other rows that decide; the first is the one that is shown alone."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("properties:\n  - {id: forty, scope: hand, says: no hand pays more than forty, holds: points <= 40}\n")
    args = ["check", "tvaladze", "--properties", str(mine), "-p", "forty"]
    one = only_profile(run(*args, "--format", "json"))["results"][0]
    many = only_profile(run(*args, "--witnesses", "5", "--format", "json"))["results"][0]
    assert "witnesses" not in one
    assert many["witness"] == one["witness"] == many["witnesses"][0]
    assert sorted(witness["row"] for witness in many["witnesses"]) == ["every trick", "exact", "missed"]
    two = run(*args, "--witnesses", "2")
    assert (two.exit_code, two.stdout.count("another:")) == (1, 1)
    alone = only_profile(run("check", "tvaladze", *CLAIM, "--witnesses", "3", "--format", "json"))["results"][0]
    assert alone["witnesses"] == [alone["witness"]]


def test_witnesses_are_saved_as_cases_and_records(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    result = run("check", "tvaladze", *CLAIM, "-p", "void-may-keep-joker", "-p", "dealers-equal", "--save", str(folder))
    assert result.exit_code == 0
    names = sorted(path.name for path in folder.iterdir())
    stems = ("tvaladze-led-joker-can-always-lose", "tvaladze-void-may-keep-joker")
    assert names == sorted(f"{stem}{ending}" for stem in stems for ending in (".jsonl", ".txt"))
    assert result.stderr.count("written: ") == 4
    for stem in stems:
        assert run("conform", "tvaladze", str(folder / f"{stem}.jsonl")).exit_code == 0
        assert run("replay", str(folder / f"{stem}.txt")).exit_code == 0


def test_a_witness_of_a_family_is_saved_under_its_options(tmp_path: Path) -> None:
    assert run("check", "georgian", "-p", "void-may-keep-joker", "--save", str(tmp_path)).exit_code == 0
    (record,) = tmp_path.glob("*.txt")
    assert "void_with_joker=must_play" in record.read_text()
    assert run("replay", str(record)).exit_code == 0


@pytest.mark.parametrize("folder", ["/dev/null/x", __file__])
def test_a_folder_that_takes_no_files(folder: str) -> None:
    result = run("check", "tvaladze", *CLAIM, "--save", folder)
    assert result.exit_code == 2


NOTHING = [
    # what is asked for, what is said in text, what JSON says in words
    ([], "nothing was checked: name a rule set", '"reason": "nothing was checked"'),
    (["tvaladze", "-p", "no-such"], "no property is called `no-such`", '"matched_nothing": [\n    "no-such"\n   ]'),
    (["tvaladze", "-p", "dealer-can*", "-p", "no-such-*"], "no property is called `no-such-*`", '"matched_nothing": [\n    "no-such-*"\n   ]'),
    (["tvaladze", "-p", "dealers-equal", "-p", "no-such"], "no property is called `no-such`", '"matched_nothing": [\n    "no-such"\n   ]'),
    (["tvaladze", "-p", ""], "no property is called ``", '"matched_nothing": [\n    ""\n   ]'),
]


@pytest.mark.parametrize(("args", "text", "words"), NOTHING, ids=[" ".join(args) for args, _, _ in NOTHING])
def test_what_was_not_checked_is_no_pass(args: list[str], text: str, words: str) -> None:
    shown = CliRunner().invoke(main, ["check", *args])
    document = CliRunner().invoke(main, ["check", *args, "--format", "json"])
    assert (shown.exit_code, document.exit_code, json.loads(document.stdout)["exit_code"]) == (3, 3, 3)
    assert text in shown.stdout
    assert "all as promised; not everything was settled" in shown.stdout or "nothing was checked" in shown.stdout
    assert words in document.stdout
