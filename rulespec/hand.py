"""One hand step by step: who acts, what is legal, what an act leads to.

A state is a value. Games are played, records judged and witnesses replayed by the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from rulespec import questions
from rulespec.game import Action, Bid, Deal, DealAgain, NameTrump, Opening, PlayedHand, PlayedSet, TakenTrick, Trump
from rulespec.ir.ruleset import AnyRow, Choose, Fixed, Row, TrumpMethod, Turn
from rulespec.meanings.python.sections import Answer
from rulespec.notation import action_text
from rulespec.plays import Play
from rulespec.questions.trump import trump_row
from rulespec.rulebook import Rulebook

TRUMP, BID, PLAY, NO_WINNER, OVER = "trump", "bid", "play", "no winner", "over"
SHOWN = 60  # characters of an answer that is no act at all
CALL, TURN = "call", "turn"  # further kinds of an illegal act: a joker's announcement; not this act's time


class IllegalAct(Exception):
    """An act the rules do not allow.

    `kind` is one of trump, bid, play, call (a joker's announcement) and turn (another act is due),
    `row` the row that forbids it, or None where no row is needed for that (a card not held), `why`
    the reason in words.
    """

    def __init__(self, kind: str, seat: int, what: Action, row: AnyRow | None, why: str, legal: tuple[Action, ...], text: str) -> None:
        super().__init__(text)
        self.kind, self.seat, self.what, self.row, self.why, self.legal = kind, seat, what, row, why, legal


class Stuck(Exception):
    """The rules leave the game without a way on; the message says where.

    `state` is the hand it happened in, None where none was begun; of a whole game `hands` are those before it, `sets` the finished ones.
    """

    def __init__(self, text: str, state: HandState | None = None) -> None:
        super().__init__(text)
        self.state = state
        self.hands: tuple[PlayedHand, ...] = ()
        self.sets: tuple[PlayedSet, ...] = ()


class NoWinner(Stuck):
    """A full trick for which the rules name no winner."""


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand up to some point; `bids` in bidding order, `held` what each seat still has, as a mask.

    `turn` is the seat to act, or None where the hand is over or stuck in a trick without a winner.
    """

    book: Rulebook = field(compare=False, repr=False)
    opening: Opening
    deal: Deal
    held: tuple[int, ...]
    trump: Trump | None = None
    bids: tuple[int, ...] = ()
    tricks: tuple[TakenTrick, ...] = ()
    table: tuple[Play, ...] = ()
    phase: str = field(init=False, compare=False)
    turn: int | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """These two are asked for at every step, so they are found once."""
        object.__setattr__(self, "phase", self._phase())
        object.__setattr__(self, "turn", self._turn())

    # --- where the hand stands -----------------------------------------------------------------

    def _phase(self) -> str:
        if self.trump is None and not (self.after_bids and len(self.bids) < self.book.players):
            return TRUMP
        if len(self.bids) < self.book.players:
            return BID
        if len(self.table) == self.book.players:
            return NO_WINNER
        return PLAY if len(self.tricks) < self.deal.size else OVER

    @property
    def leader(self) -> int:
        """Who leads the trick in progress."""
        return self.tricks[-1].winner if self.tricks else self.seat_after(self.opening.dealer)

    def _turn(self) -> int | None:
        match self.phase:
            case "trump":
                return self.chooser
            case "bid":
                return self.seat_after(self.opening.dealer, 1 + len(self.bids))
            case "play":
                return self.seat_after(self.leader, len(self.table))
            case _:
                return None

    @property
    def chooser(self) -> int:
        """The seat that names the trump where the rules let a player do so."""
        match self.choice.by:
            case "dealer":
                return self.opening.dealer
            case "highest_bidder":
                return self.seat_after(self.opening.dealer, 1 + self.bids.index(max(self.bids)))
            case _:
                return self.seat_after(self.opening.dealer)

    @property
    def choice(self) -> Choose:
        """What the player who names the trump may choose from."""
        method = self.trump_row.result
        found = method.joker if isinstance(method, Turn) else method
        assert isinstance(found, Choose)
        return found

    @property
    def after_bids(self) -> bool:
        """Whether the trump, which is still open, is named when everybody has bid."""
        return self.choice.after_bids

    @property
    def turned(self) -> int | None:
        """The card that is turned for the trump, where one is and is left."""
        match method := self.trump_row.result:
            case Turn("dealers_last_card"):
                return self.deal.hands[self.opening.dealer][-1]
            case Turn():
                return self.deal.rest[0] if self.deal.rest else None
            case Choose() | Fixed():
                return None
            case _:
                assert_never(method)

    def seat_after(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.book.players

    @property
    def trump_row(self) -> Row[TrumpMethod]:
        return trump_row(self.book.ruleset, self.deal.size, self.opening.set_number, self.book.deck.bit_count())

    def bids_by_seat(self) -> tuple[int, ...]:
        """Everybody's bid; all must have bid."""
        first = self.seat_after(self.opening.dealer)
        return tuple(self.bids[(seat - first) % self.book.players] for seat in range(self.book.players))

    def taken(self) -> tuple[int, ...]:
        """Tricks taken by each seat."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(seat) for seat in range(self.book.players))

    # --- what may be done ------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Everything the seat to act may do; nothing where the hand is over or the rules leave him nothing."""
        match self.phase:
            case "trump":
                again = self.choice.again
                more = (DealAgain(),) if again is not None and self.opening.redeals < again.at_most else ()
                return (*map(NameTrump, self.choice.calls), *more)
            case "bid":
                return tuple(map(Bid, self.book.legal_bids(self.deal.size, self.bids, self.passes)))
            case "play":
                cards = self.playable().value
                assert isinstance(cards, int)
                return tuple(self.book.plays(cards, self.suit, self.table))
            case _:
                return ()

    def playable(self) -> Answer:
        """The cards the seat to act may play, and the row that says so."""
        assert self.turn is not None
        return self.book.playable(self.held[self.turn], self.suit, self.table, len(self.tricks) + 1)

    @property
    def suit(self) -> int | None:
        return None if self.trump is None else self.trump.suit

    @property
    def passes(self) -> int:
        """Zero bids the seat to act made in earlier hands."""
        return self.opening.passes[self.turn or 0] if self.opening.passes else 0

    # --- acts --------------------------------------------------------------------------------------

    def after(self, action: Action) -> HandState:
        """The hand after an act. Raises IllegalAct."""
        if action not in self.legal():
            raise self.illegal(action)
        return self.step(action)

    def step(self, action: Action) -> HandState:
        """The hand after an act that is known to be legal."""
        match action:
            case NameTrump(suit):
                return replace(self, trump=Trump(suit, self.turned, self.turn, self.after_bids))
            case DealAgain():
                raise Stuck(f"hand {self.opening.number} is dealt again, and needs another deal")
            case Bid(number):
                return replace(self, bids=(*self.bids, number))
            case Play():
                return self._played(action)

    def _played(self, play: Play) -> HandState:
        seat, table, tricks = self.turn, (*self.table, play), self.tricks
        held = tuple([cards & ~play.mask if s == seat else cards for s, cards in enumerate(self.held)])
        place = self.book.winner(self.suit, table) if len(table) == self.book.players else None
        if place is not None:
            leader = self.leader
            tricks, table = (*tricks, TakenTrick(leader, table, self.seat_after(leader, place))), ()
        return HandState(self.book, self.opening, self.deal, held, self.trump, self.bids, tricks, table)

    def illegal(self, action: Action) -> IllegalAct:
        """Why an act is not legal here, with the row that forbids it."""
        return self.refuse(action, *self._objection(action), self.legal())

    def refuse(self, action: Action, kind: str, row: AnyRow | None, why: str, legal: tuple[Action, ...]) -> IllegalAct:
        pack = self.book.pack
        shown = action_text(pack, action) if isinstance(action, Action) else repr(action)[:SHOWN]
        allowed = ", ".join(action_text(pack, act) for act in legal) or "nothing"
        by = f" by the row `{row.name}`" if row is not None else ""
        seat = self.opening.dealer if self.turn is None else self.turn
        return IllegalAct(kind, seat, action, row, why, legal, f"`{shown}` is not legal{by}: {why}; legal is {allowed}")

    def _objection(self, action: Action) -> tuple[str, AnyRow | None, str]:
        match self.phase, action:
            case "trump", NameTrump() | DealAgain():
                return TRUMP, self.trump_row, "this cannot be named"
            case "bid", Bid(number):
                return BID, *self._bid_objection(number)
            case "play", Play():
                return self._play_objection(action)
            case phase, _:
                return TURN, None, "the hand is over" if phase in (OVER, NO_WINNER) else f"the next act is a {phase}"

    def _bid_objection(self, number: int) -> tuple[AnyRow | None, str]:
        if not 0 <= number <= self.deal.size:
            return None, f"a bid is a number from 0 to {self.deal.size}"
        row = questions.bid_forbidden(self.book.ruleset, number, self.deal.size, self.bids, self.passes)
        return row, "this bid may not be made"

    def _play_objection(self, play: Play) -> tuple[str, AnyRow | None, str]:
        answer, pack = self.playable(), self.book.pack
        assert self.turn is not None and isinstance(answer.value, int)
        if not play.mask & self.held[self.turn]:
            return PLAY, None, "the player does not hold it"
        if not play.mask & answer.value:
            return PLAY, answer.row, f"only {' '.join(pack.names(answer.value)) or 'nothing'} may be played"
        if not play.is_joker(pack):
            return CALL, None, "only a joker is announced"
        if play.level is None:
            return CALL, None, "a joker is announced high or low"
        row = questions.call_forbidden(self.book.ruleset, play.level, play.named, self.suit, self.table)
        return CALL, row, "a joker may not be announced so"


def replay(state: HandState, actions: Iterable[Action]) -> HandState:
    """The hand after all the acts. Raises IllegalAct for the first that the rules forbid."""
    for action in actions:
        state = state.after(action)
    return state
