"""Trumps that a bidder names, jokers that leave a choice, and hands that are dealt again: played, recorded and judged."""

from __future__ import annotations

import pytest

from rulespec import engine
from rulespec.game import Bid, DealAgain, NameTrump
from rulespec.hand import IllegalAct, replay
from rulespec.pipeline import load_text
from rulespec.players import View, random_players
from rulespec.record_reader import read_record
from rulespec.record_writer import write_record
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from rulespec.standalone import standalone
from verifier.evenings.replay import judge
from verifier.proofs import property as properties
from verifier.proofs.needs import DOUBLED
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Unsupported

GAME = """
rulespec: 1
id: table
extends: tvaladze
schedule: [{{sets: [[2, 3, 9, 9]], assumed: a test}}]
trump: [{{assumed: a test, {method}}}]
"""
BIDDERS = "choose: {by: highest_bidder, from: [suits]}"
FIRST = "choose: {by: first_bidder, from: [suits, no_trump]}"
AGAIN = "choose: {by: left_of_dealer, after: 1, from: [suits, deal_again], at_most: 2}"
JOKER = "turn: dealers_last_card, joker: {by: left_of_dealer, from: [no_trump, deal_again], at_most: 3, doubled: true}"
METHODS = {"highest bidder": BIDDERS, "first bidder": FIRST, "dealt again": AGAIN, "a joker turned": JOKER}


def rules(method: str):  # type: ignore[no-untyped-def]
    return load_text(GAME.format(method=method))


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_games_are_played_recorded_and_judged(method: str) -> None:
    ruleset = rules(method)
    for seed in range(6):
        game = engine.play_game(ruleset, random_players(4, seed), seed)
        text = write_record(ruleset, game)
        assert judge(read_record(Source("game", text)), ruleset).findings == (), text
        for hand in game.hands:
            state = engine.open_hand(rulebook(ruleset), hand.opening, hand.deal)
            assert engine.finished(replay(state, engine.acts_of(hand))) == hand


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_the_written_rules_mean_the_same(method: str) -> None:
    assert load_text(standalone(rules(method))).fingerprint == rules(method).fingerprint


def test_the_highest_bidder_names_it_and_the_first_of_equals() -> None:
    ruleset = rules(BIDDERS)
    for seed in range(8):
        for hand in engine.play_game(ruleset, random_players(4, seed), seed).hands:
            order = [(hand.opening.dealer + 1 + i) % 4 for i in range(4)]
            most = max(hand.bids)
            assert hand.trump.named_by == next(seat for seat in order if hand.bids[seat] == most)


def test_a_hand_dealt_again_counts_double_where_the_rules_say_so() -> None:
    ruleset = rules("choose: {by: left_of_dealer, from: [suits, deal_again], doubled: true}")
    game = engine.play_game(ruleset, [Again()] * 4, 3)
    for hand in game.hands:
        single = [engine.rulebook(ruleset).points(hand.deal.size, b, t, sum(hand.bids), 1).value for b, t in zip(hand.bids, hand.taken, strict=True)]
        assert list(hand.points) == [2 * points for points in single] and hand.opening.redeals == 1
    assert judge(read_record(Source("game", write_record(ruleset, game))), ruleset).findings == ()
    claim = next(p for p in properties.shipped() if p.id == "strike-never-helps")
    assert prove(ruleset, claim) == Unsupported(DOUBLED)


class Again:
    """Wants another deal whenever it may."""

    def act(self, view: View):  # type: ignore[no-untyped-def]
        return DealAgain() if DealAgain() in view.legal else view.legal[0]


def test_a_hand_is_dealt_again_as_often_as_the_rules_say() -> None:
    game = engine.play_game(rules(AGAIN), [Again()] * 4, 1)
    assert [hand.opening.redeals for hand in game.hands] == [2, 2, 2, 2]
    text = write_record(rules(AGAIN), game).replace("dealt again 2", "dealt again 3", 1)
    found = judge(read_record(Source("game", text)), rules(AGAIN)).findings
    assert [f.code for f in found] == ["RS443"] and "allow it 2 times" in found[0].message


def test_a_bidder_names_no_trump_before_the_bids() -> None:
    hand = engine.play_game(rules(FIRST), random_players(4, 1), 1).hands[0]
    state = engine.open_hand(rulebook(rules(FIRST)), hand.opening, hand.deal)
    with pytest.raises(IllegalAct):
        state.after(NameTrump(0))
    assert all(isinstance(act, Bid) for act in state.legal())


def test_a_joker_that_is_turned_leaves_the_choice_and_another_card_does_not() -> None:
    ruleset = rules(JOKER)
    seen = set()
    for seed in range(60):
        for hand in engine.play_game(ruleset, random_players(4, seed), seed).hands:
            joker = hand.trump.turned is not None and hand.trump.turned >= ruleset.pack.suited
            assert (hand.trump.named_by is not None) == joker
            assert not joker or hand.trump.suit is None
            seen.add((joker, hand.opening.redeals > 0))
    assert {(True, False), (False, False), (False, True)} <= seen
