"""JSON documents and their schemas: every command has one, what it prints fits, and nothing is in it that nobody described."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from rulespec import schema as language
from tests import documents
from verifier.cli.group import COMMANDS, main
from verifier.output import VERSION, schemas

ROOT = Path(__file__).parents[2]
CASE = '{"question":"bids","cards":1,"earlier":[0,0,1]}'
RUNS = {
    "list": ["list"],
    "show": ["show examples/sunday-table.yaml", "show examples/oh-hell-parameters.yaml", "show georgian"],
    "check": ["check examples/sunday-table.yaml -p one-winner --examples --witnesses 2", "check georgian -p one-winner -p no-such", "check"],
    "diff": ["diff tvaladze skill-games --section score --section strength --section deck", "diff georgian georgian --section score", "diff examples/oh-hell-parameters.yaml tvaladze --section score"],
    "whatif": ["whatif tvaladze --set khishti_nine=-200 --section score"],
    "compare": ["compare tvaladze web-225 --section score --section bid"],
    "table": ["table scores tvaladze", "table schedule tvaladze", "table premiums tvaladze", "table answers tvaladze"],
    "which": ["which --no-ask --sheet examples/evening.csv --totals 700,290,350,140"],
    "ask": ["ask tvaladze tests/cases/bad/skill-games.txt", "ask tvaladze tests/cases/skill-games.jsonl"],
    "conform": ["conform tvaladze tests/cases/skill-games.jsonl", "conform tvaladze tests/cases/bad/skill-games.txt"],
    "explain": ["explain RS103", "explain --codes", f"explain tvaladze {CASE} --against skill-games"],
    "simulate": ["simulate examples/three-hands.yaml examples/pass-limit.yaml --games 2"],
    "replay": ["replay examples/three-hands.txt --profile examples/three-hands.yaml"],
    "rescore": ["rescore examples/evening.csv --profiles tvaladze,skill-games,exact-three"],
    "lint": ["lint examples/sunday-table.yaml", "lint"],
    "build": ["build tvaladze --target python --out {out} --force", "build tvaladze --check {out}/rules.py"],
    "new": ["new my-table"],
    "doctor": [],  # run by its own tests, as are those that take long: whatever any test makes a command print is held against its schema
    "vectors": [], "extremes": [], "mutate": [],
    "help": ["help list", "help json.md"],
    "schema": ["schema"],
    "docs": [],
}  # fmt: skip


def printing_json(command: click.Command) -> bool:
    inner = list(command.commands.values()) if isinstance(command, click.Group) else [command]
    return any(isinstance(param.type, click.Choice) and "json" in param.type.choices for one in inner for param in one.params)


def test_every_command_that_prints_json_has_a_schema() -> None:
    context = click.Context(main)
    assert [*schemas.names()] == [name for name in schemas.names() if name in COMMANDS]
    assert {*schemas.names()} == {name for name in COMMANDS if printing_json(main.get_command(context, name) or click.Command(name))}
    assert {*schemas.names()} == {*RUNS}


@pytest.mark.parametrize("name", schemas.names())
@pytest.mark.parametrize("sealed", [False, True])
def test_a_schema_is_one(name: str, sealed: bool) -> None:
    Draft202012Validator.check_schema(schemas.schema(name, sealed))


def test_every_type_is_used_by_some_document() -> None:
    used = {type_ for name in schemas.names() for type_ in schemas.schema(name)["$defs"]}
    spread = {"conformed", "difference"}  # their fields stand in a document themselves
    assert used | spread == {*schemas.description()["types"]}


@cache
def printed(line: str) -> dict[str, Any]:
    args = line.replace("{out}", f"{os.environ['JOKERI_CACHE']}-{os.getpid()}").split(" ")
    result = CliRunner().invoke(main, [*args, "--format", "json"])
    assert result.exit_code in range(4), result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


LINES = [line for lines in RUNS.values() for line in lines]


@pytest.mark.parametrize("line", LINES)
def test_a_document_is_as_described(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    document = printed(line)
    assert (document["command"], document["version"]) == (line.split(" ")[0], VERSION)
    assert documents.fault(document) is None
    Draft202012Validator(schemas.schema(document["command"])).validate(document)


@pytest.mark.parametrize("line", [lines[0] for lines in RUNS.values() if lines])
def test_what_nobody_described_is_seen_and_passed_over_by_readers(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A field more anywhere is no document of ours; whoever reads by the printed schema goes on. A field less is none for either."""
    monkeypatch.chdir(ROOT)
    document = printed(line)
    if isinstance(document.get("exit_code"), int):
        assert documents.fault({**document, "unheard-of": 1}) is not None
        Draft202012Validator(schemas.schema(document["command"])).validate({**document, "unheard-of": 1})
    for less in ("version", *([] if "errors" in document else [[*document][-1]])):  # with errors alone it is an error's document
        without = {key: value for key, value in document.items() if key != less}
        assert not Draft202012Validator(schemas.schema(document["command"])).is_valid(without), less


@pytest.mark.parametrize("name", COMMANDS)
def test_an_error_fits_every_schema(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--no-such-option", "--format", "json"])
    document = json.loads(result.stdout)
    assert document["exit_code"] == 2 and documents.fault(document) is None


def test_schemas_are_printed() -> None:
    for name in schemas.names():
        assert json.loads(CliRunner().invoke(main, ["schema", name]).stdout) == schemas.schema(name)
    assert CliRunner().invoke(main, ["schema", "rules"]).stdout == language.text()
    listed = CliRunner().invoke(main, ["schema"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["rules", *schemas.names()]
    result = CliRunner().invoke(main, ["schema", "chekc"])
    assert result.exit_code == 2 and "error[RV151]" in result.stderr and "did you mean `check`?" in result.stderr


# --- the notation -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "good", "bad"),
    [
        ("text or null: says", ["a", None], [1, True]),
        ("[whole] or null", [[1, 2], None], [["a"], 1]),
        (["[whole or text]"], [[[1, "a"]]], [[1]]),
        (["=a", "=b"], ["a"], ["c", None]),
        ("=a", ["a"], ["=a"]),
        ({"a": "text", "~b": "number"}, [{"a": "x"}, {"a": "x", "b": 1.5}], [{}, {"a": "x", "b": "y"}, {"a": "x", "c": 1}]),
        ({"a": "text", "*": "yes-no"}, [{"a": "x", "c": True}], [{"a": "x", "c": 1}]),
        (None, [None], [0]),
    ],
)
def test_the_notation_means_what_it_says(written: Any, good: list[Any], bad: list[Any]) -> None:
    validator = Draft202012Validator(schemas._compiled(written, True))
    assert [one for one in good if not validator.is_valid(one)] == [one for one in bad if validator.is_valid(one)] == []


# --- what is shipped --------------------------------------------------------------------------


def shipped() -> Iterator[Path]:
    """The files besides modules that an installation has, by what the project file says."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    for package, patterns in tool["package-data"].items():
        yield from (path for pattern in patterns for path in (ROOT / package).glob(pattern))
    yield from (path for patterns in tool["data-files"].values() for pattern in patterns for path in ROOT.glob(pattern))


def test_nothing_that_the_program_reads_is_left_behind() -> None:
    there = {path for package in ("rulespec", "verifier", "variants") for path in (ROOT / package).rglob("*") if path.is_file()}
    data = {path for path in there if path.suffix not in (".py", ".pyc")}
    pages = {*(ROOT / "docs").glob("*.md")}
    assert data | pages <= {*shipped()}
