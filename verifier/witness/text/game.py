"""A witness as play in words: who sits where, who leads what, what the rules make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulespec.hand import HandState
from rulespec.ir.cards import Pack, mask_of
from rulespec.plays import Play, cards_of
from rulespec.questions import Bidding, Dealing, Following, GameEnd, GameShape, HandEnd, Leading, SetEnd, WholeTrick
from rulespec.questions.ground import in_turn
from verifier.witness.played import Played
from verifier.witness.record import record_lines
from verifier.witness.text import words
from verifier.witness.text.ruling import cards, outcome, role


def narrate(told: Played, full: bool = False) -> Iterator[str]:
    """The moment in a few lines; with `full` the whole game behind them, as a record."""
    if not told.hands or isinstance(told.moment, Dealing):
        yield from words.moment_story(told.ruleset, told.moment)
        yield from _not_reached(told)
        return
    yield from game(told)
    yield from outcome(told)
    if full:
        yield ""
        yield from record_lines(told.hands, told.names)


def _not_reached(told: Played) -> Iterator[str]:
    if not told.witness.reached:
        yield f"unreached: {told.witness.why_not}"


def game(told: Played) -> Iterator[str]:
    """The game up to the moment."""
    match told.moment:
        case Leading() | Following():
            state = told.hands[-1]
            yield from _hand_so_far(told)
            yield from _trick_lines(told, state, state.leader, state.table, len(state.tricks))
        case WholeTrick():
            yield from _hand_so_far(told)
            yield from _whole_trick(told)
        case Bidding() as moment:
            yield opening(told)
            yield from _bids(told, moment)
        case SetEnd(_, sizes):
            first = told.hands[-len(sizes)].opening
            yield f"set {first.set_number} of the game; {told.names[first.dealer]} deals its first hand; bid/tricks and points"
        case GameEnd(dealer):
            yield f"a game of {len(told.hands)} hands; {told.names[dealer]} deals first"
        case HandEnd() | Dealing() | GameShape():
            yield opening(told)
        case _:
            assert_never(told.moment)


# --- the hand up to the moment ----------------------------------------------------------------------


def opening(told: Played) -> str:
    """`hand 2 of the game, 2 cards; West deals; 9♣ is turned: trump clubs`."""
    state = told.hands[-1]
    again = " again" if state.opening.redeals else ""
    head = f"hand {state.opening.number} of the game, {cards(state.deal.size)}; {told.names[state.opening.dealer]} deals{again}"
    return f"{head}; {_trump(told, state)}"


def _trump(told: Played, state: HandState) -> str:
    trump, pack = state.trump, state.book.pack
    assert trump is not None
    if trump.turned is not None:
        where = "is turned" if trump.turned in state.deal.rest else f"is {told.names[state.opening.dealer]}'s last card"
        return f"{words.card(pack, trump.turned)} {where}: {words.trump(pack, trump.suit)}"
    by = "" if trump.named_by is None else f", named by {told.names[trump.named_by]}"
    return words.trump(pack, trump.suit) + by


def _hand_so_far(told: Played) -> Iterator[str]:
    state = told.hands[-1]
    yield opening(told)
    yield f"bids: {', '.join(f'{told.names[seat]} {bid}' for seat, bid in zip(in_turn(state.opening.dealer, len(told.names)), state.bids, strict=False))}"


def _whole_trick(told: Played) -> Iterator[str]:
    state = told.hands[-1]
    if state.table:
        yield from _trick_lines(told, state, state.leader, state.table, len(state.tricks))
    else:
        yield from _trick_lines(told, state, state.tricks[-1].leader, state.tricks[-1].plays, len(state.tricks) - 1)


def _trick_lines(told: Played, state: HandState, leader: int, plays: Sequence[Play], before: int) -> Iterator[str]:
    """The plays of a trick; what else the players held then, where they held more than the card."""
    pack = state.book.pack
    if before:
        yield f"trick {before + 1} of {state.deal.size}; the {before} before {'was' if before == 1 else 'were'} legal play"
    for i, play in enumerate(plays):
        seat = (leader + i) % len(told.names)
        kept = _kept(state, seat, before) & ~play.mask
        yield f"{told.names[seat]} {'plays' if i else 'leads'} {_with_rest(pack, play, kept)}"


def _kept(state: HandState, seat: int, before: int) -> int:
    """What a seat held after so many tricks."""
    gone = cards_of([play for trick in state.tricks[:before] for play in trick.plays])
    return mask_of(state.deal.hands[seat]) & ~gone


def _with_rest(pack: Pack, play: Play, kept: int) -> str:
    return words.play(pack, play) + (f", keeping {words.hand(pack, kept)}" if kept else "")


def _bids(told: Played, moment: Bidding) -> Iterator[str]:
    """What was bid before, and how many zero bids were made in earlier hands where there were any."""
    state = told.hands[-1]
    seats = in_turn(state.opening.dealer, len(told.names))
    rows: list[tuple[str, Sequence[object]]] = [("bid", [*moment.earlier, "?", *[""] * (len(seats) - len(moment.earlier) - 1)])]
    if moment.passes or any(moment.earlier_passes):
        rows.insert(0, ("zero bids before", [state.opening.passes[seat] for seat in seats]))
    yield from words.grid([role(told, state, seat) for seat in seats], rows)
