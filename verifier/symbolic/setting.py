"""The symbolic ground every question stands on: open options, the table of hands, trumps, deck.

The table is the one of `rulespec/questions/ground.py`, asserted as a finite relation: for a family each
of its rows under the combinations of options that it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import z3

from rulespec.ir.cards import Pack
from rulespec.ir.expr import FALSE
from rulespec.ir.options import Options, member_of, specialise
from rulespec.ir.ruleset import RuleSet, ValueSection
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Level, Suit, Type
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.evaluate import holds
from rulespec.meanings.z3.ops import count
from rulespec.meanings.z3.values import (
    Num,
    Term,
    Value,
    bits,
    cards,
    constant,
    domain,
    either,
    every,
    num,
    number,
    one_card,
    same,
    some,
    suit,
    term,
    truth,
    variable,
)
from rulespec.questions.base import Condition, Situation
from rulespec.questions.conditions import compiled
from rulespec.questions.ground import Dealt, Ground, Hand, ground, reads, table

S = TypeVar("S", bound=Situation)
Names = Mapping[str, Value | int]  # symbolic values, or plain numbers
Labelled = tuple[str, z3.BoolRef]


@dataclass(eq=False)
class Reader:
    """Plain values out of a model; what the solver left free is completed."""

    model: z3.ModelRef
    pack: Pack

    def bits(self, term: z3.BitVecRef) -> int:
        return self.model.eval(term, model_completion=True).as_long()

    def number(self, value: Num) -> int:
        return self.model.eval(value.term, model_completion=True).as_signed_long()

    def truth(self, term: z3.BoolRef) -> bool:
        return bool(z3.is_true(self.model.eval(term, model_completion=True)))

    def suit(self, term: z3.BitVecRef) -> int | None:
        index = self.bits(term)
        return None if index >= len(self.pack.suits) else index


@dataclass(eq=False)
class Symbolic(Generic[S]):
    """All situations of a scope at once.

    `names` are the values of the scope's names, `assumptions` what makes a situation possible, each with
    its label, `objectives` what a smallest one has least of, `read` the situation of a model, `rows` for
    each row of the section that decides the condition that it has a say.
    """

    names: dict[str, Value]
    assumptions: list[Labelled]
    objectives: Sequence[Term]
    read: Callable[[Reader], S]
    rows: tuple[z3.BoolRef, ...] = ()
    answer: tuple[Value, ...] = ()
    key: object = field(default=None)


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicMember:
    """The table of hands under the combinations of options where `condition` holds."""

    condition: z3.BoolRef
    ground: Ground


class Setting:
    """A rule set with its open options as variables.

    Where the rules of two games stand side by side, `prefix` keeps their hands' numbers apart; everything
    else is shared. `passes_matter` is set where rules of either look at zero bids. Raises TooMany.
    """

    def __init__(self, ruleset: RuleSet, prefix: str = "", passes_matter: bool | None = None) -> None:
        self.ruleset, self.pack, self.prefix = ruleset, ruleset.pack, prefix
        self.passes_matter = "passes_before" in reads(ruleset, "bid") if passes_matter is None else passes_matter
        self._pins: dict[tuple[str, str | int], tuple[Term, Term]] = {}
        self.options: dict[str, Value] = {}
        self.domains: list[Labelled] = []
        for name in ruleset.open_options:
            option = ruleset.options[name]
            value = self.options[prefix + name] = variable(prefix + name, option.type, self.pack)
            self.options[name] = value
            self.domains.append((f"option {name}", self._option_domain(value, option.values, option.type)))
        self.members = [SymbolicMember(self._under(one.combinations), one.ground) for one in table(ruleset)]
        self._special: dict[object, RuleSet] = {}
        self._kept: dict[object, Symbolic[Any]] = {}
        self._groups: dict[str, Sequence[Callable[[], Symbolic[Any]]]] = {}
        self.deck = bits(self._of_member(lambda g: cards(g.deck, self.pack)))
        self.deck_size = self._number(lambda g: g.deck.bit_count())

    def once(self, key: object, build: Callable[[], Symbolic[Any]]) -> Symbolic[Any]:
        """The situations of a group, built at most once."""
        if key not in self._kept:
            self._kept[key] = build()
        return self._kept[key]

    def once_groups(self, name: str, groups: Callable[[Setting], Sequence[Callable[[], Symbolic[Any]]]]) -> Sequence[Callable[[], Symbolic[Any]]]:
        """The groups of situations of a scope, listed once."""
        if name not in self._groups:
            self._groups[name] = groups(self)
        return self._groups[name]

    # --- options --------------------------------------------------------------------------------

    def _option_domain(self, value: Value, values: Sequence[object], type_: Type) -> z3.BoolRef:
        if isinstance(type_, Int):
            return some(*[same(value, number(v)) for v in values if isinstance(v, int)])
        return domain(value, type_, self.pack)

    def pinned(self, combination: Options) -> z3.BoolRef:
        """The options have these values."""
        return every(*[variable == value for variable, value in self.pins(combination)])

    def pins(self, combination: Options) -> list[tuple[Term, Term]]:
        """Options as the solver's variables, with the values of a combination."""
        return [self.pin(name, value) for name, value in combination.items()]

    def pin(self, name: str, value: str | int) -> tuple[Term, Term]:
        """One option with one value, made once: families ask for them many thousand times."""
        if (name, value) not in self._pins:
            own, given = self.options[name], constant(value, self.ruleset.options[name].type, self.pack)
            width = own.width if isinstance(own, Num) else 0
            self._pins[name, value] = (term(own), z3.simplify(given.wide(width)) if isinstance(given, Num) else given)
        return self._pins[name, value]

    def _under(self, combinations: Iterable[Options]) -> z3.BoolRef:
        found = [self.pinned(one) for one in combinations]
        return z3.BoolVal(True) if len(found) == 1 and z3.is_true(found[0]) else some(*found)

    def chosen(self, reader: Reader) -> dict[str, str | int]:
        """The values of the open options in a model."""
        found: dict[str, str | int] = {}
        for name in self.ruleset.open_options:
            value, option = self.options[name], self.ruleset.options[name]
            if isinstance(value, Num):
                found[name] = reader.number(value)
            else:
                assert isinstance(option.type, Choice)
                found[name] = str(option.values[reader.bits(bits(value))])
        return found

    def settled(self, reader: Reader) -> RuleSet:
        """The rule set with the open options as they are in a model."""
        return member_of(self.ruleset, self.chosen(reader))

    def ground(self, reader: Reader) -> Ground:
        """The table of hands in a model."""
        held = [one.ground for one in self.members if reader.truth(one.condition)]
        return held[0] if held else ground(self.settled(reader))

    # --- the table ------------------------------------------------------------------------------

    def _of_member(self, of: Callable[[Ground], Value]) -> Value:
        value = of(self.members[-1].ground)
        for one in reversed(self.members[:-1]):
            value = either(one.condition, of(one.ground), value)
        return value

    def _number(self, of: Callable[[Ground], int]) -> Num | int:
        """A number of the table; plain where it is the same in every member."""
        found = {of(one.ground) for one in self.members}
        if len(found) == 1:
            return found.pop()
        return num(self._of_member(lambda g: number(of(g))))

    def game_number(self, of: Callable[[Ground], int]) -> Num:
        """A number of the game as a whole."""
        value = self._number(of)
        return number(value) if isinstance(value, int) else value

    def hands(self) -> Iterator[tuple[z3.BoolRef, Dealt]]:
        """Every hand of every member."""
        for one in self.members:
            yield from ((one.condition, dealt) for dealt in one.ground.dealt)

    def by_kind(self, kind: Callable[[Dealt], object]) -> Iterator[tuple[z3.BoolRef, Dealt]]:
        """The first hand of each kind, under the condition that some such hand is in the game."""
        found: dict[object, tuple[dict[int, z3.BoolRef], Dealt]] = {}
        for condition, dealt in self.hands():
            conditions, _ = found.setdefault(kind(dealt), ({}, dealt))
            conditions[condition.get_id()] = condition
        for conditions, dealt in found.values():
            yield (z3.BoolVal(True) if len(conditions) == len(self.members) else some(*conditions.values())), dealt

    def hand(self, more: Callable[[Dealt], z3.BoolRef] = lambda dealt: z3.BoolVal(True), in_number: bool = True) -> HandVariables:
        """A free hand of the game with what more is known of it, as a relation over the table's rows.

        Hands that differ in number only are one (the first) where `in_number` is not set.
        """
        facts = self.ruleset.facts
        own = self.prefix
        number_ = self.num(own + "hand_number", Int(1, facts.hands.high))
        set_number = self.num(own + "set_number", Int(1, facts.sets.high))
        size = self.num("hand_size", facts.hand_size)

        def kind(dealt: Dealt) -> object:
            if in_number:
                return dealt.hand, dealt.passes, dealt.may_double
            return dealt.hand.set_number, dealt.hand.size, dealt.passes if self.passes_matter else 0, dealt.may_double

        rows = [
            every(condition, same(number_, number(d.hand.number)), same(set_number, number(d.hand.set_number)), same(size, number(d.hand.size)), more(d))
            for condition, d in self.by_kind(kind)
        ]  # fmt: skip
        return HandVariables(number_, set_number, size, ("the hand is on the schedule", some(*rows)))

    def sizes_by_trump(self) -> Iterator[tuple[int | None, int, z3.BoolRef]]:
        """Each trump with each hand size that can have it, and under which options."""
        for trump in (*range(len(self.pack.suits)), None):
            for condition, dealt in self.by_kind(lambda d, trump=trump: d.hand.size if trump in d.trumps else None):  # type: ignore[misc]
                if trump in dealt.trumps:
                    yield trump, dealt.hand.size, condition

    def trump(self) -> z3.BitVecRef:
        """A free trump."""
        return self.bits("trump", Suit())

    def trump_and_size(self, trump: z3.BitVecRef, fits: Callable[[int], z3.BoolRef]) -> Labelled:
        """Some hand of the game has this trump, and a size that fits."""
        rows = [every(condition, trump == suit(one, self.pack), fits(size)) for one, size, condition in self.sizes_by_trump()]
        return ("some hand of the game has this trump and so many cards", some(*rows))

    def first_hand(self, reader: Reader, trump: int | None, fits: Callable[[int], bool]) -> Hand:
        """The smallest hand of the game that can have the trump, and a size that fits."""
        found = [d.hand for d in self.ground(reader).dealt if trump in d.trumps and fits(d.hand.size)]
        return min(found, key=lambda hand: (hand.size, hand.number))

    # --- the rules ------------------------------------------------------------------------------

    def _plain(self, section: str, names: Names) -> tuple[RuleSet, dict[str, Value]]:
        """Names with plain numbers are put into the rules at once: much less is left to the solver."""
        fixed = tuple((name, value) for name, value in names.items() if type(value) is int)
        key = (section, fixed)
        if key not in self._special:
            self._special[key] = specialise(self.ruleset, section, fixed) if fixed else self.ruleset
        symbolic = {name: value for name, value in names.items() if not isinstance(value, int)}
        return self._special[key], {**self.options, **symbolic}

    def first(self, section: ValueSection, names: Names) -> sections.Answer:
        """The value of the first row that holds; `names` may be plain numbers."""
        ruleset, env = self._plain(section, names)
        return sections.first(ruleset, section, env)

    def answering(self, section: str, names: Names) -> tuple[z3.BoolRef, ...]:
        """For each row the condition that it is the first that holds."""
        ruleset, env = self._plain(section, names)
        return sections.answering(ruleset, section, env)

    def forbidden(self, section: str, names: Names) -> z3.BoolRef:
        """The condition that some row forbids."""
        ruleset, env = self._plain(section, names)
        return sections.forbidden(ruleset, section, env)

    def never_forbidden(self, section: str, names: Names) -> bool:
        """Whether the numbers among these names alone leave no row that could forbid."""
        ruleset, _ = self._plain(section, names)
        return all(row.when == FALSE for row in ruleset.rows(section))

    def holding(self, section: str, names: Names) -> tuple[z3.BoolRef, ...]:
        """For each row the condition that it holds."""
        ruleset, env = self._plain(section, names)
        return sections.holding(ruleset, section, env)

    def total(self, section: ValueSection, names: Names) -> Num:
        """The sum of what every row that holds adds."""
        ruleset, env = self._plain(section, names)
        return sections.total(ruleset, section, env)

    def standing(self, names: Names, position: int) -> sections.Standing:
        """The claim of a card at a place of a trick."""
        ruleset, env = self._plain("strength", names)
        return sections.standing(ruleset, env, position)

    def conditions(self, section: str, conditions: tuple[Condition, ...], names: Names) -> list[Labelled]:
        """What makes a situation of the question possible, compiled from its one text."""
        env = {name: number(value) if isinstance(value, int) else value for name, value in names.items()}
        env |= {"deck": self.deck, "players": number(self.ruleset.players)}
        return [(one.label, holds(one.expr, env, self.pack)) for one in compiled(self.ruleset, section, conditions)]

    def var(self, name: str, type_: Type) -> Value:
        """A free value, shared by rule sets that stand side by side."""
        return variable(name, type_, self.pack)

    def num(self, name: str, bounds: Int) -> Num:
        """A free number."""
        return num(self.var(name, bounds))

    def bits(self, name: str, type_: Card | Cards | Suit | Choice) -> z3.BitVecRef:
        """Free cards, a free suit or choice."""
        return bits(self.var(name, type_))

    def counted(self, name: str, of: z3.BitVecRef) -> tuple[Num, Labelled]:
        """How many cards there are, as a number of its own with that name.

        Solvers take sums apart and put them together anew: where two of them must be the same they can need minutes.
        """
        total = count(self.pack, of)
        own = self.num(name, total.bounds)
        return own, (f"`{name}` is how many there are", every(own.term <= total.term, total.term <= own.term))

    def truth(self, name: str, type_: Bool | Level) -> z3.BoolRef:
        """A free condition or level."""
        return truth(self.var(name, type_))


@dataclass(frozen=True, slots=True, eq=False)
class HandVariables:
    """A hand of the game: its number from 1, its set, its size, and the relation that ties them."""

    number: Num
    set_number: Num
    size: Num
    scheduled: Labelled

    def read(self, setting: Setting, reader: Reader) -> Hand:
        """The hand of a model."""
        return setting.ground(reader).hands[reader.number(self.number) - 1]

    @property
    def objectives(self) -> tuple[Term, Term]:
        """Smaller hands first, then earlier ones."""
        return self.size.term, self.number.term


def card_in(card: z3.BitVecRef, deck: z3.BitVecRef) -> z3.BoolRef:
    """Exactly one card, and one of the deck."""
    return every(one_card(card), card & ~deck == 0)
