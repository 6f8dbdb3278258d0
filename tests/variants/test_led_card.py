"""The card that was led, seen by those who follow and where the trick is judged: a led ace frees the hand, a led six always loses."""

from __future__ import annotations

import pytest

from rulespec.cases import answer
from rulespec.pipeline import load_text
from verifier.compare.count import count_section
from verifier.compare.diff import diff_section
from verifier.proofs import property as properties
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Proved, Refuted

RULES = """
rulespec: 1
id: led
players: 3
cards: {suits: [hearts, spades], ranks: [6, 7, Q, K, A]}
deck: [{cards: all}]
schedule: [{sets: [[1, 2, 3]]}]
trump: [{fixed: no_trump}]
lead: [{play: hand}]
follow:
  - {name: a led ace frees, when: 'led in cards("AH AS")', play: hand}
  - {name: follow suit, when: any(hand & suit(asked)), play: hand & suit(asked)}
  - {name: discard, play: hand}
strength:
  - {name: after a led six, when: 'led in cards("6H 6S") and position > 0', class: 2, then: [rank, earlier]}
  - {name: the suit asked for, when: card in suit(asked), class: 1, then: rank}
  - {name: cannot win, class: never}
score: [{points: tricks}]
properties:
  - {id: ace-frees, scope: follow, says: x, given: 'led in cards("AH")', holds: playable == hand}
  - {id: all-free, scope: follow, says: x, holds: playable == hand}
  - {id: six-loses, scope: trick, says: x, given: 'led in cards("6S")', holds: winning != only(led)}
"""


@pytest.mark.parametrize(("trick", "playable"), [(["AH"], ["KH", "7S"]), (["QH"], ["KH"]), (["QS", "AH"], ["7S"])])
def test_what_follows_the_led_card(trick: list[str], playable: list[str]) -> None:
    case = {"question": "plays", "hand": ["KH", "7S"], "trump": None, "trick": trick}
    assert answer(load_text(RULES), case).answer == playable


@pytest.mark.parametrize(("trick", "winner"), [(["6H", "7S", "7H"], 1), (["7H", "AS", "QH"], 2)])
def test_who_beats_the_led_card(trick: list[str], winner: int) -> None:
    assert answer(load_text(RULES), {"question": "winner", "trump": None, "trick": trick}).answer == winner


def test_claims_about_it_are_proved_and_refuted_by_games() -> None:
    ruleset = load_text(RULES)
    found = {p.id: type(prove(ruleset, p)) for p in properties.of(ruleset) if p.id in ("ace-frees", "all-free", "six-loses")}
    assert found == {"ace-frees": Proved, "all-free": Refuted, "six-loses": Proved}


def test_it_is_compared_and_counted() -> None:
    other = load_text(RULES.replace("id: led", "id: plain").replace('"AH AS"', '"AH"'))
    left = load_text(RULES)
    found = diff_section(left, other, "follow")
    assert found.verdict == "different" and found.relation == "right stricter"
    counted = count_section(left, other, "follow")
    assert counted is not None and counted.count == sum(1 for _ in brute(left, other))


def brute(left, other):  # type: ignore[no-untyped-def]
    """Every hand of one to three cards against every lead that the two answer differently."""
    from itertools import combinations

    from rulespec.ir.cards import bits, mask_of
    from rulespec.plays import Play
    from rulespec.questions import playable

    cards = list(bits(left.pack.all_mask))
    for size in (1, 2, 3):
        for hand in combinations(cards, size):
            for lead in set(cards) - set(hand):
                trick = (Play(lead),)
                if playable(left, mask_of(hand), None, trick).value != playable(other, mask_of(hand), None, trick).value:
                    yield hand, lead
