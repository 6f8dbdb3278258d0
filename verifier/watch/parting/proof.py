"""The solver's word on one edit: a situation that parts it from the rules, or that there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import z3

from rulespec.ir.ruleset import AnyRow, RuleSet, Section
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.values import Num, Value, bits, every, same, some, term, truth
from rulespec.questions import Situation
from rulespec.questions.ground import TooMany
from verifier.proofs import solve
from verifier.symbolic import bid, follow, lead, premium, strength
from verifier.symbolic.announcing import Announced
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.watch.parting.answering import Answering

EFFORT = 4_000_000  # of the solver for one question; the same on every machine, as a time is not


@dataclass(frozen=True, slots=True)
class Gone:
    """Why there is no answer."""

    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Situations of one kind, and the condition that other rows over the same names answer otherwise there.

    `may` is a weaker condition, much cheaper to decide: where no situation fulfils it, nothing differs.
    """

    possible: tuple[z3.BoolRef, ...]
    read: Callable[[Reader], Situation]
    differs: Callable[[Sequence[AnyRow]], z3.BoolRef]
    may: Callable[[Sequence[AnyRow]], z3.BoolRef] | None = None


class Prover:
    """One section of a rule set, against which edits are held. Its formulas are built once."""

    def __init__(self, ruleset: RuleSet, section: str) -> None:
        self.ruleset, self.section = ruleset, section
        self.views: list[View] | None = None
        self.grounds: dict[int, z3.Solver] = {}

    def afresh(self) -> None:
        """Solvers that were asked nothing yet: what they were asked sways their models."""
        self.grounds.clear()

    def parting(self, rows: Sequence[AnyRow], shows: Callable[[Situation], bool]) -> Situation | None | Gone:
        """A situation in which these rows answer otherwise; None where it is proved that there is none."""
        try:
            if self.views is None:
                self.views = list(VIEWS[self.section](Setting(self.ruleset)))
        except TooMany as many:
            return Gone(str(many))
        for view in self.views:
            found = self._in_view(view, rows, shows)
            if found is not None:
                return found
        return None

    def _in_view(self, view: View, rows: Sequence[AnyRow], shows: Callable[[Situation], bool]) -> Situation | None | Gone:
        if view.may is not None:
            match self._on_ground(view, view.may(rows)):
                case solve.Unsat():
                    return None
                case solve.Sat(model) if shows(at := view.read(Reader(model, self.ruleset.pack))):
                    return at
        match self._asked(view, view.differs(rows)):
            case solve.Sat(model):
                return view.read(Reader(model, self.ruleset.pack))
            case solve.Unsat():
                return None
            case solve.Unsure(reason):
                return Gone(reason)

    def _asked(self, view: View, differs: z3.BoolRef) -> solve.Result:
        """Tricks are proved faster by a fresh solver, everything else by one that knows the ground; measured."""
        if self.section == "strength":
            fresh = solve.hasty(EFFORT)
            fresh.add(*view.possible, differs)
            return solve.ask(fresh)
        return self._on_ground(view, differs)

    def _on_ground(self, view: View, condition: z3.BoolRef) -> solve.Result:
        if id(view) not in self.grounds:
            self.grounds[id(view)] = solve.questions()
            self.grounds[id(view)].set("rlimit", EFFORT)
            self.grounds[id(view)].add(*view.possible)
        return solve.ask_with(self.grounds[id(view)], condition)


def twin(setting: Setting, section: str, rows: Sequence[AnyRow]) -> Setting:
    """The same hands, options and variables with other rows in one section."""
    other = copy(setting)
    other.ruleset = replace(setting.ruleset, sections={**setting.ruleset.sections, section: Section(section, tuple(rows))})
    other._special = {}
    return other


def conditions(symbolic: Symbolic[Any]) -> tuple[z3.BoolRef, ...]:
    """What makes a situation possible."""
    return tuple(condition for _, condition in symbolic.assumptions)


def _cards_differ(setting: Setting, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
    """Other cards, all jokers as one: a case cannot tell them apart."""
    jokers = setting.pack.jokers_mask
    return some((a ^ b) & ~jokers != 0, (a & jokers != 0) != (b & jokers != 0))


def _of_cards(section: str, build: Callable[[Setting], Symbolic[Any]]) -> Callable[[Setting], Iterator[View]]:
    def views(setting: Setting) -> Iterator[View]:
        symbolic = build(setting)
        answers, own = Answering(setting, section, symbolic.names), setting.ruleset.rows(section)

        def differs(rows: Sequence[AnyRow]) -> z3.BoolRef:
            reached, mine, theirs = answers.values_where_apart(own, rows)
            return every(reached, _cards_differ(setting, bits(mine), bits(theirs)))

        yield View(conditions(symbolic), symbolic.read, differs, lambda rows: answers.others(own, rows))

    return views


def _bid(setting: Setting) -> Iterator[View]:
    symbolic = bid.bidding(setting)
    names = {k: v for k, v in symbolic.names.items() if k not in setting.options}
    answers = Answering(setting, "bid", names)
    yield View(conditions(symbolic), symbolic.read, lambda rows: truth(symbolic.answer[0]) == some(*map(answers.when, rows)))


def _strength(setting: Setting) -> Iterator[View]:
    """A trick is won by another card only where some card is judged by a row with another result."""
    symbolic, trump, own = strength.trick(setting), setting.trump(), setting.ruleset.rows("strength")
    plays = [Announced(setting, f"card{i}", leading=i == 0) for i in range(setting.ruleset.players)]
    judged = [Answering(setting, "strength", strength.judged_names(setting, plays, i, trump, plays[0].asked)) for i in range(len(plays))]

    def differs(rows: Sequence[AnyRow]) -> z3.BoolRef:
        other = twin(setting, "strength", rows)
        standings = [strength.standing_of(other, plays, i, trump, plays[0].asked) for i in range(len(plays))]
        wins = sections.winners(other.ruleset, standings)
        return some(*[term(a) != b for a, b in zip(symbolic.answer, wins, strict=True)])

    yield View(conditions(symbolic), symbolic.read, differs, lambda rows: some(*[one.others(own, rows) for one in judged]))


def _premium(setting: Setting) -> Iterator[View]:
    """One view for each different set of the game."""
    for shape in premium.shapes(setting):
        table = premium.variables(setting, shape)
        names: Mapping[str, Value] = {**setting.options, **premium.premium_names(setting.ruleset, table.fields, 0, premium.set_names(shape))}
        mine = setting.total("premium", names)
        possible = tuple(condition for _, condition in premium.possible(setting, table))
        yield View(possible, _read_set(table), _other_total(setting, mine, names))


def _read_set(table: premium.SetTable) -> Callable[[Reader], Situation]:
    return lambda reader: premium.read(table, reader)


def _other_total(setting: Setting, mine: Num, names: Mapping[str, Value]) -> Callable[[Sequence[AnyRow]], z3.BoolRef]:
    return lambda rows: z3.Not(same(mine, twin(setting, "premium", rows).total("premium", names)))


VIEWS: Mapping[str, Callable[[Setting], Iterator[View]]] = {
    "bid": _bid, "lead": _of_cards("lead", lead.lead), "follow": _of_cards("follow", follow.follow), "strength": _strength, "premium": _premium,
}  # fmt: skip
"""The sections whose situations are too many to be asked one by one."""

