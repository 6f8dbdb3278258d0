"""The typed core of the expression language: what every meaning reads.

Nodes are frozen and compare by content; the span is for messages only. Literals of different
types are different classes, since Python holds `True == 1`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespec.ir.types import Bool, Cards, Choice, Int, Level, Suit, Type
from rulespec.spans import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class BoolLit:
    value: bool
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def type(self) -> Type:
        return Bool()


@dataclass(frozen=True, slots=True)
class IntLit:
    value: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def type(self) -> Type:
        return Int(self.value, self.value)


@dataclass(frozen=True, slots=True)
class SuitLit:
    """A suit by its place in the pack's list; `None` is no suit."""

    value: int | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def type(self) -> Type:
        return Suit()


@dataclass(frozen=True, slots=True)
class LevelLit:
    """`high` or `low`."""

    value: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def type(self) -> Type:
        return Level()


@dataclass(frozen=True, slots=True)
class CardsLit:
    """A fixed set of cards as a bit mask of the pack."""

    mask: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def type(self) -> Type:
        return Cards()


@dataclass(frozen=True, slots=True)
class ChoiceLit:
    """One value of an option with words for values."""

    value: str
    type: Choice
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the section's scope, or an option that is still open."""

    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator of the catalogue, by its name there."""

    op: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    cond: Expr
    then: Expr
    orelse: Expr
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expr = BoolLit | IntLit | SuitLit | LevelLit | CardsLit | ChoiceLit | Name | Apply | If

TRUE, FALSE = BoolLit(True), BoolLit(False)
