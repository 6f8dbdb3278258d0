"""Neighbours and runs of clean players in the premium, for any number of players, in the reference and the solver."""

from __future__ import annotations

from random import Random

import pytest

from rulespec import questions
from rulespec.pipeline import load_text
from rulespec.questions.premium import PlayerSet, premium_names
from verifier.proofs import property as properties
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Proved, Refuted

GAME = """
rulespec: 1
id: table
players: {players}
cards: {{suits: [hearts, spades], ranks: [J, Q, K, A, B, C, D, E]}}
deck: [{{cards: all}}]
schedule: [{{sets: [[1, 1], [2]]}}]
trump: [{{fixed: no_trump}}]
lead: [{{play: hand}}]
follow: [{{play: hand}}]
strength: [{{class: 1, then: [rank, earlier]}}]
score: [{{name: exact, when: bid == tricks, points: 10 + bid}}, {{name: missed, points: 0}}]
premium:
  - {{name: first of a run, when: me.made_all and run_before == 0, add: me.best}}
  - {{name: after a run, when: not me.made_all and before.made_all, add: "-run_best"}}
  - {{name: in the second set, when: set_number == 2 and smallest_hand == largest_hand and next.made_all, add: 1}}
properties:
  - {{id: run-is-before, scope: set, says: a run begins with the player before, holds: before.made_all == (run_before > 0)}}
  - {{id: run-is-short, scope: set, says: "no more than are clean", holds: run_before + (1 if me.made_all else 0) <= makers}}
  - {{id: sides, scope: set, says: the words for neighbours agree, holds: next.total == left.total and before.best == right.best}}
"""


def hands(players: int, seed: int) -> list[PlayerSet]:
    rng = Random(seed)
    bids = [(rng.randint(0, 1), rng.randint(0, 1)) for _ in range(players)]
    tricks = [bid if rng.random() < 0.6 else (1 - bid[0], bid[1]) for bid in bids]
    return [PlayerSet(b, t, tuple(10 + x if x == y else 0 for x, y in zip(b, t, strict=True))) for b, t in zip(bids, tricks, strict=True)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_neighbours_sit_around_the_table(players: int) -> None:
    ruleset = load_text(GAME.format(players=players))
    for seed in range(40):
        table = hands(players, seed)
        for seat in range(players):
            env = premium_names(ruleset, table, seat)
            assert env["left.total"] == sum(table[(seat + 1) % players].points)
            assert env["right.total"] == sum(table[seat - 1].points)
            clean = [table[(seat - step) % players].bids == table[(seat - step) % players].tricks for step in range(1, players)]
            assert env["run_before"] == (clean.index(False) if False in clean else players - 1)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_solver_and_the_reference_agree_on_runs(players: int) -> None:
    ruleset = load_text(GAME.format(players=players))
    between_two = players == 2  # both neighbours are one player, so nobody is beside a clean one only on his left
    wanted = {"run-is-before": Proved, "run-is-short": Proved, "sides": Proved, "strike-never-helps": Proved if between_two else Refuted}
    found = {p.id: type(prove(ruleset, p)) for p in properties.of(ruleset) if p.id in wanted}
    assert found == wanted


def test_the_set_is_known_to_its_premium() -> None:
    ruleset = load_text(GAME.format(players=3))
    totals = questions.set_totals(ruleset, [2], [[0, 1, 0]], [[0, 1, 1]], 2)
    assert totals == [10 + 10 + 1, 11, 1 - 11 + 0]
