"""Situations in which two rule sets differ, as games that are legal under both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet
from rulespec.plays import cards_of
from rulespec.questions import Calling, Following, GameShape, HandEnd, HandResult, Leading, Moment
from rulespec.rulebook import Rulebook, rulebook
from verifier.witness.reach import Course, NotReached, reach
from verifier.witness.witness import Game, game_of

MOST = 24  # hands with a result that are tried


@dataclass(frozen=True, slots=True)
class Reached:
    """Whether a game leads to a situation (True, or in words why none was found), the situation as it is there, the game."""

    reachable: bool | str
    moment: Moment
    game: Game = ()


def reached(left: RuleSet, right: RuleSet, moment: Moment) -> Reached:
    """A game that leads to a situation, legal under both rule sets."""
    match reach((left, right), moment, number_matters=False):
        case Course() as course:
            return Reached(True, course.moment, game_of(course.line.hands))
        case NotReached(reason):
            return Reached(reason, moment)


def reached_somehow(left: RuleSet, right: RuleSet, at: HandResult | Calling) -> Reached:
    """The same for what a game only contains: a result of a hand, a joker to be announced."""
    match at:
        case HandResult():
            return _first(left, right, _hands(left, right, at))
        case Calling():
            return _first(left, right, _holding_a_joker(left, right, at))


def _first(left: RuleSet, right: RuleSet, moments: Iterator[Moment]) -> Reached:
    lost: Reached | None = None
    for moment in moments:
        found = reached(left, right, moment)
        if found.reachable is True:
            return found
        lost = lost or found
    return lost or Reached("no hand with such bids and tricks was found", GameShape())


def _hands(left: RuleSet, right: RuleSet, at: HandResult) -> Iterator[HandEnd]:
    """Finished hands in which some player has the result, with the lowest bids of the others that are legal under both."""
    books, size = (rulebook(left), rulebook(right)), at.hand.size
    players, tried = books[0].players, 0
    numbered = any("set_number" in book.reads["score"] for book in books)  # otherwise the result may be of any set, and of either game
    hands = [dealt.hand for dealt in books[0].ground.fitting(size, at.hand.set_number if numbered else None)]
    for hand in reversed(hands[-1:] + hands[:1]):
        for seat in range(players):
            for bids in _bids(books, at, seat, ()):
                others = [0] * players
                others[seat] = at.tricks
                others[(seat + 1) % players] += size - at.tricks
                yield HandEnd(hand, bids, tuple(others), seat, (0,) * players if books[0].passes.read or books[1].passes.read else ())
                tried += 1
                if tried >= MOST:
                    return
                break


def _bids(books: tuple[Rulebook, Rulebook], at: HandResult, seat: int, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Everybody's bids in order, with the player's own at his seat and, where it counts, their sum."""
    players = books[0].players
    if len(made) == players:
        if not at.bids_total or sum(made) == at.bids_total:
            yield made
        return
    legal = set.intersection(*[set(book.legal_bids(at.hand.size, made, 0)) for book in books])
    for bid in sorted(legal & {at.bid} if len(made) == seat else legal):
        if not at.bids_total or sum(made) + bid <= at.bids_total:
            yield from _bids(books, at, seat, (*made, bid))


def _holding_a_joker(left: RuleSet, right: RuleSet, at: Calling) -> Iterator[Moment]:
    """A player about to play who holds nothing but a joker, in hands of every size."""
    books = rulebook(left), rulebook(right)
    free = books[0].deck & books[1].deck & left.pack.jokers_mask & ~cards_of(at.trick)
    for joker in list(bits(free))[:1]:
        for dealt in books[0].distinct_hands:
            if at.trump in dealt.trumps:
                size, hand = dealt.hand.size, dealt.hand
                yield Following(hand, 1 << joker, at.trump, at.trick) if at.trick else Leading(hand, 1 << joker, at.trump, size)
