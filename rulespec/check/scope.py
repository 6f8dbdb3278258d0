"""What the names in an expression stand for: the section's own names, options, suits and levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.ir.expr import CardsLit, Expr, LevelLit, SuitLit
from rulespec.ir.options import option_value
from rulespec.ir.ruleset import Facts, Option
from rulespec.ir.sections import NEIGHBOURS, SEATS, ScopeName, seats
from rulespec.ir.types import LEVELS, NO_SUIT
from rulespec.spans import Span

Hint = Callable[[str], str | None]


def nothing(name: str) -> None:
    """No hint about a name."""


@dataclass
class Scope:
    """Names to expressions. A settled option is its value; an open one stays a name. `hint` tells of a name that has no meaning here, `listing` of those that have."""

    pack: Pack
    what: str
    names: dict[str, Expr] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    hint: Hint = nothing
    listing: str | None = None
    read: set[str] = field(default_factory=set)  # the options that expressions have named

    def find(self, name: str, span: Span) -> Expr | None:
        """The meaning of a name, placed at `span`; None where it has none."""
        found = self.names.get(name)
        if name in self.options:
            self.read.add(name)
        return None if found is None else placed(found, span)

    def known(self) -> list[str]:
        return [*sorted(self.names), "True", "False"]


def placed(expr: Expr, span: Span) -> Expr:
    """The same node, standing somewhere else."""
    return replace(expr, span=span)


def base_scope(pack: Pack, what: str, options: Mapping[str, Option], chosen: Mapping[str, str | int]) -> Scope:
    """The names every expression knows."""
    names: dict[str, Expr] = {name: option_value(option, chosen.get(name)) for name, option in options.items()}
    names |= {suit: SuitLit(i) for i, suit in enumerate(pack.suits)}
    names |= {level: LevelLit(level) for level in LEVELS}
    names |= {"all": CardsLit(pack.all_mask), "jokers": CardsLit(pack.jokers_mask), NO_SUIT: SuitLit(None)}
    return Scope(pack, what, names, options)


def usable(names: Iterable[ScopeName], facts: Facts) -> Iterable[ScopeName]:
    """The names that mean something for this number of players."""
    present = {*seats(facts.players), *NEIGHBOURS}
    for name in names:
        seat = name.name.split(".")[0]
        if seat not in SEATS or seat in present:
            yield name


RESERVED = (NO_SUIT, "all", "jokers", "cards", *LEVELS, *SEATS, *ops.called())
