"""The small game itself: what single games meet is in it, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from tests.laws.plain_games import SECTIONS, by_chance, in_every_way
from tests.laws.small_examples import PASSES, PLACES
from tests.laws.strategies import Draft, Shape, drafts, edits
from verifier.small_game import SmallGame
from verifier.small_game.hand import TooLarge
from verifier.small_game.met import NO_BID, NO_CALL, NO_CARD, NO_DEAL, BidMet, DeadEnd, LeadMet, alike

LIMIT = 20_000


def small(ruleset: RuleSet) -> SmallGame:
    """With all that is in it, if that is not too much."""
    game = SmallGame(ruleset, LIMIT)
    try:
        for section in SECTIONS:
            getattr(game, section)
    except TooLarge:
        reject()
    return game


def plain(met: Iterable[Any], game: SmallGame) -> set[Any]:
    pack = game.book.pack
    return {replace(one, at=alike(one.at, pack)) if isinstance(one, DeadEnd) else alike(one, pack) for one in met}


@settings(max_examples=30)
@given(drafts())
def test_what_a_game_meets_is_in_it(draft: Draft) -> None:
    ruleset = draft.rules()
    game, found = small(ruleset), by_chance(ruleset, games=12)
    for section in SECTIONS:
        assert found[section] <= plain(getattr(game, section), game), section


@pytest.mark.parametrize("players, shape", [(2, (1, 3, 1)), (2, (1, 3, 2)), (2, (2, 4, 1)), (3, (1, 4, 1))])
def test_what_is_in_it_is_met_in_some_game(players: int, shape: Shape) -> None:
    @settings(max_examples=10)
    @given(drafts(players=st.just(players), shape=shape))
    def every_game(draft: Draft) -> None:
        ruleset = draft.rules()
        found, complete = in_every_way(ruleset, most=1_000)
        game = SmallGame(ruleset)
        for section in SECTIONS:
            mine = plain(getattr(game, section), game)
            assert mine == found[section] if complete else mine >= found[section], section

    every_game()


def test_passes_follow_their_players() -> None:
    game, (found, complete) = SmallGame(load_text(PASSES)), in_every_way(load_text(PASSES), most=3_000)
    assert complete
    for section in SECTIONS:
        assert plain(getattr(game, section), game) == found[section], section


def test_places_are_counted_from_the_dealer() -> None:
    """So many games meet all that there are few of, and nothing else of the rest."""
    game, found = SmallGame(load_text(PLACES)), by_chance(load_text(PLACES), games=300)
    for section in SECTIONS:
        mine = plain(getattr(game, section), game)
        assert found[section] <= mine, section
        assert section in ("follow", "strength", "premium", "finish", "lead") or found[section] == mine, section


def test_tricks_go_to_the_winners_place() -> None:
    """Where the second player takes every trick, nobody else has any."""
    text = PLACES.replace("when: joker and level == high", "when: position == 1").replace("[[1], [2]]", "[[1, 1], [1]]")
    game, found = SmallGame(load_text(text)), by_chance(load_text(text), games=100)
    assert found["premium"] <= game.premium
    assert {one.tricks[0] for one in game.premium} == {(0, 1, 0)}


STUCK = """
rulespec: 1
id: stuck
players: 2
cards: {suits: [clubs], ranks: [7, 8, 9], jokers: 1}
deck: [{cards: all}]
schedule: [{sets: [[1, 1], [1]]}]
trump: [{fixed: no_trump}]
bid: [{forbid: passes_before >= 1}]
lead: [{play: hand - jokers}]
call: [{forbid: level == low}, {forbid: 'not leading and asked == clubs'}]
follow: [{play: hand}]
strength: [{when: card in suit(asked), class: 1, then: rank}, {class: never}]
score: [{points: 0}]
finish: {rank_by: [total], ties: shared}
"""


def test_where_a_game_stops_is_told() -> None:
    game = SmallGame(load_text(STUCK))
    joker, number = 0b1000, 1
    wheres = {(dead.number, dead.missing) for dead in game.dead_ends}
    assert wheres == {(2, NO_BID), (3, NO_BID), (1, NO_CARD), (2, NO_CARD), (3, NO_CARD), (1, NO_CALL), (2, NO_CALL), (3, NO_CALL)}
    assert DeadEnd(number, NO_CARD, LeadMet(number, 1, joker, None, 1, 0)) in game.dead_ends
    assert DeadEnd(2, NO_BID, BidMet(2, 1, 0, (), 1, ())) in game.dead_ends
    assert not any(met.passes > 1 for met in game.bid)


def test_a_pack_too_small_for_a_hand_stops_the_game() -> None:
    game = SmallGame(load_text(STUCK.replace("[[1, 1], [1]]", "[[1], [2], [1]]").replace("fixed: no_trump", "turn: next_card, joker: no_trump")))
    assert {hand.number for hand in game.schedule} == {1}
    assert DeadEnd(2, NO_DEAL, None) in game.dead_ends
    assert not game.finish


def test_too_much_is_said_and_not_cut() -> None:
    ruleset = load("tvaladze")
    with pytest.raises(TooLarge, match="more than 1,000 steps"):
        _ = SmallGame(ruleset, limit=1_000).schedule


@settings(max_examples=30)
@given(edits())
def test_an_edit_changes_one_section(edit: tuple[Draft, Draft, str]) -> None:
    draft, other, section = edit
    left, right = draft.rules(), other.rules()
    assert draft.rows[section] != other.rows[section]
    assert [name for name in left.sections if draft.rows.get(name) != other.rows.get(name)] == [section]
    assert (left.fingerprint == right.fingerprint) == (left.sections == right.sections)


@settings(max_examples=25)
@given(drafts(options=st.integers(1, 2)))
def test_members_are_settled(draft: Draft) -> None:
    family = draft.rules()
    assert sorted([*family.open_options, *family.unread]) == sorted(draft.options)
    for member in draft.members():
        assert draft.rules(member).open_options == ()
