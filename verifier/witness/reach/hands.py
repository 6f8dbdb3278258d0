"""A whole hand found around what a moment fixes of it: one trick and the cards held then, or the tricks taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from rulespec.game import TakenTrick
from rulespec.ir.cards import bits, mask_of
from rulespec.plays import Play
from rulespec.rulebook import Rulebook
from verifier.witness.reach.backwards import Backwards, Hands, with_trick
from verifier.witness.reach.course import NoCourse, Steps
from verifier.witness.reach.judge import Judge
from verifier.witness.reach.patterns import Manner, counts, uneven
from verifier.witness.reach.table import Places, Plan, Shown, places, shown, trumps_of

STEPS = 1_500  # questions asked and plays tried in one attempt
ATTEMPTS = 10  # see Manner
DEALS = 8  # ways to hand out the other cards, tried in one attempt

Search = Callable[[Manner, Steps], Plan | None]


@dataclass(frozen=True, slots=True)
class Sought:
    """A trick up to a card, or a whole one where `hand` is None: then everybody may hold more cards.

    `hand` is what the player to act holds, `number` the trick's place in its hand where it matters.
    """

    trump: int | None
    trick: tuple[Play, ...]
    hand: int | None = None
    number: int | None = None

    def fixed(self, players: int) -> Hands:
        """What each seat is known to hold when the trick begins; seat 0 leads it."""
        known = [play.mask for play in self.trick] + ([] if self.hand is None else [self.hand])
        return (*known, *[0] * (players - len(known)))

    def helds(self, size: int) -> Sequence[int]:
        """How many cards everybody may hold when the trick begins, in a hand of a size."""
        wanted = range(1, size + 1) if self.hand is None else [self.hand.bit_count()]
        return [held for held in wanted if held <= size and self.number in (None, size - held + 1)]


def to_trick(books: Sequence[Rulebook], sought: Sought, shared: Steps) -> Iterator[tuple[Places, Plan]]:
    """Hands that lead to the trick, in the smallest hand of the game first. Raises NoCourse when the steps are used up."""
    for spots in places(books):
        if all(place.allows(sought.trump) for place in spots):
            around = [_Around(spots, sought, held).plan for held in sought.helds(spots[0].size)]
            yield from ((spots, plan) for plan in _attempts(around, shared))


def by_tricks_taken(spots: Places, taken: tuple[int, ...], shared: Steps) -> Plan:
    """A hand in which the players, in bidding order, take so many tricks each. Raises NoCourse."""
    searches = [partial(_taking, spots, trump, taken) for trump in trumps_of(spots)]
    for plan in _attempts(searches, shared):
        return plan
    raise NoCourse("no play was found in which the players take these tricks")


def _attempts(searches: Sequence[Search], shared: Steps) -> Iterator[Plan]:
    """What the searches find; each has its turn before one of them tries again."""
    waiting = list(searches)
    for attempt in range(ATTEMPTS):
        for search in tuple(waiting):
            plan = _attempt(search, attempt, shared)
            if plan is not None:
                waiting.remove(search)
                yield plan


def _attempt(search: Search, attempt: int, shared: Steps) -> Plan | None:
    try:
        return search(Manner(attempt), Steps(STEPS, shared))
    except NoCourse:
        if shared.left < 0:
            raise
        return None


@dataclass(slots=True)
class _Around:
    """The search for a hand around a trick; everybody holds `held` cards when it begins."""

    spots: Places
    sought: Sought
    held: int

    def plan(self, manner: Manner, steps: Steps) -> Plan | None:
        judge, sought, size = Judge([place.book for place in self.spots], self.sought.trump, steps), self.sought, self.spots[0].size
        start, number = sought.fixed(judge.players), size - self.held + 1
        how = shown(self.spots, sought.trump, mask_of(card for hand in start for card in bits(hand)), size * judge.players)
        if how is None:
            return None
        search = Backwards(judge, how.fits, manner)
        for hands, rest in islice(self._dealt(judge, 0, start, how.pool, number, manner), DEALS):
            tricks = search.before(hands, rest, number - 1, 0)
            if tricks is not None:
                return seated(how, sought.trump, hands, tricks, sought.trick)
        return None

    def _dealt(
        self, judge: Judge, seat: int, hands: Hands, pool: int, number: int, manner: Manner
    ) -> Iterator[tuple[Hands, int]]:
        """Everybody's cards when the trick begins, and the pool without them."""
        if seat == judge.players:
            yield hands, pool
            return
        judge.steps.take()
        trick, hand = self.sought.trick, hands[seat]
        if seat < len(trick) and not may_play(judge, hand, trick, seat, number):
            return
        if hand.bit_count() == self.held:
            yield from self._dealt(judge, seat + 1, hands, pool, number, manner)
            return
        for card in self._in_order(judge, pool, hand, number, manner):
            grown = (*hands[:seat], hand | 1 << card, *hands[seat + 1 :])
            yield from self._dealt(judge, seat, grown, pool & ~(1 << card), number, manner)

    def _in_order(self, judge: Judge, pool: int, hand: int, number: int, manner: Manner) -> list[int]:
        """The pool with those cards first that leave the earlier tricks the most even suits."""
        cards = manner.order(pool)
        if number == 1:
            return cards
        held = [judge.pack.suit_of(card) for card in bits(hand)]
        left = {card: uneven(counts(judge.pack, pool & ~(1 << card)), number - 1, judge.players) for card in cards}
        return sorted(cards, key=lambda card: (left[card], judge.pack.suit_of(card) not in held))


def may_play(judge: Judge, hand: int, trick: Sequence[Play], place: int, number: int) -> bool:
    """Whether the rules let the player at a place of the trick play as he does, holding this hand."""
    play, earlier = trick[place], trick[:place]
    return bool(judge.playable(hand, earlier, number) & play.mask) and play in judge.plays(play.card, earlier)


def _taking(spots: Places, trump: int | None, taken: tuple[int, ...], manner: Manner, steps: Steps) -> Plan | None:
    """A hand played from nothing held at its end; the seats are in bidding order."""
    judge, size = Judge([place.book for place in spots], trump, steps), spots[0].size
    how = shown(spots, trump, 0, size * judge.players)
    if how is None:
        return None
    search = Backwards(judge, how.fits, manner, first=0)
    nothing = (0,) * judge.players
    for winner in (seat for seat in range(judge.players) if taken[seat]):
        tricks = search.before(nothing, how.pool, size, winner, taken)
        if tricks is not None:
            return seated(how, trump, nothing, tricks, ())
    return None


def seated(how: Shown, trump: int | None, hands: Hands, tricks: Sequence[TakenTrick], trick: tuple[Play, ...]) -> Plan:
    """The plan of a hand, with the seats turned so that the last one deals."""
    for earlier in tricks:
        hands = with_trick(hands, earlier)
    first = tricks[0].leader if tricks else 0
    turned = (*hands[first:], *hands[:first])
    plays = (*(play for earlier in tricks for play in earlier.plays), *trick)
    return Plan(hands[0].bit_count(), len(hands) - 1, turned, trump, how.turned, how.last(turned[-1]), None, plays)
