"""Moments are reached by complete legal games: from proofs, from games cut anywhere, under odd rules, under two rule sets."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verifier.witness.moments import (
    BidMoment,
    DealMoment,
    GameMoment,
    HandMoment,
    Moment,
    PlayMoment,
    SetMoment,
    TrickMoment,
)

from rulespec import engine, questions
from rulespec.game import Opening
from rulespec.hand import NO_WINNER, OVER, PLAY, HandState, Stuck
from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import read_play
from rulespec.pipeline import load, load_text
from rulespec.players import random_players
from rulespec.plays import Play
from rulespec.record_reader import read_record
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from tests.unit.verifier.houses import HOUSES, SHIPPED, rules_called
from tests.unit.verifier.witness_lines import called, refuted, witness_against
from verifier.evenings.replay import judge
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Refuted
from verifier.witness.played import pack_order, story
from verifier.witness.reach import Course, Line, NotReached, reach
from verifier.witness.reach.course import bidding_order, leads_to
from verifier.witness.reach.table import Place, scheduled
from verifier.witness.record import record
from verifier.witness.witness import Witness

PASS_LIMIT = Path(__file__).parents[3] / "examples" / "pass-limit.yaml"
PASSES = [name for _, name in refuted()].index("dealer-can-bid")


def reached(found: Course | NotReached) -> Course:
    assert isinstance(found, Course), found.reason
    return found


def holds_up(course: Course) -> None:
    """The engine plays the course from its pack, the judge of records finds nothing wrong, and it ends at the moment."""
    for line in course.lines:
        assert leads_to(line.hands, course.moment)
        for number, state in enumerate(line.hands, 1):
            assert played_again(line.ruleset, state) == state
            assert state.opening.number == number
        written = record(line.ruleset.id, line.hands, [f"P{seat}" for seat in range(line.ruleset.players)])
        found = judge(read_record(Source("course", written)), line.ruleset).findings
        expected = ["RS448"] if line.hands[-1].phase == NO_WINNER else []
        assert [finding.code for finding in found] == expected, found


def played_again(ruleset: RuleSet, state: HandState) -> HandState:
    book, opening = rulebook(ruleset), state.opening
    order = pack_order(state)
    assert sorted(order) == list(bits(book.deck))
    dealt = engine.deal(book, order, state.deal.size, opening.dealer)
    plays = [play for trick in state.tricks for play in trick.plays] + list(state.table)
    again = engine.replay_hand(ruleset, dealt, opening.dealer, state.trump, state.bids, plays, opening.passes, opening.set_number)
    return replace(again, opening=replace(again.opening, number=opening.number))  # a hand alone is the first one


# --- witnesses of proofs --------------------------------------------------------------------------


def promised() -> list[tuple[str, str]]:
    """Every property that a shipped rule set promises not to hold."""
    return [(name, p) for name in SHIPPED for p, word in rules_called(name).expect.items() if word == "refuted"]


@pytest.mark.parametrize(("profile", "name"), promised())
def test_what_a_shipped_rule_set_does_not_keep_is_shown_by_a_game(profile: str, name: str) -> None:
    ruleset = rules_called(profile)
    verdict = prove(ruleset, called(ruleset, name))
    assert isinstance(verdict, Refuted)
    assert isinstance(verdict.witness, Witness)
    told = story(ruleset, verdict.witness, called(ruleset, name))
    if isinstance(verdict.witness.moment, DealMoment | GameMoment):
        assert reached(told.course).line.hands == ()
    else:
        holds_up(reached(told.course))


@pytest.mark.parametrize("index", range(len(refuted())), ids=[name for _, name in refuted()])
def test_a_flaw_is_shown_by_a_game(index: int) -> None:
    ruleset, name = refuted()[index]
    holds_up(reached(story(ruleset, witness_against(index), called(ruleset, name)).course))


def test_a_dealer_is_left_without_a_bid_by_a_limit_on_zero_bids() -> None:
    now = reached(reach(load(str(PASS_LIMIT)), witness_against(PASSES).moment)).line.now
    assert now is not None
    assert (now.deal.size, now.bids, now.turn, now.passes) == (1, (0, 0, 0), now.opening.dealer, 4)
    assert now.legal() == ()


# --- games cut anywhere -----------------------------------------------------------------------------


def some_hand(ruleset: RuleSet, place: Place, seed: int) -> list[HandState] | None:
    """A hand of random play state by state; None where it gets stuck."""
    book, rng = place.book, Random(seed)
    pack = list(bits(book.deck))
    rng.shuffle(pack)
    opening = Opening(rng.randrange(book.players), place.index + 1, place.set_number, (0,) * book.players)
    try:
        hand = engine.play_hand(book, opening, engine.deal(book, pack, place.size, opening.dealer), random_players(book.players, seed))
    except Stuck:
        return None
    return list(accumulate(engine.acts_of(hand), HandState.step, initial=engine.open_hand(book, opening, hand.deal)))


def moment_of(state: HandState, place: Place, whole: bool) -> Moment | None:
    """What a property would see of this state, nothing of how it came about."""
    book = place.book
    if state.phase == PLAY and state.turn is not None and not whole:
        return PlayMoment(state.held[state.turn], state.suit, state.table, len(state.tricks) + 1)
    if state.phase == PLAY and state.tricks:
        return TrickMoment(state.suit, state.tricks[-1].plays)
    if state.phase == OVER:
        taken = bidding_order(state.opening.dealer, state.taken())
        return HandMoment(place.size, place.index, place.set_number, state.bids, taken, (0,) * book.players, 0)
    if state.trump is not None and len(state.bids) < book.players:
        return BidMoment(place.size, place.index, state.bids, 0, 0)
    return None


def cut(ruleset: RuleSet, index: int, seed: int, at: int, whole: bool) -> tuple[Place, Moment] | None:
    """The moment at some point of some hand."""
    places = list(scheduled(rulebook(ruleset)))
    place = places[index % len(places)]
    states = some_hand(ruleset, place, seed)
    if states is None:
        return None
    moment = moment_of(states[at % len(states)], place, whole)
    return None if moment is None else (place, moment)


POINTS = (st.integers(0, 99), st.integers(0, 10**6), st.integers(0, 99), st.booleans())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(SHIPPED), *POINTS)
def test_a_moment_of_a_real_game_is_reached(profile: str, index: int, seed: int, at: int, whole: bool) -> None:
    found = cut(rules_called(profile), index, seed, at, whole)
    if found is not None:
        holds_up(reached(reach(rules_called(profile), found[1])))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(HOUSES)), *POINTS)
def test_under_odd_rules_small_hands_are_reached_and_nothing_false_is_shown(
    house: str, index: int, seed: int, at: int, whole: bool
) -> None:
    found = cut(rules_called(house), index, seed, at, whole)
    if found is None:
        return
    place, moment = found
    course = reach(rules_called(house), moment)
    if isinstance(course, Course):
        holds_up(course)
    else:
        assert place.size > 4, course.reason


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.sampled_from(SHIPPED), st.integers(0, 10**6))
def test_a_set_of_a_real_game_is_reached(profile: str, seed: int) -> None:
    ruleset = rules_called(profile)
    game = engine.play_game(ruleset, random_players(ruleset.players, seed), seed)
    number = seed % len(game.sets)
    hands = game.sets[number].hands
    cards = tuple(hand.deal.size for hand in hands)
    bids, taken = tuple(hand.bids for hand in hands), tuple(hand.taken for hand in hands)
    holds_up(reached(reach(ruleset, SetMoment(number + 1, hands[0].opening.dealer, cards, bids, taken))))


def test_a_course_is_the_same_each_time() -> None:
    ruleset = rules_called("skill-games-nines")
    moment = TrickMoment(None, tuple(read_play(ruleset.pack, text, ~0) for text in ("AH", "7D", "JK-", "9C")))
    assert reached(reach(ruleset, moment)).line.hands == reached(reach(load("skill-games-nines"), moment)).line.hands


# --- the ends of what can be reached --------------------------------------------------------------


def hand_of(ruleset: RuleSet, text: str) -> int:
    return mask_of(ruleset.pack.index(card) for card in text.split())


def test_no_trump_with_both_jokers_in_sight_needs_a_hand_in_which_no_card_is_turned() -> None:
    ruleset = rules_called("tvaladze")
    jokers = ruleset.pack.suited, ruleset.pack.suited + 1
    moment = PlayMoment(hand_of(ruleset, "AH") | 1 << jokers[1], None, (Play(jokers[0], "high", 0),))
    state = reached(reach(ruleset, moment)).line.now
    assert state is not None
    assert (state.deal.size, state.trump.turned if state.trump else None) == (9, jokers[1])


def test_a_lead_whose_number_nobody_asks_for_may_be_another_of_the_hand() -> None:
    ruleset = rules_called("web-225-nines")
    moment = PlayMoment(hand_of(ruleset, "AH KH"), 0)
    assert isinstance(reach(ruleset, moment), NotReached)
    assert reached(reach(ruleset, moment, number_matters=False)).moment == PlayMoment(moment.hand, 0, (), 8)
    counting = load_text(HOUSES["lowest"].replace("extends: web-225", "extends: web-225-nines"))
    assert isinstance(reach(counting, moment, number_matters=False), NotReached)


@pytest.mark.parametrize(
    ("moment", "why"),
    [
        (PlayMoment((1 << 11) - 2, 0), "no such hand"),
        (TrickMoment(0, (Play(36, None), Play(1), Play(2), Play(3))), "no such hand"),
        (BidMoment(1, 0, (1, 1, 1), 0, 3, (0, 0, 0)), "allow no such zero bids"),
        (SetMoment(1, 0, (1, 2), ((0,) * 4,) * 2, ((0, 0, 0, 1), (0, 0, 0, 2))), "no such hand"),
        (SetMoment(3, 0, tuple(range(8, 0, -1)), ((0,) * 4,) * 8, tuple((0, 0, 0, n) for n in range(8, 0, -1))), "is not legal"),
    ],
)
def test_what_cannot_be_reached_is_said_not_to_be(moment: Moment, why: str) -> None:
    found = reach(load(str(PASS_LIMIT)), moment)
    assert isinstance(found, NotReached)
    assert why in found.reason
    assert str(found).startswith("state-level (reachability not shown)")


def test_where_nothing_need_be_played_the_course_is_empty() -> None:
    ruleset = rules_called("tvaladze")
    for moment in (DealMoment(9, 2), GameMoment()):
        assert reach(ruleset, moment) == Course(moment, (Line(ruleset, ()),))


# --- two rule sets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["skill-games", "skill-games-nines", "web-225-nines"])
def test_a_difference_is_shown_by_a_game_that_is_legal_under_both(other: str) -> None:
    left, right = rules_called("tvaladze"), rules_called(other)
    moment = PlayMoment(hand_of(left, "6D JK"), 0, (Play(left.pack.index("7C")),))
    course = reached(reach([left, right], moment))
    holds_up(course)
    one, two = (line.hands[-1] for line in course.lines)
    assert (one.deal.hands, one.bids, one.tricks, one.table) == (two.deal.hands, two.bids, two.tricks, two.table)
    assert one.playable().value != two.playable().value


def test_packs_of_different_cards_share_what_both_have() -> None:
    left = rules_called("tvaladze")
    right = load_text("rulespec: 1\nid: more\nname: More\nextends: tvaladze\noptions: {pack: thirty_eight, nine_card_trump: turned}\n")
    black_six = 1 << left.pack.index("6C")
    moment = PlayMoment(hand_of(left, "6D 7D 8D 9D 10D JD QD KD AD"), 0, (Play(left.pack.index("7H")),))
    course = reached(reach([left, right], moment))
    holds_up(course)
    assert questions.deck_of(right) & black_six
    assert course.lines[1].hands[-1].trump is not None
    assert course.lines[1].hands[-1].trump.turned == left.pack.index("6C")


def test_rule_sets_for_other_numbers_of_players_share_no_game() -> None:
    found = reach([rules_called("tvaladze"), rules_called("three")], GameMoment())
    assert isinstance(found, NotReached)
