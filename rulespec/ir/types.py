"""The types of the rule language. Data only."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = ("high", "low")
NO_SUIT = "none"


@dataclass(frozen=True, slots=True)
class Bool:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number between two bounds, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Suit:
    """One of the suits, or none."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a joker is announced: high or low."""


@dataclass(frozen=True, slots=True)
class Card:
    """Exactly one card."""


@dataclass(frozen=True, slots=True)
class Cards:
    """A set of cards, possibly empty."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The value of one option; two options never mix."""

    option: str
    values: tuple[str, ...]


Type = Bool | Int | Suit | Level | Card | Cards | Choice


def kind(type_: Type) -> str:
    """The type's name without its bounds or values, as the operator catalogue spells it."""
    return type(type_).__name__


def in_words(type_: Type) -> str:
    """The type as a reader of an error message would call it."""
    match type_:
        case Bool():
            return "a condition"
        case Int():
            return "a number"
        case Suit():
            return "a suit"
        case Level():
            return "a joker's level"
        case Card():
            return "a card"
        case Cards():
            return "a set of cards"
        case Choice(option, _):
            return f"a value of option `{option}`"
