"""Question `lead`: which cards of a hand may be led. Cases call it `plays`, with an empty trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Cards, Int
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.sections import Answer
from rulespec.questions.announcing import legal_calls
from rulespec.questions.base import Case, Condition, Impossible, InHand, Keys, Question, Replied, card_list, letter
from rulespec.questions.conditions import broken, ground_env
from rulespec.questions.ground import Hand, reads
from rulespec.questions.tricks import trump_impossible

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Leading(InHand):
    """A player about to lead, with the cards he holds as a mask."""

    hand: Hand
    cards: int
    trump: int | None
    trick_number: int = 1

    @property
    def trick(self) -> tuple[()]:
        """The cards on the table: none."""
        return ()


def lead_names(cards: int, trump: int | None, trick_number: int) -> Env:
    """The names of the section."""
    return {"hand": cards, "trump": trump, "trick_number": trick_number}


def may_lead(ruleset: RuleSet, cards: int, trump: int | None, trick_number: int) -> Answer:
    """The cards that may be led as a mask, and the row."""
    return sections.first(ruleset, "lead", lead_names(cards, trump, trick_number))


class LeadQuestion(Question[Leading]):
    """See the module."""

    section, spelled, many, kind = "lead", "plays", True, str
    keys = Keys(("hand", "trump", "trick"), ("trick_number",), "which cards may be played")
    conditions = (
        Condition("the cards of the hand are played with", "hand in deck"),
        Condition("a player has cards to lead", "any(hand)"),
        Condition("he holds what the tricks before have left him", "count(hand) + trick_number == hand_size + 1"),
    )

    def names(self, book: Rulebook, at: Leading) -> Env:
        return lead_names(at.cards, at.trump, at.trick_number)

    def why_not(self, book: Rulebook, at: Leading) -> Iterator[Impossible]:
        dealt = book.ground.of(at.hand)
        yield from trump_impossible(book, dealt, at.trump)
        env = {**ground_env(book.ground, dealt), **self.names(book, at)}
        yield from broken(book.ruleset, "lead", self.conditions, env, ("hand",))

    def reply(self, book: Rulebook, at: Leading) -> Replied:
        found = may_lead(book.ruleset, at.cards, at.trump, at.trick_number)
        assert isinstance(found.value, int)
        return Replied(card_list(book.pack, found.value), (found.row,))

    def read(self, fields: Fields) -> tuple[Leading, ...]:
        """Where the case names no trick, one situation for each that leaves so many cards."""
        cards, trump = fields.hand("hand"), fields.suit("trump")
        given = fields.whole("trick_number", 1, fields.book.ruleset.facts.hand_size.high)
        fields.trick("trick")
        fields.stop()
        fields.held_by_one(cards, given)
        number = cards.bit_count() - 1
        hands = [one for one in fields.book.distinct_hands if one.hand.size > number and given in (0, one.hand.size - number)]
        return tuple(Leading(one.hand, cards, trump, one.hand.size - number) for one in hands)

    def write(self, book: Rulebook, at: Leading) -> Case:
        case: Case = {"question": self.spelled, "hand": book.pack.names(at.cards), "trump": letter(book.pack, at.trump), "trick": []}
        return {**case, "trick_number": at.trick_number} if "trick_number" in reads(book.ruleset, "lead") else case

    def every(self, book: Rulebook) -> Iterator[Leading]:
        for dealt in book.distinct_hands:
            for trump in dealt.trumps:
                for held in range(1, dealt.hand.size + 1):
                    for cards in combinations(bits(book.deck), held):
                        yield Leading(dealt.hand, mask_of(cards), trump, dealt.hand.size - held + 1)

    def sample(self, book: Rulebook, rng: Random) -> Leading | None:
        dealt = rng.choice(book.ground.dealt)
        held = rng.randint(1, dealt.hand.size)
        if not dealt.trumps or held > book.deck.bit_count():
            return None
        cards = mask_of(rng.sample(list(bits(book.deck)), held))
        return Leading(dealt.hand, cards, rng.choice(dealt.trumps), dealt.hand.size - held + 1)


# --- what claims may speak of ---------------------------------------------------------------------

OBSERVED = (
    ScopeName("playable", lambda f: Cards(), "the cards that the rules let him play"),
    ScopeName("announcements", lambda f: Int(0, 64), "how many ways a joker may be announced now"),
)
SCOPE_NAMES = (*BY_NAME["lead"].names, *OBSERVED)


def claim_names(book: Rulebook, at: Leading) -> Env:
    """The names of the scope by the reference meaning."""
    return {
        **lead_names(at.cards, at.trump, at.trick_number),
        "playable": may_lead(book.ruleset, at.cards, at.trump, at.trick_number).value,
        "announcements": len(legal_calls(book.ruleset, at.trump, ())),
    }
