"""Two lists of rows over the same names, for the solver: where they can answer otherwise. What both share is built once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import z3

from rulespec.ir.expr import Expr
from rulespec.ir.options import specialise
from rulespec.ir.ruleset import AnyRow, RuleSet, Section
from rulespec.meanings.z3.evaluate import evaluate, holds
from rulespec.meanings.z3.values import Value, either, every, some
from verifier.symbolic.setting import Names, Setting

Rows = Sequence[AnyRow]


class Answering:
    """The rows of a section under the names of one question. Conditions and results are kept by the row."""

    def __init__(self, setting: Setting, section: str, names: Names) -> None:
        self.ruleset, self.section, self.pack = setting.ruleset, section, setting.pack
        self.numbers = tuple((name, value) for name, value in names.items() if isinstance(value, int))
        self.env: dict[str, Value] = {**setting.options, **{name: value for name, value in names.items() if not isinstance(value, int)}}
        self.rows: dict[int, tuple[AnyRow, AnyRow]] = {}
        self.whens: dict[int, z3.BoolRef] = {}
        self.values: dict[int, Value] = {}

    def when(self, row: AnyRow) -> z3.BoolRef:
        """The condition that a row holds."""
        if id(row) not in self.whens:
            self.whens[id(row)] = holds(self._plain(row).when, self.env, self.pack)
        return self.whens[id(row)]

    def value(self, row: AnyRow) -> Value:
        """The result of a row."""
        if id(row) not in self.values:
            result = self._plain(row).result
            assert isinstance(result, Expr)
            self.values[id(row)] = evaluate(result, self.env, self.pack)
        return self.values[id(row)]

    def _plain(self, row: AnyRow) -> AnyRow:
        """The row with plain numbers put for their names. It is held on to, as an identity may be used again."""
        if id(row) not in self.rows:
            self.rows[id(row)] = row, _special(self.ruleset, self.section, row, self.numbers)
        return self.rows[id(row)][1]

    def others(self, mine: Rows, theirs: Rows) -> z3.BoolRef:
        """The condition that the first rows that hold have other results as they are written: where it fails, nothing differs."""
        same = alike(mine, theirs)
        reached = self._reached(mine[:same])
        left, right = self._by_result(mine[same:]), self._by_result(theirs[same:])
        apart = [every(here, z3.Not(some(*right.get(result, ())))) for result, ways in left.items() for here in ways]
        return every(reached, some(*apart))

    def values_where_apart(self, mine: Rows, theirs: Rows) -> tuple[z3.BoolRef, Value, Value]:
        """The condition that none of the rows holds that begin both lists, and what the others give then."""
        same = alike(mine, theirs)
        return self._reached(mine[:same]), self._first(mine[same:]), self._first(theirs[same:])

    def _reached(self, rows: Rows) -> z3.BoolRef:
        return every(*[z3.Not(self.when(row)) for row in rows])

    def _by_result(self, rows: Rows) -> dict[object, list[z3.BoolRef]]:
        """For every result the conditions that a row with it is the first that holds."""
        found: dict[object, list[z3.BoolRef]] = {}
        left = z3.BoolVal(True)
        for row in rows:
            found.setdefault((row.result, row.then), []).append(every(left, self.when(row)))
            left = every(left, z3.Not(self.when(row)))
        return found

    def _first(self, rows: Rows) -> Value:
        """The result of the first row that holds; the last one answers everything else."""
        value = self.value(rows[-1])
        for row in reversed(rows[:-1]):
            value = either(self.when(row), self.value(row), value)
        return value


def alike(mine: Rows, theirs: Rows) -> int:
    """How many rows begin both lists; at least the last row of each is left."""
    most = min(len(mine), len(theirs)) - 1
    return next((i for i in range(most) if mine[i] is not theirs[i]), most)


def _special(ruleset: RuleSet, section: str, row: AnyRow, numbers: tuple[tuple[str, int], ...]) -> AnyRow:
    if not numbers:
        return row
    alone = replace(ruleset, sections={section: Section(section, (row,))})
    return specialise(alone, section, numbers).rows(section)[0]
