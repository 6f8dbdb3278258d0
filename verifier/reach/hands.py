"""A whole hand found around what a moment fixes of it: one trick and the cards held then, or the tricks taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from rulespec.game import TakenTrick
from rulespec.ir.cards import bits, mask_of
from rulespec.rulebook import Rulebook
from rulespec.situations import Play
from verifier.reach.backwards import Backwards, Hands, with_trick
from verifier.reach.course import NoCourse, Steps
from verifier.reach.judge import Judge
from verifier.reach.patterns import counts, uneven
from verifier.reach.table import Places, Plan, Shown, places, shown, trumps_of

STEPS = 3_000  # plays tried in one attempt
ALL_STEPS = 20_000  # in all attempts for one moment
ATTEMPTS = 4  # the first goes by the order of the cards, the others by chance
DEALS = 8  # ways to hand out the other cards, tried in one attempt

Search = Callable[[Random | None, Steps], Plan | None]


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


def to_trick(books: Sequence[Rulebook], sought: Sought) -> Iterator[tuple[Places, Plan]]:
    """Hands that lead to the trick, in the smallest hand of the game first. Raises NoCourse when the steps are used up."""
    shared = Steps(ALL_STEPS)
    for spots in places(books):
        if all(place.allows(sought.trump) for place in spots):
            for held in sought.helds(spots[0].size):
                around = _Around(spots, sought, held)
                yield from ((spots, plan) for plan in _attempts(around.plan, shared))


def by_tricks_taken(spots: Places, taken: tuple[int, ...]) -> Plan:
    """A hand in which the players, in bidding order, take so many tricks each. Raises NoCourse."""
    shared = Steps(ALL_STEPS)
    for trump in trumps_of(spots):
        plan = next(_attempts(lambda rng, steps, t=trump: _taking(spots, t, taken, steps), shared, 1), None)  # type: ignore[misc]
        if plan is not None:
            return plan
    raise NoCourse("no play was found in which the players take these tricks")


def _attempts(search: Search, shared: Steps, attempts: int = ATTEMPTS) -> Iterator[Plan]:
    """The plan of the first attempt that finds one."""
    for attempt in range(attempts):
        try:
            plan = search(Random(attempt) if attempt else None, Steps(STEPS, shared))
        except NoCourse:
            if shared.left < 0:
                raise
            continue
        if plan is not None:
            yield plan
            return


@dataclass(slots=True)
class _Around:
    """The search for a hand around a trick; everybody holds `held` cards when it begins."""

    spots: Places
    sought: Sought
    held: int

    def plan(self, rng: Random | None, steps: Steps) -> Plan | None:
        judge, sought, size = Judge([place.book for place in self.spots], self.sought.trump), self.sought, self.spots[0].size
        start, number = sought.fixed(judge.players), size - self.held + 1
        how = shown(self.spots, sought.trump, mask_of(card for hand in start for card in bits(hand)), size * judge.players)
        if how is None:
            return None
        search = Backwards(judge, how.fits, steps)
        for hands, rest in islice(self._dealt(judge, 0, start, how.pool, number, rng, steps), DEALS):
            tricks = search.before(hands, rest, number - 1, 0)
            if tricks is not None:
                return seated(how, sought.trump, hands, tricks, sought.trick)
        return None

    def _dealt(
        self, judge: Judge, seat: int, hands: Hands, pool: int, number: int, rng: Random | None, steps: Steps
    ) -> Iterator[tuple[Hands, int]]:
        """Everybody's cards when the trick begins, and the pool without them."""
        if seat == judge.players:
            yield hands, pool
            return
        steps.take()
        trick, hand = self.sought.trick, hands[seat]
        if seat < len(trick) and not may_play(judge, hand, trick, seat, number):
            return
        if hand.bit_count() == self.held:
            yield from self._dealt(judge, seat + 1, hands, pool, number, rng, steps)
            return
        for card in self._in_order(judge, pool, hand, number, rng):
            grown = (*hands[:seat], hand | 1 << card, *hands[seat + 1 :])
            yield from self._dealt(judge, seat, grown, pool & ~(1 << card), number, rng, steps)

    def _in_order(self, judge: Judge, pool: int, hand: int, number: int, rng: Random | None) -> list[int]:
        """The pool with those cards first that leave the earlier tricks the most even suits."""
        cards = list(bits(pool))
        if rng is not None:
            rng.shuffle(cards)
        if number == 1:
            return cards
        held = [judge.pack.suit_of(card) for card in bits(hand)]
        left = {card: uneven(counts(judge.pack, pool & ~(1 << card)), number - 1, judge.players) for card in cards}
        return sorted(cards, key=lambda card: (left[card], judge.pack.suit_of(card) not in held))


def may_play(judge: Judge, hand: int, trick: Sequence[Play], place: int, number: int) -> bool:
    """Whether the rules let the player at a place of the trick play as he does, holding this hand."""
    play, earlier = trick[place], trick[:place]
    return bool(judge.playable(hand, earlier, number) & play.mask) and play in judge.plays(play.card, earlier)


def _taking(spots: Places, trump: int | None, taken: tuple[int, ...], steps: Steps) -> Plan | None:
    """A hand played from nothing held at its end; the seats are in bidding order."""
    judge, size = Judge([place.book for place in spots], trump), spots[0].size
    how = shown(spots, trump, 0, size * judge.players)
    if how is None:
        return None
    search = Backwards(judge, how.fits, steps, first=0)
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
