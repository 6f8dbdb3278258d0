"""Question `call`: how a joker may be announced, led or played to a trick. Cases call it `calls`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.cards import bits
from rulespec.meanings.python.evaluate import Env
from rulespec.notation import play_text
from rulespec.plays import Play, cards_of
from rulespec.questions import tricks
from rulespec.questions.announcing import call_forbidden, call_names, every_call
from rulespec.questions.base import Case, Impossible, InHand, Keys, Question, Replied, distinct, letter
from rulespec.questions.ground import Hand

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Calling(InHand):
    """A joker about to be announced: led where the trick is empty. `level` and `named` are what is thought of."""

    hand: Hand
    trump: int | None
    trick: tuple[Play, ...]
    level: str = "high"
    named: int | None = None


class CallQuestion(Question[Calling]):
    """See the module."""

    section, spelled, many, kind = "call", "calls", True, str
    keys = Keys(("trump", "trick"), (), "how a joker may be announced")

    def names(self, book: Rulebook, at: Calling) -> Env:
        return call_names(book.pack, at.level, at.named, at.trump, at.trick)

    def why_not(self, book: Rulebook, at: Calling) -> Iterator[Impossible]:
        if not book.deck & book.pack.jokers_mask & ~cards_of(at.trick):
            yield Impossible("RS408", "no joker is left to be announced", ("trick",))
        yield from tricks.unfinished(book, at.trick)
        yield from tricks.trump_impossible(book, book.ground.of(at.hand), at.trump)
        yield from tricks.on_the_table(book, at.trick)
        yield from tricks.announced(book, at.trump, at.trick)

    def reply(self, book: Rulebook, at: Calling) -> Replied:
        joker = book.pack.suited
        by_call = [(Play(joker, *call), call_forbidden(book.ruleset, *call, at.trump, at.trick)) for call in every_call(book.pack)]
        return Replied([play_text(book.pack, play) for play, row in by_call if row is None], distinct(row for _, row in by_call))

    def read(self, fields: Fields) -> tuple[Calling, ...]:
        trump, trick = fields.suit("trump"), fields.trick("trick")
        fields.stop()
        return tuple(Calling(dealt.hand, trump, trick) for dealt in fields.book.distinct_hands)

    def write(self, book: Rulebook, at: Calling) -> Case:
        trick = [play_text(book.pack, play) for play in at.trick]
        return {"question": self.spelled, "trump": letter(book.pack, at.trump), "trick": trick}

    def every(self, book: Rulebook) -> Iterator[Calling]:
        cards = list(bits(book.deck))
        for dealt in book.distinct_hands:
            for trump in dealt.trumps:
                for length in range(book.players):
                    for trick in tricks.tricks(book, trump, length, cards):
                        at = Calling(dealt.hand, trump, trick)
                        if self.possible(book, at):
                            yield at

    def sample(self, book: Rulebook, rng: Random) -> Calling | None:
        dealt = rng.choice(book.ground.dealt)
        if not dealt.trumps or not book.pack.jokers:
            return None
        trump = rng.choice(dealt.trumps)
        trick = tricks.random_trick(book, rng, trump, rng.randrange(book.players))
        at = None if trick is None else Calling(dealt.hand, trump, trick)
        return at if at is not None and self.possible(book, at) else None
