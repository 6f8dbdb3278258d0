"""Pictures of simulated games: what stands in them, that equal games give equal ones, and what is said where there can be none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec import pipeline
from verifier.cli import main
from verifier.evenings.many import Played, play
from verifier.evenings.simulate import pairs
from verifier.output import plots

HOUSE = str(Path(__file__).parents[3] / "examples" / "three-hands.yaml")


def drawn(*settings: str, games: int, kind: str = "svg") -> bytes:
    pytest.importorskip("matplotlib", reason="pictures need the extra `plots`")
    played = [play(pipeline.load(HOUSE + one), games, 3, 1) for one in settings]
    return plots.picture(played, list(pairs(played)), kind)


def test_a_picture_has_every_rule_set_every_seat_and_every_pair() -> None:
    words = drawn("", "+khishti_short=-500", games=60).decode()
    shown = [" ".join(found.split()) for found in re.findall(r"<text[^>]*>([^<]*)</text>", words)]
    names = plots.labels([play(pipeline.load(HOUSE + one), 1, 3, 1) for one in ("", "+khishti_short=-500")]).values()
    assert len(set(names)) == 2 and all(any(text.startswith(f"{name}, mean ") for text in shown) for name in names)
    assert [shown.count(seat) for seat in ("North", "East", "South", "West")] == [2, 2, 2, 2]
    assert sum("the same 60 games, 95 % intervals" in text for text in shown) == 1
    assert {"total, a game", "bids made, a game", "premiums, a game", "Comes first", "% of games"} <= set(shown)


@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_equal_games_give_equal_pictures(kind: str, begins: bytes) -> None:
    first = drawn("", games=5, kind=kind)
    assert first.startswith(begins) and first == drawn("", games=5, kind=kind)


def test_one_game_and_games_that_cannot_go_on_are_drawn_too() -> None:
    assert b"<svg" in drawn("", "+khishti_short=-500", games=1)
    assert b"<svg" in drawn("+low_lead=never_wins", games=1) and b"<svg" in drawn("+low_lead=never_wins", games=20)


def test_steps_are_round_and_hold_every_total() -> None:
    for games in (1, 30, 400):
        played: list[Played] = [play(pipeline.load(HOUSE), games, 3, 1)]
        edges, totals = plots.shared_edges(played), played[0].counts[:, :, 0]
        step = edges[1] - edges[0]
        assert edges[0] <= totals.min() and totals.max() < edges[-1] and step in (10, 20, 50, 100, 200) and (edges % step == 0).all()


def test_the_command_writes_the_picture_and_nothing_over_another_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra `plots`")
    path = tmp_path / "games.svg"
    args = ["simulate", HOUSE, "--games", "3", "--plot", str(path)]
    assert CliRunner().invoke(main, args).exit_code == 0 and path.read_text().count("Totals of a game, 3 games") == 1
    path.write_text("mine")
    again = CliRunner().invoke(main, args)
    assert again.exit_code == 2 and "RV139" in again.stderr and "is there already" in again.stderr and path.read_text() == "mine"
    assert CliRunner().invoke(main, [*args, "--force"]).exit_code == 0 and path.read_text() != "mine"


@pytest.mark.parametrize(("name", "installed", "said"), [
    ("games.svg", False, ["need Matplotlib, which is not installed", "pip install 'jokeri[plots]'"]),
    ("games.txt", True, ["is no name of a picture", "`.pdf`, `.png`, `.svg`"]),
])  # fmt: skip
def test_where_there_can_be_no_picture_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, installed: bool, said: list[str]) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda module: object() if installed else None)
    found = CliRunner().invoke(main, ["simulate", HOUSE, "--plot", str(tmp_path / name)])
    assert (found.exit_code, found.stdout) == (2, "") and all(words in found.stderr for words in ["RV139", *said])
