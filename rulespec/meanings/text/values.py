"""Values as program text: pieces that know how tightly they bind, literals and names in each language. Mirrors `../z3/values.py`."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from rulespec.ir.cards import Pack
from rulespec.ir.text import ATOM
from rulespec.ir.types import Int, Type

MOST_NAMED = 6  # cards in the name of a constant


@dataclass(frozen=True, slots=True)
class Language:
    """What the languages spell differently outside operators."""

    name: str
    true: str
    false: str
    nothing: str
    camel: bool

    def word(self, text: str) -> str:
        """A name of the rules (`joker_led`) as the language spells it."""
        return camel(text) if self.camel else text

    def option(self, name: str, type_: Type) -> str:
        """The value of an option that is still open."""
        if self.camel:
            return f"options.{name}"
        return f'int(options["{name}"])' if isinstance(type_, Int) else f'options["{name}"]'


JAVASCRIPT = Language("javascript", "true", "false", "null", camel=True)
PYTHON = Language("python", "True", "False", "None", camel=False)
LANGUAGES = {language.name: language for language in (JAVASCRIPT, PYTHON)}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text will stand: its language, the pack it speaks of, the options that are an argument there."""

    language: Language
    pack: Pack
    options: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of program text, how tightly its outermost operator binds, and the type of its value."""

    text: str
    binds: int
    type: Type

    def inside(self, weakest: int) -> str:
        """The text, in brackets where it binds weaker than its place allows."""
        return self.text if self.binds >= weakest else f"({self.text})"


def camel(text: str) -> str:
    """`joker_led` as `jokerLed`; a name after a dot begins anew."""
    return ".".join(_camel(part) for part in text.split("."))


def _camel(text: str) -> str:
    first, *others = text.split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)


def boolean(value: bool, language: Language) -> str:
    return language.true if value else language.false


def suit(value: int | None, language: Language) -> str:
    return language.nothing if value is None else str(value)


def word(value: str) -> str:
    """A level, or the value of an option."""
    return json.dumps(value)


def cards(mask: int, pack: Pack) -> str:
    """The name of the constant that holds a set of cards."""
    if mask == 0:
        return "NO_CARDS"
    if mask == pack.all_mask:
        return "ALL"
    if mask == pack.jokers_mask:
        return "JOKERS"
    names = pack.names(mask)
    return f"CARDS_{'_'.join(names)}" if len(names) <= MOST_NAMED and read_again(pack, names) == mask else f"CARDS_{mask:X}"


def read_again(pack: Pack, names: Collection[str]) -> int:
    """The set that a reader makes of the names: each further `JK` is the next joker."""
    mask = 0
    for name in names:
        index = pack.index(name)
        while mask >> index & 1:
            index += 1
        mask |= 1 << index
    return mask


def atom(text: str, type_: Type) -> Written:
    return Written(text, ATOM, type_)
