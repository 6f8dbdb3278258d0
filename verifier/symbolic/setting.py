"""The symbolic ground every scope stands on: open options, the deck, the schedule, possible trumps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from rulespec.ir.cards import Pack
from rulespec.ir.expr import FALSE, Expr
from rulespec.ir.ruleset import Choose, Fixed, Row, RuleSet, Turn
from rulespec.ir.types import Int, Suit, Type
from rulespec.ir.walk import names as names_in
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.ops import count
from rulespec.meanings.z3.values import Num, Value, domain, every, number, one_card, same, some, suit, variable
from verifier.settle import settle, specialise
from verifier.witness.moments import Moment

Names = Mapping[str, Any]  # symbolic values, or plain numbers


@dataclass(eq=False)
class Reader:
    """Plain values out of a model; what the solver left free is completed."""

    model: z3.ModelRef
    pack: Pack

    def bits(self, term: z3.BitVecRef) -> int:
        return self.model.eval(term, model_completion=True).as_long()  # type: ignore[no-any-return]

    def number(self, value: Num) -> int:
        return self.model.eval(value.term, model_completion=True).as_signed_long()  # type: ignore[no-any-return]

    def truth(self, term: z3.BoolRef) -> bool:
        return bool(z3.is_true(self.model.eval(term, model_completion=True)))

    def suit(self, term: z3.BitVecRef) -> int | None:
        index = self.bits(term)
        return None if index >= len(self.pack.suits) else index


@dataclass(eq=False)
class Symbolic:
    """All moments of a scope at once.

    `names` are the values of the scope's names, `assumptions` what makes a moment possible, each
    with its label, `objectives` what a smallest moment has least of, `read` the moment of a model.
    """

    names: dict[str, Value]
    assumptions: list[tuple[str, z3.BoolRef]]
    objectives: list[z3.ExprRef]
    read: Callable[[Reader], Moment]
    parts: dict[str, Any] = field(default_factory=dict)


class Setting:
    """A rule set with its open options as variables."""

    def __init__(self, ruleset: RuleSet, prefix: str = "") -> None:
        self.ruleset, self.pack, self.prefix = ruleset, ruleset.pack, prefix
        self.counts_passes = False  # set where rules that look at zero bids stand beside these
        self.options: dict[str, Value] = {}
        self.domains: list[tuple[str, z3.BoolRef]] = []
        for name in ruleset.open_options:
            option = ruleset.options[name]
            value = self.options[name] = variable(name, option.type, self.pack)
            self.domains.append((f"option {name}", self._option_domain(value, option.values, option.type)))
        self.deck = sections.first(ruleset, "deck", self.options).value
        self.schedules = sections.answering(ruleset, "schedule", self.options)
        self._special: dict[object, RuleSet] = {}
        self._methods: list[tuple[z3.BoolRef, int, Row]] | None = None
        self._kept: dict[object, Symbolic] = {}
        fixed = ruleset.facts.deck_size
        self._deck_size: Num | int = fixed.low if fixed.low == fixed.high else count(self.pack, self.deck)

    def once(self, shape: Callable[[Setting], Symbolic]) -> Symbolic:
        """The moments of a group, built at most once."""
        which = getattr(shape, "keywords", {})
        key = (getattr(shape, "func", shape), which.get("set_number"), which.get("before"), tuple(which.get("sizes", ())))
        if key not in self._kept:
            self._kept[key] = shape(self)
        return self._kept[key]

    def settled(self, reader: Reader) -> RuleSet:
        """The rule set with the open options as they are in a model."""
        return settle(self.ruleset, {name: self._chosen(name, reader) for name in self.options})

    def _chosen(self, name: str, reader: Reader) -> str | int:
        value = self.options[name]
        return reader.number(value) if isinstance(value, Num) else self.ruleset.options[name].values[reader.bits(value)]

    def _option_domain(self, value: Value, values: Sequence[object], type_: Type) -> z3.BoolRef:
        if isinstance(type_, Int):
            return some(*[same(value, number(v)) for v in values if isinstance(v, int)])
        return domain(value, type_, self.pack)

    def _plain(self, section: str, names: Names) -> tuple[RuleSet, dict[str, Value]]:
        """Names with plain numbers are put into the rules at once: much less is left to the solver."""
        fixed = tuple((name, value) for name, value in names.items() if type(value) is int)
        key = (section, fixed)
        if key not in self._special:
            self._special[key] = specialise(self.ruleset, section, fixed) if fixed else self.ruleset
        symbolic = {name: value for name, value in names.items() if type(value) is not int}
        return self._special[key], {**self.options, **symbolic}

    def first(self, section: str, names: Names) -> sections.Answer:
        """The value of the first row that holds; `names` may be plain numbers."""
        return sections.first(*self._with(section, names))

    def answering(self, section: str, names: Names) -> tuple[z3.BoolRef, ...]:
        """For each row the condition that it is the first that holds."""
        return sections.answering(*self._with(section, names))

    def forbidden(self, section: str, names: Names) -> z3.BoolRef:
        """The condition that some row forbids."""
        return sections.forbidden(*self._with(section, names))

    def never_forbidden(self, section: str, names: Names) -> bool:
        """Whether the numbers among these names alone leave no row that could forbid."""
        ruleset, _ = self._plain(section, names)
        return all(row.when == FALSE for row in ruleset.rows(section))

    def holding(self, section: str, names: Names) -> tuple[z3.BoolRef, ...]:
        """For each row the condition that it holds."""
        return sections.holding(*self._with(section, names))

    def total(self, section: str, names: Names) -> Num:
        """The sum of what every row that holds adds."""
        return sections.total(*self._with(section, names))

    def standing(self, names: Names, position: int) -> sections.Standing:
        """The claim of a card at a place of a trick."""
        ruleset, env = self._plain("strength", names)
        return sections.standing(ruleset, env, position)

    def _with(self, section: str, names: Names) -> tuple[RuleSet, str, dict[str, Value]]:
        ruleset, env = self._plain(section, names)
        return ruleset, section, env

    @property
    def deck_size(self) -> Num | int:
        """How many cards are played with; a plain number where no open option changes it."""
        return self._deck_size

    def var(self, name: str, type_: Type) -> Value:
        """A free value. Where the rules of two games stand side by side they share all but the hand's number."""
        own = self.prefix if name in ("hand_number", "set_number") else ""
        return variable(own + name, type_, self.pack)

    def hands(self) -> Iterable[tuple[z3.BoolRef, int, int, int]]:
        """Every hand of every schedule: its condition, number from 0, set from 1, size."""
        for row, condition in zip(self.ruleset.rows("schedule"), self.schedules, strict=True):
            if not z3.is_false(z3.simplify(condition)) and isinstance(row.result, tuple):
                yield from self._hands_of(row.result, condition)

    def _hands_of(self, sets: Sequence[Sequence[int]], condition: z3.BoolRef) -> Iterable[tuple[z3.BoolRef, int, int, int]]:
        index = 0
        for set_number, sizes in enumerate(sets, start=1):
            for size in sizes:
                yield condition, index, set_number, size
                index += 1

    def sets(self) -> Iterable[tuple[z3.BoolRef, int, int, tuple[int, ...]]]:
        """Every different set of every schedule: its condition, number, hands before it, hand sizes.

        Sets of equal sizes are one, the first of them, unless the rules look at what came before.
        """
        apart = self.counts_passes or any({"set_number", "passes_before"} & _names_of(row) for s in ("score", "bid", "premium") for row in self.ruleset.rows(s))
        seen: dict[object, tuple[list[z3.BoolRef], tuple[int, int, tuple[int, ...]]]] = {}
        for row, condition in zip(self.ruleset.rows("schedule"), self.schedules, strict=True):
            if z3.is_false(z3.simplify(condition)) or not isinstance(row.result, tuple):
                continue
            before = 0
            for set_number, sizes in enumerate(row.result, start=1):
                one = (set_number, before, sizes)
                seen.setdefault(one if apart else sizes, ([], one))[0].append(condition)
                before += len(sizes)
        for conditions, one in seen.values():
            yield some(*conditions), *one

    def scheduled(self, number_: Num, set_number: Num, size: Num) -> z3.BoolRef:
        """The three belong to one hand of the game."""
        return some(*[
            every(condition, same(number_, number(i)), same(set_number, number(s)), same(size, number(n)))
            for condition, i, s, n in self.hands()
        ])  # fmt: skip

    def trump_methods(self) -> list[tuple[z3.BoolRef, int, Row]]:
        """For every hand size and row of `trump`, the condition that it answers."""
        found: list[tuple[z3.BoolRef, int, Row]] = []
        for size, set_number, conditions in self._different_hands():
            names: Names = {"hand_size": size, "set_number": set_number, "players": self.ruleset.players, "deck_size": self.deck_size}
            answers = self.answering("trump", names)
            for row, answer in zip(self.ruleset.rows("trump"), answers, strict=True):
                found.append((every(some(*conditions), answer), size, row))
        return found

    def _different_hands(self) -> Iterable[tuple[int, int, list[z3.BoolRef]]]:
        seen: dict[tuple[int, int], list[z3.BoolRef]] = {}
        for condition, _, set_number, size in self.hands():
            seen.setdefault((size, set_number), []).append(condition)
        for (size, set_number), conditions in seen.items():
            yield size, set_number, list({c.get_id(): c for c in conditions}.values())

    def trump_possible(self, trump: z3.BitVecRef) -> z3.BoolRef:
        """Some hand of the game may have this trump."""
        if self._methods is None:
            self._methods = self.trump_methods()
        by_trump: dict[int | None, list[z3.BoolRef]] = {}
        for condition, _, row in self._methods:
            for one in self.trumps_of(row):
                by_trump.setdefault(one, []).append(condition)
        return some(*[every(trump == suit(one, self.pack), z3.simplify(some(*found))) for one, found in by_trump.items()])

    def trumps_of(self, row: Row) -> list[int | None]:
        """The trumps a row's method can come to."""
        match row.result:
            case Turn():
                turned: list[int | None] = list(range(len(self.pack.suits)))
                return [*turned, None] if self.pack.jokers else turned
            case Choose(_, _, calls):
                return list(calls)
            case Fixed(fixed):
                return [fixed]
            case _:
                raise AssertionError(row)

    def trump(self) -> tuple[z3.BitVecRef, list[tuple[str, z3.BoolRef]]]:
        """A free trump and what makes it possible."""
        value = self.var("trump", Suit())
        return value, [("the trump can arise", self.trump_possible(value))]

    def hand_number(self) -> tuple[Num, Num, Num, list[tuple[str, z3.BoolRef]]]:
        """A free hand of the game: its number from 0, its set, its size."""
        facts = self.ruleset.facts
        number_ = self.var("hand_number", Int(0, facts.hands.high - 1))
        set_number = self.var("set_number", Int(1, facts.sets.high))
        size = self.var("hand_size", facts.hand_size)
        return number_, set_number, size, [("the hand is on the schedule", self.scheduled(number_, set_number, size))]


def _names_of(row: Row) -> frozenset[str]:
    """The names that a row of expressions reads."""
    return names_in(row.when) | (names_in(row.result) if isinstance(row.result, Expr) else frozenset())


def card_in(card: z3.BitVecRef, deck: z3.BitVecRef) -> z3.BoolRef:
    return every(one_card(card), card & ~deck == 0)

