"""Question `follow`: which cards of a hand may be played to a trick. Cases call it `plays`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.cards import Pack, bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.sections import Answer
from rulespec.notation import play_text
from rulespec.plays import Play, Trick, cards_of, led_names
from rulespec.questions.announcing import legal_calls
from rulespec.questions.base import Case, Condition, Impossible, InHand, Keys, Question, Replied, card_list, letter
from rulespec.questions.conditions import broken, ground_env
from rulespec.questions.ground import Hand
from rulespec.questions.lead import OBSERVED
from rulespec.questions.tricks import announced, on_the_table, random_trick, tricks, trump_impossible, unfinished

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Following(InHand):
    """A player about to follow: his cards as a mask, and what lies on the table, the lead first."""

    hand: Hand
    cards: int
    trump: int | None
    trick: tuple[Play, ...]

    @property
    def trick_number(self) -> int:
        """The trick of the hand, from 1: it follows from the cards he still holds."""
        return self.hand.size - self.cards.bit_count() + 1


def follow_names(pack: Pack, cards: int, trump: int | None, trick: Trick) -> Env:
    """The names of the section; the trick has a lead at least."""
    return {"hand": cards, "trump": trump, "played": cards_of(trick), **led_names(pack, trick)}


def may_follow(ruleset: RuleSet, cards: int, trump: int | None, trick: Trick) -> Answer:
    """The cards that may be played as a mask, and the row."""
    return sections.first(ruleset, "follow", follow_names(ruleset.pack, cards, trump, trick))


class FollowQuestion(Question[Following]):
    """See the module."""

    section, spelled, many, kind = "follow", "plays", True, str
    keys = Keys(("hand", "trump", "trick"), ("trick_number",), "which cards may be played")
    conditions = (
        Condition("the cards of the hand and of the table are played with", "hand in deck and played in deck"),
        Condition("a player has cards to follow with", "any(hand)"),
        Condition("nobody holds more cards than he was dealt", "count(hand) <= hand_size"),
        Condition("no card is in two places", "none(hand & played)"),
    )

    def names(self, book: Rulebook, at: Following) -> Env:
        return follow_names(book.pack, at.cards, at.trump, at.trick)

    def why_not(self, book: Rulebook, at: Following) -> Iterator[Impossible]:
        dealt = book.ground.of(at.hand)
        yield from unfinished(book, at.trick)
        yield from trump_impossible(book, dealt, at.trump)
        yield from on_the_table(book, at.trick)
        env = {**ground_env(book.ground, dealt), **self.names(book, at)}
        yield from broken(book.ruleset, "follow", self.conditions, env, ("hand",))
        yield from announced(book, at.trump, at.trick)

    def reply(self, book: Rulebook, at: Following) -> Replied:
        found = may_follow(book.ruleset, at.cards, at.trump, at.trick)
        assert isinstance(found.value, int)
        return Replied(card_list(book.pack, found.value), (found.row,))

    def read(self, fields: Fields) -> tuple[Following, ...]:
        cards, trump, trick = fields.hand("hand"), fields.suit("trump"), fields.trick("trick")
        given = fields.whole("trick_number", 1, fields.book.ruleset.facts.hand_size.high)
        fields.stop()
        fields.held_by_one(cards, given)
        held = cards.bit_count()
        hands = [one for one in fields.book.distinct_hands if one.hand.size >= held and given in (0, one.hand.size - held + 1)]
        return tuple(Following(one.hand, cards, trump, trick) for one in hands)

    def write(self, book: Rulebook, at: Following) -> Case:
        pack = book.pack
        trick = [play_text(pack, play) for play in at.trick]
        return {"question": self.spelled, "hand": pack.names(at.cards), "trump": letter(pack, at.trump), "trick": trick}

    def every(self, book: Rulebook) -> Iterator[Following]:
        cards = list(bits(book.deck))
        for dealt in book.distinct_hands:
            for trump in dealt.trumps:
                for length in range(1, book.players):
                    for trick in tricks(book, trump, length, cards):
                        yield from self._held(book, dealt.hand, trump, trick)

    def _held(self, book: Rulebook, hand: Hand, trump: int | None, trick: tuple[Play, ...]) -> Iterator[Following]:
        free = list(bits(book.deck & ~cards_of(trick)))
        for held in range(1, min(hand.size, len(free)) + 1):
            yield from (Following(hand, mask_of(cards), trump, trick) for cards in combinations(free, held))

    def sample(self, book: Rulebook, rng: Random) -> Following | None:
        dealt = rng.choice(book.ground.dealt)
        if not dealt.trumps:
            return None
        trump = rng.choice(dealt.trumps)
        trick = random_trick(book, rng, trump, rng.randrange(1, book.players))
        free = [] if trick is None else list(bits(book.deck & ~cards_of(trick)))
        held = rng.randint(1, dealt.hand.size)
        if trick is None or held > len(free):
            return None
        return Following(dealt.hand, mask_of(rng.sample(free, held)), trump, trick)


# --- what claims may speak of ---------------------------------------------------------------------

SCOPE_NAMES = (*BY_NAME["follow"].names, *OBSERVED)


def claim_names(book: Rulebook, at: Following) -> Env:
    """The names of the scope by the reference meaning."""
    return {
        **follow_names(book.pack, at.cards, at.trump, at.trick),
        "playable": may_follow(book.ruleset, at.cards, at.trump, at.trick).value,
        "announcements": len(legal_calls(book.ruleset, at.trump, at.trick)),
    }
