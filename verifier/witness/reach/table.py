"""A hand on the table: which one of the game, how its trump comes about, the pack's order, the bids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from operator import and_

from rulespec import engine
from rulespec.game import Bid, NameTrump, Opening, Trump
from rulespec.hand import TRUMP, HandState, IllegalAct, Stuck, replay
from rulespec.ir.cards import Pack, bits, mask_of
from rulespec.ir.ruleset import Choose, TrumpMethod, Turn
from rulespec.plays import Play
from rulespec.questions.ground import Dealt, Hand, in_turn
from rulespec.rulebook import Rulebook
from rulespec.trump import open_hand, with_trump
from verifier.witness.reach.course import NoCourse

LAST, NEXT = "dealers_last_card", "next_card"


@dataclass(frozen=True, slots=True)
class Place:
    """A hand of a rule set's schedule."""

    book: Rulebook
    dealt: Dealt

    @property
    def hand(self) -> Hand:
        return self.dealt.hand

    @property
    def index(self) -> int:
        """How many hands come before it."""
        return self.hand.number - 1

    @property
    def set_number(self) -> int:
        return self.hand.set_number

    @property
    def size(self) -> int:
        return self.hand.size

    @property
    def method(self) -> TrumpMethod:
        return self.dealt.method

    @property
    def turns(self) -> str | None:
        """The card that shows the trump, where one does."""
        return self.method.card if isinstance(self.method, Turn) else None

    def allows(self, trump: int | None) -> bool:
        """Whether the hand can have this trump."""
        return trump in self.dealt.trumps


Places = tuple[Place, ...]  # one for each rule set, with hands of one size


def scheduled(book: Rulebook) -> Iterator[Place]:
    """Every hand of the game."""
    yield from (Place(book, dealt) for dealt in book.ground.dealt)


def places(books: Sequence[Rulebook]) -> Iterator[Places]:
    """Hands of equal size, the smallest first; of each rule set the first hand for every way to find the trump."""
    by_book = [_different(scheduled(book)) for book in books]
    sizes = sorted(set.intersection(*({place.size for place in one} for one in by_book)))
    for size in sizes:
        yield from product(*([place for place in one if place.size == size] for one in by_book))


def _different(hands: Iterator[Place]) -> list[Place]:
    first: dict[object, Place] = {}
    for place in hands:
        first.setdefault((place.size, place.method, place.dealt.trumps), place)
    return list(first.values())


# --- the trump of a hand --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """How the trump comes about: what each rule set turns, what the dealer may be dealt last, what is free to be dealt."""

    turned: tuple[int | None, ...]
    last_of: int | None  # the dealer's last card is one of these; None where it shows nothing
    pool: int

    def fits(self, hands: Sequence[int], first: int) -> bool:
        """The dealer, who sits before the first to lead, holds a card that shows the trump, where he has to."""
        return self.last_of is None or bool(hands[first - 1] & self.last_of)

    def last(self, hand: int) -> int | None:
        """The dealer's last card."""
        return None if self.last_of is None else next(bits(hand & self.last_of))


def trumps_of(spots: Places) -> list[int | None]:
    """The trumps a hand may have under every rule set, suits before none."""
    suits = range(len(spots[0].book.pack.suits))
    return [trump for trump in (*suits, None) if all(place.allows(trump) for place in spots)]


def shown(spots: Places, trump: int | None, fixed: int, cards: int) -> Shown | None:
    """How a hand with so many cards in all may come to its trump, `fixed` being dealt in it; None where it cannot."""
    pack = spots[0].book.pack
    showing = pack.jokers_mask if trump is None else pack.suit_mask(trump)
    common = intersection(place.book.deck for place in spots)
    if fixed & ~common or common.bit_count() < cards:
        return None
    last_of = showing if any(place.turns == LAST for place in spots) else None
    turned = _turned(spots, showing & ~fixed, common, common.bit_count() > cards)
    if turned is None:
        return None
    return Shown(turned, last_of, common & ~fixed & ~mask_of(card for card in turned if card is not None))


def _turned(spots: Places, showing: int, common: int, spare: bool) -> tuple[int | None, ...] | None:
    """The card each rule set turns. It is the same one where it can be; one that not all play with costs the hands nothing."""
    turning = [place.book.deck for place in spots if place.turns == NEXT]
    if not turning:
        return (None,) * len(spots)
    usable = showing if spare else showing & ~common
    shared = intersection(turning) & usable
    cards = [next(bits(shared or deck & usable & ~common), None) for deck in turning]
    if None in cards:
        return None
    found = iter(cards)
    return tuple(next(found) if place.turns == NEXT else None for place in spots)


def intersection(masks: Iterable[int]) -> int:
    return reduce(and_, masks)


# --- a hand that is planned ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """A hand by seat: the cards, the trump, what is bid (None: whatever is legal) and what is played.

    `turned` is the card that each rule set turns, `last` the one the dealer is dealt last; `again` where it
    was dealt once before in vain.
    """

    size: int
    dealer: int
    hands: tuple[int, ...]
    trump: int | None
    turned: tuple[int | None, ...]
    last: int | None = None
    bids: tuple[int, ...] | None = None
    plays: tuple[Play, ...] = ()
    again: bool = False

    def pack_order(self, deck: int, turned: int | None) -> list[int]:
        """The pack that deals these hands: the dealer's left first, a card at a time."""
        players = len(self.hands)
        dealt = [list(bits(hand)) for hand in self.hands]
        if self.last is not None:
            dealt[self.dealer].remove(self.last)
            dealt[self.dealer].append(self.last)
        order = [dealt[seat][n] for n in range(self.size) for seat in in_turn(self.dealer, players)]
        shown = [] if turned is None else [turned]
        return [*order, *shown, *bits(deck & ~mask_of([*order, *shown]))]


def look_alike(plan: Plan, pack: Pack) -> Mapping[int, int]:
    """New names for the jokers, in the order in which they are dealt: nobody can tell them apart."""
    order = plan.pack_order(pack.all_mask, next((t for t in plan.turned if t is not None), None))
    met = [card for card in order if card >= pack.suited]
    return dict(zip(met, sorted(met), strict=True))


def renamed_cards(cards: int, names: Mapping[int, int]) -> int:
    return mask_of(names.get(card, card) for card in bits(cards))


def renamed_plays(plays: Sequence[Play], names: Mapping[int, int]) -> tuple[Play, ...]:
    return tuple(replace(play, card=names.get(play.card, play.card)) for play in plays)


def renamed(plan: Plan, names: Mapping[int, int]) -> Plan:
    return replace(
        plan, hands=tuple(renamed_cards(hand, names) for hand in plan.hands), plays=renamed_plays(plan.plays, names),
        turned=tuple(None if t is None else names.get(t, t) for t in plan.turned),
        last=None if plan.last is None else names.get(plan.last, plan.last),
    )  # fmt: skip


def staged(place: Place, plan: Plan, turned: int | None, passes: Sequence[int]) -> HandState:
    """The planned hand, act by act, by the engine. Raises NoCourse for what it does not allow."""
    opening = Opening(plan.dealer, place.index + 1, place.set_number, tuple(passes), int(plan.again))
    try:
        dealt = engine.deal(place.book, plan.pack_order(place.book.deck, turned), plan.size, plan.dealer)
        opened = with_trump(open_hand(place.book, opening, dealt), Trump(plan.trump))
        return replay(opened, [*map(Bid, plan.bids or ()), *plan.plays])
    except (IllegalAct, Stuck) as refused:
        raise NoCourse(f"the engine does not play it: {refused}") from None


def named(state: HandState) -> HandState:
    """The hand with a trump, the first of what a player may name where it is left to one."""
    if state.phase != TRUMP:
        return state
    method = state.trump_row.result
    assert isinstance(method, Choose)
    return state.after(NameTrump(method.calls[0]))


def legal_bids(spots: Places, dealer: int, passes: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """The lowest bids that are legal under every rule set; None where somebody is left without one."""
    players, size = spots[0].book.players, spots[0].size

    def after(earlier: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(earlier) == players:
            return earlier
        seat = in_turn(dealer, players)[len(earlier)]
        allowed = [set(p.book.legal_bids(size, earlier, made[seat])) for p, made in zip(spots, passes, strict=True)]
        found = (after((*earlier, bid)) for bid in sorted(set.intersection(*allowed)))
        return next((bids for bids in found if bids is not None), None)

    return after(())
