"""A class of differences as `diff` has it: a section, and the row of either side that answers; read as people write it.

    follow: joker before discard / discard      these two rows
    bid: no row / dealer may not balance        no row forbids on the left
    follow                                      any two rows of the section
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel.printed import deck_of, schedule_of
from rulespec.rulebook import rulebook

SECTIONS = ("bid", "lead", "follow", "call", "strength", "score", "premium")
"""The sections that are asked again and again in a game, in the order the compiled code numbers them."""

NO_ROW, BETWEEN, TOGETHER = "no row", " / ", " + "
ANY = -1


@dataclass(frozen=True, slots=True)
class Class:
    """The rows by name; no names stand for any row. A set's end has several rows at once, named with ` + ` between them."""

    section: str
    left: str = ""
    right: str = ""

    @property
    def says(self) -> str:
        return f"{self.section}: {self.left}{BETWEEN}{self.right}" if self.left else self.section

    def rows(self, left: RuleSet, right: RuleSet) -> tuple[int, int]:
        """The rows as the compiled code looks for them: bits, or for a set's end the rows that hold."""
        found = [rows_of(side, self.section, name) for side, name in ((left, self.left), (right, self.right))]
        assert found[0] is not None and found[1] is not None
        return found[0], found[1]


def read(text: str, left: RuleSet, right: RuleSet) -> Class | str:
    """The class that a text means for a pair of rule sets, or why there is none."""
    section, _, rows = (part.strip() for part in text.partition(":"))
    if section not in SECTIONS:
        return f"there is no section `{section}` whose differences come up in play; there are {', '.join(SECTIONS)}"
    if why := unlike(left, right):
        return f"`{left.id}` and `{right.id}` {why}"
    if not rows:
        return Class(section)
    fitting = [pair for pair in _splits(rows) if all(rows_of(side, section, name) is not None for side, name in zip((left, right), pair, strict=True))]
    return Class(section, *fitting[0]) if fitting else _no_such(section, rows, left, right)


def unlike(left: RuleSet, right: RuleSet) -> str:
    """Why the same deals cannot be played under both; nothing where they can."""
    books = rulebook(left), rulebook(right)
    if left.players != right.players:
        return "are for different numbers of players"
    if left.pack != right.pack or deck_of(left) != deck_of(right):
        return "are played with other cards"
    if [book.schedule for book in books] != [schedule_of(left)] * 2 or left.start != right.start:
        return "have other hands to deal"
    return ""


def _splits(rows: str) -> Iterator[tuple[str, str]]:
    """Every way to take a text for two names; a name may have the sign between them in it."""
    parts = rows.split(BETWEEN)
    for i in range(1, len(parts)):
        yield BETWEEN.join(parts[:i]).strip(), BETWEEN.join(parts[i:]).strip()


def rows_of(ruleset: RuleSet, section: str, name: str) -> int | None:
    """The rows of a name as a number of bits; None where there are none."""
    if not name:
        return ANY
    rows = ruleset.rows(section)
    if section == "premium":
        return _together(name, [row.name for row in rows])
    if name == NO_ROW:
        return 1
    return sum(2 << place for place, row in enumerate(rows) if row.name == name) or None


def _together(name: str, names: Sequence[str]) -> int | None:
    """The rows of a set's end that hold at once, in the order they stand."""
    left, found = name, 0
    if name == NO_ROW:
        return 0
    for place, one in enumerate(names):
        if left == one or left.startswith(one + TOGETHER):
            found, left = found | 1 << place, left.removeprefix(one).removeprefix(TOGETHER)
    return None if left else found


def _no_such(section: str, rows: str, left: RuleSet, right: RuleSet) -> str:
    named = [[row.name for row in side.rows(section)] for side in (left, right)]
    wrong = next((name for pair in _splits(rows) for name, known in zip(pair, named, strict=True) if name not in (*known, NO_ROW)), None)
    if wrong is None:
        return f"`{rows}` names no two rows: write them as `LEFT ROW{BETWEEN}RIGHT ROW`"
    hint = did_you_mean(wrong, [*named[0], *named[1], NO_ROW])
    return f"`{section}` of `{left.id}` and `{right.id}` has no rows `{rows}`{'; ' + hint if hint else ''}"
