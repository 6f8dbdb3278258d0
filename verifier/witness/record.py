"""A game that stops at a moment, as a record that `jokeri replay` reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulespec.game import TakenTrick, Trump
from rulespec.hand import NO_WINNER, OVER, HandState
from rulespec.ir.cards import Pack
from rulespec.notation import suit_text
from rulespec.questions.ground import in_turn
from rulespec.record import NAMED, TURNED, VERSION
from rulespec.record_writer import trick_text


def record(profile: str, hands: Sequence[HandState], names: Sequence[str], head: Sequence[str] = ()) -> str:
    """The record of the hands, without scores; `head` are comments at its top."""
    top = [f"record: {VERSION}", f"profile: {profile}", *(f"# {line}" for line in head), f"players: {', '.join(names)}", ""]
    return "\n".join([*top, *record_lines(hands, names), "unfinished"]) + "\n"


def record_lines(hands: Sequence[HandState], names: Sequence[str]) -> Iterator[str]:
    """Hand after hand. Where a trick has no winner, the record names none: it names all or none."""
    winners = all(state.phase != NO_WINNER for state in hands)
    for state in hands:
        yield from _hand(state, names, winners)
        yield ""


def _hand(state: HandState, names: Sequence[str], winners: bool) -> Iterator[str]:
    pack, size, dealer = state.book.pack, state.deal.size, state.opening.dealer
    order = in_turn(dealer, len(names))
    yield f"hand {state.opening.number}: {size} card{'s' if size > 1 else ''}, dealer {names[dealer]}"
    for seat in order:
        yield f"deal {names[seat]}: {' '.join(map(pack.name, state.deal.hands[seat]))}"
    if state.trump is not None:
        yield f"trump: {suit_text(pack, state.trump.suit)}{_how(pack, state.trump, names)}"
    if state.bids:
        yield f"bids: {', '.join(f'{names[seat]} {bid}' for seat, bid in zip(order, state.bids, strict=False))}"
    for number, trick in enumerate(state.tricks, 1):
        yield f"trick {number}: {trick_text(pack, trick, names)}" + (f" -> {names[trick.winner]}" if winners else "")
    if state.phase != OVER and state.table:
        yield f"trick {len(state.tricks) + 1}: {trick_text(pack, TakenTrick(state.leader, state.table, 0), names)}"


def _how(pack: Pack, trump: Trump, names: Sequence[str]) -> str:
    if trump.turned is not None:
        return f" ({TURNED} {pack.name(trump.turned)})"
    return "" if trump.named_by is None else f" ({NAMED} {names[trump.named_by]})"
