"""Bids, leads, following, trick winners: the solver finds every pair of rows that disagree.

Both sides are built over the same variables. A disagreement is searched outside the pairs already
found until there is none; that last answer proves the list complete.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

import z3

from rulespec import questions
from rulespec.ir.ruleset import Facts, RuleSet
from rulespec.ir.types import Int
from rulespec.meanings.python import sections as plain
from rulespec.meanings.z3.values import Value, bits, every, some, term, truth
from rulespec.questions import (
    BY_SITUATION,
    Answer,
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
    reads,
)
from rulespec.questions.base import index_of
from rulespec.rulebook import rulebook
from verifier.compare.model import (
    DIFFERENT,
    DISAGREEMENT,
    INCOMPARABLE,
    SAME,
    STRICTER_LEFT,
    STRICTER_RIGHT,
    UNKNOWN,
    VACUOUS,
    DiffClass,
    Example,
    SectionDiff,
    Told,
    overall,
    ref,
)
from verifier.compare.reaching import Reached, reached
from verifier.proofs import solve
from verifier.proofs.models import TRIES, models
from verifier.proofs.scopes import SCOPES
from verifier.symbolic import bid, follow, lead, strength
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.witness.met import met_further

BY_SECTION = {scope.section: scope.name for scope in SCOPES}
NEVER = z3.BoolVal(False)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One rule set over the shared variables: per row (the last for none) when it decides, and the answer."""

    ruleset: RuleSet
    symbolic: Symbolic[Any]
    rows: tuple[z3.BoolRef, ...]
    answer: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a section is asked of one side, and when one answer allows what the other does not."""

    build: Callable[[Setting], Symbolic[Any]]
    strictness: Callable[[Value, Value], tuple[z3.BoolRef, z3.BoolRef]] | None


class Undecided(Exception):
    """The solver gave no answer; the text is its reason."""


def joined(left: Facts, right: Facts) -> Facts:
    """Facts that cover both games, so that their variables are the same."""

    def both(a: Int, b: Int) -> Int:
        return Int(min(a.low, b.low), max(a.high, b.high))

    return Facts(
        left.players, both(left.deck_size, right.deck_size), both(left.hand_size, right.hand_size), both(left.sets, right.sets),
        both(left.hands, right.hands), both(left.set_length, right.set_length), both(left.points, right.points),
    )  # fmt: skip


def settings(left: RuleSet, right: RuleSet) -> tuple[Setting, Setting]:
    """Both rule sets over the same variables."""
    facts = joined(left.facts, right.facts)
    passes = any("passes_before" in reads(side, "bid") for side in (left, right))
    return Setting(replace(left, facts=facts), passes_matter=passes), Setting(replace(right, facts=facts), "right_", passes)


def compare(section: str, left: RuleSet, right: RuleSet, brief: bool = False) -> SectionDiff:
    """The section's difference, complete; or honestly none. `brief`: one pair of rows shown by a game is enough."""
    if left.pack != right.pack or left.players != right.players:
        return SectionDiff(section, VACUOUS, why="the two games are played with other cards or at another table")
    asked = SECTIONS[section]
    one, other = (_side(asked.build(setting), side) for setting, side in zip(settings(left, right), (left, right), strict=True))
    try:
        return Search(section, asked, one, other, brief).run()
    except Undecided as reason:
        return SectionDiff(section, UNKNOWN, why=str(reason))
    except solve.Misfit as misfit:
        return SectionDiff(section, DISAGREEMENT, why=str(misfit))


def differs(section: str, left: RuleSet, right: RuleSet) -> bool | None:
    """Whether the section differs anywhere; None where that cannot be told quickly."""
    if left.pack != right.pack or left.players != right.players:
        return None
    asked = SECTIONS[section]
    one, other = (_side(asked.build(setting), side) for setting, side in zip(settings(left, right), (left, right), strict=True))
    search = Search(section, asked, one, other)
    try:
        return search.satisfiable(search.differ)
    except Undecided:
        return None


def _side(symbolic: Symbolic[Any], ruleset: RuleSet) -> Side:
    return Side(ruleset, symbolic, (*symbolic.rows, z3.Not(some(*symbolic.rows))), symbolic.answer)


class Search:
    """Pairs of rows found one by one, each with its least situation; in brief only until a game shows one."""

    def __init__(self, section: str, asked: Asked, left: Side, right: Side, brief: bool = False) -> None:
        self.section, self.asked, self.left, self.right, self.brief = section, asked, left, right, brief
        self.enough = False  # nothing more has to be shown by a game
        self.differ = some(*[term(a) != term(b) for a, b in zip(left.answer, right.answer, strict=True)])
        self.possible = [c for _, c in (*left.symbolic.assumptions, *right.symbolic.assumptions)]

    def run(self) -> SectionDiff:
        found: dict[tuple[int, int], DiffClass] = {}
        asked = self.solver(self.differ)
        while True:
            match solve.ask(asked):
                case solve.Unsat():
                    break
                case solve.Unsure(reason):
                    raise Undecided(reason)
                case solve.Sat(model):
                    reader = Reader(model, self.left.ruleset.pack)
                    key = self.pair(reader)
                    outcome = self.described(key, reader)
                    if isinstance(outcome, str):
                        return SectionDiff(self.section, DISAGREEMENT, why=outcome)
                    found[key] = outcome
                    self.enough = self.enough or self.brief and outcome.reachable is True
                    asked.add(z3.Not(every(self.left.rows[key[0]], self.right.rows[key[1]])))
        classes = [found[key] for key in sorted(found)]
        if not classes and not self.satisfiable():
            return SectionDiff(self.section, VACUOUS, why="the two games have no such situation in common")
        if not classes:
            return SectionDiff(self.section, SAME)
        return SectionDiff(self.section, DIFFERENT, overall([c.relation for c in classes]), tuple(classes))

    def solver(self, *conditions: z3.BoolRef) -> z3.Solver:
        made = solve.solver()
        made.add(*self.possible, *conditions)
        return made

    def satisfiable(self, *conditions: z3.BoolRef) -> bool:
        asked = solve.steps()
        asked.add(*self.possible, *conditions)
        match solve.ask(asked):
            case solve.Sat():
                return True
            case solve.Unsat():
                return False
            case solve.Unsure(reason):
                raise Undecided(reason)

    def pair(self, reader: Reader) -> tuple[int, int]:
        """Which row decides on each side in a model."""
        found = [next(i for i, row in enumerate(side.rows) if reader.truth(row)) for side in (self.left, self.right)]
        return found[0], found[1]

    def described(self, key: tuple[int, int], met: Reader) -> DiffClass | str:
        """The pair with its relation and smallest examples, replayed; or what does not fit. It was met in a model."""
        here = every(self.left.rows[key[0]], self.right.rows[key[1]], self.differ)
        relation = self.relation(here)
        example = self.as_met(key, met) if self.enough else self.example(key, here)
        if isinstance(example, str):
            return example
        other = self.example(key, every(here, self.other_way(example[0]))) if relation == INCOMPARABLE and not self.brief else None
        if isinstance(other, str):
            return other
        rows = [ref(side.ruleset, self.section, None if i == len(side.rows) - 1 else i) for side, i in zip((self.left, self.right), key, strict=True)]
        shown, way = example
        return DiffClass(rows[0], rows[1], relation, shown, other[0] if other else None, reachable=way.reachable, game=way.game)

    def strictness(self) -> tuple[z3.BoolRef, z3.BoolRef]:
        """Where the left, where the right allows something that the other does not."""
        assert self.asked.strictness is not None
        return self.asked.strictness(self.left.answer[0], self.right.answer[0])

    def relation(self, here: z3.BoolRef) -> str:
        if self.asked.strictness is None:
            return "different"
        left_allows, right_allows = (self.satisfiable(here, more) for more in self.strictness())
        return INCOMPARABLE if left_allows and right_allows else STRICTER_RIGHT if left_allows else STRICTER_LEFT

    def other_way(self, example: Example) -> z3.BoolRef:
        """The other side allows something more than it does in an example."""
        more_left, more_right = self.strictness()
        return more_right if self.way(example) else more_left

    def way(self, example: Example) -> bool:
        """Whether the left side allows something that the right one does not."""
        return bool(set(map(str, _listed(example.left))) - set(map(str, _listed(example.right))))

    def as_met(self, key: tuple[int, int], met: Reader) -> tuple[Example, Reached] | str:
        """The situation of a model, with both answers by the reference; no game is looked for."""
        moment = self.left.symbolic.read(met)
        example = self.replayed(key, moment)
        return example if isinstance(example, str) else (example, Reached(None, moment))

    def example(self, key: tuple[int, int], here: z3.BoolRef) -> tuple[Example, Reached] | str:
        """The least situation of a pair for which a game is found, with both answers by the reference, or what does not fit."""
        first: tuple[Example, Reached] | None = None
        for attempt, model in enumerate(models(self.possible, [here], self.left.symbolic.objectives)):
            if isinstance(model, solve.Unsure):
                raise Undecided(model.reason)
            moment = self.left.symbolic.read(Reader(model, self.left.ruleset.pack))
            example = self.replayed(key, moment)
            if isinstance(example, str):
                return example
            way = reached(self.left.ruleset, self.right.ruleset, moment)
            first = first or (example, way)
            if way.reachable is True:
                return replace(example, moment=way.moment, case=self.case(way.moment)), way
            if attempt + 1 == TRIES:
                break
        if first is None:
            raise Undecided("a pair of rows was found and lost by the solver")
        return self.met_in_play(key, first[0]) or first

    def met_in_play(self, key: tuple[int, int], first: Example) -> tuple[Example, Reached] | None:
        """An example of the pair that comes up in further games, with the same side allowing more; None where none does."""
        for moment in met_further(self.left.ruleset, BY_SECTION[self.section]):
            example = self.replayed(key, moment)
            if isinstance(example, Example) and self.way(example) == self.way(first):
                way = reached(self.left.ruleset, self.right.ruleset, moment)
                if way.reachable is True:
                    return replace(example, moment=way.moment, case=self.case(way.moment)), way
        return None

    def replayed(self, key: tuple[int, int], moment: Moment) -> Example | str:
        """Both answers by the reference, where it names the same rows."""
        answers = [decided(self.section, side.ruleset, moment) for side in (self.left, self.right)]
        expected = tuple(None if i == len(side.rows) - 1 else i for side, i in zip((self.left, self.right), key, strict=True))
        rows, values = tuple(row for row, _ in answers), [value for _, value in answers]
        if rows != expected or values[0] == values[1]:
            return f"the solver names rows {expected}, the reference {rows} with {values[0]} and {values[1]} in {moment}"
        return Example(self.case(moment), values[0], values[1], moment)

    def case(self, moment: Moment) -> dict[str, object]:
        """The situation as a case, with what the rules of either side look at."""
        question = BY_SITUATION[type(moment)]
        right = question.write(rulebook(self.right.ruleset), moment)
        return {**question.write(rulebook(self.left.ruleset), moment), **right}


def _listed(answer: Told) -> Sequence[object]:
    return answer if isinstance(answer, list) else [answer]


def decided(section: str, ruleset: RuleSet, moment: Moment) -> tuple[int | None, Answer]:
    """The row of a section that decides a situation, by its place, and the answer as cases have it."""
    match moment:
        case Bidding():
            row = questions.bid_forbidden(ruleset, moment.bid, moment.hand.size, moment.earlier, moment.passes)
        case WholeTrick(_, trump, trick):
            place = questions.winner(ruleset, trump, trick)
            row = None if place is None else questions.standings(ruleset, trump, trick)[place].row
        case Leading() | Following():
            row = plain.first_row(ruleset, section, BY_SITUATION[type(moment)].names(rulebook(ruleset), moment))
        case HandEnd() | SetEnd() | GameEnd() | Dealing() | GameShape():
            raise AssertionError(moment)  # no section that the solver compares asks it
        case _:
            assert_never(moment)
    answer = BY_SITUATION[type(moment)].reply(rulebook(ruleset), moment).answer
    return (None if row is None else index_of(ruleset.rows(section), row)), answer


def _cards_more(a: Value, b: Value) -> tuple[z3.BoolRef, z3.BoolRef]:
    one, other = bits(a), bits(b)
    return one & ~other != 0, other & ~one != 0


def _allows_more(a: Value, b: Value) -> tuple[z3.BoolRef, z3.BoolRef]:
    one, other = truth(a), truth(b)
    return every(one, z3.Not(other)), every(other, z3.Not(one))


SECTIONS: Mapping[str, Asked] = {
    "bid": Asked(bid.bidding, _allows_more),
    "lead": Asked(lead.lead, _cards_more),
    "follow": Asked(follow.follow, _cards_more),
    "strength": Asked(strength.trick, None),
}
"""The sections whose differences the solver finds."""
