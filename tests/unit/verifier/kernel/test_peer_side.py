"""Our side of the games with OpenSpiel, without OpenSpiel: the reference and the printed rules by the numbers of its cards."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulespec.engine import finished
from verifier.kernel.peer import RANDOM_TRICKS, SEVERAL, Parameters, Table, rules_of

FILE = str(Path(__file__).parents[4] / "examples" / "oh-hell-parameters.yaml")
HANDS = 12


@pytest.mark.parametrize("parameters", SEVERAL, ids=lambda p: f"{p.players}-{p.cards_per_suit}-{p.tricks}-{p.penalty}-{p.points}")
def test_the_reference_and_the_printed_rules_play_whole_hands_alike(parameters: Parameters) -> None:
    most, largest = (4 * parameters.cards_per_suit - 1) // parameters.players, 0
    for seed in range(HANDS):
        rng = Random(seed)
        tricks = rng.randint(1, most) if parameters.tricks == RANDOM_TRICKS else parameters.tricks
        ruleset, printed = rules_of(FILE, parameters, tricks)
        table = Table(ruleset, printed, parameters.cards_per_suit)
        state = table.opened(rng.randrange(parameters.players), tricks, rng.sample(range(table.cards), tricks * parameters.players + 1))
        while state.turn is not None:
            legal = table.legal(state)  # raises where the two part
            assert len({table.number(action) for action in legal}) == len(legal)
            state = state.step(rng.choice(legal))
        hand = finished(state)
        assert table.points(hand.bids, hand.taken, tricks) == [*hand.points]
        largest = max(largest, tricks)
    assert largest > 1


def test_cards_have_the_numbers_of_openspiel_there_and_back() -> None:
    ruleset, printed = rules_of(FILE, SEVERAL[1], 8)
    table = Table(ruleset, printed, SEVERAL[1].cards_per_suit)
    cards = [table.card(number) for number in range(table.cards)]
    assert len(set(cards)) == table.cards and set(map(ruleset.pack.rank_of, cards)) == set(range(SEVERAL[1].cards_per_suit))
    assert [ruleset.pack.rank_of(card) for card in cards] == sorted(ruleset.pack.rank_of(card) for card in cards)
