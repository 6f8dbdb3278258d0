"""The same play of whole games under two rule sets: gaps of totals and other winners are those of going through every game."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from rulespec.questions import places
from rulespec.questions.finish import GameEnd, game_totals
from rulespec.rulebook import rulebook
from tests.unit.verifier.short_games import drawn, every_hand
from verifier.compare import whole
from verifier.compare.diff import SECTIONS, diff, diff_section
from verifier.compare.model import DIFFERENT, NOT_APPLICABLE, SAME
from verifier.match import differ
from verifier.match.swing import NotKnown
from verifier.witness.witness import replayed
from verifier.work.tasks import Limits


def every_game(left: RuleSet, right: RuleSet, sizes: list[int]) -> list[GameEnd]:
    found = []
    for dealer in range(left.players):
        hands = [set(every_hand(left, n, (dealer + h) % left.players)) & set(every_hand(right, n, (dealer + h) % left.players)) for h, n in enumerate(sizes)]
        found += [GameEnd(dealer, tuple(b for b, _ in game), tuple(t for _, t in game)) for game in product(*hands)]
    return found


@pytest.mark.parametrize("seed", range(10))
def test_short_games(seed: int) -> None:
    rng = Random(seed)
    sets = rng.choice([[[1], [1]], [[1, 1]], [[2]]])
    left, right = drawn(rng, 3, sets), drawn(rng, 3, sets)
    gaps, changes = {0}, False
    for end in every_game(left, right, [n for one in sets for n in one]):
        a, b = game_totals(left, end), game_totals(right, end)
        gaps.add(a[0] - b[0])
        changes |= (places(left.finish, a)[0] == 1) and (places(right.finish, b)[0] > 1)
    found = whole.match(left, right)
    assert [swing.gap for swing in found.swings] == [gap for gap in (max(gaps), min(gaps)) if gap]
    assert bool(found.classes) == changes
    assert found.verdict == (DIFFERENT if changes or len(gaps) > 1 else SAME)


def test_two_accounts() -> None:
    left, right = load("tvaladze"), load("skill-games")
    (found,) = diff(left, right, ["match"], limits=Limits(timeout=300.0)).sections
    assert found.section == "match" and found.verdict == DIFFERENT and [swing.gap for swing in found.swings] == [9200]
    (winner,) = found.classes
    assert winner.reachable is True and replayed(rulebook(left), winner.game)
    assert winner.example.left["places"] != winner.example.right["places"]
    back = differ.largest(right, left)
    assert not isinstance(back, NotKnown) and [swing.gap for swing in back] == [-9200]
    assert "match" not in SECTIONS  # compared only when it is asked for


def test_the_other_way_round_is_the_mirror() -> None:
    left, right = load("web-225+game_length=short_nines"), load("skill-games+game_length=short_nines")
    one, back = (diff_section(a, b, "match") for a, b in ((left, right), (right, left)))
    assert one.swings and [-swing.gap for swing in back.swings][::-1] == [swing.gap for swing in one.swings]


def test_games_that_are_not_the_same_length_and_rules_that_are_the_same() -> None:
    assert whole.match(load("tvaladze"), load("web-225-nines")).verdict == NOT_APPLICABLE
    assert whole.match(load("web-225"), load("web-225+high_lead=unbeatable")).verdict == SAME
