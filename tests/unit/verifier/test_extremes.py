"""The extremes of whole games: those of the accounts, each shown by a game, and short games against going through them all."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from rulespec import questions
from rulespec.pipeline import load, load_text
from rulespec.record_reader import read_record
from rulespec.rulebook import rulebook
from rulespec.spans import NOWHERE, Source
from rulespec.yaml_tree import Scalar
from tests.unit.verifier.short_games import HEAD, drawn, every_ending, figures_of, schedule
from verifier.cli import main
from verifier.evenings.replay import judge
from verifier.match import names, passing, sets
from verifier.match.extremes import SAYS, figures
from verifier.match.figure import Figure, legal
from verifier.match.names import Match
from verifier.match.solved import solved
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Refuted, Unknown

DOCUMENTED = str(Path(__file__).parents[2] / "families" / "documented.yaml")
ACCOUNTS: dict[str, dict[str, int | bool | None]] = {
    "tvaladze": {
        "largest-total": 17800, "smallest-total": 0, "smallest-winning-total": 360, "largest-without-a-bid": 1440, "largest-win": 17800,
        "lead-lost-in-last-set": 4490, "lead-lost-in-last-hand": 1790, "all-can-tie": True, "different-totals": 1701, "largest-strike": None,
    },
    "web-225": {
        "largest-total": 17800, "smallest-total": -4800, "smallest-winning-total": -3240, "largest-without-a-bid": 1440, "largest-win": 22600,
        "lead-lost-in-last-set": 5290, "lead-lost-in-last-hand": 1990, "all-can-tie": True, "different-totals": 2152, "largest-strike": None,
    },
    "skill-games": {
        "largest-total": 17800, "smallest-total": -7200, "smallest-winning-total": -5040, "largest-without-a-bid": 1440, "largest-win": 25000,
        "lead-lost-in-last-set": 6490, "lead-lost-in-last-hand": 3190, "all-can-tie": True, "different-totals": 2393, "largest-strike": 900,
    },
}  # fmt: skip


def figure_in(profile: str, match: Match, name: str) -> int | bool:
    """What a figure is in one game, by the reference meaning and the game's own sums."""
    ruleset = load(profile)
    accounts, totals = names.accounts(ruleset, match), names.totals(ruleset, match)
    places = questions.places(ruleset.finish, totals)
    before_set = [sum(one.set_totals[:-1]) for one in accounts]
    before_hand = [before + sum(one.points[-1][:-1]) for before, one in zip(before_set, accounts, strict=True)]

    def lost(before: list[int]) -> int:
        return max(before[s] - max(before[:s] + before[s + 1 :]) for s in range(ruleset.players) if places[s] > 1)

    def unmade() -> int:
        assert all(hand.bids[0] != hand.taken[0] for hand in match.hands)
        return totals[0]

    by_name = {
        "largest-total": lambda: totals[0], "smallest-total": lambda: totals[0], "smallest-winning-total": lambda: max(totals),
        "largest-without-a-bid": unmade, "largest-win": lambda: totals[0] - max(totals[1:]), "lead-lost-in-last-set": lambda: lost(before_set),
        "lead-lost-in-last-hand": lambda: lost(before_hand), "all-can-tie": lambda: len(set(totals)) == 1,
        "largest-strike": lambda: max(-added for added in accounts[0].premiums),
    }  # fmt: skip
    return by_name[name]()


@pytest.mark.parametrize("profile", ACCOUNTS)
def test_the_figures_of_an_account_and_their_games(profile: str) -> None:
    found = {figure.name: figure for figure in figures(load(profile))}
    assert {name: figure.value for name, figure in found.items()} == ACCOUNTS[profile]
    for name, figure in found.items():
        assert figure.settled and (figure.match is not None) == (figure.value is not None and name != "different-totals")
        if figure.match is not None:
            assert legal(rulebook(load(profile)), figure.match)
            assert figure_in(profile, figure.match, name) == figure.value


@pytest.mark.parametrize("seed", range(8))
def test_the_figures_of_a_short_game_are_those_of_going_through_it(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice([2, 2, 3, 4])
    hands, largest = {2: (3, 2), 3: (2, 2), 4: (2, 1)}[players]
    ruleset = drawn(rng, players, schedule(rng, hands, largest), with_passes=seed % 4 == 0)
    endings = every_ending(ruleset)
    if not endings:
        pytest.skip("the bids leave these rules without a game")
    wanted = figures_of(ruleset, endings)
    found = {figure.name: figure for figure in figures(ruleset)}
    agree(wanted, list(found.values()))
    assert all(figure.settled for figure in found.values())
    assert all(legal(rulebook(ruleset), figure.match) for figure in found.values() if figure.match is not None)
    if seed % 3 == 0:
        agree(wanted, [solved(ruleset, name) for name in wanted], list(wanted))


SHY = HEAD.format(players=2, sets=[[1, 1, 1]], ties="shared") + """
bid: [{name: once, forbid: bid == 0 and passes_before > 0, assumed: x}]
score:
  - {name: passed, when: bid == 0, points: '-20', assumed: x}
  - {name: otherwise, points: 10 * tricks, assumed: x}
premium: [{name: shy, when: me.zero_bids > 0, add: me.total, assumed: x}, {name: twice, when: me.zero_bids > 1, add: me.total, assumed: x}]
"""


@pytest.mark.parametrize("most", [0, 4, 1_000_000])
def test_games_whose_bids_hang_on_zero_bids_are_gone_through_as_far_as_can_be(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Nobody may pass twice, so the largest strike that sets alone could have is not one of a game."""
    monkeypatch.setattr(passing, "MOST", most)
    ruleset = load_text(SHY)
    found = {figure.name: figure for figure in figures(ruleset, ["different-totals", "largest-strike"])}
    assert all(figure.settled for figure in found.values()) == (most == 1_000_000)
    agree(figures_of(ruleset, every_ending(ruleset)), [figure for figure in found.values() if figure.settled])
    assert found["largest-strike"].value == 20 or not found["largest-strike"].settled


@pytest.mark.parametrize("most", [0, 30, 300])
def test_what_is_too_large_to_go_through_is_not_settled(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Wherever the bound is met: figures that are settled all the same are right."""
    monkeypatch.setattr(sets, "MOST", most)
    ruleset = drawn(Random(3), 2, [[2], [1]])
    found = list(figures(ruleset))
    assert any(not figure.settled for figure in found) or most
    wanted = figures_of(ruleset, every_ending(ruleset))
    agree(wanted, [figure for figure in found if figure.settled])
    assert isinstance(prove(ruleset, claim("me.total > 1000000")), Refuted | Unknown)


def claim(holds: str) -> Property:
    return Property("drawn", "possible", ("match",), "drawn", None, Scalar(holds, NOWHERE))


def agree(wanted: dict[str, int | bool | None], found: list[Figure], called: list[str] | None = None) -> None:
    by_name = dict(zip(called or [figure.name for figure in found], (figure.value for figure in found), strict=True))
    assert by_name == {name: wanted[name] for name in by_name}


# --- the command --------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["extremes", *arguments], standalone_mode=False)
    return int(result.return_value), result.output


def test_the_game_behind_a_figure_is_a_record_that_replay_accepts(tmp_path: Path) -> None:
    code, text = run("web-225-nines", "--show", "largest-win")
    ruleset = load("web-225-nines")
    judged = judge(read_record(Source("game", text)), ruleset)
    assert code == 0 and judged.findings == () and judged.totals is not None
    assert judged.totals[0] - max(judged.totals[1:]) == 10600


def test_several_rule_sets_side_by_side_and_a_family_by_its_options() -> None:
    code, text = run(DOCUMENTED, "--set", "game_length=short_nines", "--set", "khishti_nine=0", "--set", "khishti_short=0", "--show", "largest-strike", "--format", "json")
    profiles = json.loads(text)["profiles"]
    assert code == 0 and [one["options"] for one in profiles] == [{"premium": "bonus"}, {"premium": "georgian"}]
    assert [one["figures"][0]["value"] for one in profiles] == [None, 900]
    assert profiles[1]["figures"][0]["game"]["totals"] and profiles[0]["figures"][0]["game"] is None


def test_names_of_figures_are_known() -> None:
    assert [figure.name for figure in figures(load("web-225-nines"), ["all-can-tie", "largest-total"])] == ["largest-total", "all-can-tie"]
    result = CliRunner().invoke(main, ["extremes", "tvaladze", "--show", "largest-winn"], standalone_mode=False)
    assert result.exception is not None and "largest-win" in str(vars(result.exception).get("diagnostics"))
    assert len(SAYS) == 10
