"""Sections as program text: a function a row, and functions that put the rows together. Mirrors `../python/sections.py`.

What a row's function gives, and null where the row does not hold:

    first   deck, lead, follow: the cards; schedule, trump: the row's data; score: points; strength: a
            number that is greater for the stronger card, -1 for one that never wins
    any     bid, call: true where the row forbids
    sum     premium: what the row adds
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from rulespec.ir.expr import FALSE, TRUE, Apply, BoolLit, CardsLit, ChoiceLit, If, IntLit, LevelLit, Name, SuitLit
from rulespec.ir.ruleset import AnyRow, Choose, Fixed, RuleSet, Turn
from rulespec.ir.sections import ANY, BY_NAME, FIRST, SectionKind
from rulespec.ir.types import Int, Type
from rulespec.ir.walk import names
from rulespec.meanings.text.evaluate import evaluate
from rulespec.meanings.text.values import Language, Place

NEVER = -1
RANK = "rank"  # of the card that is judged, from 1; 0 for a joker
OPTIONS = "options"
EXPRESSIONS = (BoolLit, IntLit, SuitLit, LevelLit, CardsLit, ChoiceLit, Name, Apply, If)
TOGETHER = {
    "bid": "bid_forbidden", "lead": "cards_to_lead", "follow": "cards_to_follow", "call": "call_forbidden",
    "strength": "strength_of", "score": "points_of",
}  # fmt: skip
"""The function that puts a section's rows together where speed matters."""

Data = None | bool | int | str | list["Data"] | dict[str, "Data"]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter; no type is a record of the runtime (`me`, `options`)."""

    name: str
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class RowFunction:
    """One row: `when` None where it always holds; `result` None where the condition is all (`any`)."""

    name: str
    params: tuple[Param, ...]
    comment: tuple[str, ...]
    when: str | None
    result: str | Data
    row: AnyRow


@dataclass(frozen=True, slots=True)
class SectionText:
    """One section: its rows, every name that they may read, and the name of the function of them together."""

    kind: SectionKind
    params: tuple[Param, ...]
    rows: tuple[RowFunction, ...]
    together: str | None


Notes = Callable[[str, AnyRow], Sequence[str]]


def section_text(ruleset: RuleSet, name: str, language: Language, notes: Notes) -> SectionText:
    """A section ready to be printed. `notes` says what stands in the comment of a row."""
    kind, place = BY_NAME[name], Place(language, ruleset.pack, ruleset.open_options)
    params = tuple(parameters(ruleset, kind))
    answering = live_rows(ruleset, name)
    spelled = distinct([function_name(name, row, language) for row in answering])
    rows = [
        row_function(ruleset, kind, row, called, params, place, notes) for row, called in zip(answering, spelled, strict=True)
    ]
    return SectionText(kind, tuple(replace(p, name=language.word(p.name)) for p in params), tuple(rows), TOGETHER.get(name))


def live_rows(ruleset: RuleSet, section: str) -> tuple[AnyRow, ...]:
    """The rows that can still answer: none whose condition is settled as false, none behind one that always holds."""
    rows = [row for row in ruleset.rows(section) if row.when != FALSE]
    if BY_NAME[section].hit == FIRST:
        always = next((i for i, row in enumerate(rows) if row.when == TRUE), len(rows))
        rows = rows[: always + 1]
    return tuple(rows)


def row_function(
    ruleset: RuleSet, kind: SectionKind, row: AnyRow, name: str, params: Sequence[Param], place: Place, notes: Notes
) -> RowFunction:  # fmt: skip
    read = names_read(row, kind.name, ruleset)
    taken = tuple(replace(p, name=place.language.word(p.name)) for p in params if p.name in read)
    if kind.hit == ANY:
        return RowFunction(name, taken, tuple(notes(kind.name, row)), evaluate(row.when, place).text, None, row)
    when = None if row.when == TRUE else evaluate(row.when, place).text
    return RowFunction(name, taken, tuple(notes(kind.name, row)), when, result(ruleset, kind.name, row, place), row)


def result(ruleset: RuleSet, section: str, row: AnyRow, place: Place) -> str | Data:
    """What the row gives: the text of an expression, or data."""
    match row.result:
        case value if isinstance(value, EXPRESSIONS):
            return evaluate(value, place).text
        case Turn() | Choose() | Fixed():
            return method(row.result, ruleset.pack.letters)
        case tuple():
            return [list(sizes) for sizes in row.result]
        case int() | None:
            return strength(ruleset, row, place.language)
        case _:
            assert_never(row.result)


def method(found: Turn | Choose | Fixed, letters: Sequence[str]) -> dict[str, Data]:
    """How the trump is found, with suits as cases write them."""
    match found:
        case Turn(card, Choose() as joker):
            return {"turn": card, "joker": choice(joker, letters)}
        case Turn(card):
            return {"turn": card, "joker": None}
        case Choose():
            return {"choose": choice(found, letters)}
        case Fixed(suit):
            return {"fixed": letter(suit, letters)}


def choice(found: Choose, letters: Sequence[str]) -> dict[str, Data]:
    """Who names the trump, when, and from what."""
    again: Data = None if found.again is None else {"at_most": found.again.at_most, "doubled": found.again.doubled}
    calls: Data = [letter(suit, letters) for suit in found.calls]
    return {"by": found.by, "after": found.after, "after_bids": found.after_bids, "from": calls, "again": again}


def letter(suit: int | None, letters: Sequence[str]) -> str | None:
    return None if suit is None else letters[suit]


# --- parameters ---------------------------------------------------------------------------------


def parameters(ruleset: RuleSet, kind: SectionKind) -> Iterator[Param]:
    """Every name that rows of the section may read, in the order of the language's list."""
    seen: set[str] = set()
    for name in kind.names:
        head, _, field = name.name.partition(".")
        if name.is_ is None and head not in seen:
            seen.add(head)
            yield Param(head, None if field else name.type(ruleset.facts))
        if name.name == "card":
            yield Param(RANK, Int(0, len(ruleset.pack.ranks)))
    yield Param(OPTIONS)


def names_read(row: AnyRow, section: str, ruleset: RuleSet) -> frozenset[str]:
    """The parameters that a row's text needs."""
    parts = [part for part in (row.when, row.result) if isinstance(part, EXPRESSIONS)]
    found = frozenset[str]().union(*(names(part) for part in parts))
    ties = {"rank" if word == "rank" else "position" for word in row.then} if section == "strength" and row.result is not None else set()
    return frozenset(OPTIONS if name in ruleset.open_options else name.partition(".")[0] for name in found) | ties


# --- strength as one number ---------------------------------------------------------------------


def strength(ruleset: RuleSet, row: AnyRow, language: Language) -> str:
    """The class, then each tie-breaker, as digits of one number: the greater number is the stronger card."""
    if row.result is None:
        return str(NEVER)
    assert isinstance(row.result, int)
    base = stride(ruleset)
    most = max(len(other.then) for other in ruleset.rows("strength"))
    terms = [str(row.result * base**most)]
    for place, word in enumerate(row.then, 1):
        terms += [times(tie_break(word, ruleset.players, language), base ** (most - place))]
    return " + ".join(terms)


def stride(ruleset: RuleSet) -> int:
    """A power of ten above every tie-breaker."""
    return int(10 ** len(str(max(len(ruleset.pack.ranks), ruleset.players))))


def tie_break(word: str, players: int, language: Language) -> str:
    """A number from 0 that grows with the card's claim."""
    match word:
        case "rank":
            return language.word(RANK)
        case "later":
            return "position"
        case "earlier":
            return f"({players - 1} - position)"
        case _:
            raise AssertionError(word)


def times(text: str, factor: int) -> str:
    return text if factor == 1 else f"{text} * {factor}"


# --- names ----------------------------------------------------------------------------------------


def function_name(section: str, row: AnyRow, language: Language) -> str:
    """`follow_best_of_the_suit`: the row's name as an identifier, whatever it was written with."""
    kept = "".join(c if ("a" + c).isidentifier() and c.isascii() else " " for c in row.name.replace("'", ""))
    return language.word("_".join([section, *kept.lower().split()]) if kept.split() else f"{section}_row")


def distinct(found: Sequence[str]) -> list[str]:
    """The names, with a number behind one that came before."""
    taken: list[str] = []
    for name in found:
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name}_{number}"
        taken.append(free)
    return taken
