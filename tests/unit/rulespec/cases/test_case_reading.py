"""What depends on the rule set when a case is read: other packs, other players, sets that differ."""

from __future__ import annotations

import pytest

from rulespec.cases import answer, expected, read_answer, read_case, same
from rulespec.cases.json_tree import parse
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from rulespec.rulebook import rulebook
from rulespec.spans import Source

THREE_HANDED = """
rulespec: 1
id: three-handed
players: 3
cards: {suits: [acorns, bells], ranks: [7, 8, 9, K], jokers: 1}
deck: [{cards: all - cards("7A")}]
schedule: [{sets: [[1, 2], [2, 1]]}]
trump:
  - {name: always bells, when: hand_size == 1, fixed: bells}
  - {name: none, fixed: no_trump}
bid:
  - {name: no zero, forbid: bid == 0 and hand_size == 2}
lead: [{play: hand}]
call:
  - {name: high only, forbid: level == low}
  - {name: no suit is named, forbid: names_suit}
follow: [{play: hand}]
strength:
  - {name: joker, when: joker, class: 2}
  - {name: trump, when: card in suit(trump), class: 1, then: rank}
  - {name: other, class: 0, then: [rank, earlier]}
score:
  - {name: second set, when: set_number == 2 and bid == tricks, points: 20 + bids_total}
  - {name: exact, when: bid == tricks, points: 10}
  - {name: missed, points: 0}
"""


@pytest.fixture(scope="module")
def house() -> RuleSet:
    return load_text(THREE_HANDED, "three.yaml")


def codes(ruleset: RuleSet, case: dict[str, object]) -> list[tuple[str, str]]:
    with pytest.raises(Faults) as caught:
        answer(ruleset, case)
    return [(d.code, d.span.text) for d in caught.value.diagnostics]


def test_cards_suits_and_players_are_those_of_the_rule_set(house: RuleSet) -> None:
    case = {"question": "winner", "trump": "B", "trick": ["9A", "JK+", "KB"]}
    assert answer(house, case)[:2] == (1, "joker")
    assert answer(house, {**case, "trick": ["9A", "8A", "KB"]})[:2] == (2, "trump")
    assert codes(house, {**case, "trick": ["7A", "JK+", "AS"]}) == [("RS407", '"7A"'), ("RS406", '"AS"')]
    assert codes(house, {**case, "trick": ["9A", "JK+", "JK+"]}) == [("RS408", '"JK+"')]
    assert codes(house, {**case, "trick": ["9A", "JK+B", "8A"]}) == [("RS409", '"JK+B"')]
    assert codes(house, {**case, "trick": ["9A", "8A", "KB", "8B"]})[0][0] == "RS409"
    assert codes(house, {**case, "trump": "H"}) == [("RS403", '"H"')]


def test_the_row_that_forbids_is_named_and_shown(house: RuleSet) -> None:
    with pytest.raises(Faults) as caught:
        answer(house, {"question": "bids", "cards": 2, "earlier": [1, 0]})
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text) == ("RS411", "0")
    assert "`no zero`" in found.message
    assert found.related[0][1].text.startswith("{name: no zero")


def test_calls_are_the_ones_no_row_forbids(house: RuleSet) -> None:
    found = answer(house, {"question": "calls", "trump": None, "trick": []})
    assert found.answer == ["JK+"]
    assert found.row == "no suit is named, high only"


def test_a_trump_that_no_row_gives_cannot_arise(house: RuleSet) -> None:
    assert codes(house, {"question": "plays", "hand": ["9A"], "trump": "A", "trick": []}) == [("RS413", '"A"')]
    assert answer(house, {"question": "trump", "cards": 1})[:2] == ("B", "always bells")
    assert answer(house, {"question": "trump", "cards": 2})[:2] == (None, "none")
    assert codes(house, {"question": "trump", "cards": 1, "turned": "9A"}) == [("RS413", '"9A"')]


def test_a_score_that_hangs_on_more_asks_for_it(house: RuleSet) -> None:
    case: dict[str, object] = {"question": "score", "cards": 1, "bid": 0, "tricks": 0}
    assert codes(house, case) == [("RS405", '"score"')]
    assert codes(house, {**case, "bids_total": 2}) == [("RS415", "1")]
    assert answer(house, {**case, "bids_total": 2, "set_number": 1}).answer == 10
    assert answer(house, {**case, "bids_total": 2, "set_number": 2}).answer == 22
    assert answer(house, {**case, "bids_total": 2, "tricks": 1}).answer == 0  # the same in both sets


def test_equal_sets_are_told_apart_only_where_it_matters(house: RuleSet) -> None:
    case: dict[str, object] = {"question": "set", "cards": [2, 1], "bids": [[1, 1, 1], [0, 0, 0]], "tricks": [[1, 1, 0], [0, 0, 1]]}
    assert answer(house, case).answer == [43, 43, 0]
    nines: dict[str, object] = {
        "question": "set", "cards": [9] * 4, "bids": [[1, 0, 0, 0]] * 4, "tricks": [[1, 8, 0, 0]] * 4, "set_number": 4,
    }  # fmt: skip
    other = load("tvaladze")
    assert answer(other, nines).answer == answer(other, {**nines, "set_number": 2}).answer


def test_a_family_answers_nothing() -> None:
    with pytest.raises(Faults) as caught:
        answer(load("georgian"), {"question": "calls", "trump": None, "trick": []})
    assert {d.code for d in caught.value.diagnostics} == {"RS304"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("bids", "1"), ("bids", "[true]"), ("bids", '["1"]'), ("bids", "null"), ("plays", "[1]"), ("plays", '"AS"'),
        ("set", "[1.0]"), ("winner", "false"), ("winner", "[0]"), ("score", "null"), ("score", "1.0"), ("score", '"10"'),
        ("trump", "0"), ("calls", "{}"),
    ],
)  # fmt: skip
def test_an_answer_of_another_kind_is_a_fault(question: str, text: str) -> None:
    with pytest.raises(Faults) as caught:
        read_answer(question, parse(Source("answer", text)))
    assert {d.code for d in caught.value.diagnostics} == {"RS416"}


def test_a_case_without_an_answer_has_nothing_to_compare() -> None:
    case = read_case(Source("c", '{"question":"bids","cards":1,"earlier":[]}'), rulebook(load("tvaladze")))
    with pytest.raises(Faults, match="no `answer`"):
        expected(case)


def test_the_order_of_choices_says_nothing_and_that_of_totals_everything() -> None:
    assert same("bids", [1, 0], [0, 1])
    assert same("plays", ["JK", "AS"], ["AS", "JK"])
    assert not same("set", [1, 0, 0, 0], [0, 1, 0, 0])
    assert not same("bids", [0], [0, 1])
    assert not same("winner", None, 0)
