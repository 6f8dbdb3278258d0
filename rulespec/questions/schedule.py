"""Question `schedule`: how many cards each hand has, and who deals it. Cases call it `cards` and `dealer`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import Row, RuleSet, Sets
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.questions.base import Case, Impossible, InHand, Keys, Question, Replied, Situation
from rulespec.questions.ground import Hand, dealer_of

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Scheduled(InHand):
    """A hand of the schedule; `first` is the seat that dealt the first hand of the game."""

    hand: Hand
    first: int = 0


@dataclass(frozen=True, slots=True)
class GameShape(Situation):
    """The game as a whole: its deck and its schedule."""


def schedule_row(ruleset: RuleSet) -> Row[Sets]:
    """The row that gives the schedule."""
    return sections.first_row(ruleset, "schedule", {})


def sets_of(ruleset: RuleSet) -> Sets:
    """The hand sizes of the game, a tuple a set. The options must be settled."""
    return schedule_row(ruleset).result


class CardsQuestion(Question[Scheduled]):
    """How many cards a hand of the game has."""

    section, spelled = "schedule", "cards"
    keys = Keys(("hand",), (), "how many cards a hand of the game has")

    def names(self, book: Rulebook, at: Scheduled) -> Env:
        return {}

    def tells_apart(self, book: Rulebook, at: Scheduled) -> object:
        return at

    def why_not(self, book: Rulebook, at: Scheduled) -> Iterator[Impossible]:
        if at.hand not in book.ground.hands or not 0 <= at.first < book.players:
            yield Impossible("RS410", "the game has no such hand", ("hand",))

    def reply(self, book: Rulebook, at: Scheduled) -> Replied:
        return Replied(at.hand.size, (schedule_row(book.ruleset),))

    def read(self, fields: Fields) -> tuple[Scheduled, ...]:
        number = fields.whole("hand", 1, len(fields.book.ground.dealt))
        fields.stop()
        return (Scheduled(fields.book.ground.hands[number - 1]),)

    def write(self, book: Rulebook, at: Scheduled) -> Case:
        return {"question": self.spelled, "hand": at.hand.number}

    def every(self, book: Rulebook) -> Iterator[Scheduled]:
        yield from map(Scheduled, book.ground.hands)

    def sample(self, book: Rulebook, rng: Random) -> Scheduled | None:
        return Scheduled(rng.choice(book.ground.hands))


class DealerQuestion(CardsQuestion):
    """Who deals a hand of the game."""

    spelled = "dealer"
    keys = Keys(("first", "hand"), (), "which seat deals a hand of the game")

    def reply(self, book: Rulebook, at: Scheduled) -> Replied:
        return Replied(dealer_of(at.first, at.hand.number, book.players))

    def read(self, fields: Fields) -> tuple[Scheduled, ...]:
        first = fields.whole("first", 0, fields.book.players - 1)
        number = fields.whole("hand", 1, len(fields.book.ground.dealt))
        fields.stop()
        return (Scheduled(fields.book.ground.hands[number - 1], first),)

    def write(self, book: Rulebook, at: Scheduled) -> Case:
        return {"question": self.spelled, "first": at.first, "hand": at.hand.number}

    def every(self, book: Rulebook) -> Iterator[Scheduled]:
        yield from (Scheduled(hand, first) for hand in book.ground.hands for first in range(book.players))

    def sample(self, book: Rulebook, rng: Random) -> Scheduled | None:
        return Scheduled(rng.choice(book.ground.hands), rng.randrange(book.players))


# --- what claims may speak of ---------------------------------------------------------------------

SCOPE_NAMES = (
    *[name for name in BY_NAME["trump"].names if name.name in ("players", "deck_size")],
    ScopeName("hands", lambda f: f.hands, "hands in the game"),
    ScopeName("sets", lambda f: f.sets, "sets in the game"),
    ScopeName("largest_hand", lambda f: f.hand_size, "cards a player holds in the largest hand"),
)


def claim_names(book: Rulebook, at: GameShape) -> Env:
    """The names of the scope by the reference meaning."""
    ground = book.ground
    return {
        "hands": len(ground.dealt), "sets": len(ground.sets), "largest_hand": ground.sizes[-1], "players": book.players,
        "deck_size": ground.deck.bit_count(),
    }  # fmt: skip
