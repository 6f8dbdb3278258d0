"""Sections answered with plain values, and the account of how. Mirrors `../z3/sections.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from rulespec.ir.cards import Pack
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import AnyRow, Class, Row, RuleSet, Sets, TrumpMethod, ValueSection
from rulespec.meanings.python.evaluate import Env, Value, evaluate


@dataclass(frozen=True, slots=True)
class Answer:
    """The value a first-match section gives, and the row that gave it."""

    value: Value
    row: Row[Expr]


@overload
def first_row(ruleset: RuleSet, section: ValueSection, env: Env) -> Row[Expr]: ...
@overload
def first_row(ruleset: RuleSet, section: Literal["trump"], env: Env) -> Row[TrumpMethod]: ...
@overload
def first_row(ruleset: RuleSet, section: Literal["schedule"], env: Env) -> Row[Sets]: ...
@overload
def first_row(ruleset: RuleSet, section: Literal["strength"], env: Env) -> Row[Class]: ...
@overload
def first_row(ruleset: RuleSet, section: str, env: Env) -> AnyRow: ...
def first_row(ruleset: RuleSet, section: str, env: Env) -> AnyRow:
    """The first row that holds. A section that passed the checker always has one."""
    pack = ruleset.pack
    return next(row for row in ruleset.rows(section) if evaluate(row.when, env, pack))


def first(ruleset: RuleSet, section: ValueSection, env: Env) -> Answer:
    """The value of the first row that holds."""
    row = first_row(ruleset, section, env)
    return Answer(evaluate(row.result, env, ruleset.pack), row)


@overload
def every_row(ruleset: RuleSet, section: ValueSection, env: Env) -> list[Row[Expr]]: ...
@overload
def every_row(ruleset: RuleSet, section: str, env: Env) -> list[AnyRow]: ...
def every_row(ruleset: RuleSet, section: str, env: Env) -> list[Row[Any]]:
    """All rows that hold, in order."""
    return [row for row in ruleset.rows(section) if evaluate(row.when, env, ruleset.pack)]


def forbidding(ruleset: RuleSet, section: str, env: Env) -> AnyRow | None:
    """The first row that forbids, or None where it is allowed."""
    return next(iter(every_row(ruleset, section, env)), None)


def total(ruleset: RuleSet, section: ValueSection, env: Env) -> int:
    """The sum of what every row that holds adds."""
    return sum(added(row, env, ruleset.pack) for row in every_row(ruleset, section, env))


def added(row: Row[Expr], env: Env, pack: Pack) -> int:
    value = evaluate(row.result, env, pack)
    assert isinstance(value, int)
    return value


# --- a trick's winner -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A card's class and tie-break in a trick; class None never wins."""

    row: AnyRow
    rank: tuple[int, ...] | None


def standing(ruleset: RuleSet, env: Env) -> Standing:
    """How strong a card is in its trick. `env` has the names of `strength`."""
    row = first_row(ruleset, "strength", env)
    if row.result is None:
        return Standing(row, None)
    return Standing(row, (row.result, *(tie_break(word, env, ruleset.pack) for word in row.then)))


def tie_break(word: str, env: Env, pack: Pack) -> int:
    """A number that grows with the card's claim."""
    card, position = env["card"], env["position"]
    assert isinstance(card, int) and isinstance(position, int)
    match word:
        case "rank":
            rank = pack.rank_of(card.bit_length() - 1)
            return -1 if rank is None else rank
        case "later":
            return position
        case "earlier":
            return -position
        case _:
            raise AssertionError(word)


def winner(standings: Sequence[Standing]) -> int | None:
    """The place of the strongest card; None where no card can win or two are equally strong."""
    ranks = [s.rank for s in standings if s.rank is not None]
    if not ranks or ranks.count(max(ranks)) > 1:
        return None
    return next(i for i, s in enumerate(standings) if s.rank == max(ranks))
