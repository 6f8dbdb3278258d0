"""A game up to a moment, as the engine has replayed it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulespec import tally
from rulespec.hand import BID, OVER, PLAY, HandState
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import (
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
)

STATE_LEVEL = "state-level (reachability not shown)"


@dataclass(frozen=True, slots=True)
class Line:
    """The game under one rule set: every hand from the first, the last one up to the moment."""

    ruleset: RuleSet = field(repr=False)
    hands: tuple[HandState, ...]

    @property
    def now(self) -> HandState | None:
        """The hand of the moment; None where nothing need be dealt for it."""
        return self.hands[-1] if self.hands else None


@dataclass(frozen=True, slots=True)
class Course:
    """A complete legal game up to a moment, a line for each rule set it is legal under.

    All lines share the cards, bids and plays of the moment's hand. `moment` is the one asked for;
    where the rules do not look at it, jokers may have changed places and so may the cards behind the lead.
    """

    moment: Moment
    lines: tuple[Line, ...]

    @property
    def line(self) -> Line:
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class NotReached:
    """No course was found within the bounds; this says nothing about whether there is one."""

    reason: str

    def __str__(self) -> str:
        return f"{STATE_LEVEL}: {self.reason}"


class NoCourse(Exception):
    """There is no way on; the message says why."""


class Steps:
    """What a search may still spend, alone and together with others.

    Counted in steps and not in seconds, so that every machine stops at the same place.
    """

    def __init__(self, limit: int, shared: Steps | None = None) -> None:
        self.limit = self.left = limit
        self.shared = shared

    def take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise NoCourse(f"no course in {self.limit} steps of search")
        if self.shared is not None:
            self.shared.take()


def leads_to(hands: tuple[HandState, ...], moment: Moment) -> bool:
    """Whether the last of these hands stands at the moment."""
    match moment:
        case Leading() | Following():
            state = hands[-1]
            there = state.phase == PLAY and state.suit == moment.trump and state.table == moment.trick
            return there and _held(state) == moment.cards and len(state.tricks) + 1 == moment.trick_number
        case WholeTrick(_, trump, trick):
            return hands[-1].suit == trump and trick in (hands[-1].table, _last_trick(hands[-1]))
        case Bidding(hand, earlier):
            return hands[-1].phase == BID and hands[-1].bids == earlier and hands[-1].deal.size == hand.size
        case HandEnd(hand, bids, tricks):
            again = tally.doubled(hands[-1].book.ruleset, hands[-1].opening, hand.size)
            return _ended(hands[-1], hand.size, bids, tricks) and again == moment.doubled
        case SetEnd(_, cards, bids, tricks, dealer):
            played = hands[-len(cards) :]
            sound = all(_ended(*parts) for parts in zip(played, cards, _in_order(played, bids), _in_order(played, tricks), strict=True))
            return sound and dealer in (None, played[0].opening.dealer)
        case Dealing() | GameShape() | GameEnd():
            return True
        case _:
            assert_never(moment)


def _held(state: HandState) -> int | None:
    return None if state.turn is None else state.held[state.turn]


def _last_trick(state: HandState) -> object:
    return state.tricks[-1].plays if state.tricks and not state.table else None


def _in_order(hands: tuple[HandState, ...], by_seat: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """Numbers by seat as numbers in bidding order."""
    return [bidding_order(state.opening.dealer, row) for state, row in zip(hands, by_seat, strict=True)]


def bidding_order(dealer: int, by_seat: tuple[int, ...]) -> tuple[int, ...]:
    first = (dealer + 1) % len(by_seat)
    return (*by_seat[first:], *by_seat[:first])


def _ended(state: HandState, size: int, bids: tuple[int, ...], tricks: tuple[int, ...]) -> bool:
    taken = bidding_order(state.opening.dealer, state.taken())
    return state.phase == OVER and state.deal.size == size and state.bids == bids and taken == tricks
