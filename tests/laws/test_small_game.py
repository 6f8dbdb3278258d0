"""The small game itself: what single games meet is in it, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from rulespec.ir.ruleset import RuleSet
from tests.laws.plain_games import SECTIONS, by_chance, in_every_way
from tests.laws.strategies import Draft, Shape, drafts
from verifier.small_game import SmallGame
from verifier.small_hand import TooLarge
from verifier.small_met import alike

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
    return {alike(one, game.book.pack) for one in met}


@settings(max_examples=60)
@given(drafts())
def test_what_a_game_meets_is_in_it(draft: Draft) -> None:
    ruleset = draft.rules()
    game, found = small(ruleset), by_chance(ruleset, games=15)
    for section in SECTIONS:
        assert found[section] <= plain(getattr(game, section), game), section


@pytest.mark.parametrize("shape", [(1, 3, 1), (1, 3, 2), (2, 4, 1)], ids=["one hand", "two hands", "two cards"])
def test_what_is_in_it_is_met_in_some_game(shape: Shape) -> None:
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(drafts(players=st.just(2), shape=shape))
    def every_game(draft: Draft) -> None:
        ruleset = draft.rules()
        found = in_every_way(ruleset, most=3_000)
        if found is None:
            reject()
        game = SmallGame(ruleset)
        for section in SECTIONS:
            assert plain(getattr(game, section), game) == plain(found[section], game), section

    every_game()
