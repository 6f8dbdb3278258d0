"""Exact counts of differing situations: known numbers, and agreement with going through them all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text, setting
from tests.counts import brute_force
from verifier.compare.count import SectionCount, count_section

HERE = Path(__file__).parent
BASE = {
    "pack_used": "whole", "length": "rising", "trump_by": "turned", "bids": "hook", "leads": "any", "calls": "named",
    "follows": "suit_or_joker", "wins": "usual", "points_for": "bids",
}  # fmt: skip


@cache
def small(changes: str = "") -> RuleSet:
    """The small rule set with some options changed, `option=value option=value`."""
    settings = dict(pair.split("=") for pair in changes.split())
    texts = [f"{name}={value}" for name, value in (BASE | settings).items()]
    return load_text((HERE / "small.yaml").read_text(), settings={k: v for text in texts for k, v in setting(text).items()})


def consistent(found: SectionCount) -> None:
    assert found.count == sum(found.classes.values())
    assert 0 <= found.count <= found.of
    if found.by_cards:
        assert found.count == sum(count for count, _ in found.by_cards.values())
        assert found.of == sum(of for _, of in found.by_cards.values())


# --- the small pack: every section, many pairs ----------------------------------------------------

PAIRS = {
    "trump": ["trump_by=turned | trump_by=chosen", "trump_by=by_set | trump_by=turned", "trump_by=by_set length=falling | trump_by=chosen",
              "trump_by=turned pack_used=no_sevens | trump_by=turned"],
    "bid": ["bids=hook | bids=free", "bids=passes | bids=hook", "bids=no_pair | bids=hook", "bids=passes length=falling | bids=no_pair"],
    "lead": ["leads=any | leads=plain_first", "leads=not_low | leads=plain_first", "leads=not_low pack_used=no_sevens | leads=any"],
    "call": ["calls=named | calls=free", "calls=high_only | calls=trump_high", "calls=free | calls=trump_high"],
    "follow": ["follows=suit_or_joker | follows=best", "follows=best | follows=beat_it", "follows=any | follows=beat_it calls=free",
               "follows=any trump_by=hearts_only | follows=best trump_by=hearts_only",
               "follows=any calls=high_only pack_used=no_sevens | follows=suit_or_joker calls=free"],
    "strength": ["wins=usual | wins=early", "wins=early | wins=seen", "wins=nobody calls=free | wins=seen calls=trump_high",
                 "wins=seen pack_used=no_sevens | wins=usual calls=free"],
    "score": ["points_for=bids | points_for=totals", "points_for=sets | points_for=totals", "points_for=sets length=falling | points_for=bids length=rising"],
}  # fmt: skip
CASES = [(section, pair) for section, pairs in PAIRS.items() for pair in pairs]


@pytest.mark.parametrize(("section", "pair"), CASES)
def test_counts_are_those_of_the_enumeration(section: str, pair: str) -> None:
    left, right = (small(changes.strip()) for changes in pair.split("|"))
    found = count_section(left, right, section)
    assert found is not None
    assert found == brute_force.count(left, right, section, [1, 2])
    assert found.count > 0
    consistent(found)


@pytest.mark.parametrize(("section", "pair"), [cases[0] for cases in [[c for c in CASES if c[0] == s] for s in PAIRS]])
def test_the_other_way_round_is_the_mirror_image(section: str, pair: str) -> None:
    left, right = (small(changes.strip()) for changes in pair.split("|"))
    there, back = count_section(left, right, section), count_section(right, left, section)
    assert there is not None and back is not None
    assert (there.count, there.of, there.by_cards) == (back.count, back.of, back.by_cards)
    assert {(b, a): n for (a, b), n in there.classes.items()} == back.classes


def test_a_deck_is_counted_by_cards() -> None:
    assert count_section(small(), small("pack_used=no_sevens"), "deck") == SectionCount(2, 8, {}, {("whole", "without sevens"): 2})


def test_a_schedule_is_counted_by_hands() -> None:
    """[1, 2] [1, 1] against [2, 1] [1, 1] [2]: two hands have other sizes, one is there on one side only."""
    assert count_section(small(), small("length=falling"), "schedule") == SectionCount(3, 5, {}, {("rising", "falling"): 3})


def test_sections_that_are_not_counted() -> None:
    assert count_section(small(), small(), "premium") == "whole sets and games are not counted"
    assert isinstance(count_section(small(), small(), "finish"), str)
    assert isinstance(count_section(small(), load("tvaladze"), "follow"), str)
    assert count_section(load("georgian"), load("georgian"), "follow") == "options are open"


# --- the shipped rule sets ------------------------------------------------------------------------


def test_known_numbers_of_follow() -> None:
    found = count_section(load("tvaladze"), load("skill-games"), "follow")
    assert found is not None
    assert {size: found.by_cards[size] for size in (1, 2, 3)} == {1: (0, 8750), 2: (7744, 148750), 3: (81844, 1636250)}
    assert list(found.by_cards) == list(range(1, 10))
    consistent(found)


@pytest.mark.parametrize("section", ["deck", "schedule", "trump", "bid", "lead", "call", "follow", "strength", "score"])
def test_a_rule_set_does_not_differ_from_itself(section: str) -> None:
    found = count_section(load("tvaladze"), load("tvaladze"), section)
    assert found is not None and found.count == 0 and found.of > 0 and found.classes == {}


REAL = [
    ("trump", "tvaladze", "skill-games", list(range(1, 10))),
    ("bid", "tvaladze", "skill-games", [1, 2, 3]),
    ("call", "tvaladze", "web-225", [1]),
    ("follow", "tvaladze", "skill-games", [1]),
    ("follow", "tvaladze+pack=thirty_eight", "web-225", [1]),
    ("lead", "tvaladze", "web-225", [1, 2]),
    ("score", "tvaladze", "skill-games", list(range(1, 10))),
    ("score", "web-225", "skill-games+khisht-off", list(range(1, 10))),
    ("score", "web-225-nines", "skill-games-nines", [9]),
]


@pytest.mark.parametrize(("section", "left", "right", "sizes"), REAL)
def test_real_packs_agree_with_the_enumeration(section: str, left: str, right: str, sizes: list[int]) -> None:
    a, b = load(left), load(right)
    found = count_section(a, b, section)
    assert found is not None
    expected = brute_force.count(a, b, section, sizes)
    if expected.by_cards:
        assert {size: found.by_cards[size] for size in sizes} == expected.by_cards
    else:
        assert found == expected
    consistent(found)


def test_strength_differs_in_trumped_high_leads_only() -> None:
    """Counted by hand: a joker led high in a plain suit, a trump among the others and no high joker.

    Four trump suits, two jokers, three suits to name: 24 leads. The other three plays are 34 suited
    cards (nine of the trump suit where it is red, eight where black: the deck has no black sixes) or
    the other joker, announced high or low.
    """
    found = count_section(load("tvaladze"), load("skill-games"), "strength")
    expected = 0
    for trumps in (8, 8, 9, 9):
        others = 34 - trumps
        all_suited = 34 * 33 * 32 - others * (others - 1) * (others - 2)
        low_joker_among = 3 * (34 * 33 - others * (others - 1))
        expected += 2 * 3 * (all_suited + low_joker_among)
    assert found is not None
    assert found.count == expected
    assert found.classes == {("trump", "high joker led"): expected}
    consistent(found)
