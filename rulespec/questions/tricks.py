"""What makes trumps and tricks possible: shared by the questions about cards on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.cards import bits
from rulespec.notation import play_text, suit_text
from rulespec.plays import Play, Trick, cards_of
from rulespec.questions.announcing import call_forbidden
from rulespec.questions.base import Impossible, listed
from rulespec.questions.ground import Dealt

if TYPE_CHECKING:
    from rulespec.rulebook import Rulebook

ANNOUNCED = "`JK+` is high and `JK-` low; one that names a suit is `JK+{0}` or `JK-{0}`"


def trump_impossible(book: Rulebook, dealt: Dealt, trump: int | None) -> Iterator[Impossible]:
    """A trump that this hand of the game cannot have."""
    if trump in dealt.trumps:
        return
    name = suit_text(book.pack, trump)
    if trump in book.ground.trumps:
        yield Impossible("RS413", f"{name} is never trump with {dealt.hand.size} cards", ("trump",))
        return
    found = sorted(book.ground.trumps, key=lambda suit: -1 if suit is None else suit)
    possible = listed(suit_text(book.pack, suit) for suit in found)
    yield Impossible("RS413", f"{name} is never trump in this game", ("trump",), f"it can be {possible}")


def unfinished(book: Rulebook, trick: Trick) -> Iterator[Impossible]:
    """Too many cards on the table for anybody to be left to play."""
    if len(trick) >= book.players:
        what = f"{len(trick)} cards lie on the table and {book.players} play: nobody is left to play"
        yield Impossible("RS409", what, ("trick",))


def announced(book: Rulebook, trump: int | None, trick: Trick) -> Iterator[Impossible]:
    """Jokers of a trick that were announced as their place does not allow."""
    for i, play in enumerate(trick):
        if not play.is_joker(book.pack):
            continue
        assert play.level is not None
        row = call_forbidden(book.ruleset, play.level, play.named, trump, trick[:i])
        if row is not None:
            how = "played to a trick" if i else "led"
            what = f"`{play_text(book.pack, play)}` cannot be {how}: `{row.name}` forbids it"
            yield Impossible("RS409", what, ("trick", i), ANNOUNCED.format(book.pack.letters[0]), row)


def on_the_table(book: Rulebook, trick: Trick) -> Iterator[Impossible]:
    """Cards of a trick that are not played with, or lie there twice."""
    cards = cards_of(trick)
    if cards & ~book.deck:
        yield Impossible("RS407", "a card of the trick is not played with", ("trick",))
    if cards.bit_count() != len(trick):
        yield Impossible("RS408", "a card lies on the table twice", ("trick",))


def random_trick(book: Rulebook, rng: Random, trump: int | None, length: int, without: int = 0) -> tuple[Play, ...] | None:
    """So many plays of different cards, jokers announced as they may be; None where this draw has no way to."""
    cards = list(bits(book.deck & ~without))
    if len(cards) < length:
        return None
    trick: tuple[Play, ...] = ()
    for card in rng.sample(cards, length):
        plays = book.plays(1 << card, trump, trick)
        if not plays:
            return None
        trick = (*trick, rng.choice(plays))
    return trick


def tricks(book: Rulebook, trump: int | None, length: int, cards: Sequence[int], trick: tuple[Play, ...] = ()) -> Iterator[tuple[Play, ...]]:
    """Every way to lay so many of the cards on the table, one after the other."""
    if len(trick) == length:
        yield trick
        return
    for card in cards:
        rest = [other for other in cards if other != card]
        for play in book.plays(1 << card, trump, trick):
            yield from tricks(book, trump, length, rest, (*trick, play))


def distinct_hands(dealt: Sequence[Dealt]) -> list[Dealt]:
    """The hands that differ in size or trumps, the first of each kind, small ones first."""
    found: dict[object, Dealt] = {}
    for one in sorted(dealt, key=lambda one: (one.hand.size, one.hand.number)):
        found.setdefault((one.hand.size, one.trumps), one)
    return list(found.values())
