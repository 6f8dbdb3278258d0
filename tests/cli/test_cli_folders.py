"""Folders in the place of rule sets, and nothing in their place, for the commands that take many."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespec.library import rule_files
from verifier.cli import main

COMMANDS = {"check": ["-p", "dealer-can-bid"], "lint": []}
RULES = "rulespec: 1\nid: {id}\nextends: tvaladze\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    for name, text in (
        ("b.yaml", RULES.format(id="b")), ("a.yml", "# ours\n" + RULES.format(id="a")), ("claims.yaml", "properties: []\n"),
        ("notes.txt", RULES.format(id="n")), ("c.yaml.bak", RULES.format(id="c")),
    ):  # fmt: skip
        (tmp_path / "rules" / name).write_text(text, encoding="utf-8")
    (tmp_path / "rules" / "inner").mkdir()
    (tmp_path / "rules" / "inner" / "d.yaml").write_text(RULES.format(id="d"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    def run(*words: str, at: str = "") -> Result:
        monkeypatch.chdir(folder / at)
        return CliRunner().invoke(main, [words[0], *words[1:], *COMMANDS[words[0]], "--format", "json"])

    return run


def profiles(result: Result) -> list[str]:
    found = json.loads(result.stdout)["profiles"]
    return [Path(one).stem if isinstance(one, str) else one["id"] for one in found]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_is_its_rule_files(run: Callable[..., Result], command: str) -> None:
    for words, at in ((("rules",), ""), (("rules/",), ""), ((".",), "rules"), (("./inner", "a.yml", "b.yaml"), "rules")):
        result = run(command, *words, at=at)
        assert profiles(result) == (["d", "a", "b"] if "./inner" in words else ["a", "b"]), words


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_the_current_folder(run: Callable[..., Result], command: str) -> None:
    result = run(command, at="rules")
    assert profiles(result) == ["a", "b"]
    assert "note: nothing is named: a.yml, b.yaml" in result.stderr
    result = run(command)
    assert result.exit_code == 3 and profiles(result) == []
    assert "name a shipped rule set" in result.stderr and "this folder has none" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_without_rule_files_is_a_mistake(run: Callable[..., Result], command: str, folder: Path) -> None:
    (folder / "empty").mkdir()
    result = run(command, "empty")
    assert result.exit_code == 2 and json.loads(result.stdout)["errors"][0]["message"] == "`empty` is a folder without a rule set"


def test_a_shipped_rule_set_comes_before_a_folder_of_its_name(run: Callable[..., Result], folder: Path) -> None:
    (folder / "tvaladze").mkdir()
    assert profiles(run("check", "tvaladze")) == ["tvaladze"]


def test_a_file_with_a_fault_is_one_of_the_folder(run: Callable[..., Result], folder: Path) -> None:
    (folder / "rules" / "z.yaml").write_text("rulespec: 1\nid: [\n", encoding="utf-8")
    result = run("check", "rules")
    assert result.exit_code == 2 and json.loads(result.stdout)["errors"][0]["file"].endswith("z.yaml")


def test_a_file_called_as_an_option_of_a_path_keeps_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "rules")
    assert rule_files(Path()) == ["a.yml", "b.yaml"]


@pytest.mark.parametrize(
    ("words", "left", "code"),
    [
        (["-p", "dealer*", "-x", "dealers-equal"], ["dealer-can-bid"], 0),
        (["-p", "dealer-can-bid", "-x", "no-such"], ["dealer-can-bid"], 3),
        (["-p", "dealer-can-bid", "-x", "*"], [], 3),
    ],
)
def test_properties_are_left_out(words: list[str], left: list[str], code: int) -> None:
    result = CliRunner().invoke(main, ["check", "tvaladze", *words, "--format", "json"])
    (profile,) = json.loads(result.stdout)["profiles"]
    assert [one["property"] for one in profile["results"]] == left
    assert result.exit_code == code and profile.get("matched_nothing", []) == (["no-such"] if "no-such" in words else [])


def test_the_asked_ones_without_those_left_out_are_all_others() -> None:
    documents = [json.loads(CliRunner().invoke(main, ["check", "tvaladze", *words, "--format", "json"]).stdout) for words in (["-x", "*"], ["-x", "[!d]*", "-p", "d*"])]
    assert documents[0]["profiles"][0]["results"] == [] and {one["property"][0] for one in documents[1]["profiles"][0]["results"]} == {"d"}
