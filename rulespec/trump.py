"""How the trump of a hand is settled: shown by a card, fixed, or left to a player."""

from __future__ import annotations

from dataclasses import replace

from rulespec.game import Deal, NameTrump, Opening, Trump
from rulespec.hand import TRUMP, HandState, Stuck
from rulespec.ir.cards import mask_of
from rulespec.ir.ruleset import Fixed, Turn
from rulespec.notation import suit_text
from rulespec.rulebook import Rulebook


def open_hand(book: Rulebook, opening: Opening, deal: Deal) -> HandState:
    """A hand just dealt, its trump settled where no player has to name it. Raises Stuck."""
    state = HandState(book, opening, deal, tuple(mask_of(cards) for cards in deal.hands))
    match state.trump_row.result:
        case Turn(card):
            return replace(state, trump=_turned(state, card))
        case Fixed(suit):
            return replace(state, trump=Trump(suit))
        case _:
            return state


def _turned(state: HandState, which: str) -> Trump:
    """The trump a card shows; a joker has no suit, so it shows no trump."""
    if which == "dealers_last_card":
        card = state.deal.hands[state.opening.dealer][-1]
    elif state.deal.rest:
        card = state.deal.rest[0]
    else:
        raise Stuck(f"hand {state.opening.number}: the row `{state.trump_row.name}` turns a card, and none is left")
    return Trump(state.book.pack.suit_of(card), turned=card)


def with_trump(state: HandState, trump: Trump | None) -> HandState:
    """A hand just dealt with the trump as a record has it; None claims nothing. Raises IllegalAct."""
    if trump is None:
        return state
    if state.trump is None:
        _check(state, trump, Trump(trump.suit, named_by=state.turn), "a player names the trump")
        return state.after(NameTrump(trump.suit))
    _check(state, trump, state.trump, _shown(state, state.trump))
    return state


def _check(state: HandState, claimed: Trump, settled: Trump, why: str) -> None:
    """What is claimed must be so; how it came about may be left unsaid."""
    suit = claimed.suit == settled.suit
    if not suit or claimed.turned not in (None, settled.turned) or claimed.named_by not in (None, settled.named_by):
        legal = state.legal() if state.trump is None else (NameTrump(settled.suit),)
        raise state.refuse(NameTrump(claimed.suit), TRUMP, state.trump_row, why, legal)


def _shown(state: HandState, trump: Trump) -> str:
    pack = state.book.pack
    card = "" if trump.turned is None else f"{pack.name(trump.turned)} is the card that shows it, "
    return f"{card}the trump is {suit_text(pack, trump.suit)}"
