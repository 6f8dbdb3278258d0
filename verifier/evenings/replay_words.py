"""The words of a record that only a pack can read: cards, plays and suits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.cards import Pack, mask_of
from rulespec.notation import NO_TRUMP, read_card, read_play, read_suit
from rulespec.plays import Play
from rulespec.record import Record, RecordedHand, TrumpLine, Word

CARD_HELP = "rank and suit letter, as `10H`; a joker is `JK`"
PLAY_HELP = "rank and suit letter, as `10H`; a joker as `JK+S`, `JK-S`, `JK+` or `JK-`"


def unreadable(record: Record, pack: Pack) -> list[Diagnostic]:
    """Every word that is no card, play or suit of the pack."""
    return [fault for hand in record.hands for fault in _of_hand(hand, pack)]


def _of_hand(hand: RecordedHand, pack: Pack) -> Iterator[Diagnostic]:
    for line in hand.deal:
        yield from _not_read(line.cards, lambda text: read_card(pack, text), CARD_HELP)
    if hand.trump is not None:
        yield from _trump(hand.trump, pack)
    for trick in hand.tricks:
        yield from _not_read((entry.value for entry in trick.plays), lambda text: read_play(pack, text, 0), PLAY_HELP)


def _trump(trump: TrumpLine, pack: Pack) -> Iterator[Diagnostic]:
    words = (*pack.suits, NO_TRUMP)
    listed = "a trump is " + ", ".join(f"`{word}`" for word in words)
    yield from _not_read([trump.suit], lambda text: read_suit(pack, text), did_you_mean(trump.suit.text, words) or listed, "suit")
    yield from _not_read([trump.card] if trump.card else [], lambda text: read_card(pack, text), CARD_HELP)


def _not_read(words: Iterator[Word] | list[Word] | tuple[Word, ...], read: Callable[[str], object], help_: str, what: str = "card") -> Iterator[Diagnostic]:
    for word in words:
        try:
            read(word.text)
        except KeyError:
            yield Diagnostic("RS426", f"there is no {what} `{word.text}`", word.span, help_)


def hands_dealt(hand: RecordedHand, pack: Pack, players: int, dealer: int) -> tuple[tuple[int, ...], ...]:
    """Each seat's cards. Jokers look alike and are told apart in the order of the deal."""
    lines = {line.seat: [word.text for word in line.cards] for line in hand.deal}
    hands: list[list[int]] = [[] for _ in range(players)]
    taken = 0
    for place in range(max(map(len, lines.values()), default=0)):
        for step in range(players):
            seat = (dealer + 1 + step) % players
            for text in lines.get(seat, [])[place : place + 1]:
                hands[seat].append(read_card(pack, text, taken))
                taken |= 1 << hands[seat][-1]
    return tuple(map(tuple, hands))


def plays_made(hand: RecordedHand, pack: Pack, dealt: tuple[tuple[int, ...], ...]) -> list[list[Play]]:
    """The plays of each trick; a joker is the first one its player still holds."""
    held = [mask_of(cards) for cards in dealt]
    tricks: list[list[Play]] = []
    for trick in hand.tricks:
        tricks.append([])
        for entry in trick.plays:
            play = read_play(pack, entry.value.text, held[entry.seat])
            held[entry.seat] &= ~play.mask
            tricks[-1].append(play)
    return tricks
