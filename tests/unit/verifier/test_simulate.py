"""Many games taken together, their intervals, and the command that plays them."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from rulespec import engine, pipeline, questions
from rulespec.ir.ruleset import Finish
from rulespec.players import random_players
from verifier.cli import main
from verifier.cli.output import bar
from verifier.cli.simulate import told
from verifier.evenings.estimates import METHOD, Estimate, means, wilson
from verifier.evenings.kinds import RANDOM as PARTS
from verifier.evenings.many import COUNTED, Played, places, play
from verifier.evenings.simulate import games, pairs, summarize
from verifier.kernel import replayed
from verifier.kernel.source import interpreted

HOUSE = str(Path(__file__).parents[3] / "examples" / "three-hands.yaml")
ROWS = {"score": ["every trick", "exact", "khishti", "missed"], "premium": ["bonus", "struck off"]}


def invoked(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["simulate", *args])
    return result.exit_code, result.stdout, result.stderr


def document(*args: str) -> dict[str, Any]:
    code, out, _ = invoked(*args, "--format", "json")
    found: dict[str, Any] = json.loads(out)
    assert found["exit_code"] == code
    return found


def test_games_of_the_reference_engine_follow_from_their_seeds() -> None:
    ruleset = pipeline.load(HOUSE)
    assert list(games(ruleset, 3, 40)) == [engine.play_game(ruleset, random_players(4, seed), seed) for seed in range(40, 43)]


def test_a_summary_is_that_of_its_games() -> None:
    """Everything that is counted, counted again from the games as the reference plays them."""
    ruleset, number, first = pipeline.load(HOUSE), 60, 40
    summary = summarize(play(ruleset, number, first, 1))
    found = [replayed.game(ruleset, interpreted(ruleset, PARTS), seed) for seed in range(first, first + number)]
    assert (summary.games, summary.hands, summary.stuck) == (number, 3 * number, None)
    hands = [hand for game in found for hand in game.hands]
    sets = [one for game in found for one in game.sets]
    for number_, seat in enumerate(summary.seats):
        bids = [(hand.bids[number_], hand.taken[number_], hand.deal.size) for hand in hands]
        premiums = [one.premiums[number_] for one in sets]
        wanted = {
            "totals": sum(game.totals[number_] for game in found), "made": sum(b == t for b, t, _ in bids),
            "took_none": sum(b > 0 == t for b, t, _ in bids), "all_tricks": sum(b == t == n for b, t, n in bids),
            "premiums": sum(p > 0 for p in premiums), "premium_points": sum(max(p, 0) for p in premiums),
            "strikes": sum(p < 0 for p in premiums), "strike_points": sum(min(p, 0) for p in premiums),
        }  # fmt: skip
        assert {name: round((seat.counted[name].value or 0) * number) for name in COUNTED} == wanted
        assert [round((share.value or 0) * number) for share in seat.places] == [sum(game.places[number_] == p for game in found) for p in (1, 2, 3, 4)]
    assert {s: [f.row for f in summary.fired if f.section == s] for s in ROWS} == ROWS
    assert sum(f.times for f in summary.fired if f.section == "score") == 12 * number
    assert {f.of for f in summary.fired} == {12 * number, 4 * number * len(found[0].sets)}


@pytest.mark.parametrize("finish", [Finish(), Finish(ties="by_seat"), Finish(wins="lowest"), Finish(sides="pairs"), Finish(("total",), "by_seat", "lowest", "pairs")])
def test_places_are_those_of_the_rules(finish: Finish) -> None:
    totals = np.random.default_rng(3).integers(-2, 3, (200, 4))
    counts = np.zeros((200, 4, len(COUNTED)), np.int64)
    counts[:, :, 0] = totals
    played = Played(replace(pipeline.load(HOUSE), finish=finish), 0, counts, np.zeros(200, np.int64), ())
    assert places(played).tolist() == [[*questions.places(finish, row)] for row in totals.tolist()]


def test_pairs_compare_the_same_games() -> None:
    left, right = (play(pipeline.load(HOUSE + added), 80, 3, 1) for added in ("", "+khishti_short=-500"))
    (pair,) = pairs([left, right])
    assert (left.counts[:, :, 1:3] == right.counts[:, :, 1:3]).all()  # the same bids and tricks
    for seat in range(4):
        gap = (right.counts[:, seat, 0] - left.counts[:, seat, 0]).mean()
        assert pair.seats[seat].counted["totals"].value == pytest.approx(gap)
        assert pair.seats[seat].counted["made"] == Estimate(0, 0, 0)
    winners = [{s for s in range(4) if row[s] == max(row)} for row in left.counts[:, :, 0].tolist()]
    others = [{s for s in range(4) if row[s] == max(row)} for row in right.counts[:, :, 0].tolist()]
    assert pair.winner_differs.value == sum(a != b for a, b in zip(winners, others, strict=True)) / 80


# --- intervals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "of", "low", "high"), [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (30, 100, 0.2189, 0.3958)])
def test_wilson_intervals_are_those_of_the_tables(hits: int, of: int, low: float, high: float) -> None:
    found = wilson(hits, of)
    assert (found.value, found.low, found.high) == (hits / of, pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_wilson_covers_a_known_share() -> None:
    rng = random.Random(1)
    tries, of, share = 1500, 80, 0.13
    found = [wilson(sum(rng.random() < share for _ in range(of)), of) for _ in range(tries)]
    assert 0.93 < sum((one.low or 0) <= share <= (one.high or 0) for one in found) / tries < 0.975


@pytest.mark.parametrize("games_", [150, 2500])
def test_the_bootstrap_covers_a_known_mean(games_: int) -> None:
    """Points that lie askew, as scores do; above a thousand games in batches. Three columns a try."""
    rng, hits, tries = np.random.default_rng(2), 0, 120
    for _ in range(tries):
        values = (rng.exponential(200, (games_, 3)) - 500).astype(np.int64)
        hits += sum((one.low or 0) <= -300.5 <= (one.high or 0) for one in means(values))
    assert 0.91 < hits / (3 * tries) < 0.98


def test_too_few_games_have_no_interval() -> None:
    assert means(np.zeros((0, 1), np.int64)) == [Estimate(None)] and wilson(0, 0) == Estimate(None)
    assert means(np.array([[7]])) == [Estimate(7.0)]
    assert means(np.array([[3], [3]])) == [Estimate(3.0, 3.0, 3.0)]


# --- the command ------------------------------------------------------------------------------------


def test_the_command_prints_one_game_and_writes_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    found = document(HOUSE, "--seed", "62", "--record", str(path))
    ruleset = pipeline.load(HOUSE)
    game = replayed.game(ruleset, interpreted(ruleset, PARTS), 62)
    assert [seat["totals"][0] for seat in found["profiles"][0]["seats"]] == [*game.totals]
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 0 and "nothing is wrong" in result.stdout
    code, out, _ = invoked(HOUSE, "--seed", "62")
    assert code == 0 and "1 game, seed 62, 3 hands" in out and "place" in out


def test_the_record_names_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert invoked(HOUSE, "--set", "khishti_short=-500", "--record", str(path))[0] == 0
    assert f"profile: {HOUSE}+khishti_short=-500" in path.read_text()
    assert CliRunner().invoke(main, ["replay", str(path)]).exit_code == 0


def test_the_document_does_not_hang_on_the_jobs() -> None:
    args = (HOUSE, HOUSE + "+khishti_short=-500", "--games", "600", "--seed", "9")
    one, three = (document(*args, "--jobs", jobs) for jobs in ("1", "3"))
    assert (one["games"], one["seed"], one["jobs"], three["jobs"]) == (600, 9, 1, 3)
    for found in (one, three):
        assert {found.pop(key) is not None for key in ("seconds", "jobs", "rate")} == {True}
    assert one == three
    assert [profile["games"] for profile in one["profiles"]] == [600, 600] and len(one["pairs"]) == 1
    assert one["method"]["shares"] == METHOD["shares"] == "Wilson"


def test_the_text_compares_profiles() -> None:
    code, out, err = invoked(HOUSE, HOUSE + "+khishti_short=-500", "--games", "200", "--seed", "3")
    assert code == 0 and err == ""
    assert "200 games, seeds 3 to 202, 600 hands" in out and "another winner in " in out
    assert "three-hands+khishti_short=-500 less three-hands, the same 200 games" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("format_", ["html", "markdown", "latex", "csv"])
def test_every_format_has_both_names(format_: str) -> None:
    code, out, _ = invoked(HOUSE, HOUSE + "+khishti_short=0", "--games", "3", "--format", format_)
    assert code == 0 and out.replace("\\_", "_").count("three-hands+khishti_short=0") > 1
    assert ("<title>Games under three-hands and three-hands+khishti_short=0</title>" in out) == (format_ == "html")


def test_the_table_has_a_line_a_game_and_seat() -> None:
    code, out, _ = invoked(HOUSE, "--games", "5", "--seed", "3", "--format", "csv")
    head, *rows = csv.reader(io.StringIO(out))
    assert code == 0 and head == ["profile", "seed", "seat", *COUNTED, "place"]
    found = play(pipeline.load(HOUSE), 5, 3, 1)
    assert [[int(cell) for cell in row[1:11]] for row in rows] == [[3 + g, s, *found.counts[g, s].tolist()] for g in range(5) for s in range(4)]


def test_games_that_cannot_go_on_are_told_and_left_out() -> None:
    found = document(HOUSE, "--games", "40", "--set", "low_lead=never_wins")
    profile = found["profiles"][0]
    assert found["exit_code"] == 1 and profile["games"] + profile["stuck"]["games"] == 40 and profile["stuck"]["games"] > 0
    assert "the rules name no winner of a trick" in profile["stuck"]["why"]
    code, out, _ = invoked(HOUSE, "--games", "40", "--set", "low_lead=never_wins")
    assert code == 1 and f"games cannot go on, the first of them that of seed {profile['stuck']['first_seed']}" in out


def test_how_far_a_run_is_stands_on_one_line_of_a_terminal_and_nowhere_else(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> str:
        with bar(0) as show:
            on_games = told("mine", 400, show)
            on_games(100, 0)
            on_games(200, 100)
        return capsys.readouterr().err

    assert said() == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    first, second, last = said().split("\r")[1:]
    assert first.startswith("[######" + "-" * 18 + "] mine: 100 of 400 games\x1b[K")
    assert second.startswith("[" + "#" * 12 + "-" * 12 + "] mine: 200 of 400 games, ") and " a second, " in second and " s left" in second
    assert last == "\x1b[K"  # and the line is empty again


@pytest.mark.parametrize(("args", "code"), [
    (["georgian"], "RS304"),
    ([HOUSE, "--games", "2", "--record", "x.txt"], "RV131"),
    ([HOUSE, HOUSE, "--record", "x.txt"], "RV131"),
    ([HOUSE, "--record", "nowhere/x.txt"], "RV132"),
    ([HOUSE, "--players", "wizard"], "RV136"),
    ([HOUSE, "--players", "random,random"], "RV136"),
    ([HOUSE, "--games", "0"], "0 is not in the range"),
])  # fmt: skip
def test_the_command_reports_what_is_wrong(args: list[str], code: str) -> None:
    exit_code, out, err = invoked(*args)
    assert (exit_code, out) == (2, "") and code in err


def test_a_pack_too_large_to_compile_is_told(tmp_path: Path) -> None:
    ranks = ", ".join([*"23456789", *map(str, range(10, 26))])
    path = tmp_path / "wide.yaml"
    text = (Path(__file__).parents[2] / "language" / "good" / "smallest.yaml").read_text()
    path.write_text(text.replace("[J, Q, K, A]", f"[{ranks}]").replace("[hearts, spades]", "[hearts, spades, clubs]"))
    code, out, err = invoked(str(path))
    assert (code, out) == (2, "") and "RV135" in err and "this pack has 72 cards" in err
