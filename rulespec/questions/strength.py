"""Question `strength`: which card of a whole trick wins. Cases call it `winner`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.cards import Pack, bits
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Bool, Card, Cards, Int
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.sections import Standing
from rulespec.notation import play_text
from rulespec.plays import NOT_HIGH, Play, Trick, asked_suit, cards_of, led_names
from rulespec.questions.base import Case, Impossible, InHand, Keys, Question, Replied, letter
from rulespec.questions.ground import Hand
from rulespec.questions.tricks import announced, on_the_table, random_trick, tricks, trump_impossible

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class WholeTrick(InHand):
    """A trick to which everybody has played, in playing order."""

    hand: Hand
    trump: int | None
    trick: tuple[Play, ...]


def strength_names(pack: Pack, position: int, trump: int | None, trick: Trick) -> Env:
    """The names of the section for the card at a place of a whole trick."""
    play = trick[position]
    others = cards_of(other for i, other in enumerate(trick) if i != position)
    return {
        "card": play.mask, "level": play.level or NOT_HIGH, "position": position, "trump": trump,
        "others_played": others, **led_names(pack, trick),
    }  # fmt: skip


def standings(ruleset: RuleSet, trump: int | None, trick: Trick) -> list[Standing]:
    """How strong each card of a whole trick is."""
    return [sections.standing(ruleset, strength_names(ruleset.pack, i, trump, trick)) for i in range(len(trick))]


def winner(ruleset: RuleSet, trump: int | None, trick: Trick) -> int | None:
    """The place in playing order of the card that wins; None where the rules name none."""
    return sections.winner(standings(ruleset, trump, trick))


class StrengthQuestion(Question[WholeTrick]):
    """See the module."""

    section, spelled, or_null = "strength", "winner", True
    keys = Keys(("trump", "trick"), (), "which card wins the trick")

    def names(self, book: Rulebook, at: WholeTrick) -> Env:
        """The names for the card that was led; every other card has its own."""
        return strength_names(book.pack, 0, at.trump, at.trick)

    def tells_apart(self, book: Rulebook, at: WholeTrick) -> object:
        return at.trump, at.trick

    def why_not(self, book: Rulebook, at: WholeTrick) -> Iterator[Impossible]:
        if len(at.trick) != book.players:
            what = f"a trick of {len(at.trick)} cards has no winner: {book.players} play"
            yield Impossible("RS409", what, ("trick",))
        yield from trump_impossible(book, book.ground.of(at.hand), at.trump)
        yield from on_the_table(book, at.trick)
        yield from announced(book, at.trump, at.trick)

    def reply(self, book: Rulebook, at: WholeTrick) -> Replied:
        found = standings(book.ruleset, at.trump, at.trick)
        place = sections.winner(found)
        return Replied(place, () if place is None else (found[place].row,))

    def read(self, fields: Fields) -> tuple[WholeTrick, ...]:
        trump, trick = fields.suit("trump"), fields.trick("trick")
        fields.stop()
        return tuple(WholeTrick(dealt.hand, trump, trick) for dealt in fields.book.distinct_hands)

    def write(self, book: Rulebook, at: WholeTrick) -> Case:
        trick = [play_text(book.pack, play) for play in at.trick]
        return {"question": self.spelled, "trump": letter(book.pack, at.trump), "trick": trick}

    def every(self, book: Rulebook) -> Iterator[WholeTrick]:
        cards = list(bits(book.deck))
        for dealt in book.distinct_hands:
            for trump in dealt.trumps:
                yield from (WholeTrick(dealt.hand, trump, trick) for trick in tricks(book, trump, book.players, cards))

    def sample(self, book: Rulebook, rng: Random) -> WholeTrick | None:
        dealt = rng.choice(book.ground.dealt)
        if not dealt.trumps:
            return None
        trump = rng.choice(dealt.trumps)
        trick = random_trick(book, rng, trump, book.players)
        return None if trick is None else WholeTrick(dealt.hand, trump, trick)


# --- what claims may speak of ---------------------------------------------------------------------

_SHARED = ("trump", "asked", "joker_led", "level_led", "high_joker_led", "low_joker_led")
SCOPE_NAMES = (
    *[name for name in BY_NAME["strength"].names if name.name in _SHARED],
    ScopeName("trick", lambda f: Cards(), "the cards of the trick"),
    ScopeName("led", lambda f: Card(), "the card that was led"),
    ScopeName("high_jokers", lambda f: Cards(), "the jokers announced high"),
    ScopeName("low_jokers", lambda f: Cards(), "the jokers announced low"),
    ScopeName("last_high_joker", lambda f: Cards(), "the joker played high last; no card where there is none"),
    ScopeName("winning", lambda f: Cards(), "the card that takes the trick; no card where the rules name none"),
    ScopeName("has_winner", lambda f: Bool(), "the rules name a winner"),
    ScopeName("winner_position", lambda f: Int(0, f.players - 1), "the winner's place in the trick from 0; 0 where there is none"),
)


def claim_names(book: Rulebook, at: WholeTrick) -> Env:
    """The names of the scope by the reference meaning."""
    plays, pack = at.trick, book.pack
    place = winner(book.ruleset, at.trump, plays)
    high = [play for play in plays if play.is_joker(pack) and play.level == "high"]
    low = [play for play in plays if play.is_joker(pack) and play.level != "high"]
    return {
        "trump": at.trump, "asked": asked_suit(pack, plays), "joker_led": plays[0].is_joker(pack),
        "level_led": plays[0].level or "low", "trick": cards_of(plays), "led": plays[0].mask,
        "high_jokers": cards_of(high), "low_jokers": cards_of(low), "last_high_joker": high[-1].mask if high else 0,
        "winning": 0 if place is None else plays[place].mask, "has_winner": place is not None,
        "winner_position": place or 0,
    }  # fmt: skip
