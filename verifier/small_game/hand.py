"""A hand dealt and played in every way, by the engine's steps: what is met on the way, and how the tricks can fall.

Places are counted from the left of the dealer. A trick that a player sees again with the same cards in hand is not
asked about again, and a state that was met before is not played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import assert_never

from rulespec.engine import deal
from rulespec.game import Deal, Opening, TakenTrick, Trump
from rulespec.hand import NO_WINNER as NOBODYS_TRICK
from rulespec.hand import HandState, Stuck
from rulespec.ir.cards import Pack, bits
from rulespec.ir.expr import CardsLit, Expr
from rulespec.ir.ruleset import Choose, Fixed, TrumpMethod, Turn
from rulespec.ir.walk import nodes
from rulespec.plays import Play
from rulespec.rulebook import Rulebook
from rulespec.trump import open_hand
from verifier.small_game.met import NO_CALL, NO_CARD, NO_WINNER, CallMet, FollowMet, HandMet, LeadMet, Met, StrengthMet

Row = tuple[int, ...]  # a number a player


class TooLarge(Exception):
    """There is more to play than the limit allows; nothing is left out silently."""


@dataclass(slots=True)
class Work:
    """Steps made, and how many may be."""

    limit: int
    done: int = 0

    def spend(self, steps: int) -> None:
        self.done += steps
        if self.done > self.limit:
            raise TooLarge(f"more than {self.limit:,} steps to play every game of this pack")


class Table:
    """The cards of a trick that are on the table, with what the engine said of them: each is asked about once."""

    __slots__ = ("judged", "legal", "next", "place", "plays", "trump")

    def __init__(self, trump: int | None, plays: tuple[Play, ...]) -> None:
        self.trump, self.plays = trump, plays
        self.next: dict[Play, Table] = {}
        self.legal: dict[tuple[int, int], list[tuple[int, Table]]] = {}
        self.judged = False
        self.place: int | None = None

    def after(self, play: Play) -> Table:
        """The table with one more card, always the same one."""
        if play not in self.next:
            self.next[play] = Table(self.trump, (*self.plays, play))
        return self.next[play]


class HandPlay:
    """Everything that can be dealt, turned up and played in hands of one size whose trump is found in one way."""

    def __init__(self, book: Rulebook, hand: HandMet, work: Work) -> None:
        self.book, self.hand, self.work = book, hand, work
        self.led: set[LeadMet] = set()
        self.followed: set[FollowMet] = set()
        self.called: set[CallMet] = set()
        self.judged: set[StrengthMet] = set()
        self.dead: set[tuple[str, Met]] = set()
        self.known: dict[object, set[Row]] = {}
        self.empty: dict[int | None, Table] = {}

    @cached_property
    def how(self) -> str:
        match method := method_of(self.book, self.hand):
            case Turn(card):
                return card
            case Choose():
                return "chosen"
            case Fixed():
                return "fixed"
            case _:
                assert_never(method)

    @cached_property
    def starts(self) -> list[HandState]:
        """The hand dealt in every way, its trump settled; empty where the pack is too small for it."""
        found: dict[object, HandState] = {}
        for dealt in deals(self.book, self.hand, self.work):
            try:
                state = open_hand(self.book, Opening(self.book.players - 1, 1, self.hand.set_number), dealt)
            except Stuck:
                return []
            for one in [state] if state.trump else map(state.step, state.legal()):
                found.setdefault((one.held, one.suit), one)
        return list(found.values())

    @cached_property
    def trumps(self) -> set[int | None]:
        return {state.suit for state in self.starts}

    @cached_property
    def ends(self) -> frozenset[Row]:
        """How the tricks can fall, by place in playing order: what is met on the way is kept."""
        return frozenset(row for state in self.starts for row in self.tricks(state.held, state.suit, 1))

    def tricks(self, held: Row, trump: int | None, number: int) -> set[Row]:
        """How the tricks from this one on can fall, counted from its leader. What was met before is not played again."""
        key = (held, trump, number)
        if key not in self.known:
            if trump not in self.empty:
                self.empty[trump] = Table(trump, ())
            rows: set[Row] = set()
            self.trick(held, self.empty[trump], number, rows)
            self.known[key] = rows
        return self.known[key]

    def trick(self, held: Row, table: Table, number: int, rows: set[Row]) -> None:
        """The same with some cards of the trick on the table: added to the rows."""
        seat = len(table.plays)
        if seat == self.book.players:
            self.after_trick(held, table, number, rows)
            return
        self.work.spend(1)
        for mask, after in self.may_play(held[seat], table, number):
            self.trick((*held[:seat], held[seat] & ~mask, *held[seat + 1 :]), after, number, rows)

    def after_trick(self, held: Row, table: Table, number: int, rows: set[Row]) -> None:
        """The winner leads on, and everybody is counted from him."""
        winner = self.winner(table)
        if winner is not None:
            last = number == self.hand.size
            ends = [(0,) * len(held)] if last else self.tricks(turned(held, winner), table.trump, number + 1)
            rows.update([turned((row[0] + 1, *row[1:]), -winner) for row in ends])

    # --- what the engine is asked: once for everything that a player can see of the trick ---------------

    def moment(self, hand: int, trump: int | None, table: tuple[Play, ...], number: int) -> HandState:
        """A hand of the engine with this trick on the table, led by seat 0; the player whose turn it is holds `hand`."""
        nobody, before = (0,) * self.book.players, (TakenTrick(0, (), 0),) * (number - 1)
        held = tuple(hand if seat == len(table) else 0 for seat in range(self.book.players))
        unseen = Deal(((0,) * self.hand.size,) * self.book.players)
        return HandState(self.book, Opening(self.book.players - 1), unseen, held, Trump(trump), nobody, before, table)

    def winner(self, table: Table) -> int | None:
        """The place whose card takes a whole trick; None where the rules name none."""
        if not table.judged:
            *before, last = table.plays
            after = self.moment(last.mask, table.trump, tuple(before), 1).step(last)
            table.judged, table.place = True, None if after.phase == NOBODYS_TRICK else after.tricks[-1].winner
            self.judged.add(met := StrengthMet(table.trump, table.plays, table.place))
            if table.place is None:
                self.dead.add((NO_WINNER, met))
        return table.place

    def may_play(self, hand: int, table: Table, number: int) -> list[tuple[int, Table]]:
        """What a player may do: the card, and the table with it. The question is kept, and a dead end too."""
        key = (hand, number)
        if key not in table.legal:
            legal = self.note(self.moment(hand, table.trump, table.plays, number), hand, number)
            table.legal[key] = [(play.mask, table.after(play)) for play in legal]
        return table.legal[key]

    def note(self, state: HandState, hand: int, number: int) -> list[Play]:
        cards, legal = state.playable().value, [act for act in state.legal() if isinstance(act, Play)]
        assert isinstance(cards, int)
        lead = LeadMet(self.hand.number, self.hand.size, hand, state.suit, number, cards)
        follow = FollowMet(self.hand.number, self.hand.size, hand, state.suit, number, state.table, cards)
        if state.table:
            self.followed.add(follow)
        else:
            self.led.add(lead)
        call = call_met(state, legal)
        if cards & self.book.pack.jokers_mask:
            self.called.add(call)
        if not legal:
            self.dead.add((NO_CALL, call) if cards else (NO_CARD, follow if state.table else lead))
        return legal


def call_met(state: HandState, legal: list[Play]) -> CallMet:
    lead, pack = next(iter(state.table), None), state.book.pack
    asked = None if lead is None else lead.named if lead.is_joker(pack) else pack.suit_of(lead.card)
    return CallMet(not state.table, state.suit, asked, frozenset((p.level, p.named) for p in legal if p.is_joker(pack)))


def method_of(book: Rulebook, hand: HandMet) -> TrumpMethod:
    """How the trump of a hand is found."""
    nobody = Opening(0, hand.number, hand.set_number)
    return HandState(book, nobody, Deal(((0,) * hand.size,) * book.players), (0,) * book.players, Trump(None)).trump_row.result


def deals(book: Rulebook, hand: HandMet, work: Work) -> Iterator[Deal]:
    """Every way a hand can be dealt, as far as it matters: who holds what, and the suit of the card that shows the trump.

    The last seat deals. The engine calls the joker that comes up first the first one, wherever it is laid here.
    """
    method, pack = method_of(book, hand), book.pack
    jokers = [] if jokers_differ(book) else list(bits(book.deck & pack.jokers_mask))
    for hands, rest in shares(tuple(bits(book.deck)), hand.size, book.players):
        holders = [next((seat for seat, one in enumerate(hands) if card in one), len(hands)) for card in jokers]
        if holders != sorted(holders):
            continue
        work.spend(1)
        match method:
            case Turn("dealers_last_card"):
                for card in one_a_suit(pack, hands[-1]):
                    last = (*(c for c in hands[-1] if c != card), card)
                    yield dealt(book, hand, (*hands[:-1], last), rest)
            case Turn() if rest:
                for card in one_a_suit(pack, rest):
                    yield dealt(book, hand, hands, (card, *(c for c in rest if c != card)))
            case Turn() | Choose() | Fixed():
                yield dealt(book, hand, hands, rest)
            case _:
                assert_never(method)


def dealt(book: Rulebook, hand: HandMet, hands: tuple[Row, ...], rest: Row) -> Deal:
    early = [sorted(one[:-1], key=lambda card: card != book.pack.suited) + [*one[-1:]] for one in hands]
    order = [one[i] for i in range(hand.size) for one in early]
    return deal(book, [*order, *rest], hand.size, book.players - 1)


def jokers_differ(book: Rulebook) -> bool:
    """Whether a rule of play speaks of some jokers and not of others, which are alike otherwise."""
    rows = [row for section in ("lead", "follow", "strength") for row in book.ruleset.rows(section)]
    exprs = [expr for row in rows for expr in (row.when, row.result) if isinstance(expr, Expr)]
    named = {node.mask & book.deck & book.pack.jokers_mask for expr in exprs for node in nodes(expr) if isinstance(node, CardsLit)}
    return bool(named - {0, book.deck & book.pack.jokers_mask})


def shares(cards: Row, size: int, players: int) -> Iterator[tuple[tuple[Row, ...], Row]]:
    """The cards of each player, and those that are left."""
    if not players:
        yield (), cards
        return
    for mine in combinations(cards, size):
        others = tuple(card for card in cards if card not in mine)
        for hands, rest in shares(others, size, players - 1):
            yield (mine, *hands), rest


def one_a_suit(pack: Pack, cards: Row) -> list[int]:
    return list({pack.suit_of(card): card for card in cards}.values())


def turned(row: tuple[int, ...], by: int) -> tuple[int, ...]:
    """The same numbers, counted from another seat."""
    by %= len(row)
    return row[by:] + row[:by]
