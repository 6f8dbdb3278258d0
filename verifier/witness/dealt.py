"""Finished hands, sets and whole games with the bids and tricks that are wanted, played by the engine.

A hand's cards are laid out trick by trick from the last one back (`reach.hands.by_tricks_taken`): four
cards of one suit each with the wanted player's the highest, a joker for what is left over, and under
rules that do not let that be played any cards that will do. What was found for some tricks is kept, since
neither bids nor place in the game change it; the engine then plays every hand where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rulespec import engine, questions, tally
from rulespec.game import Game, PlayedHand, PlayedSet
from rulespec.hand import OVER, HandState
from rulespec.ir.ruleset import RuleSet
from rulespec.questions.ground import Hand
from rulespec.rulebook import Rulebook, rulebook
from verifier.witness.reach.course import Line, NoCourse, NotReached, Steps
from verifier.witness.reach.earlier import counts_passes, earlier_hands, passes_of
from verifier.witness.reach.hands import by_tricks_taken
from verifier.witness.reach.table import Place, Places, Plan, look_alike, renamed, scheduled, staged

STEPS = 15_000  # of search for the cards of one hand


@dataclass(frozen=True, slots=True)
class Result:
    """What is wanted of one hand: everybody's bid and the tricks he takes, by seat."""

    bids: tuple[int, ...]
    taken: tuple[int, ...]


def in_seats(dealer: int, in_order: Sequence[int]) -> tuple[int, ...]:
    """Numbers in bidding order as numbers by seat."""
    first = (dealer + 1) % len(in_order)
    return tuple(in_order[(seat - first) % len(in_order)] for seat in range(len(in_order)))


def dealt(
    rules: RuleSet | Sequence[RuleSet], wanted: Sequence[Result], dealer: int = 0, first: int | Sequence[int] = 0, passes: Sequence[int] = ()
) -> tuple[Line, ...] | NotReached:
    """A game in which the hands from index `first` on end as wanted, under each of the rule sets.

    `dealer` deals the first of these hands. The hands before it are played anyhow, with so many zero
    bids of each seat where some bid hangs on them. The rule sets share the cards, bids and plays of the
    wanted hands, and may have them at different places of their schedules.
    """
    rulesets = (rules,) if isinstance(rules, RuleSet) else tuple(rules)
    firsts = (first,) * len(rulesets) if isinstance(first, int) else tuple(first)
    try:
        rounds = _rounds([rulebook(ruleset) for ruleset in rulesets], firsts, len(wanted))
        before = [_before(places[0], dealer, passes) for places in zip(*rounds, strict=True)]
        for number, (spots, result) in enumerate(zip(rounds, wanted, strict=True)):
            _deal_one(spots, (dealer + number) % spots[0].book.players, result, before)
    except NoCourse as none:
        return NotReached(str(none))
    return tuple(Line(ruleset, tuple(hands)) for ruleset, hands in zip(rulesets, before, strict=True))


def game_of(line: Line) -> Game:
    """A line of finished hands as a game with its scores. The last set counts as far as it was played."""
    players = line.ruleset.players
    sets: list[PlayedSet] = []
    totals: Sequence[int] = (0,) * players
    for hands in _by_set([engine.finished(state) for state in line.hands]):
        sets.append(tally.finish_set(line.ruleset, hands, totals))
        totals = sets[-1].totals
    places = questions.places(line.ruleset.finish, totals)
    return Game(line.ruleset.id, line.ruleset.fingerprint, 0, tuple(sets), tuple(totals), places)


def _by_set(hands: Sequence[PlayedHand]) -> list[list[PlayedHand]]:
    numbers = sorted({hand.opening.set_number for hand in hands})
    return [[hand for hand in hands if hand.opening.set_number == number] for number in numbers]


# --- where the wanted hands stand -------------------------------------------------------------------


def _rounds(books: Sequence[Rulebook], firsts: Sequence[int], number: int) -> list[Places]:
    """The places of the wanted hands, one for each rule set. Raises NoCourse where the games have no such hands."""
    if any(book.pack != books[0].pack or book.players != books[0].players for book in books):
        raise NoCourse("the rule sets have different cards or another number of players")
    if not number:
        raise NoCourse("no hand is wanted")
    rounds: list[Places] = []
    schedules = [list(scheduled(book))[first:] for book, first in zip(books, firsts, strict=True)]
    for at in range(number):
        if any(len(schedule) <= at for schedule in schedules):
            raise NoCourse("the game has fewer hands than are wanted")
        rounds.append(tuple(schedule[at] for schedule in schedules))
        if len({place.size for place in rounds[-1]}) > 1:
            raise NoCourse("the rule sets have hands of different sizes there")
    return rounds


def _before(place: Place, dealer: int, passes: Sequence[int]) -> list[HandState]:
    wanted = tuple(enumerate(passes)) if counts_passes(place.book) else ()
    return list(earlier_hands(place.book, place.index, dealer, wanted))


# --- one hand ---------------------------------------------------------------------------------------


def _deal_one(spots: Places, dealer: int, wanted: Result, before: Sequence[list[HandState]]) -> None:
    """The hand played under every rule set, put behind the hands before it. Raises NoCourse."""
    plan = replace(_seated(spots, dealer, wanted), bids=_in_order(dealer, wanted.bids))
    for place, turned, hands in zip(spots, plan.turned, before, strict=True):
        state = staged(place, plan, turned, passes_of(hands, place.book.players))
        if state.phase != OVER or state.taken() != wanted.taken:
            raise NoCourse(f"hand {place.index + 1} ends otherwise than it was laid out")
        hands.append(state)


def _seated(spots: Places, dealer: int, wanted: Result) -> Plan:
    """A plan of the hand with its seats turned to those of the game, jokers named in the order in which they are dealt."""
    _possible(spots[0], wanted)
    plan = _laid_out(tuple(replace(place, dealt=replace(place.dealt, hand=Hand(1, 1, 1, place.size), passes=0)) for place in spots), _in_order(dealer, wanted.taken))
    turned = replace(plan, dealer=dealer, hands=in_seats(dealer, plan.hands))
    return renamed(turned, look_alike(turned, spots[0].book.pack))


def _possible(place: Place, wanted: Result) -> None:
    for numbers in (wanted.bids, wanted.taken):
        if len(numbers) != place.book.players or not all(0 <= n <= place.size for n in numbers):
            raise NoCourse(f"hand {place.index + 1} wants a number from 0 to {place.size} for each of {place.book.players} players")
    if sum(wanted.taken) != place.size:
        raise NoCourse(f"hand {place.index + 1} has {place.size} tricks, and {sum(wanted.taken)} are wanted")


def _in_order(dealer: int, by_seat: Sequence[int]) -> tuple[int, ...]:
    """Numbers by seat as numbers in bidding order."""
    first = (dealer + 1) % len(by_seat)
    return (*by_seat[first:], *by_seat[:first])


@lru_cache(maxsize=4096)
def _laid_out(spots: Places, taken: tuple[int, ...]) -> Plan:
    """The cards and plays of a hand with these tricks in bidding order, wherever it stands. Raises NoCourse."""
    return by_tricks_taken(spots, taken, Steps(STEPS))
