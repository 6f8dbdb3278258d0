"""What a question of the game is: a situation, its names, whether it can arise, the rules' answer, how it is written.

One file a section gives a subclass of `Question`. A situation is a frozen record in plain values: cards
are bits of the pack, suits indices, no trump None, seats and places count from 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.meanings.python.evaluate import Env
from rulespec.questions.ground import Ground, Hand, reads
from rulespec.spans import Span

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook

Case: TypeAlias = dict[str, object]
Answer: TypeAlias = list[int] | list[str] | int | str | None
S = TypeVar("S", bound="Situation")


class Situation:
    """What a section needs to answer once; subclasses are frozen records."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class InHand(Situation):
    """A situation of one hand of the game."""

    hand: Hand


class Impossible(NamedTuple):
    """Why a situation cannot arise: a code, words, the key of a case (and places in its list) that says so, a hint, a row."""

    code: str
    message: str
    where: tuple[str | int, ...] = ()
    help: str | None = None
    row: AnyRow | None = None


class Replied(NamedTuple):
    """An answer as JSON has it, and the rows that decided it, the first one first."""

    answer: Answer
    rows: tuple[AnyRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a case: those it needs, those it may have, and what it asks in words."""

    needed: tuple[str, ...]
    allowed: tuple[str, ...]
    asks: str


@dataclass(frozen=True, slots=True)
class Condition:
    """A part of what makes a situation possible, in the rule language, over the section's names and the ground's."""

    label: str
    text: str


class Question(ABC, Generic[S]):
    """One section's question. `spelled` is its name in cases, `keys` those of a case."""

    section: str
    spelled: str
    keys: Keys
    conditions: tuple[Condition, ...] = ()
    or_null = False  # the answer may be null
    kind: type[int] | type[str] = int  # of the answer, or of its parts
    many = False  # the answer is a list

    @abstractmethod
    def names(self, book: Rulebook, at: S) -> Env:
        """The values of the section's names."""

    @abstractmethod
    def why_not(self, book: Rulebook, at: S) -> Iterator[Impossible]:
        """Every reason why the situation cannot arise in a game; none where it can, as far as the table and the rules tell."""

    @abstractmethod
    def reply(self, book: Rulebook, at: S) -> Replied:
        """What the rules answer. The situation must be possible."""

    @abstractmethod
    def read(self, fields: Fields) -> tuple[S, ...]:
        """The situations a case stands for: several where it leaves open what the rules may look at."""

    @abstractmethod
    def write(self, book: Rulebook, at: S) -> Case:
        """The situation as a case, with everything its answer may hang on."""

    @abstractmethod
    def every(self, book: Rulebook) -> Iterator[S]:
        """All possible situations; many, except on small packs."""

    @abstractmethod
    def sample(self, book: Rulebook, rng: Random) -> S | None:
        """A random situation that is possible, or None where this try made none."""

    def tells_apart(self, book: Rulebook, at: S) -> object:
        """What the answer depends on: situations that are equal in it have one answer."""
        names = self.names(book, at)
        return tuple(names[name] for name in sorted(reads(book.ruleset, self.section)))

    def hangs_on_hand(self, book: Rulebook) -> bool:
        """Whether hands of the game that fit a case may answer differently; otherwise the first will do."""
        return bool(reads(book.ruleset, self.section) & {"set_number", "passes_before", "trick_number"})

    def possible(self, book: Rulebook, at: S) -> bool:
        """Whether the situation can arise."""
        return next(self.why_not(book, at), None) is None

    def samples(self, book: Rulebook, rng: Random, number: int) -> Iterator[S]:
        """So many random situations; fewer where they are hard to come by."""
        tries = 0
        while number and tries < 50:
            tries += 1
            at = self.sample(book, rng)
            if at is not None:
                tries, number = 0, number - 1
                yield at


# --- small things that several questions need ---------------------------------------------------


def letter(pack: Pack, suit: int | None) -> str | None:
    """A suit as cases write it; null for none."""
    return None if suit is None else pack.letters[suit]


def card_list(pack: Pack, mask: int) -> list[str]:
    """Cards in card order, a joker once however many there are."""
    return list(dict.fromkeys(pack.names(mask)))


def distinct(rows: Iterable[AnyRow | None]) -> tuple[AnyRow, ...]:
    """The rows, each once, in the order they came."""
    return tuple({row.name: row for row in rows if row is not None}.values())


def index_of(rows: Sequence[AnyRow], row: AnyRow) -> int:
    """The place of a row in its section; rows of equal text are told apart."""
    return next(i for i, one in enumerate(rows) if one is row)


def listed(words: Iterable[object]) -> str:
    """Words of a message, each in backticks."""
    return ", ".join(f"`{word}`" for word in words)


def no_such_size(ground: Ground, size: int) -> Impossible:
    """The fault of a hand size that no hand of the game has."""
    sizes = ground.sizes
    whole = len(sizes) > 2 and list(sizes) == list(range(sizes[0], sizes[-1] + 1))
    words = f"{sizes[0]} to {sizes[-1]} cards" if whole else " or ".join(map(str, sizes)) + " cards"
    return Impossible("RS410", f"no hand of this game has {size} cards", ("cards",), f"the hands have {words}")


def set_key(ruleset: RuleSet, section: str, number: int) -> Case:
    """What a case says of its set: nothing where the section does not tell sets apart."""
    return {"set_number": number} if "set_number" in reads(ruleset, section) else {}


def related(row: AnyRow | None) -> tuple[tuple[str, Span], ...]:
    """The row as a second place of a message."""
    return () if row is None else (("the row stands here", row.span),)
