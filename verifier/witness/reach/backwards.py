"""Earlier tricks of a hand, found from the last one back to the first.

Going back, every player's later cards are known when a card is put before them, so each play can
be judged at once and a trick that is placed never has to be looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from rulespec.game import TakenTrick
from rulespec.ir.cards import mask_of
from rulespec.plays import Play
from verifier.witness.reach.judge import Judge
from verifier.witness.reach.patterns import Manner, counts, patterns

Hands = tuple[int, ...]  # a mask a seat
Taken = tuple[int, ...] | None  # tricks each seat has still to win; None where nobody minds
SAME_CARDS = 2  # how many ways to play the same cards are tried


class Backwards:
    """`fits` judges the full hands and the seat that leads the first trick."""

    def __init__(self, judge: Judge, fits: Callable[[Hands, int], bool], manner: Manner, first: int | None = None) -> None:
        self.judge, self.fits, self.manner, self.first = judge, fits, manner, first
        self.players = judge.players
        self.dead: set[tuple[Hands, int, Taken]] = set()

    def before(self, hands: Hands, pool: int, number: int, lead: int, taken: Taken = None) -> tuple[TakenTrick, ...] | None:
        """Tricks 1 to `number` from the pool, the last won by the seat `lead`; None where there are none."""
        if number == 0:
            return () if self.fits(hands, lead) else None
        key = (hands, lead, taken)
        if key in self.dead:
            return None
        for trick in self._tricks(hands, pool, number, lead, taken):
            found = self.before(with_trick(hands, trick), pool & ~_cards(trick), number - 1, trick.leader, less(taken, lead))
            if found is not None:
                return (*found, trick)
        self.dead.add(key)
        return None

    def _tricks(self, hands: Hands, pool: int, number: int, winner: int, taken: Taken) -> Iterator[TakenTrick]:
        """Legal tricks that the winner takes, the most promising first."""
        leaders = self._leaders(number, winner, less(taken, winner))
        pack = self.judge.pack
        for pattern in patterns(counts(pack, pool), number, self.players, self.judge.trump):
            for cards in self.manner.selections(pack, pool, pattern):
                by_leader = (self._played(hands, cards, number, winner, leader, ()) for leader in leaders)
                if number == 1:  # who leads now decides who dealt
                    yield from (trick for tricks in by_leader for trick in islice(tricks, 1))
                else:
                    yield from islice(chain.from_iterable(by_leader), SAME_CARDS)

    def _leaders(self, number: int, winner: int, taken: Taken) -> list[int]:
        """Who may have led the trick: the winner of the one before it."""
        seats = [(winner + i) % self.players for i in range(self.players)]
        if number == 1 and self.first is not None:
            return [self.first]
        return [seat for seat in seats if taken is None or number == 1 or taken[seat]]

    def _played(
        self, hands: Hands, cards: Sequence[int], number: int, winner: int, leader: int, plays: tuple[Play, ...]
    ) -> Iterator[TakenTrick]:
        """The cards handed out and played in turn, the winner's the strongest that will do."""
        self.judge.steps.take()
        if not cards:
            if self.judge.winner(plays) == (winner - leader) % self.players:
                yield TakenTrick(leader, plays, winner)
            return
        seat = (leader + len(plays)) % self.players
        for card in sorted(cards, reverse=seat == winner):
            if self.judge.playable(hands[seat] | 1 << card, plays, number) >> card & 1:
                rest = [other for other in cards if other != card]
                for play in self._announced(card, plays, seat == winner):
                    yield from self._played(hands, rest, number, winner, leader, (*plays, play))

    def _announced(self, card: int, plays: tuple[Play, ...], winning: bool) -> list[Play]:
        ways = self.judge.plays(card, plays)
        return ways if winning else ways[::-1]


def less(taken: Taken, winner: int) -> Taken:
    return None if taken is None else tuple(n - (seat == winner) for seat, n in enumerate(taken))


def _cards(trick: TakenTrick) -> int:
    return mask_of(play.card for play in trick.plays)


def with_trick(hands: Hands, trick: TakenTrick) -> Hands:
    """The hands with the trick's cards taken back."""
    grown = list(hands)
    for i, play in enumerate(trick.plays):
        grown[(trick.leader + i) % len(hands)] |= play.mask
    return tuple(grown)

