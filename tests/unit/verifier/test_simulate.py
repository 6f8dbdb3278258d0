"""Many games taken together, and the command that plays them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec import engine, pipeline
from rulespec.players import random_players
from verifier.cli import main
from verifier.evenings.simulate import games, summarize

HOUSE = str(Path(__file__).parents[3] / "examples" / "three-hands.yaml")


def invoked(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["simulate", *args])
    return result.exit_code, result.stdout, result.stderr


def test_a_summary_adds_up() -> None:
    ruleset = pipeline.load(HOUSE)
    played = list(games(ruleset, 12, 40))
    assert played == [engine.play_game(ruleset, random_players(4, seed), seed) for seed in range(40, 52)]
    summary = summarize(ruleset, played)
    assert (summary.games, summary.hands, summary.bids) == (12, 36, 144)
    assert summary.total_points == tuple(sum(game.totals[seat] for game in played) for seat in range(4))
    assert [sum(seat) for seat in summary.places] == [12] * 4
    assert summary.bids_made == sum(bid == taken for g in played for h in g.hands for bid, taken in zip(h.bids, h.taken, strict=True))
    score = [fired for fired in summary.fired if fired.section == "score"]
    premium = {fired.row: fired for fired in summary.fired if fired.section == "premium"}
    assert sum(fired.times for fired in score) == 144 and {fired.of for fired in score} == {144}
    assert premium["bonus"].of == 96 and premium["bonus"].times == sum(p > 0 for g in played for s in g.sets for p in s.premiums)


def test_the_command_prints_one_game_and_writes_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    code, out, _ = invoked(HOUSE, "--seed", "62", "--record", str(path), "--format", "json")
    document = json.loads(out)
    assert code == 0 and document["results"] == [{"seed": 62, "totals": [0, 300, 10, -200], "places": [3, 1, 2, 4]}]
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 0 and "nothing is wrong" in result.stdout


def test_the_record_names_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert invoked(HOUSE, "--set", "khishti_short=-500", "--record", str(path))[0] == 0
    assert f"profile: {HOUSE}+khishti_short=-500" in path.read_text()
    assert CliRunner().invoke(main, ["replay", str(path)]).exit_code == 0


def test_the_command_prints_averages_of_several_games() -> None:
    code, out, _ = invoked(HOUSE, "--games", "5", "--seed", "3")
    assert code == 0 and "5 games, seeds 3 to 7, 15 hands" in out
    assert "average total" in out and "bids made: " in out and "khishti" in out and "struck off" in out


def test_a_game_that_cannot_go_on_is_told() -> None:
    code, out, _ = invoked(HOUSE, "--games", "40", "--set", "low_lead=never_wins", "--format", "json")
    document = json.loads(out)
    assert code == document["exit_code"] == 1
    assert "the rules name no winner of JK-" in document["stuck"] and document["games"] < 40
    code, out, _ = invoked(HOUSE, "--games", "40", "--set", "low_lead=never_wins")
    assert code == 1 and out.rstrip().endswith(document["stuck"])


@pytest.mark.parametrize(("args", "code"), [
    (["georgian"], "RS304"),
    ([HOUSE, "--games", "2", "--record", "x.txt"], "RV131"),
    ([HOUSE, "--record", "nowhere/x.txt"], "RV132"),
    ([HOUSE, "--games", "0"], "0 is not in the range"),
])  # fmt: skip
def test_the_command_reports_what_is_wrong(args: list[str], code: str) -> None:
    exit_code, out, err = invoked(*args)
    assert (exit_code, out) == (2, "") and code in err
