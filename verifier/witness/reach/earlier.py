"""The hands before the one that matters: legal bids with as many zero bids as are wanted, any legal play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from rulespec import engine
from rulespec.game import Bid, Opening
from rulespec.hand import BID, OVER, HandState, Stuck
from rulespec.ir.cards import bits
from rulespec.ir.walk import names
from rulespec.rulebook import Rulebook
from rulespec.trump import open_hand
from verifier.witness.reach.course import NoCourse, Steps
from verifier.witness.reach.table import Place, named, scheduled

DEALS = 20  # tried for each hand, where the play of one gets stuck
STEPS = 20_000  # bids tried
Wanted = tuple[tuple[int, int], ...]  # seats, and the zero bids each is to have made


def counts_passes(book: Rulebook) -> bool:
    """Some bid hangs on the zero bids made before."""
    return any("passes_before" in names(row.when) for row in book.ruleset.rows("bid"))


@lru_cache(maxsize=64)
def earlier_hands(book: Rulebook, index: int, dealer: int, wanted: Wanted = ()) -> tuple[HandState, ...]:
    """The hands of the game before the one with this index. Raises NoCourse."""
    before = [place for place in scheduled(book) if place.index < index]
    dealers = [(dealer - index + place.index) % book.players for place in before]
    bids = next(_bids(book, before, dealers, dict(wanted), (0,) * book.players, Steps(STEPS)), None)
    if bids is None:
        raise NoCourse(f"the bids of the {index} hands before allow no such zero bids")
    played: list[HandState] = []
    for place, one_dealer, one in zip(before, dealers, bids, strict=True):
        played.append(_any_play(place, one_dealer, one, passes_of(played, book.players)))
    return tuple(played)


def passes_of(hands: Sequence[HandState], players: int) -> tuple[int, ...]:
    """How many zero bids each seat has made."""
    bids = [state.bids_by_seat() for state in hands]
    return tuple(sum(one[seat] == 0 for one in bids) for seat in range(players))


def _bids(
    book: Rulebook, before: list[Place], dealers: list[int], left: Mapping[int, int], passes: tuple[int, ...], steps: Steps
) -> Iterator[list[tuple[int, ...]]]:
    """Bids for all hands, in bidding order, after which every wanted seat has made its zero bids."""
    if not before:
        if not any(left.values()):
            yield []
        return
    place, dealer = before[0], dealers[0]
    for bids in _one_hand(place, dealer, left, passes, len(before), (), steps):
        zero = {(dealer + 1 + i) % book.players for i, bid in enumerate(bids) if bid == 0}
        now = tuple(n + (seat in zero) for seat, n in enumerate(passes))
        still = {seat: n - (seat in zero) for seat, n in left.items()}
        for rest in _bids(book, before[1:], dealers[1:], still, now, steps):
            yield [bids, *rest]


def _one_hand(
    place: Place, dealer: int, left: Mapping[int, int], passes: tuple[int, ...], hands: int, earlier: tuple[int, ...], steps: Steps
) -> Iterator[tuple[int, ...]]:
    """Legal bids of one hand; wanted zero bids are made as soon as they may be."""
    steps.take()
    if len(earlier) == place.book.players:
        yield earlier
        return
    seat = (dealer + 1 + len(earlier)) % place.book.players
    zeros, legal = left.get(seat), place.book.legal_bids(place.size, earlier, passes[seat])
    for bid in legal if zeros else sorted(legal, key=lambda bid: (bid == 0, bid)):
        if (bid == 0 and zeros == 0) or (bid > 0 and zeros == hands):
            continue
        yield from _one_hand(place, dealer, left, passes, hands, (*earlier, bid), steps)


def _any_play(place: Place, dealer: int, bids: tuple[int, ...], passes: tuple[int, ...]) -> HandState:
    """The hand played to its end by players who take any legal card."""
    opening = Opening(dealer, place.index + 1, place.set_number, passes)
    for attempt in range(DEALS):
        rng = Random(f"hand {place.index}, deal {attempt}")
        try:
            state = _play_out(place, opening, bids, rng)
        except Stuck:
            continue
        if state.phase == OVER:
            return state
    raise NoCourse(f"hand {place.index + 1} was not played to its end in {DEALS} deals")


def _play_out(place: Place, opening: Opening, bids: tuple[int, ...], rng: Random) -> HandState:
    pack = list(bits(place.book.deck))
    rng.shuffle(pack)
    state = named(open_hand(place.book, opening, engine.deal(place.book, pack, place.size, opening.dealer)))
    for bid in bids:
        state = state.after(Bid(bid))
    while state.turn is not None and state.phase != BID and (legal := state.legal()):
        state = state.step(rng.choice(legal))
    return state
