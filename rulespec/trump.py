"""How the trump of a hand is settled: shown by a card, fixed, or left to a player."""

from __future__ import annotations

from typing import assert_never

from rulespec.game import Deal, NameTrump, Opening, Trump
from rulespec.hand import TRUMP, HandState, Stuck
from rulespec.ir.cards import mask_of
from rulespec.ir.ruleset import Choose, Fixed, Row, TrumpMethod, Turn
from rulespec.notation import suit_text
from rulespec.questions.trump import trump_row
from rulespec.rulebook import Rulebook


def open_hand(book: Rulebook, opening: Opening, deal: Deal) -> HandState:
    """A hand just dealt, its trump settled where no player has to name it. Raises Stuck."""
    row = trump_row(book.ruleset, deal.size, opening.set_number, book.deck.bit_count())
    held = tuple(mask_of(cards) for cards in deal.hands)
    return HandState(book, opening, deal, held, _settled(book, opening, deal, row))


def _settled(book: Rulebook, opening: Opening, deal: Deal, row: Row[TrumpMethod]) -> Trump | None:
    """The trump that a card shows or that is fixed. A joker has no suit, so it shows no trump, or a player chooses."""
    match row.result:
        case Turn("dealers_last_card"):
            card = deal.hands[opening.dealer][-1]
        case Turn():
            if not deal.rest:
                raise Stuck(f"hand {opening.number}: the row `{row.name}` turns a card, and none is left")
            card = deal.rest[0]
        case Fixed(suit):
            return Trump(suit)
        case Choose():
            return None
        case _:
            assert_never(row.result)
    if card >= book.pack.suited and isinstance(row.result.joker, Choose):
        return None
    return Trump(book.pack.suit_of(card), turned=card)


def with_trump(state: HandState, trump: Trump | None) -> HandState:
    """A hand just dealt with the trump as a record has it; None claims nothing. Raises IllegalAct."""
    if trump is None:
        return state
    if state.trump is None:
        _check(state, trump, Trump(trump.suit, state.turned, state.turn), "a player names the trump")
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
