"""What the rows of a section answer in situations, by the reference meaning. Rows that rule sets share are asked once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, assert_never

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import AnyRow, Choose, Fixed, Turn
from rulespec.ir.sections import BY_NAME, FIRST
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env, Value, evaluate
from rulespec.meanings.python.sections import Standing, tie_break
from rulespec.plays import Play
from rulespec.questions import (
    Bidding,
    Calling,
    Dealing,
    Following,
    HandResult,
    Leading,
    Scheduled,
    SetEnd,
    Situation,
    WholeTrick,
)
from rulespec.questions.announcing import call_names, every_call
from rulespec.questions.bid import bid_names
from rulespec.questions.follow import follow_names
from rulespec.questions.lead import lead_names
from rulespec.questions.premium import premium_names, set_results
from rulespec.questions.score import score_names
from rulespec.questions.strength import strength_names
from rulespec.rulebook import Rulebook

Rows = Sequence[AnyRow]
Answered: TypeAlias = Any  # equal for situations that cases would answer alike


def environments(book: Rulebook, at: Situation) -> list[Env]:
    """The names of every question that a situation puts to its section: one a bid, a call, a card, a seat."""
    ruleset = book.ruleset
    match at:
        case Bidding(hand, earlier, passes):
            return [bid_names(ruleset, bid, hand.size, earlier, passes) for bid in range(hand.size + 1)]
        case Leading():
            return [lead_names(at.cards, at.trump, at.trick_number)]
        case Following():
            return [follow_names(book.pack, at.cards, at.trump, at.trick)]
        case Calling():
            return [call_names(book.pack, level, named, at.trump, at.trick) for level, named in every_call(book.pack)]
        case WholeTrick(_, trump, trick):
            return [strength_names(book.pack, i, trump, trick) for i in range(len(trick))]
        case HandResult(hand):
            return [score_names(ruleset, hand.size, at.bid, at.tricks, at.bids_total, hand.set_number, at.doubled)]
        case SetEnd():
            hands = set_results(ruleset, at.cards, at.bids, at.tricks, at.set_number)
            return [premium_names(ruleset, hands, seat) for seat in range(ruleset.players)]
        case Dealing(hand):
            env = {"hand_size": hand.size, "players": book.players, "deck_size": book.deck.bit_count(), "set_number": hand.set_number}
            return [{**env, "turned": at.turned}]
        case Scheduled():
            raise TypeError(at)  # no pool has it
        case _:
            assert_never(at)


class Table:
    """Situations of one section, and what rows say of them. `base` are rows whose conditions are kept."""

    def __init__(self, book: Rulebook, section: str, base: Rows) -> None:
        self.book, self.pack, self.section = book, book.pack, section
        self.situations: list[Situation] = []
        self.envs: list[list[Env]] = []
        self.by_first = BY_NAME[section].hit == FIRST
        self.own = {id(row): i for i, row in enumerate(base)}
        self.kept: list[list[dict[int, bool]]] = []
        self.base, self.expected = base, list[Answered]()
        self.firsts: list[list[int]] = []  # where the first row that holds is what answers: its place, question by question
        self.same: tuple[Rows, int] = ((), 0)

    def add(self, at: Situation) -> int:
        """The number of a situation from now on."""
        envs = environments(self.book, at)
        self.situations.append(at)
        self.envs.append(envs)
        self.kept.append([{} for _ in envs])
        index = len(self.envs) - 1
        self.firsts.append([self.own[id(self.first(self.base, index, part))] for part in range(len(envs))] if self.by_first else [])
        self.expected.append(self.answer(self.base, index))
        return index

    def parts(self, rows: Rows, index: int) -> bool:
        """Whether other rows answer a situation otherwise than the base does."""
        if self.by_first and max(self.firsts[index], default=0) < self.alike(rows):
            return False
        return bool(self.answer(rows, index) != self.expected[index])

    def alike(self, rows: Rows) -> int:
        """How many rows at the beginning are the base's own."""
        if self.same[0] is not rows:
            number = next((i for i, (one, own) in enumerate(zip(rows, self.base, strict=False)) if one is not own), min(len(rows), len(self.base)))
            self.same = rows, number
        return self.same[1]

    def holds(self, row: AnyRow, index: int, part: int) -> bool:
        own = self.own.get(id(row))
        if own is None:
            return bool(evaluate(row.when, self.envs[index][part], self.pack))
        kept = self.kept[index][part]
        if own not in kept:
            kept[own] = bool(evaluate(row.when, self.envs[index][part], self.pack))
        return kept[own]

    def first(self, rows: Rows, index: int, part: int = 0) -> AnyRow:
        known = self.firsts[index][part] if index < len(self.firsts) else -1
        if 0 <= known < self.alike(rows):
            return rows[known]
        return next(row for row in rows if self.holds(row, index, part))

    def value(self, row: AnyRow, index: int, part: int = 0) -> Value:
        assert isinstance(row.result, Expr)
        return evaluate(row.result, self.envs[index][part], self.pack)

    def answer(self, rows: Rows, index: int) -> Answered:
        """What the rows answer, as far as a case shows it."""
        return ANSWERS[self.section](self, rows, index)

    def truths(self, index: int) -> tuple[object, ...]:
        """Which rows of the base hold, question by question: what a situation exercises."""
        return tuple(tuple(self.holds(row, index, part) for row in self.base) for part in range(len(self.envs[index])))


def _cards(table: Table, rows: Rows, index: int) -> Answered:
    """The cards, all jokers as one."""
    mask = table.value(table.first(rows, index), index)
    assert isinstance(mask, int)
    jokers = table.pack.jokers_mask
    return mask & ~jokers, bool(mask & jokers)


def _allowed(table: Table, rows: Rows, index: int) -> Answered:
    return tuple(not any(table.holds(row, index, part) for row in rows) for part in range(len(table.envs[index])))


def _points(table: Table, rows: Rows, index: int) -> Answered:
    return table.value(table.first(rows, index), index)


def _added(table: Table, rows: Rows, index: int) -> Answered:
    found = []
    for part in range(len(table.envs[index])):
        values = [table.value(row, index, part) for row in rows if table.holds(row, index, part)]
        found.append(sum(value for value in values if isinstance(value, int)))
    return tuple(found)


def _winner(table: Table, rows: Rows, index: int) -> Answered:
    return sections.winner([_standing(table, rows, index, part) for part in range(len(table.envs[index]))])


def _standing(table: Table, rows: Rows, index: int, part: int) -> Standing:
    row = table.first(rows, index, part)
    if row.result is None:
        return Standing(row, None)
    assert isinstance(row.result, int)
    return Standing(row, (row.result, *(tie_break(word, table.envs[index][part], table.pack) for word in row.then)))


def _trump(table: Table, rows: Rows, index: int) -> Answered:
    """The suit that a turned card shows; otherwise only how the trump is found at all, since no card is asked about."""
    method, turned = table.first(rows, index).result, table.envs[index][0]["turned"]
    match method:
        case Turn():
            return "shown", None if turned is None else table.pack.suit_of(int(turned))
        case Fixed(suit):
            return "fixed", suit
        case Choose():
            return ("chosen",)
        case _:
            raise TypeError(method)


ANSWERS: Mapping[str, Callable[[Table, Rows, int], Answered]] = {
    "bid": _allowed, "lead": _cards, "follow": _cards, "call": _allowed, "strength": _winner, "score": _points, "premium": _added, "trump": _trump,
}  # fmt: skip


def plays_key(trick: Sequence[Play]) -> tuple[object, ...]:
    """An order of tricks."""
    return tuple((play.card, play.level or "", -1 if play.named is None else play.named) for play in trick)
