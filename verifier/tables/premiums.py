"""What the end of a set adds to whom: every group of clean players around the table, with one and the same hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rulespec.ir.ruleset import RuleSet
from rulespec.questions.premium import PlayerSet, premiums
from rulespec.questions.score import points
from rulespec.rulebook import rulebook
from verifier.output.report import Block, Cell, Grid, Line, Prose, Report
from verifier.tables import sources

CLEAN = ((1, 1), (2, 2), (0, 0), (3, 3))  # bid and taken, hand by hand
MISSED = ((1, 1), (3, 3), (2, 1), (1, 2))
FEWEST = 3  # cards of a hand in which these can be bid


def premium_report(ruleset: RuleSet) -> Report:
    """One line for each group of clean players that is not the same as another by turning the table."""
    groups = tuple(clean_groups(ruleset.players))
    cells = [premiums(ruleset, _hands(ruleset, group)) for group in groups]
    heads = tuple(str(seat + 1) for seat in range(ruleset.players))
    lines = tuple(Line((_words(group),), tuple(map(_cell, row))) for group, row in zip(groups, cells, strict=True))
    grid = Grid("Added at the end of a set, by seats in playing order", ("clean",), "player", heads, lines, numbers=True)
    mine, theirs = (_of(ruleset, kind).points for kind in (CLEAN, MISSED))
    text = f"A clean player has hands of {_list(mine)} points, one who missed {_list(theirs)}."
    records = tuple((_words(group), *row) for group, row in zip(groups, cells, strict=True))
    data = {"kind": "premiums", **sources.identity(ruleset), "groups": [{"clean": [s + 1 for s in g], "added": row} for g, row in zip(groups, cells, strict=True)]}
    living = sources.living(ruleset, "premium")
    told: tuple[Block, ...] = (grid, Prose(text)) if living else (Prose("The end of a set adds nothing in this game."),)
    blocks = (*told, *sources.notes(ruleset, living))
    return Report(f"{ruleset.name}: the end of a set", blocks, ("clean", *heads), records, data, 0)


def clean_groups(players: int) -> Iterator[tuple[int, ...]]:
    """The groups of seats that may all be clean: some, not everybody, each once however the table is turned."""
    seen: set[tuple[int, ...]] = set()
    for number in range(players):
        for group in combinations(range(players), number):
            turned = [tuple(sorted((seat + turn) % players for seat in group)) for turn in range(players)]
            if not seen & set(turned):
                seen.add(group)
                yield group


def _hands(ruleset: RuleSet, group: Sequence[int]) -> list[PlayerSet]:
    return [_of(ruleset, CLEAN if seat in group else MISSED) for seat in range(ruleset.players)]


def _of(ruleset: RuleSet, results: Sequence[tuple[int, int]]) -> PlayerSet:
    """A player's hands in the set with the largest hands of the game."""
    dealt = max(rulebook(ruleset).ground.sets, key=lambda one: min(d.hand.size for d in one))
    number, size = dealt[0].hand.set_number, max(FEWEST, dealt[0].hand.size)
    worth = [points(ruleset, size, bid, tricks, size + 1, number).value for bid, tricks in results]
    bids, taken = zip(*results, strict=True)
    return PlayerSet(bids, taken, tuple(int(one or 0) for one in worth), number)


def _words(group: Sequence[int]) -> str:
    return ", ".join(str(seat + 1) for seat in group) or "nobody"


def _cell(number: int) -> Cell:
    return Cell(f"{number:+}" if number else "0", "yes" if number > 0 else "no" if number < 0 else "")


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
