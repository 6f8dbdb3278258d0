"""How many situations two rule sets answer differently: exact numbers, in total, by hand size and by class.

What one situation is stands with the questions in `verifier/diagrams/situations.py`; it is one
that can be met under both rule sets. A class is a pair of rows: the left one's that answers and the
right one's. Every differing situation is in exactly one class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulespec import questions
from rulespec.ir.ruleset import Choose, RuleSet
from rulespec.meanings.bdd import sections
from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.values import same
from rulespec.meanings.python.sections import first_row
from verifier.diagrams import COUNTED, Diagrams, Ground
from verifier.diagrams.setting import constants

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
    by_player: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # 1 for the second player, where more than he are counted


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One side's answer: which row gives it, and where."""

    row: str | None
    where: Node
    answer: object


MOST_CARDS_IN_A_TRICK = 5  # four take half a second, and each further card ten times as long
ABOUT_CARDS = ("deck", "trump", "lead", "call", "follow", "strength")
ABOUT_PLAYERS = ("bid", "strength", "score")


def count_section(left: RuleSet, right: RuleSet, section: str) -> SectionCount | str:
    """The differing situations of a section, or in words why they are not counted."""
    if left.open_options or right.open_options:
        return "options are open"
    if section in ABOUT_CARDS and left.pack != right.pack:
        return "the two games are played with other cards"
    if section in ABOUT_PLAYERS and left.players != right.players:
        return "another number of players"
    if section == "strength" and left.players > MOST_CARDS_IN_A_TRICK:
        return f"tricks of more than {MOST_CARDS_IN_A_TRICK} cards are not counted"
    match section:
        case "deck":
            return _count_deck(left, right)
        case "schedule":
            return _count_schedule(left, right)
        case _ if section in COUNTED:
            return _count_diagrams(left, right, section)
        case _:
            return "whole sets and games are not counted"


# --- sections without situations to vary ------------------------------------------------------


def _count_deck(left: RuleSet, right: RuleSet) -> SectionCount:
    """One situation a card of the pack: is it played with?"""
    a, b = (first_row(side, "deck", {}) for side in (left, right))
    different = (questions.deck_of(left) ^ questions.deck_of(right)).bit_count()
    return SectionCount(different, left.pack.size, {}, {(a.name, b.name): different} if different else {})


def _count_schedule(left: RuleSet, right: RuleSet) -> SectionCount:
    """One situation a place in the game, the nth hand of the mth set: how many cards has it, if there is one?"""
    a, b = (_places(questions.sets_of(side)) for side in (left, right))
    different = sum(a.get(place) != b.get(place) for place in a | b)
    rows = tuple(first_row(side, "schedule", {}).name for side in (left, right))
    return SectionCount(different, len(a | b), {}, {(rows[0], rows[1]): different} if different else {})


def _places(sets: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    return {(i, j): size for i, one in enumerate(sets) for j, size in enumerate(one)}


# --- sections with many situations ------------------------------------------------------------


def _count_diagrams(left: RuleSet, right: RuleSet, section: str) -> SectionCount:
    manager = Manager(left.pack)
    asked = COUNTED[section](manager, Ground((left, right)))
    if _same_text(left, right, section):
        return _gathered({}, asked.count(asked.possible), {place: (0, _total(one, one.possible)) for place, one in asked.players.items()})
    left_parts, right_parts = (_parts(side, section, asked, manager) for side in (left, right))
    where = _differing(left_parts, right_parts, asked.possible, manager)
    classes = {rows: asked.count(node) for rows, node in where.items()}
    anywhere = manager.some(where.values())
    by_player = {place: (_total(one, one.possible & anywhere), _total(one, one.possible)) for place, one in asked.players.items()}
    return _gathered(classes, asked.count(asked.possible), by_player)


def _total(asked: Diagrams, node: Node) -> int:
    return sum(asked.count(node).values())


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


def _differ(a: object, b: object, manager: Manager) -> Node:
    """Where two answers are not the same."""
    if isinstance(a, dict | tuple):
        assert isinstance(b, dict | tuple)
        return ~same(a, b, manager)
    return manager.truth(a != b)


def _gathered(
    classes: Mapping[RowNames, Mapping[int | None, int]], of: Mapping[int | None, int], by_player: Mapping[int, tuple[int, int]]
) -> SectionCount:
    total: Counter[int | None] = Counter()
    for sizes in classes.values():
        total.update(sizes)
    by_cards = {size: (total[size], number) for size, number in of.items() if size is not None and number}
    return SectionCount(total.total(), sum(of.values()), by_cards, {rows: sum(sizes.values()) for rows, sizes in classes.items()}, by_player)


def _parts(ruleset: RuleSet, section: str, asked: Diagrams, manager: Manager) -> list[Part]:
    """The answers of one side, each a value, a method of trump, a winner's place, or whether it is allowed."""
    envs = [{**names, **constants(ruleset, manager)} for names in asked.names]
    match section:
        case "trump":
            return [Part(row.name, where, one_choice(row.result)) for row, where in sections.answering(ruleset, section, envs[0], manager)]
        case "bid" | "call":
            rows = sections.forbidding(ruleset, section, envs[0], manager)
            return [Part(row.name if row else None, where, row is None) for row, where in rows]
        case "strength":
            return _winners(ruleset, envs, manager)
        case _:
            return [Part(a.row.name, a.where, a.value) for a in sections.first(ruleset, section, envs[0], manager)]


def one_choice(method: object) -> object:
    """A way to find the trump, with what a player may choose as a set: its order says nothing."""
    return replace(method, calls=frozenset(method.calls)) if isinstance(method, Choose) else method  # type: ignore[arg-type]


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
