"""The largest gap of a set's total under two rule sets is the one that going through every set finds."""

from __future__ import annotations

from random import Random

import pytest

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from tests.unit.verifier.short_games import drawn, every_set, set_totals
from verifier.match.swing import NotKnown, Swing, largest, shown
from verifier.witness.reach.course import NotReached

SHAPES = ([[1, 1]], [[2]], [[1], [1, 1]], [[2, 1]])
LAST_SET = """
rulespec: 1
id: last-{pays}
name: The last set pays {pays} for a trick
extends: tvaladze
score:
  - {{name: last set, when: set_number == 4 and bid == tricks, points: {pays} * bid + 50, assumed: for a test}}
  - {{name: exact, when: bid == tricks, points: 50 * bid + 50, assumed: for a test}}
  - {{name: missed, points: 10 * tricks, assumed: for a test}}
premium:
  - {{name: prize, when: me.made_all, add: {prize}, assumed: for a test}}
"""


def by_enumeration(left: RuleSet, right: RuleSet) -> tuple[int, int]:
    """The largest gap each way over every set with every dealer."""
    gaps = {0}
    for number, sizes in enumerate(questions.sets_of(left), 1):
        for dealer in range(left.players):
            legal = set(every_set(right, sizes, dealer))
            for hands in every_set(left, sizes, dealer):
                if hands in legal:
                    gaps.add(set_totals(left, number, sizes, hands)[0] - set_totals(right, number, sizes, hands)[0])
    return max(gaps), min(gaps)


@pytest.mark.parametrize("seed", range(12))
def test_no_set_of_a_short_game_lies_further_apart(seed: int) -> None:
    rng = Random(seed)
    shape = rng.choice(SHAPES)
    players = rng.choice([2, 3]) if sum(map(sum, shape)) > 2 else rng.choice([3, 4])
    left, right = drawn(rng, players, shape), drawn(rng, players, shape)
    found = largest(left, right)
    assert not isinstance(found, NotKnown)
    most, least = by_enumeration(left, right)
    assert [swing.gap for swing in found] == [gap for gap in (most, least) if gap]
    for swing in found:
        shows(swing, left, right)


def shows(swing: Swing, left: RuleSet, right: RuleSet) -> None:
    """The set is played by the engine as the end of a game under both rule sets, and scored with the gap."""
    lines = shown(swing, left, right)
    assert not isinstance(lines, NotReached), lines.reason
    for side, number, totals, line in zip((left, right), swing.numbers, swing.totals, lines, strict=True):
        played = line.hands[-len(swing.sizes) :]
        hands = [(state.bids_by_seat(), state.taken()) for state in played]
        assert tuple(set_totals(side, number, swing.sizes, hands)) == totals
        assert [state.deal.size for state in played] == list(swing.sizes) and played[0].opening.dealer == swing.dealer
    assert swing.totals[0][0] - swing.totals[1][0] == swing.gap


def test_what_only_the_last_set_pays_counts() -> None:
    left, right = (load_text(LAST_SET.format(pays=pays, prize=prize)) for pays, prize in ((1000, 5), (2000, 6)))
    (swing,) = found = largest(left, right)
    assert not isinstance(found, NotKnown)
    assert swing.gap == -36001 and swing.numbers == (4, 4)
    assert [(hand.bids[0], hand.taken[0]) for hand in swing.hands] == [(9, 9)] * 4
    shows(swing, left, right)


@pytest.mark.parametrize(("left", "right", "gaps"), [("tvaladze", "skill-games", [2400]), ("skill-games-nines", "tvaladze", [-2400]), ("web-225", "tvaladze", [-1600])])
def test_the_accounts(left: str, right: str, gaps: list[int]) -> None:
    sides = load(left), load(right)
    found = largest(*sides)
    assert not isinstance(found, NotKnown) and [swing.gap for swing in found] == gaps
    for swing in found:
        shows(swing, *sides)


@pytest.mark.parametrize(("left", "right", "why"), [("georgian", "tvaladze", "options are open")])
def test_what_is_not_known_says_why(left: str, right: str, why: str) -> None:
    found = largest(load(left), load(right))
    assert isinstance(found, NotKnown) and why in found.reason
