"""Sections printed as functions. Mirrors `../python/sections.py`.

A function takes the names of its section as integers, in the order of the catalogue, and answers as the
reference does. `..._row` tells which row answers, counted from 0. Names that a caller knows when the code is
printed can be settled: what they decide is then gone from the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulespec.ir.expr import FALSE, TRUE, Apply, BoolLit, CardsLit, Expr, Name
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import BY_NAME, seats
from rulespec.ir.types import Bool, Card
from rulespec.ir.walk import fold, rebuild, substitute
from rulespec.meanings.kernel.evaluate import Env, evaluate
from rulespec.meanings.kernel.values import Refused

NOTHING = -1  # no row answers, or the card never wins
TIE_BITS = 7
MOST_CLASSES = 1 << 30
Settled = Mapping[str, Expr]
IS_JOKER = Name("joker", Bool())


def params(section: str) -> tuple[str, ...]:
    """The names that a section's function takes: those that are not formulas over others."""
    return tuple(name.name for name in BY_NAME[section].names if name.is_ is None)


def function(name: str, names: Iterable[str], body: Iterable[str]) -> str:
    return f"def {name}({', '.join(names)}):\n" + "".join(f"    {line}\n" for line in body)


def open_rows(ruleset: RuleSet, section: str, settled: Settled) -> Iterator[tuple[int, AnyRow, Expr]]:
    """The rows that can hold, with their number and what is left of their condition; none behind one that always holds."""
    for number, row in enumerate(ruleset.rows(section)):
        when = fold(substitute(row.when, settled))
        if when != FALSE:
            yield number, row, when
        if when == TRUE and BY_NAME[section].hit == "first":
            return


def env_of(names: Iterable[str]) -> Env:
    return {name: name for name in names}


def first_row(ruleset: RuleSet, section: str, name: str, settled: Settled | None = None) -> str:
    """The number of the first row that holds."""
    names, env = params(section), env_of(params(section))
    rows = open_rows(ruleset, section, settled or {})
    return function(name, _left(names, settled), _chain(((when, str(number)) for number, _, when in rows), env, ruleset))


def first(ruleset: RuleSet, section: str, name: str, settled: Settled | None = None) -> str:
    """The value of the first row that holds."""
    names, env = params(section), env_of(params(section))
    answers = [(when, _result(ruleset, row, settled or {}, env)) for _, row, when in open_rows(ruleset, section, settled or {})]
    return function(name, _left(names, settled), _chain(answers, env, ruleset))


def forbidding(ruleset: RuleSet, section: str, name: str, settled: Settled | None = None) -> str:
    """Whether some row forbids."""
    names, env = params(section), env_of(params(section))
    rows = open_rows(ruleset, section, settled or {})
    return function(name, _left(names, settled), [f"return {_some((when for _, _, when in rows), env, ruleset)}"])


def every_row(ruleset: RuleSet, section: str, name: str, names: Sequence[str], env: Env) -> str:
    """A bit for each row that holds."""
    rows = open_rows(ruleset, section, {})
    bits = [f"({1 << number} if {evaluate(when, env, ruleset.pack)} else 0)" for number, _, when in rows]
    return function(name, names, [f"return {' | '.join(bits) or 0}"])


def total(ruleset: RuleSet, section: str, name: str, names: Sequence[str], env: Env) -> str:
    """The sum of what every row that holds adds."""
    lines = ["sum_ = 0"]
    for _, row, when in open_rows(ruleset, section, {}):
        lines.append(f"if {evaluate(when, env, ruleset.pack)}:")
        lines.append(f"    sum_ += {_result(ruleset, row, {}, env)}")
    return function(name, names, [*lines, "return sum_"])


def _left(names: Iterable[str], settled: Settled | None) -> list[str]:
    return [name for name in names if name not in (settled or {})]


def _chain(answers: Iterable[tuple[Expr, str]], env: Env, ruleset: RuleSet) -> Iterator[str]:
    """`if` after `if`; a row that always holds is the last."""
    for when, answer in answers:
        if when == TRUE:
            yield f"return {answer}"
            return
        yield f"if {evaluate(when, env, ruleset.pack)}:"
        yield f"    return {answer}"
    yield f"return {NOTHING}"


def _result(ruleset: RuleSet, row: AnyRow, settled: Settled, env: Env) -> str:
    assert isinstance(row.result, Expr)
    return evaluate(fold(substitute(row.result, settled)), env, ruleset.pack)


def _some(conditions: Iterable[Expr], env: Env, ruleset: RuleSet) -> str:
    return " or ".join(evaluate(when, env, ruleset.pack) for when in conditions) or "False"


# --- a set's end ----------------------------------------------------------------------------------

FIELDS = tuple(name.name.removeprefix("me.") for name in BY_NAME["premium"].names if name.name.startswith("me."))


WHOLE_SET = ("makers", "run_before", "run_best", "run_best_but_last", "hands", "largest_hand", "smallest_hand", "set_number")
PREMIUM = ("fields", "seat", *WHOLE_SET)


def premium_env(ruleset: RuleSet) -> Env:
    """The names of `premium` where `fields` has every seat's numbers one behind the other."""
    env = {**env_of(WHOLE_SET), "players": str(ruleset.players)}
    types = {name.name: name.type(ruleset.facts) for name in BY_NAME["premium"].names}
    for word, offset in seats(ruleset.players).items():
        for place, field in enumerate(FIELDS):
            text = f"fields[((seat + {offset}) % {ruleset.players}) * {len(FIELDS)} + {place}]"
            env[f"{word}.{field}"] = f"({text} != 0)" if types[f"{word}.{field}"] == Bool() else text
    return env


# --- a trick's winner -------------------------------------------------------------------------

STRENGTH = ("card", "index", "joker", *params("strength")[1:])


def standing(ruleset: RuleSet, name: str) -> str:
    """A card's claim as one number, class first, then what breaks ties; `index` is the card's bit, `joker` a flag."""
    env, ranked = env_of(STRENGTH), _classes(ruleset)
    rows = open_rows(ruleset, "strength", {})
    claims = [(_with_flag(when, ruleset), _claim(ruleset, row, ranked)) for _, row, when in rows]
    return function(name, STRENGTH, _chain(claims, env, ruleset))


def standing_row(ruleset: RuleSet, name: str) -> str:
    """The number of the row that says what a card's claim is."""
    rows = ((_with_flag(when, ruleset), str(number)) for number, _, when in open_rows(ruleset, "strength", {}))
    return function(name, STRENGTH, _chain(rows, env_of(STRENGTH), ruleset))


def _classes(ruleset: RuleSet) -> dict[int, int]:
    """The classes numbered from the weakest, so that they are small."""
    found = sorted({row.result for row in ruleset.rows("strength") if row.result is not None})
    return {class_: place for place, class_ in enumerate(found)}


def _with_flag(when: Expr, ruleset: RuleSet) -> Expr:
    """Whether the card is a joker is known before: the flag stands for the test."""
    test = Apply("in", (Name("card", Card()), CardsLit(ruleset.pack.jokers_mask)), Bool())
    return fold(rebuild(when, lambda node: (IS_JOKER if ruleset.pack.jokers else BoolLit(False)) if node == test else node))


def _claim(ruleset: RuleSet, row: AnyRow, ranked: Mapping[int, int]) -> str:
    if not isinstance(row.result, int):
        return str(NOTHING)
    width = max((len(row.then) for row in ruleset.rows("strength")), default=0)
    if len(ranked) << (TIE_BITS * width) >= MOST_CLASSES << 24:
        raise Refused("the classes and tie-breaks of `strength` do not fit one number")
    base = ranked[row.result] << (TIE_BITS * width)
    ties = [f"({tie_break(word, ruleset)} << {TIE_BITS * (width - 1 - i)})" for i, word in enumerate(row.then)]
    return " + ".join([str(base), *ties])


def tie_break(word: str, ruleset: RuleSet) -> str:
    """A number from 0 that grows with the card's claim."""
    match word:
        case "rank":
            return f"(0 if joker else index % {len(ruleset.pack.ranks)} + 1)" if ruleset.pack.jokers else f"(index % {len(ruleset.pack.ranks)} + 1)"
        case "later":
            return "position"
        case "earlier":
            return f"({ruleset.players} - position)"
        case _:
            raise AssertionError(word)
