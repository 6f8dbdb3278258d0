"""Sections answered symbolically. Mirrors `../python/sections.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import RuleSet, ValueSection
from rulespec.meanings.z3.evaluate import Env, evaluate, holds
from rulespec.meanings.z3.values import Num, Value, bits, either, every, num, number, some


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The value a first-match section gives, and for each row the condition that it answers."""

    value: Value
    answers: tuple[z3.BoolRef, ...]


def answering(ruleset: RuleSet, section: str, env: Env) -> tuple[z3.BoolRef, ...]:
    """For each row the condition that it is the first that holds."""
    found: list[z3.BoolRef] = []
    earlier: list[z3.BoolRef] = []
    for row in ruleset.rows(section):
        when = holds(row.when, env, ruleset.pack)
        found.append(every(*[z3.Not(e) for e in earlier], when))
        earlier.append(when)
    return tuple(found)


def first(ruleset: RuleSet, section: ValueSection, env: Env) -> Answer:
    """The value of the first row that holds."""
    answers = answering(ruleset, section, env)
    values = [evaluate(row.result, env, ruleset.pack) for row in ruleset.rows(section)]
    value = values[-1]
    for answer, earlier in zip(reversed(answers[:-1]), reversed(values[:-1]), strict=True):
        value = either(answer, earlier, value)
    return Answer(value, answers)


def holding(ruleset: RuleSet, section: str, env: Env) -> tuple[z3.BoolRef, ...]:
    """For each row the condition that it holds."""
    return tuple(holds(row.when, env, ruleset.pack) for row in ruleset.rows(section))


def forbidden(ruleset: RuleSet, section: str, env: Env) -> z3.BoolRef:
    """The condition that some row forbids."""
    return some(*holding(ruleset, section, env))


def total(ruleset: RuleSet, section: ValueSection, env: Env) -> Num:
    """The sum of what every row that holds adds."""
    result = number(0)
    for row, here in zip(ruleset.rows(section), holding(ruleset, section, env), strict=True):
        result = plus(result, either(here, num(evaluate(row.result, env, ruleset.pack)), number(0)))
    return result


def plus(a: Num, b: Num) -> Num:
    from rulespec.meanings.z3.ops import OPS

    return num(OPS["add"](None, a, b))


# --- a trick's winner -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A card's claim: which row judges it, whether it can win, and the terms of its tie-breaks."""

    answers: tuple[z3.BoolRef, ...]
    can_win: z3.BoolRef
    class_: Num
    rank: z3.BitVecRef
    position: int


def standing(ruleset: RuleSet, env: Env, position: int) -> Standing:
    """How strong the card at a place of the trick is. `env` has the names of `strength`."""
    rows = ruleset.rows("strength")
    answers = answering(ruleset, "strength", env)
    class_ = number(0)
    for row, answer in zip(rows, answers, strict=True):
        if row.result is not None:
            class_ = either(answer, number(row.result), class_)
    can_win = some(*[a for row, a in zip(rows, answers, strict=True) if row.result is not None])
    return Standing(answers, can_win, class_, rank_mask(ruleset.pack, bits(env["card"])), position)


def rank_mask(pack: Pack, card: z3.BitVecRef) -> z3.BitVecRef:
    """The card's rank as one bit of a suit's width: compares like the rank, much faster than a number."""
    ranks = len(pack.ranks)
    result = z3.Extract(ranks - 1, 0, card)
    for s in range(1, len(pack.suits)):
        result = result | z3.Extract((s + 1) * ranks - 1, s * ranks, card)
    return result


def beats(ruleset: RuleSet, a: Standing, b: Standing) -> z3.BoolRef:
    """The condition that card `a` is stronger than card `b`, where `a` can win."""
    width = max(a.class_.width, b.class_.width)
    higher = a.class_.wide(width) > b.class_.wide(width)
    equal = a.class_.wide(width) == b.class_.wide(width)
    ties = [every(_judged(ruleset, a, then), _stronger(then, a, b)) for then in _ways(ruleset)]
    return some(z3.Not(b.can_win), higher, every(equal, some(*ties)))


def _ways(ruleset: RuleSet) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(row.then for row in ruleset.rows("strength") if row.then and row.result is not None))


def _judged(ruleset: RuleSet, card: Standing, then: tuple[str, ...]) -> z3.BoolRef:
    """The card is judged by a row with these tie-breaks; equal classes have equal ones."""
    rows = ruleset.rows("strength")
    return some(*[a for row, a in zip(rows, card.answers, strict=True) if row.then == then and row.result is not None])


def _stronger(then: Sequence[str], a: Standing, b: Standing) -> z3.BoolRef:
    """Lexicographic: the first tie-break that tells the cards apart decides."""
    if not then:
        return z3.BoolVal(False)
    match then[0]:
        case "rank":
            return some(z3.UGT(a.rank, b.rank), every(a.rank == b.rank, _stronger(then[1:], a, b)))
        case "later":
            return z3.BoolVal(a.position > b.position)
        case "earlier":
            return z3.BoolVal(a.position < b.position)
        case word:
            raise AssertionError(word)


def winners(ruleset: RuleSet, standings: Sequence[Standing]) -> tuple[z3.BoolRef, ...]:
    """For each place the condition that its card wins; all false where the rules name no winner."""
    return tuple(
        every(one.can_win, *[beats(ruleset, one, other) for other in standings if other is not one])
        for one in standings
    )
