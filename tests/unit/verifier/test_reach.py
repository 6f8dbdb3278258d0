"""Moments are reached by complete legal games: from proofs, from games cut anywhere, under odd rules, under two rule sets."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import engine, questions
from rulespec.game import Opening
from rulespec.hand import NO_WINNER, OVER, PLAY, HandState, Stuck
from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import read_play
from rulespec.pipeline import load, load_text
from rulespec.players import random_players
from rulespec.plays import Play
from rulespec.questions import (
    Bidding,
    Dealing,
    Following,
    GameShape,
    Hand,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
)
from rulespec.record_reader import read_record
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from tests.unit.verifier.houses import HOUSES, SHIPPED, rules_called
from tests.unit.verifier.witness_lines import called, refuted, witness_against
from verifier.evenings.replay import judge
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Refuted
from verifier.witness.played import played
from verifier.witness.reach import Course, Line, NotReached, reach
from verifier.witness.reach.course import bidding_order, leads_to
from verifier.witness.record import record

PASS_LIMIT = Path(__file__).parents[3] / "examples" / "pass-limit.yaml"
PASSES = [name for _, name in refuted()].index("dealer-can-bid")


def reached(found: Course | NotReached) -> Course:
    assert isinstance(found, Course), found.reason
    return found


def holds_up(course: Course) -> None:
    """The judge of records finds nothing wrong with the game of any line, and it ends at the moment."""
    for line in course.lines:
        assert leads_to(line.hands, course.moment)
        sound(line.ruleset, line.hands)


def sound(ruleset: RuleSet, hands: tuple[HandState, ...]) -> None:
    """The game, written down and read again, is legal; all its hands are there from the first."""
    assert [state.opening.number for state in hands] == list(range(1, len(hands) + 1))
    written = record(ruleset.id, hands, [f"P{seat}" for seat in range(ruleset.players)])
    found = judge(read_record(Source("course", written)), ruleset).findings
    expected = ["RS448"] if hands and hands[-1].phase == NO_WINNER else []
    assert [finding.code for finding in found] == expected, found


# --- witnesses of proofs --------------------------------------------------------------------------


def promised() -> list[tuple[str, str]]:
    """Every property of a settled rule set's moments that it promises not to hold."""
    return [(name, p) for name in SHIPPED for p, word in rules_called(name).expect.items() if word == "refuted" and not p.startswith("game-")]


@pytest.mark.parametrize(("profile", "name"), promised())
def test_what_a_shipped_rule_set_does_not_keep_is_shown_by_a_game(profile: str, name: str) -> None:
    ruleset = rules_called(profile)
    verdict = prove(ruleset, called(ruleset, name))
    assert isinstance(verdict, Refuted) and verdict.witness is not None
    told = played(ruleset, verdict.witness)
    if told.hands:
        sound(ruleset, told.hands)
    match told.moment:
        case GameShape():
            assert told.hands == ()
        case Dealing(hand):
            assert len(told.hands) == hand.number - 1 and all(state.phase == OVER for state in told.hands)
        case moment:
            assert leads_to(told.hands, moment)


@pytest.mark.parametrize("index", range(len(refuted())), ids=[name for _, name in refuted()])
def test_a_flaw_is_shown_by_a_game(index: int) -> None:
    ruleset, _ = refuted()[index]
    told = played(ruleset, witness_against(index))
    assert leads_to(told.hands, told.moment)
    sound(ruleset, told.hands)


def test_a_dealer_is_left_without_a_bid_by_a_limit_on_zero_bids() -> None:
    now = reached(reach(load(str(PASS_LIMIT)), witness_against(PASSES).moment)).line.now
    assert now is not None
    assert (now.deal.size, now.bids, now.turn, now.passes) == (1, (0, 0, 0), now.opening.dealer, 4)
    assert now.legal() == ()


# --- games cut anywhere -----------------------------------------------------------------------------


def some_hand(ruleset: RuleSet, hand: Hand, seed: int) -> list[HandState] | None:
    """A hand of random play state by state; None where it gets stuck."""
    book, rng = rulebook(ruleset), Random(seed)
    pack = list(bits(book.deck))
    rng.shuffle(pack)
    opening = Opening(rng.randrange(book.players), hand.number, hand.set_number, (0,) * book.players)
    try:
        done = engine.play_hand(book, opening, engine.deal(book, pack, hand.size, opening.dealer), random_players(book.players, seed))
    except Stuck:
        return None
    return list(accumulate(engine.acts_of(done), HandState.step, initial=engine.open_hand(book, opening, done.deal)))


def moment_of(state: HandState, hand: Hand, whole: bool) -> Moment | None:
    """What a property would see of this state, nothing of how it came about."""
    players = len(state.held)
    if state.phase == PLAY and state.turn is not None and not whole:
        if state.table:
            return Following(hand, state.held[state.turn], state.suit, state.table)
        return Leading(hand, state.held[state.turn], state.suit, len(state.tricks) + 1)
    if state.phase == PLAY and state.tricks:
        return WholeTrick(hand, state.suit, state.tricks[-1].plays)
    if state.phase == OVER:
        return HandEnd(hand, state.bids, bidding_order(state.opening.dealer, state.taken()), 0)
    if state.trump is not None and len(state.bids) < players:
        return Bidding(hand, state.bids)
    return None


def cut(ruleset: RuleSet, index: int, seed: int, at: int, whole: bool) -> tuple[Hand, Moment] | None:
    """The moment at some point of some hand."""
    dealt = rulebook(ruleset).ground.dealt
    hand = dealt[index % len(dealt)].hand
    states = some_hand(ruleset, hand, seed)
    moment = None if states is None else moment_of(states[at % len(states)], hand, whole)
    return None if moment is None else (hand, moment)


POINTS = (st.integers(0, 99), st.integers(0, 10**6), st.integers(0, 99), st.booleans())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(SHIPPED), *POINTS)
def test_a_moment_of_a_real_game_is_reached(profile: str, index: int, seed: int, at: int, whole: bool) -> None:
    found = cut(rules_called(profile), index, seed, at, whole)
    if found is not None:
        holds_up(reached(reach(rules_called(profile), found[1])))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(HOUSES)), *POINTS)
def test_under_odd_rules_small_hands_are_reached_and_nothing_false_is_shown(house: str, index: int, seed: int, at: int, whole: bool) -> None:
    found = cut(rules_called(house), index, seed, at, whole)
    if found is None:
        return
    hand, moment = found
    course = reach(rules_called(house), moment)
    if isinstance(course, Course):
        holds_up(course)
    else:
        assert hand.size > 4, course.reason


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.sampled_from(SHIPPED), st.integers(0, 10**6))
def test_a_set_of_a_real_game_is_reached(profile: str, seed: int) -> None:
    ruleset = rules_called(profile)
    game = engine.play_game(ruleset, random_players(ruleset.players, seed), seed)
    number = seed % len(game.sets)
    hands = game.sets[number].hands
    cards = tuple(hand.deal.size for hand in hands)
    bids, taken = tuple(hand.bids for hand in hands), tuple(hand.taken for hand in hands)
    holds_up(reached(reach(ruleset, SetEnd(number + 1, cards, bids, taken, hands[0].opening.dealer))))


def first_hand(ruleset: RuleSet, size: int) -> Hand:
    return rulebook(ruleset).ground.fitting(size)[0].hand


def test_a_course_is_the_same_each_time() -> None:
    ruleset = rules_called("skill-games-nines")
    trick = tuple(read_play(ruleset.pack, text, ~0) for text in ("AH", "7D", "JK-", "9C"))
    moment = WholeTrick(first_hand(ruleset, 9), None, trick)
    assert reached(reach(ruleset, moment)).line.hands == reached(reach(load("skill-games-nines"), moment)).line.hands


# --- the ends of what can be reached --------------------------------------------------------------


def cards_of(ruleset: RuleSet, text: str) -> int:
    return mask_of(ruleset.pack.index(card) for card in text.split())


def test_no_trump_with_both_jokers_in_sight_needs_a_hand_in_which_no_card_is_turned() -> None:
    ruleset = rules_called("tvaladze")
    jokers = ruleset.pack.suited, ruleset.pack.suited + 1
    moment = Following(first_hand(ruleset, 9), cards_of(ruleset, "AH") | 1 << jokers[1], None, (Play(jokers[0], "high", 0),))
    state = reached(reach(ruleset, moment)).line.now
    assert state is not None
    assert (state.deal.size, state.trump.turned if state.trump else None) == (9, jokers[1])


def test_a_lead_whose_number_nobody_asks_for_may_be_another_of_the_hand() -> None:
    ruleset = rules_called("web-225-nines")
    moment = Leading(first_hand(ruleset, 9), cards_of(ruleset, "AH KH"), 0)
    assert isinstance(reach(ruleset, moment), NotReached)
    found = reached(reach(ruleset, moment, number_matters=False)).moment
    assert isinstance(found, Leading) and (found.cards, found.trump, found.trick_number) == (moment.cards, 0, 8)
    counting = load_text(HOUSES["lowest"].replace("extends: web-225", "extends: web-225-nines"))
    assert isinstance(reach(counting, moment, number_matters=False), NotReached)


def test_what_cannot_be_reached_is_said_not_to_be() -> None:
    ruleset = load(str(PASS_LIMIT))
    one = first_hand(ruleset, 1)
    moments: list[Moment] = [
        Leading(one, (1 << 11) - 2, 0),
        Bidding(one, (1, 1, 1), 3, (0, 0, 0)),
        SetEnd(1, (1, 2), ((0,) * 4,) * 2, ((0, 0, 0, 1), (0, 0, 0, 2)), 0),
    ]
    for moment in moments:
        found = reach(ruleset, moment)
        assert isinstance(found, NotReached) and found.reason
        assert str(found).startswith("state-level (reachability not shown)")


def test_where_nothing_need_be_played_the_course_is_empty() -> None:
    ruleset = rules_called("tvaladze")
    for moment in (Dealing(first_hand(ruleset, 1)), GameShape()):
        assert reach(ruleset, moment) == Course(moment, (Line(ruleset, ()),))


def test_before_a_hand_is_dealt_all_earlier_hands_are_played() -> None:
    ruleset = rules_called("tvaladze")
    hand = first_hand(ruleset, 9)
    line = reached(reach(ruleset, Dealing(hand))).line
    sound(ruleset, line.hands)
    assert [state.phase for state in line.hands] == [OVER] * (hand.number - 1)


# --- two rule sets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["skill-games", "skill-games-nines", "web-225-nines"])
def test_a_difference_is_shown_by_a_game_that_is_legal_under_both(other: str) -> None:
    left, right = rules_called("tvaladze"), rules_called(other)
    moment = Following(first_hand(left, 9), cards_of(left, "6D JK"), 0, (Play(left.pack.index("7C")),))
    course = reached(reach([left, right], moment))
    holds_up(course)
    one, two = (line.hands[-1] for line in course.lines)
    assert (one.deal.hands, one.bids, one.tricks, one.table) == (two.deal.hands, two.bids, two.tricks, two.table)
    assert one.playable().value != two.playable().value


def test_packs_of_different_cards_share_what_both_have() -> None:
    left = rules_called("tvaladze")
    right = load_text("rulespec: 1\nid: more\nname: More\nextends: tvaladze\noptions: {pack: thirty_eight, nine_card_trump: turned}\n")
    moment = Following(first_hand(left, 9), cards_of(left, "6D 7D 8D 9D 10D JD QD KD AD"), 0, (Play(left.pack.index("7H")),))
    course = reached(reach([left, right], moment))
    holds_up(course)
    assert questions.deck_of(right) & 1 << left.pack.index("6C")
    assert course.lines[1].hands[-1].trump is not None
    assert course.lines[1].hands[-1].trump.turned == left.pack.index("6C")


def test_rule_sets_for_other_numbers_of_players_share_no_game() -> None:
    found = reach([rules_called("tvaladze"), rules_called("three")], GameShape())
    assert isinstance(found, NotReached)
