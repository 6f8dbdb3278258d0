"""What a game asks of its rules, one record a section, and one hand played in every way by the engine.

Cards are masks, suits indices, no trump None, plays as the engine has them. Bids, tricks and points are in playing
order, from the left of the dealer (in a set: of its first hand); totals of a game are by seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from rulespec.engine import deal
from rulespec.game import Deal, Opening, Trump
from rulespec.hand import NO_WINNER as NOBODYS_TRICK
from rulespec.hand import OVER, HandState, Stuck
from rulespec.ir.cards import Pack, bits, mask_of
from rulespec.ir.expr import CardsLit, Expr
from rulespec.ir.ruleset import Choose, Fixed, TrumpMethod, Turn
from rulespec.ir.walk import nodes
from rulespec.rulebook import Rulebook
from rulespec.situations import Play
from rulespec.trump import open_hand

NO_BID, NO_CARD, NO_CALL, NO_WINNER, NO_DEAL = "no legal bid", "no playable card", "no allowed announcement", "no winner", "no card left"
Row = tuple[int, ...]  # a number a player


class TooLarge(Exception):
    """There is more to play than the limit allows; nothing is left out silently."""


@dataclass(frozen=True, slots=True)
class DeckMet:
    cards: int


@dataclass(frozen=True, slots=True)
class HandMet:
    """A hand that some game comes to; `dealer` counts from the seat that dealt the first hand, `left` are cards not dealt."""

    number: int
    set_number: int
    size: int
    dealer: int
    left: int


@dataclass(frozen=True, slots=True)
class TrumpMet:
    """`how` is next_card, dealers_last_card, chosen or fixed."""

    number: int
    size: int
    set_number: int
    how: str
    trump: int | None


@dataclass(frozen=True, slots=True)
class BidMet:
    """`passes` are the zero bids that the bidder made in earlier hands."""

    number: int
    size: int
    seat: int
    earlier: tuple[int, ...]
    passes: int
    legal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeadMet:
    number: int
    size: int
    hand: int
    trump: int | None
    trick_number: int
    playable: int


@dataclass(frozen=True, slots=True)
class FollowMet:
    number: int
    size: int
    hand: int
    trump: int | None
    trick_number: int
    trick: tuple[Play, ...]
    playable: int


@dataclass(frozen=True, slots=True)
class CallMet:
    """A joker that may be played; `allowed` are its announcements as level and suit named."""

    leading: bool
    trump: int | None
    asked: int | None
    allowed: frozenset[tuple[str | None, int | None]]


@dataclass(frozen=True, slots=True)
class StrengthMet:
    """A whole trick; `winner` is a place in playing order, or None where the rules name none."""

    trump: int | None
    trick: tuple[Play, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class ScoreMet:
    number: int
    size: int
    set_number: int
    bid: int
    tricks: int
    bids_total: int
    points: int


@dataclass(frozen=True, slots=True)
class SetMet:
    """A finished set: one inner tuple a hand, one number a player; `added` is each player's premium."""

    set_number: int
    sizes: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinishMet:
    totals: tuple[int, ...]
    places: tuple[int, ...]


Met = DeckMet | HandMet | TrumpMet | BidMet | LeadMet | FollowMet | CallMet | StrengthMet | ScoreMet | SetMet | FinishMet


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Where a game stops for want of a rule's answer: what is missing, and where. A deal that cannot be made has no `at`."""

    number: int
    missing: str
    at: Met | None


@dataclass(slots=True)
class Work:
    """Steps made, and how many may be."""

    limit: int
    done: int = 0

    def spend(self, steps: int) -> None:
        self.done += steps
        if self.done > self.limit:
            raise TooLarge(f"more than {self.limit:,} steps to play every game of this pack")


class HandPlay:
    """Everything that can be dealt, turned up and played in hands of one size whose trump is found in one way."""

    def __init__(self, book: Rulebook, hand: HandMet, work: Work) -> None:
        self.book, self.hand, self.work = book, hand, work
        self.led: set[LeadMet] = set()
        self.followed: set[FollowMet] = set()
        self.called: set[CallMet] = set()
        self.judged: set[StrengthMet] = set()
        self.dead: set[tuple[str, Met]] = set()
        self.known: dict[object, frozenset[Row]] = {}

    @cached_property
    def how(self) -> str:
        match method_of(self.book, self.hand):
            case Turn(card):
                return card
            case Choose():
                return "chosen"
            case Fixed():
                return "fixed"

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
        """How the tricks can fall, by place in playing order. No rule of play reads a bid, so everybody bids nothing here."""
        bids = (0,) * self.book.players
        return frozenset(row for state in self.starts for row in self.ends_of(replace(state, bids=bids)))

    def ends_of(self, state: HandState) -> Iterator[Row]:
        """How the tricks still to be played can fall. A state like one met before, but for the seats, is not played again."""
        leader = state.leader
        key = (turned(state.held, leader), state.suit, state.table, len(state.tricks))
        if key not in self.known:
            self.work.spend(1)
            self.known[key] = frozenset(turned(row, leader) for row in self.play_on(state))
        return (turned(row, -leader) for row in self.known[key])

    def play_on(self, state: HandState) -> Iterator[Row]:
        if state.phase == OVER:
            yield (0,) * self.book.players
        elif state.phase == NOBODYS_TRICK:
            self.dead.add((NO_WINNER, self.judge(state.suit, state.table, None)))
        else:
            yield from self.act(state)

    def act(self, state: HandState) -> Iterator[Row]:
        legal = self.note(state)
        for play in legal:
            after = state.step(play)
            winner = None
            if len(after.tricks) > len(state.tricks):
                trick = after.tricks[-1]
                winner = trick.winner
                self.judge(after.suit, trick.plays, (winner - trick.leader) % len(trick.plays))
            for row in self.ends_of(after):
                yield tuple([number + (seat == winner) for seat, number in enumerate(row)])

    def judge(self, trump: int | None, trick: tuple[Play, ...], winner: int | None) -> StrengthMet:
        met = StrengthMet(trump, trick, winner)
        self.judged.add(met)
        return met

    def note(self, state: HandState) -> list[Play]:
        """What the player whose turn it is may do; the question is kept, and a dead end too."""
        hand, seat, pack = self.hand, state.turn, self.book.pack
        assert seat is not None
        cards, legal = state.playable().value, [act for act in state.legal() if isinstance(act, Play)]
        assert isinstance(cards, int)
        about = (hand.number, hand.size, state.held[seat], state.suit, len(state.tricks) + 1)
        met = FollowMet(*about, state.table, cards) if state.table else LeadMet(*about, cards)
        (self.followed if isinstance(met, FollowMet) else self.led).add(met)  # type: ignore[arg-type]
        if cards & pack.jokers_mask:
            self.called.add(call := call_met(state, legal))
        if not legal:
            self.dead.add((NO_CARD, met) if not cards else (NO_CALL, call))
        return legal


def call_met(state: HandState, legal: list[Play]) -> CallMet:
    lead, pack = next(iter(state.table), None), state.book.pack
    asked = None if lead is None else lead.named if lead.is_joker(pack) else pack.suit_of(lead.card)
    return CallMet(not state.table, state.suit, asked, frozenset((p.level, p.named) for p in legal if p.is_joker(pack)))


def method_of(book: Rulebook, hand: HandMet) -> TrumpMethod:
    """How the trump of a hand is found."""
    nobody = Opening(0, hand.number, hand.set_number)
    method = HandState(book, nobody, Deal(((0,) * hand.size,) * book.players), (0,) * book.players, Trump(None)).trump_row.result
    assert isinstance(method, TrumpMethod)
    return method


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
            case _:
                yield dealt(book, hand, hands, rest)


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


def alike(met: Met, pack: Pack) -> Met:
    """The same without regard to which joker is which: those on the table first, then those in hand."""
    if not isinstance(met, LeadMet | FollowMet | StrengthMet):
        return met
    trick, hand = () if isinstance(met, LeadMet) else met.trick, 0 if isinstance(met, StrengthMet) else met.hand
    jokers = [*(play.card for play in trick), *bits(hand)]
    names = {card: pack.suited + i for i, card in enumerate(card for card in jokers if card >= pack.suited)}
    plays = tuple(replace(play, card=names.get(play.card, play.card)) for play in trick)
    if isinstance(met, StrengthMet):
        return replace(met, trick=plays)
    cards = {"hand": mask_of(names.get(c, c) for c in bits(hand)), "playable": mask_of(names.get(c, c) for c in bits(met.playable))}
    return replace(met, **cards) if isinstance(met, LeadMet) else replace(met, trick=plays, **cards)


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
