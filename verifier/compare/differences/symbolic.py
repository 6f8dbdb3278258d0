"""Bids, leads, following, trick winners: the solver finds every pair of rows that disagree.

Both sides are built over the same variables. A disagreement is searched outside the pairs already
found until there is none; that last answer proves the list complete.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import z3

from rulespec import rules
from rulespec.ir.ruleset import Facts, RuleSet
from rulespec.ir.types import Int
from rulespec.meanings.python import sections as plain
from rulespec.meanings.z3.values import every, some
from rulespec.situations import bid_env, follow_env, lead_env
from verifier.compare.differences.model import (
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
    overall,
    ref,
)
from verifier.proofs import solve
from verifier.symbolic import bidding, play, trick
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.witness.moments import BidMoment, Moment, PlayMoment, TrickMoment, to_case


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One rule set over the shared variables: per row (the last for none) when it decides, and the answer."""

    ruleset: RuleSet
    symbolic: Symbolic
    rows: tuple[z3.BoolRef, ...]
    answer: Any


@dataclass(frozen=True, slots=True)
class Question:
    """How a section is asked of one side, and what the reference answers in a moment: row and value."""

    section: str
    build: Callable[[Setting], Side]
    plain: Callable[[RuleSet, Moment], tuple[int | None, Any]]
    strictness: Callable[[Any, Any], tuple[z3.BoolRef, z3.BoolRef]] | None


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
    pair = Setting(replace(left, facts=facts)), Setting(replace(right, facts=facts), prefix="right_")
    for setting in pair:
        setting.counts_passes = any(map(bidding.counts_passes, (left, right)))
    return pair


def compare(question: Question, left: RuleSet, right: RuleSet) -> SectionDiff:
    """The section's difference, complete; or honestly none."""
    if left.pack != right.pack or left.players != right.players:
        return SectionDiff(question.section, VACUOUS, why="the two games are played with other cards or at another table")
    a, b = (question.build(setting) for setting in settings(left, right))
    try:
        return Search(question, a, b).run()
    except Undecided as reason:
        return SectionDiff(question.section, UNKNOWN, why=str(reason))


class Search:
    """Pairs of rows found one by one, each with its least moment."""

    def __init__(self, question: Question, left: Side, right: Side) -> None:
        self.question, self.left, self.right = question, left, right
        self.differ = differs(left.answer, right.answer)
        self.possible = [c for _, c in (*left.symbolic.assumptions, *right.symbolic.assumptions)]

    def run(self) -> SectionDiff:
        name = self.question.section
        if not self.satisfiable(z3.BoolVal(True)):
            return SectionDiff(name, VACUOUS, why="the two games have no such situation in common")
        found: dict[tuple[int, int], DiffClass] = {}
        asked = self.solver(self.differ)
        while True:
            match solve.ask(asked):
                case solve.Unsat():
                    break
                case solve.Unsure(reason):
                    raise Undecided(reason)
                case solve.Sat(model):
                    key = self.pair(Reader(model, self.left.ruleset.pack))
                    outcome = self.described(key)
                    if isinstance(outcome, SectionDiff):
                        return outcome
                    found[key] = outcome
                    asked.add(z3.Not(every(self.left.rows[key[0]], self.right.rows[key[1]])))
        classes = [found[key] for key in sorted(found)]
        if not classes:
            return SectionDiff(name, SAME)
        return SectionDiff(name, DIFFERENT, overall([c.relation for c in classes]), tuple(classes))

    def solver(self, *conditions: z3.BoolRef) -> z3.Solver:
        made = solve.solver()
        made.add(*self.possible, *conditions)
        return made

    def satisfiable(self, *conditions: z3.BoolRef) -> bool:
        match solve.ask(self.solver(*conditions)):
            case solve.Sat():
                return True
            case solve.Unsat():
                return False
            case solve.Unsure(reason):
                raise Undecided(reason)

    def pair(self, reader: Reader) -> tuple[int, int]:
        """Which row decides on each side in a model."""
        return next(i for i, r in enumerate(self.left.rows) if reader.truth(r)), next(i for i, r in enumerate(self.right.rows) if reader.truth(r))

    def described(self, key: tuple[int, int]) -> DiffClass | SectionDiff:
        """The pair with its relation and smallest examples, replayed; a misfit ends the comparison."""
        here = every(self.left.rows[key[0]], self.right.rows[key[1]], self.differ)
        relation = self.relation(here)
        example = self.example(key, here)
        if isinstance(example, str):
            return SectionDiff(self.question.section, DISAGREEMENT, why=example)
        counter = self.counter(key, here, example) if relation == INCOMPARABLE else None
        if isinstance(counter, str):
            return SectionDiff(self.question.section, DISAGREEMENT, why=counter)
        rows = [ref(side.ruleset, self.question.section, None if i == len(side.rows) - 1 else i) for side, i in zip((self.left, self.right), key, strict=True)]
        return DiffClass(rows[0], rows[1], relation, example, counter)

    def relation(self, here: z3.BoolRef) -> str:
        if self.question.strictness is None:
            return "different"
        more_left, more_right = self.question.strictness(self.left.answer, self.right.answer)
        left_allows, right_allows = self.satisfiable(here, more_left), self.satisfiable(here, more_right)
        return INCOMPARABLE if left_allows and right_allows else STRICTER_RIGHT if left_allows else STRICTER_LEFT

    def counter(self, key: tuple[int, int], here: z3.BoolRef, example: Example) -> Example | str | None:
        """A second example, in which the other side allows something more."""
        assert self.question.strictness is not None
        more_left, more_right = self.question.strictness(self.left.answer, self.right.answer)
        allowed = set(map(str, _listed(example.left))) - set(map(str, _listed(example.right)))
        return self.example(key, every(here, more_right if allowed else more_left))

    def example(self, key: tuple[int, int], here: z3.BoolRef) -> Example | str:
        """The least moment of a pair with both answers by the reference, or what does not fit."""
        asked = self.solver(here)
        match solve.ask(asked):
            case solve.Sat() as sat:
                least = solve.smallest(asked, sat, self.left.symbolic.objectives)
            case other:
                raise Undecided(f"a pair of rows was found and lost: {other}")
        if isinstance(least, solve.Unsure):
            raise Undecided(least.reason)
        moment = self.left.symbolic.read(Reader(least.model, self.left.ruleset.pack))
        row_a, a = self.question.plain(self.left.ruleset, moment)
        row_b, b = self.question.plain(self.right.ruleset, moment)
        expected = tuple(None if i == len(side.rows) - 1 else i for side, i in zip((self.left, self.right), key, strict=True))
        if (row_a, row_b) != expected or a == b:
            return f"the solver names rows {expected}, the reference {(row_a, row_b)} with {a} and {b} in {moment}"
        return Example(to_case(moment, self.left.ruleset.pack), a, b, moment)


def _listed(answer: Any) -> Sequence[Any]:
    return answer if isinstance(answer, list) else [answer]


def differs(a: Any, b: Any) -> z3.BoolRef:
    if isinstance(a, tuple):
        return some(*[x != y for x, y in zip(a, b, strict=True)])
    return a != b


NEVER = z3.BoolVal(False)


# --- what each section's question is ----------------------------------------------------------


def _cards_more(a: z3.BitVecRef, b: z3.BitVecRef) -> tuple[z3.BoolRef, z3.BoolRef]:
    return a & ~b != 0, b & ~a != 0


def _lead(setting: Setting) -> Side:
    symbolic = play.lead(setting)
    return Side(setting.ruleset, symbolic, (*symbolic.parts["answers"], NEVER), symbolic.names["playable"])


def _follow(setting: Setting) -> Side:
    symbolic = play.follow(setting)
    return Side(setting.ruleset, symbolic, (*symbolic.parts["answers"], NEVER), symbolic.names["playable"])


def _played(ruleset: RuleSet, moment: Moment) -> tuple[int | None, Any]:
    assert isinstance(moment, PlayMoment)
    section = "follow" if moment.trick else "lead"
    env = follow_env(ruleset.pack, moment.hand, moment.trump, moment.trick) if moment.trick else lead_env(moment.hand, moment.trump, moment.trick_number)
    answer = plain.first(ruleset, section, env)
    assert isinstance(answer.value, int)
    index = next(i for i, row in enumerate(ruleset.rows(section)) if row is answer.row)
    return index, list(dict.fromkeys(ruleset.pack.names(answer.value)))


def _strength(setting: Setting) -> Side:
    symbolic = trick.trick(setting)
    wins, standings = symbolic.parts["wins"], symbolic.parts["standings"]
    count = len(setting.ruleset.rows("strength"))
    rows = [some(*[every(w, s.answers[i]) for w, s in zip(wins, standings, strict=True)]) for i in range(count)]
    return Side(setting.ruleset, symbolic, (*rows, z3.Not(some(*wins))), tuple(wins))


def _won(ruleset: RuleSet, moment: Moment) -> tuple[int | None, Any]:
    assert isinstance(moment, TrickMoment)
    place = rules.winner(ruleset, moment.trump, moment.trick)
    if place is None:
        return None, None
    row = rules.standings(ruleset, moment.trump, moment.trick)[place].row
    return next(i for i, other in enumerate(ruleset.rows("strength")) if other is row), place


def _bid(setting: Setting) -> Side:
    symbolic = bidding.bidding(setting)
    holding = setting.holding("bid", {k: v for k, v in symbolic.names.items() if k not in setting.options})
    rows = [every(*[z3.Not(h) for h in holding[:i]], one) for i, one in enumerate(holding)]
    allowed = z3.Not(some(*holding)) if holding else z3.BoolVal(True)
    return Side(setting.ruleset, symbolic, (*rows, allowed), allowed)


def _bid_plain(ruleset: RuleSet, moment: Moment) -> tuple[int | None, Any]:
    assert isinstance(moment, BidMoment)
    row = plain.forbidding(ruleset, "bid", bid_env(ruleset, moment.bid, moment.hand_size, moment.earlier, moment.passes))
    index = None if row is None else next(i for i, other in enumerate(ruleset.rows("bid")) if other is row)
    return index, rules.legal_bids(ruleset, moment.hand_size, moment.earlier, moment.passes)


def _allows_more(a: z3.BoolRef, b: z3.BoolRef) -> tuple[z3.BoolRef, z3.BoolRef]:
    return every(a, z3.Not(b)), every(b, z3.Not(a))


QUESTIONS: dict[str, Question] = {
    "bid": Question("bid", _bid, _bid_plain, _allows_more),
    "lead": Question("lead", _lead, _played, _cards_more),
    "follow": Question("follow", _follow, _played, _cards_more),
    "strength": Question("strength", _strength, _won, None),
}
