"""What of a set's hands so far its end still looks at, for each player: nothing that no premium row reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import seats
from rulespec.ir.walk import names
from rulespec.meanings.python import sections as plain
from rulespec.questions.premium import run_before
from rulespec.rulebook import Rulebook

Points = tuple[int, ...]  # of one hand, under each side
Mark = tuple[Points | None, bool | None, bool | None]  # points, made, bid at zero; None where nobody looks
Table = tuple[tuple[bool | int, ...], ...]  # the fields of all players at the end of a set, under one side
State = tuple[object, ...]  # values of the fields that are carried on, in their order

MADE, ZEROS = "made_all", "zero_bids"
OF_POINTS = ("best", "best_but_last", "last", "total")


def premium_reads(rulesets: Sequence[RuleSet]) -> frozenset[str]:
    """The names that some row of the premiums reads."""
    parts = [part for ruleset in rulesets for row in ruleset.rows("premium") for part in (row.when, row.result)]
    return frozenset[str]().union(*(names(part) for part in parts if isinstance(part, Expr)))


@lru_cache(maxsize=256)
def carried(books: tuple[Rulebook, ...]) -> tuple[tuple[str, ...], ...]:
    """The fields of each player that are carried on, himself first, then clockwise."""
    read, players = premium_reads([book.ruleset for book in books]), books[0].players
    runs = {name.removeprefix("run_") for name in read if name.startswith("run_")}
    everybodys = (runs - {"before"}) | ({MADE} if runs or "makers" in read else set())
    found = []
    for offset in range(players):
        words = [f"{word}." for word, place in seats(players).items() if place == offset]
        mine = {name.split(".")[1] for name in read if any(name.startswith(word) for word in words)}
        found.append(tuple(sorted(mine | everybodys)))
    return tuple(found)


def begin(fields: Sequence[str]) -> State:
    return tuple({MADE: True, ZEROS: 0}.get(field) for field in fields)


@lru_cache(maxsize=65_536)
def after(fields: tuple[str, ...], state: State, mark: Mark) -> State:
    """The state with one more hand."""
    return tuple(_after(field, value, mark) for field, value in zip(fields, state, strict=True))


def _after(field: str, value: object, mark: Mark) -> object:
    points, made, zero = mark
    match field:
        case "made_all":
            return bool(value and made)
        case "zero_bids":
            assert isinstance(value, int)
            return value + bool(zero)
        case "last":
            return points
        case "best_but_last":
            best = cast("tuple[Points | None, Points]", value)[1] if value is not None else None
            return best, _best(best, points)
        case "best":
            return _best(cast("Points | None", value), points)
        case _:
            assert points is not None
            return points if value is None else tuple(a + b for a, b in zip(cast(Points, value), points, strict=True))


def _best(best: Points | None, points: Points | None) -> Points:
    assert points is not None
    return points if best is None else tuple(map(max, best, points))


def value(field: str, state: object, side: int) -> bool | int:
    """What the field stands for at the set's end, under one of the sides."""
    match field:
        case "made_all" | "zero_bids":
            return cast(int, state)
        case "best_but_last":
            before, best = cast("tuple[Points | None, Points]", state)
            return (best if before is None else before)[side]
        case _:
            return cast(Points, state)[side]


def seen(places: Sequence[Sequence[tuple[str, int]]], states: Sequence[State], side: int) -> Table:
    """What some fields of each player, by their places in his state, stand for under one of the sides."""
    return tuple([tuple([value(field, state[i], side) for field, i in its]) for its, state in zip(places, states, strict=True)])


def premium(ruleset: RuleSet, fields: Sequence[Sequence[str]], table: Table, of_set: Mapping[str, int]) -> int:
    """What the set's end adds to the first player; `of_set` are the names of the set itself."""
    return plain.total(ruleset, "premium", environment(ruleset, fields, table, of_set))


def environment(ruleset: RuleSet, fields: Sequence[Sequence[str]], table: Table, of_set: Mapping[str, int]) -> Mapping[str, bool | int]:
    """The names that the premium's rows read."""
    env: dict[str, bool | int] = {**of_set, "players": ruleset.players}
    named = [dict(zip(its, row, strict=True)) for its, row in zip(fields, table, strict=True)]
    for word, offset in seats(ruleset.players).items():
        env |= {f"{word}.{field}": one for field, one in named[offset].items()}
    if all(MADE in its for its in fields):
        env |= {"makers": sum(bool(its[MADE]) for its in named), **run_before(named, 0)}
    return env
