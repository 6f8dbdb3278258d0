"""A rule set in its typed core: what the four meanings, the proofs and the tables read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from rulespec.ir.cards import Pack
from rulespec.ir.expr import Expr
from rulespec.ir.types import Choice, Int
from rulespec.spans import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice. Values are words, or numbers where every value is one."""

    name: str
    values: tuple[str, ...] | tuple[int, ...]
    says: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def type(self) -> Int | Choice:
        numbers = [v for v in self.values if isinstance(v, int)]
        if len(numbers) == len(self.values):
            return Int(min(numbers), max(numbers))
        return Choice(self.name, tuple(str(v) for v in self.values))


@dataclass(frozen=True, slots=True)
class Again:
    """The hand may be dealt again instead, `at_most` so often; then it is `doubled` or not."""

    at_most: int
    doubled: bool = False


AFTER_BIDS = ("first_bidder", "highest_bidder")


@dataclass(frozen=True, slots=True)
class Choose:
    """A player names the trump after seeing `after` of his cards (all of them where None).

    `calls` are suits by index, and None for no trump. A bidder names it when everybody has bid.
    """

    by: str
    after: int | None
    calls: tuple[int | None, ...]
    again: Again | None = None

    @property
    def after_bids(self) -> bool:
        return self.by in AFTER_BIDS


@dataclass(frozen=True, slots=True)
class Turn:
    """A card shows the trump: `next_card` of the pack, or the `dealers_last_card`.

    A joker shows no trump, or leaves a player a choice.
    """

    card: str
    joker: str | Choose = "no_trump"

    @property
    def by_joker(self) -> tuple[int | None, ...]:
        """What the trump may be where a joker is turned."""
        return self.joker.calls if isinstance(self.joker, Choose) else (None,)


@dataclass(frozen=True, slots=True)
class Fixed:
    """The trump never changes; None is no trump."""

    suit: int | None


TrumpMethod = Turn | Choose | Fixed


def again_of(method: TrumpMethod) -> Again | None:
    """How often the hand may be dealt again, where a player may choose that."""
    choice = method.joker if isinstance(method, Turn) else method
    return choice.again if isinstance(choice, Choose) else None


def doubles(rows: Iterable[Row[TrumpMethod]]) -> bool:
    """Whether some row of `trump` has hands dealt again that count double."""
    agains = [again_of(row.result) for row in rows]
    return any(again is not None and again.doubled for again in agains)


Sets = tuple[tuple[int, ...], ...]
Class = int | None  # None: never wins
Result: TypeAlias = Expr | TrumpMethod | Sets | Class
R_co = TypeVar("R_co", covariant=True)
ValueSection = Literal["deck", "lead", "follow", "score", "premium"]


@dataclass(frozen=True, slots=True)
class Row(Generic[R_co]):
    """One line of a decision table: where `when` holds, `result` is what it says.

    The result is an expression, or data in the sections that give no value (a trump method, the
    sets of a schedule, a class of strength, or None for `forbid`, whose condition is the row).
    `RuleSet.rows` says which kind the rows of a section have.
    """

    name: str
    when: Expr
    result: R_co
    then: tuple[str, ...] = ()
    cite: str | None = None
    assumed: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


AnyRow: TypeAlias = Row[Result]


@dataclass(frozen=True, slots=True)
class Section:
    """One question of the game, answered by its rows in order."""

    name: str
    rows: tuple[AnyRow, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game ends: totals ranked, equal totals by `ties` (shared, or by seat).

    The highest total `wins`, or the lowest; `sides` play alone, or opposite seats add their totals up as pairs.
    """

    rank_by: tuple[str, ...] = ("total",)
    ties: str = "shared"
    wins: str = "highest"
    sides: str = "alone"


@dataclass(frozen=True, slots=True)
class Start:
    """How a game begins: who deals first, `by_lot`, or who is dealt the first card of a `rank` (`first_dealt`)."""

    dealer: str = "by_lot"
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers that hold for every game of the rule set; they bound the names of the sections."""

    players: int
    deck_size: Int
    hand_size: Int
    sets: Int
    hands: Int  # in a whole game
    set_length: Int
    points: Int = Int(0, 0)  # of one player's hand


@dataclass(frozen=True)
class RuleSet:
    """A rule set ready to be played, proved and compared.

    `options` are all that some row reads; `chosen` those of them that are settled. A profile has
    settled all of them, a family leaves some open, and these are `Name`s in its expressions.
    `unread` are options that are declared and that no row reads, as their sections were written anew.
    """

    id: str
    name: str
    family: str | None
    players: int
    pack: Pack
    options: Mapping[str, Option]
    chosen: Mapping[str, str | int]
    sections: Mapping[str, Section]
    finish: Finish
    facts: Facts
    sources: Mapping[str, Mapping[str, str]]
    expect: Mapping[str, str]
    offers: Mapping[str, Mapping[str, str | int]]
    properties: object = None  # as written; the verifier reads them
    start: Start = Start()
    unread: tuple[str, ...] = ()
    promised_at: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)  # where `expect` says it of a property
    fingerprint: str = ""
    path: str = ""

    @property
    def open_options(self) -> tuple[str, ...]:
        return tuple(name for name in self.options if name not in self.chosen)

    @overload
    def rows(self, section: ValueSection) -> tuple[Row[Expr], ...]: ...
    @overload
    def rows(self, section: Literal["trump"]) -> tuple[Row[TrumpMethod], ...]: ...
    @overload
    def rows(self, section: Literal["schedule"]) -> tuple[Row[Sets], ...]: ...
    @overload
    def rows(self, section: Literal["strength"]) -> tuple[Row[Class], ...]: ...
    @overload
    def rows(self, section: str) -> tuple[AnyRow, ...]: ...
    def rows(self, section: str) -> tuple[Row[Any], ...]:
        """The rows of a section, with the kind of result that its reader has given them."""
        return self.sections[section].rows
