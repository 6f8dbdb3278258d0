"""Whole games of the built modules, move by move beside the engine; states, views and refusals."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bench.agreement import Built, game_differences, playable, replay_in_python
from bench.told_games import engine_game, script
from rulespec.game import DealAgain
from rulespec.pipeline import load
from rulespec.questions import places
from tests.built.conftest import Modules

SETTLED = [name for name in playable() if not load(name).open_options]


@pytest.mark.parametrize("name", SETTLED)
def test_a_game_goes_as_the_engine_plays_it(name: str, modules: Modules) -> None:
    """Turns, legal moves, views and the record are equal; `python bench/agreement.py` plays 300 games."""
    assert game_differences(modules(name), 1) == []


@pytest.mark.parametrize("name", ["tvaladze", "skill-games-nines"])
def test_a_family_plays_as_its_member(name: str, member: Modules) -> None:
    assert game_differences(member(name), 3) == []


@pytest.mark.parametrize("name", ["tests/language/good/every-trump.yaml", "examples/kitchen-table.yaml", "tests/built/reads-everything.yaml", "tests/built/choices.yaml", "small tvaladze"])
def test_other_rule_sets_are_played_too(name: str, modules: Modules) -> None:
    assert game_differences(modules(name), 4) == []


@pytest.mark.parametrize("seed", range(3))
def test_trumps_are_named_in_every_way(seed: int, modules: Modules) -> None:
    """By bidders, after a joker was turned, by the dealer; hands are dealt again."""
    one = modules("tests/built/choices.yaml")
    game, seen = engine_game(one.ruleset, seed)
    assert game_differences(one, seed) == []
    assert any(hand.trump.after_bids for hand in game.hands) and any(hand.trump.named_by is not None for hand in game.hands)
    assert seed != 0 or any(isinstance(act, DealAgain) for _, act in seen)


@pytest.mark.parametrize("name", ["tests/built/choices.yaml", "tvaladze", "scorepad", "tests/language/good/smallest.yaml"])
def test_places_of_pairs_and_of_the_lowest(name: str, modules: Modules) -> None:
    one, rng = modules(name), Random(8)
    tables = [[rng.randrange(-3, 4) * 100 for _ in range(one.ruleset.players)] for _ in range(60)]
    right = [list(places(one.ruleset.finish, totals)) for totals in tables]
    assert [one.python.places(totals) for totals in tables] == right
    assert [found["value"] for found in one.node.calls(f"{one.name}.places", [[totals] for totals in tables])] == right


@pytest.fixture(scope="module")
def played(modules: Modules) -> tuple[Built, list[dict[str, Any]], list[dict[str, Any]]]:
    """A module, the moves of a game and the states before them."""
    one = modules("skill-games")
    game, _ = engine_game(one.ruleset, 5)
    state, states = one.python.start(game.hands[0].opening.dealer), []
    moves = script(one.ruleset, game)
    for move in moves:
        states.append(state)
        state = one.python.step(state, move)
    return one, moves, states


def test_a_step_changes_nothing_but_makes_a_new_state(played: tuple[Built, list[dict[str, Any]], list[dict[str, Any]]]) -> None:
    """A state may be kept, sent as JSON, and gone back to."""
    one, moves, states = played
    for state, move, after in list(zip(states, moves, states[1:], strict=False))[:400]:
        before = json.dumps(state)
        assert one.python.step(json.loads(before), move) == after
        assert json.dumps(state) == before


def test_a_view_shows_no_card_that_its_seat_cannot_know(played: tuple[Built, list[dict[str, Any]], list[dict[str, Any]]]) -> None:
    """No hidden card can be told from the view: other deals of the cards that are not seen give the same one."""
    one, _, states = played
    seen = 0
    for state in states[1:300]:
        if state["phase"] not in ("trump", "bid", "play"):
            continue
        for seat in range(4):
            view = one.python.view(state, seat)
            known = 3 if state["phase"] == "trump" else len(state["hands"][seat])
            assert view["held"] == state["hands"][seat][:known] and not {"hands", "rest"} & set(view)
            mixed = [hand if other == seat else list(reversed(hand)) for other, hand in enumerate(state["hands"])]
            turned = {"hands": mixed, "rest": list(reversed(state["rest"]))}
            assert one.python.view({**state, **turned}, seat) == view or state["turn"] == seat
            assert bool(view["legal"]) is (state["turn"] == seat)
            seen += 1
    assert seen > 500


def test_moves_out_of_turn_are_refused_with_a_reason(played: tuple[Built, list[dict[str, Any]], list[dict[str, Any]]]) -> None:
    one, _, states = played
    rules = one.python
    deal, trump = states[0], next(state for state in states if state["phase"] == "trump")
    bid, play = (next(state for state in states if state["phase"] == phase) for phase in ("bid", "play"))
    wrong = [
        (deal, {"bid": 1}, None), (deal, {"deal": ["AS"]}, None), (deal, {"deal": 3}, None), (trump, {"name": "X"}, "left of the dealer after three cards"),
        (bid, {"bid": 99}, None), (bid, {"bid": True}, None), (bid, {"seat": bid["turn"] ^ 1, "bid": 1}, None), (play, {"play": "6X"}, None), (play, {}, None),
    ]  # fmt: skip
    for state, move, row in wrong:
        reason = rules.why_move(state, move)
        assert reason["row"] == row and all(reason["sentence"][language] for language in ("en", "ka", "ru"))
        with pytest.raises(rules.IllegalMove) as caught:
            rules.step(state, move)
        assert caught.value.reason == reason
        assert one.node.calls(f"{one.name}.whyMove", [[state, move]])[0]["value"] == reason


LAST_SHORT = 20  # the hand of one card that ends the third set; seat 3 deals it where seat 0 dealt first


def bid_towards_the_end(state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Seat 3 passes as often as it may, the others never before that hand."""
    return legal[0] if state["turn"] == 3 or state["hand"] == LAST_SHORT else legal[-1]


def test_rules_that_give_out_leave_a_stuck_game(modules: Modules) -> None:
    """A pass limit leaves the dealer of that hand without a bid: the state says that the game is stuck, and no move is legal."""
    rules = modules("examples/pass-limit.yaml").python
    state, random = rules.start(0), rules.seeded(1)
    while state["phase"] not in ("over", "stuck"):
        legal = rules.legal(state)
        deal = {"deal": rules.shuffled(rules.deck()["answer"], random)}
        state = rules.step(state, deal if state["phase"] == "deal" else bid_towards_the_end(state, legal))
    assert (state["phase"], state["hand"], state["bids"]) == ("stuck", LAST_SHORT, [0, 0, 0])
    assert rules.legal(state) == [] and state["turn"] is None
    assert rules.why_move(state, {"bid": 0})["sentence"]["en"]


def test_the_same_seed_gives_the_same_game_in_both_languages(modules: Modules) -> None:
    one = modules("tvaladze")
    pack = one.python.deck()["answer"]
    for seed in (0, 1, 2**31, 2**32 - 1):
        random = one.python.seeded(seed)
        numbers = [random() for _ in range(5)]
        assert one.node.ask("numbers", seed=seed, count=5, **{"as": one.name}) == numbers and all(0 <= n < 1 for n in numbers)
    assert sorted(one.python.shuffled(pack, one.python.seeded(9))) == sorted(pack) != one.python.shuffled(pack, one.python.seeded(9))
    assert replay_in_python(one.python, 0, [])["state"] == one.node.ask("replay", dealer=0, moves=[], **{"as": one.name})["state"]
