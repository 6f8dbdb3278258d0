"""`jokeri help`: every command, every page; and what stands in the main help."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from verifier.cli.group import COMMANDS, FOR_CLONES
from verifier.output import manual

Run = Callable[..., Result]
Read = Callable[[Result], dict[str, Any]]
ROOT = Path(__file__).parents[2]
LISTED = re.compile(r"^  ([a-z][a-z0-9-]*)  ", re.M)


def listed(text: str) -> list[str]:
    return LISTED.findall(text.split("Commands:")[1].split("Exit codes:")[0])


def test_the_main_help_lists_every_command_but_those_for_clones(jokeri: Run) -> None:
    assert listed(jokeri("--help").stdout) == [name for name in COMMANDS if name not in FOR_CLONES]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_on_a_command_is_its_own_help(jokeri: Run, name: str) -> None:
    assert jokeri("help", name).stdout == jokeri(name, "--help").stdout
    for inner in listed(jokeri(name, "--help").stdout) if "Commands:" in jokeri(name, "--help").stdout else []:
        assert jokeri("help", name, inner).stdout == jokeri(name, inner, "--help").stdout


def test_help_alone_lists_the_pages_too(jokeri: Run) -> None:
    text = jokeri("help").stdout
    assert text.startswith(jokeri("--help").stdout.rstrip("\n"))
    assert [*manual.pages()] == sorted(path.name for path in (ROOT / "docs").glob("*.md"))
    assert all(f"  {name}  " in text for name in manual.pages())


@pytest.mark.parametrize("name", manual.pages())
def test_help_prints_a_page(jokeri: Run, document: Read, name: str) -> None:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8").rstrip("\n")
    assert jokeri("help", name).stdout.rstrip("\n") == page
    assert document(jokeri("help", name, "--format", "json"))["text"] == page
    stem = name.removesuffix(".md")
    assert (jokeri("help", stem).stdout.rstrip("\n") == page) == (stem not in COMMANDS)


@pytest.mark.parametrize("words", [["no-such"], ["check", "x"], ["table", "score"], ["language.md", "x"]])
def test_there_is_no_help_on_everything(jokeri: Run, words: list[str]) -> None:
    result = jokeri("help", *words)
    assert (result.exit_code, result.stdout) == (2, "") and "error[RV150]" in result.stderr


def test_pages_that_help_names_are_there(jokeri: Run) -> None:
    """Whatever a help text sends people to can be had by the program alone."""
    for name in COMMANDS:
        text = " ".join(jokeri(name, "--help").stdout.split())
        assert not re.search(r"\bdocs/", text) or name in FOR_CLONES, name
        for asked in re.findall(r"jokeri help ([\w.-]+)", text):
            assert asked in ("COMMAND", "PAGE") or jokeri("help", asked).exit_code == 0
