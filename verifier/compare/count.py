"""How many situations two rule sets answer differently: exact numbers, in total, by hand size and by class.

What one situation is stands with the questions in `verifier/diagrams/situations.py`; it is one
that can be met under both rule sets. A class is a pair of rows: the left one's that answers and the
right one's. Every differing situation is in exactly one class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.bdd import sections
from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.values import same
from rulespec.meanings.python.sections import first_row
from verifier.diagrams.common import constants
from verifier.diagrams.situations import ASKED, Situations

RowNames = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class SectionCount:
    """`count` of `of` situations differ; by hand size the same two numbers, where there is one.

    A class is named by its rows, left and right; None where no row answers: a bid or announcement
    that is allowed, a trick that nobody wins.
    """

    count: int
    of: int
    by_cards: Mapping[int, tuple[int, int]]
    classes: Mapping[RowNames, int]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One side's answer: which row gives it, and where."""

    row: str | None
    where: Node
    answer: Any


def count_section(left: RuleSet, right: RuleSet, section: str) -> SectionCount | None:
    """The differing situations of a section; None where they are not counted.

    Not counted are `premium`, whose situations are whole sets, `finish`, which is asked nothing, rule
    sets with open options, tricks of more than MOST_CARDS_IN_A_TRICK, and what two rule sets share no
    situations of: cards of other packs, tables of other sizes.
    """
    if left.open_options or right.open_options or not _comparable(left, right, section):
        return None
    match section:
        case "deck":
            return _count_deck(left, right)
        case "schedule":
            return _count_schedule(left, right)
        case "trump" | "bid" | "lead" | "call" | "follow" | "strength" | "score":
            return _count_diagrams(left, right, section)
        case _:
            return None


ABOUT_CARDS = ("deck", "trump", "lead", "call", "follow", "strength")
ABOUT_PLAYERS = ("bid", "strength", "score")
MOST_CARDS_IN_A_TRICK = 5  # four take half a second, and each further card ten times as long


def _comparable(left: RuleSet, right: RuleSet, section: str) -> bool:
    if section in ABOUT_CARDS and left.pack != right.pack:
        return False
    if section == "strength" and max(left.players, right.players) > MOST_CARDS_IN_A_TRICK:
        return False
    return section not in ABOUT_PLAYERS or left.players == right.players


# --- sections without situations to vary ------------------------------------------------------


def _count_deck(left: RuleSet, right: RuleSet) -> SectionCount:
    """One situation a card of the pack: is it played with?"""
    a, b = (first_row(side, "deck", {}) for side in (left, right))
    different = (rules.deck(left) ^ rules.deck(right)).bit_count()
    return SectionCount(different, left.pack.size, {}, {(a.name, b.name): different} if different else {})


def _count_schedule(left: RuleSet, right: RuleSet) -> SectionCount:
    """One situation a place in the game, the nth hand of the mth set: how many cards has it, if there is one?"""
    a, b = (_places(rules.schedule(side)) for side in (left, right))
    different = sum(a.get(place) != b.get(place) for place in a | b)
    rows = tuple(first_row(side, "schedule", {}).name for side in (left, right))
    return SectionCount(different, len(a | b), {}, {(rows[0], rows[1]): different} if different else {})


def _places(sets: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    return {(i, j): size for i, one in enumerate(sets) for j, size in enumerate(one)}


# --- sections with many situations ------------------------------------------------------------


def _count_diagrams(left: RuleSet, right: RuleSet, section: str) -> SectionCount:
    manager = Manager(left.pack)
    asked = ASKED[section](manager, (left, right))
    if _same_text(left, right, section):
        return _gathered({}, asked.count(asked.possible))
    left_parts, right_parts = (_parts(side, section, asked, manager) for side in (left, right))
    classes = {rows: asked.count(where) for rows, where in _differing(left_parts, right_parts, asked.possible, manager).items()}
    return _gathered(classes, asked.count(asked.possible))


def _same_text(left: RuleSet, right: RuleSet, section: str) -> bool:
    """The rows are the same, word for word, so their answers are; only the trump also depends on the deck."""
    texts = [[(row.when, row.result, row.then) for row in side.rows(section)] for side in (left, right)]
    return texts[0] == texts[1] and section != "trump"


def _differing(left: Sequence[Part], right: Sequence[Part], possible: Node, manager: Manager) -> dict[RowNames, Node]:
    """Where the sides differ, for each pair of rows that answer there."""
    found: dict[RowNames, Node] = {}
    for a in left:
        here = possible & a.where
        for b in right if here != manager.false else ():
            both, rows = here & b.where, (a.row, b.row)
            where = both if both == manager.false else both & _differ(a.answer, b.answer, manager)
            if where != manager.false:
                found[rows] = found[rows] | where if rows in found else where
    return found


def _differ(a: Any, b: Any, manager: Manager) -> Node:
    """Where two answers are not the same."""
    if isinstance(a, Mapping | tuple):
        return ~same(a, b, manager)
    return manager.truth(a != b)


def _gathered(classes: Mapping[RowNames, Mapping[int | None, int]], of: Mapping[int | None, int]) -> SectionCount:
    total: Counter[int | None] = Counter()
    for sizes in classes.values():
        total.update(sizes)
    by_cards = {size: (total[size], number) for size, number in of.items() if size is not None and number}
    return SectionCount(total.total(), sum(of.values()), by_cards, {rows: sum(sizes.values()) for rows, sizes in classes.items()})


def _parts(ruleset: RuleSet, section: str, asked: Situations, manager: Manager) -> list[Part]:
    """The answers of one side, each a value, a method of trump, a winner's place, or whether it is allowed."""
    envs = [{**names, **constants(ruleset, manager)} for names in asked.names]
    match section:
        case "trump":
            return [Part(row.name, where, row.result) for row, where in sections.answering(ruleset, section, envs[0], manager)]
        case "bid" | "call":
            rows = sections.forbidding(ruleset, section, envs[0], manager)
            return [Part(row.name if row else None, where, row is None) for row, where in rows]
        case "strength":
            return _winners(ruleset, envs, manager)
        case _:
            return [Part(a.row.name, a.where, a.value) for a in sections.first(ruleset, section, envs[0], manager)]


def _winners(ruleset: RuleSet, envs: Sequence[Env], manager: Manager) -> list[Part]:
    """Each place that may win with each row that may judge its card, and nobody."""
    standings = [sections.standing(ruleset, env, manager) for env in envs]
    winners = sections.winners(standings, manager)
    parts = [
        Part(row.name, wins & where, place)
        for place, (standing, wins) in enumerate(zip(standings, winners, strict=True))
        for row, where in standing.rows
    ]
    return [*parts, Part(None, ~manager.some(winners), None)]
