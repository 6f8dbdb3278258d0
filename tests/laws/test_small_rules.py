"""A shipped rule set on a small pack: what its schedule and pack decide is still to be seen there."""

from __future__ import annotations

import pytest

from rulespec import questions
from rulespec.ir.expr import Expr
from rulespec.ir.facts import reachable
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.text import text
from rulespec.library import shipped
from rulespec.pipeline import load, load_text
from rulespec.questions.trump import trump_row
from verifier.small_game import SmallGame
from verifier.small_game.rules import Irreducible, reduce

PROFILES = [name for name in shipped() if not load(name).open_options]
FAMILIES = [name for name in shipped() if load(name).open_options]


def sets(ruleset: RuleSet) -> tuple[tuple[int, ...], ...]:
    return questions.sets_of(ruleset)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_schedule_keeps_its_shape(name: str, cards: int) -> None:
    large = load(name)
    small = reduce(large, cards=cards, hands=2).ruleset
    assert len(sets(small)) == len(sets(large))
    for before, after in zip(sets(large), sets(small), strict=True):
        assert 1 <= len(after) <= min(len(before), 2)
    largest = [max(max(one) for one in sets(each)) for each in (large, small)]
    assert largest[1] == cards
    left = [questions.deck_of(each).bit_count() - size * each.players for each, size in zip((large, small), largest, strict=True)]
    assert (left[0] > 0) == (left[1] > 0)


@pytest.mark.parametrize("name", PROFILES)
def test_each_way_to_find_the_trump_is_still_there(name: str) -> None:
    large = load(name)
    small = reduce(large, cards=2, hands=1).ruleset
    assert trump_rows(small) == trump_rows(large)


def trump_rows(ruleset: RuleSet) -> set[str]:
    return {trump_row(ruleset, size, number, questions.deck_of(ruleset).bit_count()).name for number, one in enumerate(sets(ruleset), start=1) for size in one}


@pytest.mark.parametrize("name", PROFILES)
def test_every_row_of_the_score_is_met(name: str) -> None:
    large = load(name)
    game = SmallGame(reduce(large, cards=1, hands=2).ruleset)
    met = {questions.points(game.book.ruleset, s.size, s.bid, s.tricks, s.bids_total, s.set_number).row.name for s in game.score}
    assert met == {row.name for row in reachable(large.rows("score"))}
    assert bool(game.dead_ends) == (large.expect.get("dealer-can-bid") == "refuted")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_member_of_the_small_family_is_the_small_member(name: str) -> None:
    family = load(name)
    first = {option: family.options[option].values[0] for option in family.open_options}
    small = with_options(reduce(family).ruleset, first)
    member = reduce(with_options(family, first)).ruleset
    assert sets(small) == sets(member)
    for section in ("bid", "score", "premium"):
        assert small.rows(section) == member.rows(section)


NUMBERS = """
rulespec: 1
id: numbers
players: 2
cards: {suits: [clubs, hearts], ranks: [7, 8, 9, 10, J], jokers: 0}
deck: [{cards: all}]
schedule: [{sets: [[1, 3, 5], [5]]}]
trump: [{when: hand_size == 5, fixed: hearts}, {turn: next_card, joker: no_trump}]
bid: [{forbid: passes_before >= 3 and bid == 0}, {forbid: bid == 5 and is_dealer}]
lead: [{when: trick_number == 5, play: lowest(hand)}, {play: hand}]
follow: [{play: hand}]
strength: [{class: 1, then: earlier}]
score: [{when: bid == 3 and tricks > 0, points: 3}, {points: 0}]
premium: [{when: hands == 3, add: 1}]
finish: {rank_by: [total], ties: shared}
"""


def test_numbers_go_along() -> None:
    small = reduce(load_text(NUMBERS), cards=2, hands=2).ruleset
    conditions = [text(row.when, small.pack) for name in ("trump", "bid", "lead", "score", "premium") for row in small.rows(name)]
    assert sets(small) == ((1, 2), (2,))
    assert conditions == [
        "hand_size == 2", "True", "passes_before >= 2 and bid == 0", "bid == 2 and seat == 1",
        "trick_number == 2", "True", "bid == 1 and tricks > 0", "True", "hands == 2",
    ]  # fmt: skip


def test_what_cannot_be_made_smaller_is_refused() -> None:
    with pytest.raises(Irreducible, match="name 3 suits"):
        reduce(load_text(NUMBERS.replace("[clubs, hearts]", "[clubs, hearts, spades]").replace("play: lowest(hand)", "play: 'hand & (suit(clubs) | suit(hearts) | suit(spades))'")))


def test_cards_that_are_gone_leave_every_set() -> None:
    ruleset = load_text(NUMBERS.replace("play: lowest(hand)", "play: 'hand & cards(\"7C JH\")'"))
    result = reduce(ruleset, cards=1).ruleset.rows("lead")[0].result
    assert isinstance(result, Expr) and "JH" in text(result, reduce(ruleset, cards=1).ruleset.pack)
