"""Laws over the questions' situations and their table: what is counted is what can be, and a family is its members."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulespec.engine import play_game
from rulespec.hand import NO_WINNER, NoWinner
from rulespec.ir.expr import Expr
from rulespec.ir.options import Options, with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.evaluate import evaluate
from rulespec.pipeline import load_text
from rulespec.players import random_players
from rulespec.plays import asked_suit, cards_of
from rulespec.questions import (
    BY_SECTION,
    Bidding,
    Calling,
    Following,
    HandResult,
    Leading,
    Moment,
    Situation,
    WholeTrick,
    reads,
)
from rulespec.questions.announcing import every_call
from rulespec.questions.ground import Passes
from rulespec.rulebook import rulebook
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar
from tests.laws.known import known, rules
from tests.laws.small_examples import PASSES, PLACES
from tests.laws.strategies import Draft, drafts
from tests.laws.test_claims import claims
from verifier.compare.count import count_section
from verifier.output.tellings import note
from verifier.proofs.check import Result
from verifier.proofs.family import Family, prove_family
from verifier.proofs.property import Property
from verifier.proofs.prove import Claim, prove
from verifier.proofs.verdict import Proved, Refuted, Unreached, Vacuous
from verifier.witness.witness import Witness
from verifier.work.settings import assumption

COUNTED = ("bid", "lead", "call", "follow", "strength", "score")
MOST = 20_000  # situations of a question that are gone through


def counted(ruleset: RuleSet, section: str) -> int | None:
    """How many situations of a question there are, as the numbers of `diff` have it; None where they are too many to go through."""
    book, found = rulebook(ruleset), set[Hashable]()
    for number, at in enumerate(BY_SECTION[section].every(book)):
        if number == MOST:
            return None
        found |= set(as_counted(ruleset, at))
    return len(found)


def as_counted(ruleset: RuleSet, at: Moment | Situation) -> Iterator[Hashable]:
    """One situation as what is counted: without the hand of the game, and with what the rules read alone."""
    match at:
        case Bidding(hand, earlier, passes):
            yield from ((hand.size, earlier, passes, bid) for bid in range(hand.size + 1))
        case Leading(_, cards, trump, number):
            yield cards, trump, number if "trick_number" in reads(ruleset, "lead") else 1
        case Following(_, cards, trump, (led, *rest)):
            if "played" in reads(ruleset, "follow") or not rest:
                yield cards, trump, led, cards_of(rest)
        case Calling(_, trump, trick):
            yield from ((bool(trick), trump, asked_suit(ruleset.pack, trick) if trick else None, call) for call in every_call(ruleset.pack))
        case WholeTrick(_, trump, trick):
            yield trump, trick
        case HandResult(hand, bid, tricks, total):
            yield hand.size, bid, tricks, total, hand.set_number if "set_number" in reads(ruleset, "score") else 1
        case _:
            raise AssertionError(at)


@settings(max_examples=12)
@given(drafts(players=st.integers(2, 3)), st.sampled_from(COUNTED))
def test_counts_are_of_the_situations_of_random_rule_sets(draft: Draft, section: str) -> None:
    ruleset = draft.rules()
    number = counted(ruleset, section)
    assume(number is not None)
    found = count_section(ruleset, ruleset, section)
    assert not isinstance(found, str)
    assert (found.count, found.of) == (0, number)


@pytest.mark.parametrize("section", COUNTED)
@pytest.mark.parametrize("text", [PASSES, PLACES], ids=["passes", "places"])
def test_counts_are_of_the_situations_of_the_questions(text: str, section: str) -> None:
    ruleset = load_text(text)
    found = count_section(ruleset, ruleset, section)
    assert not isinstance(found, str)
    assert found.of == counted(ruleset, section)


# --- families ---------------------------------------------------------------------------------


@settings(max_examples=10)
@given(drafts(players=st.integers(2, 3), options=st.integers(1, 2)), claims())
def test_a_familys_verdict_is_its_members(draft: Draft, claim: Property) -> None:
    """Law 4. Where games are lost under some options, a family may say of them that they are silent or unreached."""
    family = draft.rules()
    found = prove_family(family, claim)
    fails, silent = (None if text is None else assumption(family, text) for text in (found.fails_when, found.vacuous_when))
    for member in draft.members():
        alone = prove(with_options(family, member), claim)
        holds = [condition is not None and is_so(family, condition, member) for condition in (fails, silent)]
        expected = (Refuted,) if holds[0] else (Vacuous, Unreached) if holds[1] else (Proved, Unreached)
        assert isinstance(alone, expected), f"{member}: {alone}, the family: {found}"


def test_a_family_is_refuted_by_what_only_played_games_reach_as_its_members_are() -> None:
    family = load_text(Path(__file__).with_name("met-in-play.yaml").read_text(encoding="utf-8"))
    claim = Property("pays", "invariant", ("hand",), "pays little", None, Scalar("points <= 12", NOWHERE))
    found = prove_family(family, claim)
    assert isinstance(found.verdict, Refuted) and found.fails == found.combinations == 4
    assert all(failure.witness is not None and failure.witness.reached for failure in found.failures)
    for mode, stake in product(("plain", "odd"), (0, 7)):
        assert isinstance(prove(with_options(family, {"mode": mode, "stake": stake}), claim), Refuted)


def test_what_comes_up_before_a_game_is_stuck_breaks_a_claim() -> None:
    """The least violations that the solver knows are in hands that no game gets to."""
    ruleset = load_text(Path(__file__).with_name("never-a-winner.yaml").read_text(encoding="utf-8"))
    found = prove(ruleset, Property("trumps", "invariant", ("follow",), "a trump may be played", None, Scalar("any(playable & suit(trump))", NOWHERE)))
    assert isinstance(found, Refuted) and found.witness is not None and found.witness.reached
    with pytest.raises(NoWinner) as stuck:
        play_game(ruleset, random_players(2, 0), 0)
    assert stuck.value.state is not None and stuck.value.state.phase == NO_WINNER and stuck.value.hands == ()


def test_what_fails_without_a_game_is_told_beside_the_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two combinations fail by the solver's word alone: the condition is not said to be exact."""
    violated = Family.violated

    def without_a_game(self: Family, ways: Sequence[tuple[Claim, Moment]], combination: Options) -> Witness:
        found = violated(self, ways, combination)
        return replace(found, why_not="no game was found") if combination["mode"] == "odd" else found

    monkeypatch.setattr(Family, "violated", without_a_game)
    family = load_text(Path(__file__).with_name("met-in-play.yaml").read_text(encoding="utf-8"))
    claim = Property("pays", "invariant", ("hand",), "pays little", None, Scalar("points <= 12", NOWHERE))
    found = prove_family(family, claim)
    assert (found.fails, found.lost, found.fails_when) == (2, 2, "mode == plain")
    told = note(Result(claim, found.verdict, None, True, 0.0, found))
    assert told.startswith("fails when mode == plain (2 of 4") and "in 2 more" in told


def is_so(family: RuleSet, condition: Expr, member: dict[str, str | int]) -> bool:
    return bool(evaluate(condition, member, family.pack))


# --- the table of hands -------------------------------------------------------------------------


def test_bidding_rules_with_open_options_forbid_nothing_yet() -> None:
    one = next(one for one in known()["families"] if one["id"] == "an option of the bidding that reads no passes")
    family = rules(one, one["chosen"])
    assert Passes(family).legal(1, 0, 0, 0) == (0, 1)
    assert Passes(with_options(family, {"zero": "never"})).legal(1, 0, 0, 0) == (1,)


def test_bids_of_players_who_passed_before() -> None:
    """Two players; nobody passes twice, so after a pass both must bid one."""
    ruleset = rules({"base": "passing"}, {"bid": [{"name": "once", "forbid": "bid == 0 and passes_before >= 1"}, {"name": "high", "forbid": "bid == 1 and passes_before == 0"}]})
    found = Passes(ruleset)
    assert found.open(1, 0, 0, 0) == {0} and found.open(1, 0, 0, 1) == {0, 1}
    assert found.results(1, 1) == {(0, 0), (0, 1), (1, 1), (1, 2)}
    shy = Passes(rules({"base": "passing"}, {"bid": [{"name": "shy", "forbid": "seat == 0 and bid == 1"}]}))
    assert shy.results(1, 0) == {(0, 0), (0, 1), (1, 1)}


@pytest.mark.parametrize(("then", "read"), [("rank", True), (None, False)])
def test_tie_breaks_read_the_card_and_its_place(then: str | None, read: bool) -> None:
    row = {"name": "any", "class": 1, **({"then": then} if then else {})}
    assert ({"card", "position"} <= reads(rules({"base": "two"}, {"strength": [row]}), "strength")) is read


@pytest.mark.parametrize(("cards", "number", "possible"), [(0b11, 1, True), (0b01, 2, True), (0b01, 1, False), (0b11, 2, False), (0, 3, False)])
def test_a_trick_number_fits_the_cards(cards: int, number: int, possible: bool) -> None:
    book = rulebook(rules({"base": "three"}, {}))
    hand = next(hand for hand in book.ground.hands if hand.size == 2)
    assert BY_SECTION["lead"].possible(book, Leading(hand, cards, 0, number)) is possible
