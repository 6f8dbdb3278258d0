"""Situations in which two rule sets differ, as games that are legal under both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import assert_never

from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.plays import cards_of
from rulespec.questions import Calling, Following, GameShape, Hand, HandEnd, HandResult, Leading, Moment, playable
from rulespec.rulebook import Rulebook, rulebook
from verifier.witness.reach import Course, NotReached, reach
from verifier.witness.witness import Game, game_of

MOST = 48  # hands with a result, or with a joker, that are tried
VECTORS = 1_000  # of zero bids made before that are looked at
FEW = 4  # of them with the same number of cards


@dataclass(frozen=True, slots=True)
class Reached:
    """Whether a game leads to a situation (True, or in words why none was found; None: not asked), the situation as it is there, the game."""

    reachable: bool | str | None
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
        case _:
            assert_never(at)


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
    books = rulebook(left), rulebook(right)
    numbered = any("set_number" in book.reads["score"] for book in books)  # otherwise the result may be of any set, and of either game
    fitting = books[0].ground.fitting(at.hand.size, at.hand.set_number if numbered else None)
    hands = [dealt.hand for dealt in fitting if dealt.may_double or not at.doubled]
    ways = product(_passes(books, hands[-1]), reversed(hands[-1:] + hands[:1]), range(books[0].players))
    for passes, hand, seat in islice(ways, MOST):
        bids = next(_bids(books, at, seat, passes, ()), None)
        if bids is not None:
            yield HandEnd(hand, bids, _tricks(at, seat, len(bids)), seat, passes, at.doubled)


def _passes(books: tuple[Rulebook, Rulebook], hand: Hand) -> list[tuple[int, ...]]:
    """Zero bids that everybody may have made before, few first; nothing where no rule looks at them."""
    if not any(book.passes.read for book in books):
        return [()]
    most = min(dealt.passes for book in books for dealt in book.ground.dealt if dealt.hand == hand)
    return sorted(islice(product(range(most + 1), repeat=books[0].players), VECTORS), key=sum)


def _tricks(at: HandResult, seat: int, players: int) -> tuple[int, ...]:
    """The player's tricks at his seat, all others at the next."""
    others = [0] * players
    others[(seat + 1) % players] = at.hand.size - at.tricks
    others[seat] = at.tricks
    return tuple(others)


def _bids(books: tuple[Rulebook, Rulebook], at: HandResult, seat: int, passes: tuple[int, ...], made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Everybody's bids in order, with the player's own at his seat and, where it counts, their sum."""
    players, place = books[0].players, len(made)
    summed = any("bids_total" in book.reads["score"] for book in books)
    if place == players:
        if not summed or sum(made) == at.bids_total:
            yield made
        return
    legal = set.intersection(*[set(book.legal_bids(at.hand.size, made, passes[place] if passes else 0)) for book in books])
    for bid in sorted(legal & {at.bid} if place == seat else legal):
        if not summed or sum(made) + bid <= at.bids_total:
            yield from _bids(books, at, seat, passes, (*made, bid))


def _holding_a_joker(left: RuleSet, right: RuleSet, at: Calling) -> Iterator[Moment]:
    """Players about to play who may play a joker: with nothing else in hand, then in the first trick, then in those between."""
    books = rulebook(left), rulebook(right)
    free = books[0].deck & books[1].deck & ~cards_of(at.trick)
    hands = [dealt.hand for dealt in books[0].distinct_hands if at.trump in dealt.trumps]
    every = (_about_to_play(at, hand, cards) for held in _lengths(hands) for hand in hands for cards in _with_a_joker(left, free, held, hand))
    yield from islice((moment for moment in every if all(_may_call(side, moment) for side in (left, right))), MOST)


def _lengths(hands: Sequence[Hand]) -> list[int]:
    """How many cards a player may hold: only one, or a whole hand, or something between."""
    sizes = sorted({hand.size for hand in hands})
    return list(dict.fromkeys([1, *sizes, *range(2, max(sizes, default=1))]))


def _with_a_joker(ruleset: RuleSet, free: int, held: int, hand: Hand) -> Iterator[int]:
    """A few hands of so many cards, a joker among them."""
    jokers = list(bits(free & ruleset.pack.jokers_mask))[:1]
    others = [card for card in bits(free) if card not in jokers]
    for joker in jokers if held <= hand.size else []:
        yield from (1 << joker | mask_of(rest) for rest in islice(combinations(others, held - 1), FEW))


def _about_to_play(at: Calling, hand: Hand, cards: int) -> Following | Leading:
    return Following(hand, cards, at.trump, at.trick) if at.trick else Leading(hand, cards, at.trump, hand.size - cards.bit_count() + 1)


def _may_call(ruleset: RuleSet, moment: Following | Leading) -> bool:
    """Whether the rules let him play a joker."""
    found = playable(ruleset, moment.cards, moment.trump, moment.trick, moment.trick_number).value
    return isinstance(found, int) and bool(found & ruleset.pack.jokers_mask)
