"""Any result of hands, sets and games can be dealt: the engine plays it, the judge of records finds nothing wrong."""

from __future__ import annotations

from itertools import product
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from rulespec.record_reader import read_record
from rulespec.record_writer import seat_names, write_record
from rulespec.rulebook import Rulebook, rulebook
from rulespec.spans import Source
from tests.unit.verifier.houses import HOUSES, SHIPPED, rules_called
from verifier.evenings.replay import Judgement, judge
from verifier.witness.dealt import Result, dealt, game_of, in_seats
from verifier.witness.reach.course import Line, NotReached
from verifier.witness.reach.table import Place, places
from verifier.witness.record import record

OTHERS = {
    "no-jokers": """
rulespec: 1
id: no-jokers
name: Four suits of thirteen, no jokers
players: 4
cards: {suits: [clubs, diamonds, hearts, spades], ranks: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A]}
deck: [{name: all, cards: all, assumed: for a test}]
schedule: [{name: up, sets: [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]], assumed: for a test}]
trump: [{name: next, turn: next_card, assumed: for a test}]
bid: [{name: no balance, forbid: is_dealer and earlier_total + bid == hand_size, assumed: for a test}]
lead: [{name: any, play: hand, assumed: for a test}]
follow:
  - {name: follow suit, when: any(hand & suit(asked)), play: hand & suit(asked), assumed: for a test}
  - {name: anything, play: hand, assumed: for a test}
strength:
  - {name: trump, when: card in suit(trump), class: 2, then: rank, assumed: for a test}
  - {name: suit, when: card in suit(asked), class: 1, then: rank, assumed: for a test}
  - {name: never, class: never, assumed: for a test}
score: [{name: exact, when: bid == tricks, points: tricks + 10, assumed: for a test}, {name: missed, points: tricks, assumed: for a test}]
finish: {rank_by: [total], ties: shared}
""",
    "few-passes": """
rulespec: 1
id: few-passes
name: Three zero bids a game, unless nothing else is left
extends: tvaladze
bid:
  - {name: no balance, forbid: is_dealer and earlier_total + bid == hand_size and hand_size > 1, assumed: for a test}
  - {name: passes, forbid: bid == 0 and passes_before >= 3 and not is_dealer, assumed: for a test}
""",
}
FOREHAND = """
rulespec: 1
id: forehand
name: Whoever leads takes the trick
extends: tvaladze
strength:
  - {name: led, when: leading, class: 1, assumed: for a test}
  - {name: not led, class: never, assumed: for a test}
"""
NAMES = (*SHIPPED, *HOUSES, *OTHERS)


def called(name: str) -> RuleSet:
    return load_text(OTHERS[name], name) if name in OTHERS else rules_called(name)


def shares(size: int, players: int) -> list[tuple[int, ...]]:
    return [taken for taken in product(range(size + 1), repeat=players) if sum(taken) == size]


def legal(book: Rulebook, size: int, dealer: int, passes: list[int], rng: Random) -> tuple[int, ...]:
    """Legal bids by seat, drawn by chance."""
    earlier: list[int] = []
    for i in range(book.players):
        earlier.append(rng.choice(book.legal_bids(size, earlier, passes[(dealer + 1 + i) % book.players])))
    return in_seats(dealer, earlier)


def drawn(book: Rulebook, dealer: int, rng: Random) -> list[Result]:
    """A result of every hand of a game: legal bids, tricks that fall anyhow."""
    wanted, passes = [], [0] * book.players
    for number, size in enumerate(size for one in book.schedule for size in one):
        bids = legal(book, size, (dealer + number) % book.players, passes, rng)
        winners = [rng.randrange(book.players) for _ in range(size)]
        wanted.append(Result(bids, tuple(winners.count(seat) for seat in range(book.players))))
        passes = [made + (bid == 0) for made, bid in zip(passes, bids, strict=True)]
    return wanted


def lines(found: tuple[Line, ...] | NotReached) -> tuple[Line, ...]:
    assert not isinstance(found, NotReached), found.reason
    return found


def kept(line: Line, wanted: list[Result]) -> None:
    """The line ends as wanted, and its record is a clean one."""
    last = line.hands[-len(wanted) :]
    assert [Result(state.bids_by_seat(), state.taken()) for state in last] == wanted
    assert judged(line.ruleset, record(line.ruleset.id, line.hands, seat_names(line.ruleset.players))).findings == ()


def judged(ruleset: RuleSet, text: str) -> Judgement:
    return judge(read_record(Source("game", text)), ruleset)


# --- every result ---------------------------------------------------------------------------------


def different_hands() -> list[tuple[str, int, Place]]:
    """Hands of the shipped rule sets with every size and way to find the trump; some sizes under one rule set only."""
    found = []
    for name in SHIPPED[:2] + SHIPPED[3:4]:
        for at, (place,) in enumerate(places([rulebook(load(name))])):
            if name == SHIPPED[0] or place.size in (1, 4, 9):
                found.append((name, at, place))
    return found


@pytest.mark.parametrize(("name", "at", "place"), different_hands(), ids=lambda value: None if isinstance(value, Place) else str(value))
def test_every_share_of_the_tricks_of_a_hand_can_be_dealt(name: str, at: int, place: Place) -> None:
    book, rng = place.book, Random(at)
    for taken in shares(place.size, book.players):
        dealer = rng.randrange(book.players)
        wanted = Result(legal(book, place.size, dealer, [0] * book.players, rng), taken)
        (line,) = lines(dealt(book.ruleset, [wanted], dealer, place.index))
        assert line.now is not None and line.now.taken() == taken and line.now.opening.dealer == dealer


@settings(max_examples=20, deadline=None)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 1 << 30))
def test_any_result_of_a_whole_game_can_be_dealt(name: str, seed: int) -> None:
    ruleset, rng = called(name), Random(seed)
    dealer = rng.randrange(ruleset.players)
    wanted = drawn(rulebook(ruleset), dealer, rng)
    (line,) = lines(dealt(ruleset, wanted, dealer))
    game = game_of(line)
    found = judged(ruleset, write_record(ruleset, game))
    assert found.findings == () and found.totals == game.totals
    assert list(game.totals) == _totals(ruleset, wanted)
    assert [Result(hand.bids, hand.taken) for hand in game.hands] == wanted


def _totals(ruleset: RuleSet, wanted: list[Result]) -> list[int]:
    """By the reference meaning, from bids and tricks alone."""
    totals, at = [0] * ruleset.players, 0
    for number, sizes in enumerate(questions.sets_of(ruleset), 1):
        hands = wanted[at : at + len(sizes)]
        at += len(sizes)
        found = questions.set_totals(ruleset, sizes, [h.bids for h in hands], [h.taken for h in hands], number)
        totals = [a + b for a, b in zip(totals, found, strict=True)]
    return totals


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 1 << 30))
def test_a_set_stands_where_it_is_wanted_after_the_zero_bids_that_are_wanted(name: str, seed: int) -> None:
    ruleset, rng = called(name), Random(seed)
    dealer, schedule = rng.randrange(ruleset.players), questions.sets_of(ruleset)
    number = rng.randrange(len(schedule))
    first = sum(map(len, schedule[:number]))
    game = drawn(rulebook(ruleset), dealer, rng)
    passes = [sum(hand.bids[seat] == 0 for hand in game[:first]) for seat in range(ruleset.players)]
    wanted = game[first : first + len(schedule[number])]
    (line,) = lines(dealt(ruleset, wanted, (dealer + first) % ruleset.players, first, passes))
    assert len(line.hands) == first + len(wanted) and line.hands[-1].opening.set_number == number + 1
    kept(line, wanted)


# --- under two rule sets, and what cannot be ---------------------------------------------------------


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_a_set_is_shared_by_rule_sets_that_have_it_at_different_places(seed: int) -> None:
    left, right, rng = load("tvaladze"), load("skill-games-nines"), Random(seed)
    dealer = rng.randrange(4)
    wanted = [Result(legal(rulebook(left), 9, (dealer + h) % 4, [0] * 4, rng), rng.choice(shares(9, 4))) for h in range(4)]
    both = lines(dealt((left, right), wanted, dealer, (8, 4)))
    for line in both:
        kept(line, wanted)
    assert [h.deal.hands for h in both[0].hands[-4:]] == [h.deal.hands for h in both[1].hands[-4:]]


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (Result((0, 0, 0, 0), (1, 1, 0, 0)), "hand 1 has 1 tricks, and 2 are wanted"),
        (Result((0, 0, 0, 1), (1, 0, 0)), "a number from 0 to 1 for each of 4 players"),
        (Result((1, 0, 0, 0), (1, 0, 0, 0)), "`0` is not legal by the row `the dealer may not balance`"),
    ],
)
def test_what_no_game_has_is_not_reached_and_says_why(wanted: Result, why: str) -> None:
    found = dealt(load("tvaladze"), [wanted], 3)
    assert isinstance(found, NotReached) and why in found.reason


def test_where_the_rules_do_not_let_it_be_played_nothing_is_shown() -> None:
    ruleset = load_text(FOREHAND)
    right, wrong = Result((0, 0, 0, 0), (1, 0, 0, 0)), Result((0, 0, 0, 0), (0, 1, 0, 0))
    (line,) = lines(dealt(ruleset, [right], 3))
    kept(line, [right])
    found = dealt(ruleset, [wrong], 3)
    assert isinstance(found, NotReached)


def test_two_games_are_too_many_hands_and_two_packs_share_none() -> None:
    one = Result((0, 0, 0, 0), (1, 0, 0, 0))
    for rulesets, wanted, why in (
        (load("tvaladze"), [one] * 25, "fewer hands"), (load("tvaladze"), [], "no hand"),
        ((load("tvaladze"), load("web-225-nines")), [one], "different sizes"),
        ((load("tvaladze"), called("three")), [one], "another number of players"),
    ):  # fmt: skip
        found = dealt(rulesets, wanted, 0)
        assert isinstance(found, NotReached) and why in found.reason


def test_a_game_of_24_hands_takes_less_than_a_second() -> None:
    ruleset = load("tvaladze")
    wanted = drawn(rulebook(ruleset), 0, Random(5))
    begun = process_time()
    lines(dealt(ruleset, wanted, 0))
    assert process_time() - begun < 1
