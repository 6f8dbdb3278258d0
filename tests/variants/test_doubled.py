"""Hands that were dealt again and count double: cases, claims, counts, differences, games and built modules say the same of them."""

from __future__ import annotations

import pytest

from rulespec import engine
from rulespec.cases import answer
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load_text
from rulespec.questions import HandEnd
from rulespec.rulebook import rulebook
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar
from tests.variants.test_trump_choices import Again
from verifier.compare.diff import diff
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Proved, Refuted
from verifier.witness.witness import replayed

RULES = """
rulespec: 1
id: twice
extends: tvaladze
schedule: [{name: short, sets: [[2, 9], [3]], assumed: x}]
trump:
  - {name: again, when: hand_size == 9, choose: {by: left_of_dealer, from: [suits, deal_again], at_most: 2, doubled: DOUBLED}, assumed: x}
  - {name: next, turn: next_card, joker: no_trump, assumed: x}
score:
"""
ITSELF = """
  - {name: exact when doubled, when: doubled and bid == tricks, points: 300, assumed: x}
"""
ROWS = """
  - {name: exact, when: bid == tricks, points: 50 * bid + 50, assumed: x}
  - {name: missed, points: 10 * tricks, assumed: x}
"""


def rules(itself: bool = False, doubled: str = "true") -> RuleSet:
    return load_text(RULES.replace("DOUBLED", doubled) + (ITSELF if itself else "") + ROWS)


def score(ruleset: RuleSet, cards: int, **more: bool) -> object:
    return answer(ruleset, {"question": "score", "cards": cards, "bid": 2, "tricks": 2, **more}).answer


def claim(given: str, holds: str) -> Property:
    return Property("drawn", "trait", ("hand",), "drawn", Scalar(given, NOWHERE), Scalar(holds, NOWHERE))


def test_a_case_says_whether_the_hand_is_doubled_where_that_matters() -> None:
    assert [score(rules(itself), 9, doubled=twice) for itself in (False, True) for twice in (False, True)] == [150, 300, 150, 300]
    assert score(rules(), 2) == score(rules(doubled="false"), 9) == 150
    for ruleset, cards, more, code in ((rules(), 9, {}, "RS415"), (rules(), 2, {"doubled": True}, "RS411"), (rules(doubled="false"), 9, {"doubled": True}, "RS411")):
        with pytest.raises(Faults) as refused:
            score(ruleset, cards, **more)
        assert [one.code for one in refused.value.diagnostics] == [code]


@pytest.mark.parametrize("itself", [False, True])
def test_games_pay_what_the_rows_say_of_a_doubled_hand(itself: bool) -> None:
    ruleset = rules(itself)
    for hand in engine.play_game(ruleset, [Again()] * 4, 3).hands:
        twice, book = hand.opening.redeals > 0, rulebook(ruleset)
        paid = [book.points(hand.deal.size, b, t, sum(hand.bids), 1, twice).value for b, t in zip(hand.bids, hand.taken, strict=True)]
        assert twice == (hand.deal.size == 9) and list(hand.points) == paid


def test_claims_speak_of_doubled_hands_and_games_show_them() -> None:
    assert isinstance(prove(rules(), claim("doubled", "hand_size == 9")), Proved)
    assert isinstance(prove(rules(True), claim("doubled and bid == tricks", "points == 300")), Proved)
    assert isinstance(prove(rules(doubled="false"), claim("not doubled", "points <= 500")), Proved)
    refuted = prove(rules(), claim("bid == tricks", "points == 50 * bid + 50"))
    assert isinstance(refuted, Refuted) and refuted.witness is not None and refuted.witness.reached
    moment, last = refuted.witness.moment, replayed(rulebook(rules()), refuted.witness.game)[-1]
    assert isinstance(moment, HandEnd) and moment.doubled and last.opening.redeals == 1


def test_differences_are_counted_over_doubled_hands_too() -> None:
    """Exact bids of doubled nines, ten of them, and all the misses pay otherwise; single hands and small ones do not."""
    found = next(one for one in diff(rules(), rules(True), ["score"]).sections if one.section == "score")
    assert found.count == sum(b == t and 2 * (50 * b + 50) != 300 or b != t and t > 0 for b in range(10) for t in range(10))
    assert all(one.reachable is True and one.example.case["doubled"] is True for one in found.classes)
    assert not diff(rules(), rules(), ["score"]).different


def test_only_hands_that_can_be_doubled_are_compared() -> None:
    """Nines are doubled in the second set alone, and the first pays otherwise: a doubled nine of the first set differs nowhere."""
    text = RULES.replace("DOUBLED", "true").replace("[[2, 9], [3]]", "[[9], [9]]").replace("when: hand_size == 9,", "when: set_number == 2,").replace("turn: next_card", "turn: dealers_last_card")
    first = "\n  - {name: doubled in the first set, when: doubled and set_number == 1, points: FIRST, assumed: x}"
    left, right = (load_text(text + first.replace("FIRST", points) + ITSELF + ROWS) for points in ("1", "2"))
    found = diff(left, right, ["score"]).sections[0]
    assert (found.verdict, found.classes) == ("same", ())
