"""Every game of a small pack, played by the engine alone, and the situations that arise in them.

The other opinions on when a situation can arise are tested against this one, so it knows nothing of them: deals are
dealt, trumps settled and cards played by the engine's own steps. A state that was met before is not played again.
Nobody's place at the table matters but from the dealer, so the first hand is dealt by the last seat.
The engine gives the joker that is dealt first the first joker's bit; `alike` forgets which of them it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rulespec import tally
from rulespec.game import Deal, Opening, PlayedHand, Trump
from rulespec.ir.ruleset import RuleSet
from rulespec.questions.finish import places
from rulespec.rulebook import rulebook
from verifier.small_game.hand import HandPlay, Row, Work, method_of, turned
from verifier.small_game.met import (
    NO_BID,
    NO_DEAL,
    BidMet,
    CallMet,
    DeadEnd,
    DeckMet,
    FinishMet,
    FollowMet,
    HandMet,
    LeadMet,
    Met,
    ScoreMet,
    SetMet,
    StrengthMet,
    TrumpMet,
)

LIMIT = 300_000  # steps of one game's exploration
Hands = tuple[tuple[Row, Row], ...]  # bids and tricks by seat, of each hand of a set


@dataclass(frozen=True, slots=True)
class Reached:
    """A hand that games come to: from which passes (by seat), with which bids then (in playing order), and its play."""

    hand: HandMet
    bids: dict[Row, list[Row]]
    play: HandPlay


class SmallGame:
    """What arises in the games of a rule set whose options are settled. Everything is worked out when it is asked for."""

    def __init__(self, ruleset: RuleSet, limit: int = LIMIT) -> None:
        self.book, self.players = rulebook(ruleset), ruleset.players
        self.watched = range(self.players if "passes_before" in self.book.reads["bid"] else 0)
        self.work = Work(limit)
        self.dead: set[DeadEnd] = set()
        self.plays: dict[object, HandPlay] = {}
        self.legal: dict[object, Row] = {}
        sizes = [(number, size) for number, one in enumerate(self.book.schedule, start=1) for size in one]
        left = self.book.deck.bit_count()
        self.hands = [HandMet(i, n, size, (i - 1) % self.players, left - size * self.players) for i, (n, size) in enumerate(sizes, start=1)]

    # --- hands and bids ----------------------------------------------------------------------------

    @cached_property
    def reached(self) -> list[Reached]:
        """The hands that some game comes to, in order."""
        return list(self.course(self.watched, set()))

    def course(self, watched: Sequence[int], met: set[BidMet]) -> Iterator[Reached]:
        """Hand after hand, as long as games go on; passes are counted for the watched seats, whose bids are noted."""
        before: set[Row] = {(0,) * self.players}
        for hand in self.hands:
            if not before:
                return
            play = self.play_of(hand)
            bids = {passes: self.bids(hand, passes, watched, met) for passes in before} if play.starts else {}
            yield Reached(hand, bids, play)
            ends = play.ends if any(bids.values()) else frozenset()
            before = {self.passes_after(hand, passes, row, watched) for passes, rows in bids.items() for row in rows if ends}

    def bids(self, hand: HandMet, passes: Row, watched: Sequence[int], met: set[BidMet]) -> list[Row]:
        """Everything that can be bid in a hand, in bidding order."""
        rows: list[Row] = [()]
        for place in range(self.players):
            seat, grown = self.seat(hand, place), list[Row]()
            for row in rows:
                legal = self.legal_bids(hand.size, row, passes[seat])
                if seat in watched:
                    met.add(BidMet(hand.number, hand.size, place, row, passes[seat], legal))
                grown += [(*row, bid) for bid in legal]
            rows = grown
            self.work.spend(len(rows))
        return rows

    def legal_bids(self, size: int, earlier: Row, passes: int) -> Row:
        key = (size, earlier, passes)
        if key not in self.legal:
            self.legal[key] = tuple(self.book.legal_bids(size, earlier, passes))
        return self.legal[key]

    def seat(self, hand: HandMet, place: int) -> int:
        """Who sits at a place in the bidding; the last seat deals the first hand."""
        return (hand.dealer + place) % self.players

    def by_seat(self, hand: HandMet, row: Row) -> Row:
        return turned(row, -self.seat(hand, 0))

    def passes_after(self, hand: HandMet, passes: Row, row: Row, watched: Sequence[int]) -> Row:
        bids = self.by_seat(hand, row)
        return tuple(made + (seat in watched and bids[seat] == 0) for seat, made in enumerate(passes))

    def play_of(self, hand: HandMet) -> HandPlay:
        key = (hand.size, method_of(self.book, hand))
        if key not in self.plays:
            self.plays[key] = HandPlay(self.book, hand, self.work)
        return self.plays[key]

    # --- what is met -----------------------------------------------------------------------------------

    @cached_property
    def deck(self) -> frozenset[DeckMet]:
        return frozenset({DeckMet(self.book.deck)})

    @cached_property
    def schedule(self) -> frozenset[HandMet]:
        return frozenset(r.hand for r in self.reached if r.play.starts)

    @cached_property
    def trump(self) -> frozenset[TrumpMet]:
        hands = ((r.hand, r.play) for r in self.reached)
        return frozenset(TrumpMet(h.number, h.size, h.set_number, play.how, suit) for h, play in hands for suit in play.trumps)

    @cached_property
    def bid(self) -> frozenset[BidMet]:
        """A rule that reads no passes leaves each seat's number of them to that seat alone."""
        met: set[BidMet] = set()
        for watched in [self.watched] if self.watched else [[seat] for seat in range(self.players)]:
            for _ in self.course(watched, met):
                pass
        return frozenset(met)

    @cached_property
    def lead(self) -> frozenset[LeadMet]:
        return frozenset(replace(met, number=hand.number) for hand, play in self.played for met in play.led)

    @cached_property
    def follow(self) -> frozenset[FollowMet]:
        return frozenset(replace(met, number=hand.number) for hand, play in self.played for met in play.followed)

    @cached_property
    def call(self) -> frozenset[CallMet]:
        return frozenset(met for _, play in self.played for met in play.called)

    @cached_property
    def strength(self) -> frozenset[StrengthMet]:
        return frozenset(met for _, play in self.played for met in play.judged)

    @cached_property
    def played(self) -> list[tuple[HandMet, HandPlay]]:
        """The hands in which cards are played: some bidding before comes to its end."""
        found = [(r.hand, r.play) for r in self.reached if any(r.bids.values())]
        for _, play in found:
            assert play.ends is not None
        return found

    @cached_property
    def score(self) -> frozenset[ScoreMet]:
        return frozenset(met for r in self.reached for met in self.scores(r))

    def scores(self, reached: Reached) -> Iterator[ScoreMet]:
        hand, rows = reached.hand, {row for rows in reached.bids.values() for row in rows}
        for place in range(self.players):
            taken = {row[place] for row in reached.play.ends} if rows else set()
            for bid, total in {(row[place], sum(row)) for row in rows}:
                for tricks in taken:
                    points = self.book.points(hand.size, bid, tricks, total, hand.set_number).value
                    assert isinstance(points, int)
                    yield ScoreMet(hand.number, hand.size, hand.set_number, bid, tricks, total, points)

    # --- sets and the end ------------------------------------------------------------------------------

    @cached_property
    def premium(self) -> frozenset[SetMet]:
        return frozenset(met for _, met, _ in self.sets)

    @cached_property
    def sets(self) -> list[tuple[Row, SetMet, SetEnd]]:
        """Every finished set: passes before it, what it was, and what it leads to."""
        found: list[tuple[Row, SetMet, SetEnd]] = []
        for start, length in self.whole_sets():
            first = self.reached[start]
            for passes in first.bids:
                for hands, after in self.results(start, start + length, passes):
                    points, added = self.worth(start, hands)
                    self.work.spend(1)
                    frame = self.seat(first.hand, 0)
                    bids, tricks = zip(*[(turned(b, frame), turned(t, frame)) for b, t in hands], strict=True)
                    sizes = tuple(r.hand.size for r in self.reached[start : start + length])
                    met = SetMet(first.hand.set_number, sizes, bids, tricks, turned(added, frame))
                    found.append((passes, met, SetEnd(after, tuple(a + b for a, b in zip(points, added, strict=True)))))
        return found

    def whole_sets(self) -> Iterator[tuple[int, int]]:
        """Where each set begins and how many hands it has, as far as some game comes to its end."""
        start = 0
        for sizes in self.book.schedule:
            if start + len(sizes) > len(self.reached):
                return
            yield start, len(sizes)
            start += len(sizes)

    def results(self, at: int, end: int, passes: Row) -> Iterator[tuple[Hands, Row]]:
        """Bids and tricks of the hands up to the end of a set, and the passes then. Any bids go with any tricks: play reads no bid."""
        if at == end:
            yield (), passes
            return
        reached = self.reached[at]
        for row in reached.bids.get(passes, []):
            after = self.passes_after(reached.hand, passes, row, self.watched)
            taken = [self.by_seat(reached.hand, tricks) for tricks in reached.play.ends]
            for rest, last in self.results(at + 1, end, after) if taken else ():
                for tricks in taken:
                    yield ((self.by_seat(reached.hand, row), tricks), *rest), last

    def worth(self, start: int, hands: Hands) -> tuple[Row, Row]:
        """A set's points and premiums by seat, as the engine counts them."""
        ruleset, played = self.book.ruleset, []
        for reached, (bids, tricks) in zip(self.reached[start:], hands, strict=False):
            hand = reached.hand
            opening = Opening((hand.dealer - 1) % self.players, hand.number, hand.set_number)
            points = tally.hand_points(ruleset, opening, hand.size, bids, tricks)
            played.append(PlayedHand(opening, Deal(()), Trump(None), bids, (), tricks, points))
        done = tally.finish_set(ruleset, played, (0,) * self.players)
        return tuple(total - premium for total, premium in zip(done.totals, done.premiums, strict=True)), done.premiums

    @cached_property
    def finish(self) -> frozenset[FinishMet]:
        """Everybody may deal the first hand, and where the order of seats decides it matters who did."""
        now = {((0,) * self.players, (0,) * self.players)}
        numbers = [self.reached[start].hand.set_number for start, _ in self.whole_sets()]
        if len(numbers) < len(self.book.schedule):
            return frozenset()
        for number in numbers:
            ways: dict[Row, set[SetEnd]] = {}
            for passes, met, end in self.sets:
                if met.set_number == number:
                    ways.setdefault(passes, set()).add(end)
            grown: set[tuple[Row, Row]] = set()
            for passes, totals in now:
                self.work.spend(len(ways.get(passes, ())))
                grown |= {(end.passes, tuple(a + b for a, b in zip(totals, end.totals, strict=True))) for end in ways.get(passes, ())}
            now = grown
        every = {turned(totals, seat) for _, totals in now for seat in range(self.players)}
        return frozenset(FinishMet(totals, places(self.book.ruleset.finish, totals)) for totals in every)

    @cached_property
    def dead_ends(self) -> frozenset[DeadEnd]:
        """Where games stop, because the rules leave nothing that may be done or name no winner."""
        bids = {DeadEnd(met.number, NO_BID, met) for met in self.bid if not met.legal}
        deals = {DeadEnd(r.hand.number, NO_DEAL, None) for r in self.reached if not r.play.starts}
        plays = {DeadEnd(hand.number, what, in_hand(at, hand)) for hand, play in self.played for what, at in play.dead}
        return frozenset(bids | deals | plays)


@dataclass(frozen=True, slots=True)
class SetEnd:
    """Passes and points by seat after a set."""

    passes: Row
    totals: Row


def in_hand(at: Met, hand: HandMet) -> Met:
    """What was met in a hand like this one."""
    return replace(at, number=hand.number) if isinstance(at, LeadMet | FollowMet) else at
