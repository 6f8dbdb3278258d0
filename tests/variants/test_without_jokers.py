"""Shipped games without jokers: every table speaks of what they have, and of nothing that they lack."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.cli import main
from verifier.compare.diff import Difference
from verifier.output.diff_report import at_large
from verifier.output.formats import write
from verifier.output.report import Grid, Notes
from verifier.tables import sources
from verifier.tables.answers import answers_report
from verifier.tables.compare import LACKING, NEVER, WORDS, compare_report
from verifier.tables.premiums import premium_report

PLAYABLE = [name for name in shipped() if not load(name).open_options]
JOKERLESS = [name for name in PLAYABLE if not load(name).pack.jokers]
TABLES = ["answers", "joker-leads", "premiums", "schedule", "scores"]


def test_there_is_more_than_one_of_them() -> None:
    assert len({load(name).players for name in JOKERLESS}) > 1


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", JOKERLESS)
def test_every_table_of_it_is_clean(name: str, table: str) -> None:
    text, data = (CliRunner().invoke(main, ["table", table, name, "--format", format_]) for format_ in ("text", "json"))
    assert (text.exit_code, data.exit_code, text.stderr) == (0, 0, "")
    assert json.loads(data.stdout)["table"]["kind"] == table
    assert ("joker" in text.stdout) == (table == "joker-leads")


@pytest.mark.parametrize("name", JOKERLESS)
def test_vectors_and_edits_ask_for_no_joker(name: str) -> None:
    found = CliRunner().invoke(main, ["vectors", name, "--size", "small"])
    assert found.exit_code == 0 and " 0 left open" in found.stderr and "JK" not in found.stdout


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_table_of_premiums_is_for_games_with_premiums(name: str) -> None:
    report = premium_report(load(name))
    premiums = bool(sources.living(load(name), "premium"))
    assert any(isinstance(block, Grid) for block in report.blocks) == premiums
    assert ("adds nothing in this game" in write(report, "text")) != premiums


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_word_of_the_table_of_answers_is_told_where_it_stands(name: str) -> None:
    report = answers_report(load(name))
    stands = any("highest" in cell.text for block in report.blocks if isinstance(block, Grid) for line in block.lines for cell in line.cells)
    assert ("some of its cards only" in " ".join(write(report, "text").split())) == stands


@pytest.mark.parametrize("name", JOKERLESS)
def test_what_a_game_lacks_is_not_said_to_be_shared_by_all(name: str) -> None:
    report = compare_report([name, "rasklad"])
    lists = {block.title: {note.term for note in block.items} for block in report.blocks if isinstance(block, Notes)}
    assert lists["Options that all share who have them"] == set(load("rasklad").options) - set(load(name).options)
    traits = report.data["profiles"][0]["traits"]  # type: ignore[index]
    lacking = {trait for trait, verdict in traits.items() if verdict in LACKING}
    assert lacking and lists["Traits that all share who have them"] == lacking
    (told,) = (note for block in report.blocks if isinstance(block, Notes) and block.title == "Answers" for note in block.items if note.term in LACKING)
    assert told.says == WORDS[NEVER]  # which settles it: nothing is left open
    assert "Options that all share" not in lists and not lacking & lists["Traits that all share"]


def test_packs_that_differ_in_their_names_alone_are_told_by_name() -> None:
    game = load(JOKERLESS[0])
    other = replace(game, pack=replace(game.pack, suits=game.pack.suits[::-1]))
    (line,) = at_large(Difference(game, other, ()))
    left, right = line.removeprefix("pack: ").removesuffix(" on the right").split(" on the left, ")
    assert left != right and left.startswith(game.pack.suits[0]) and right.startswith(game.pack.suits[-1])
