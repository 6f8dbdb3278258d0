"""Rows of a section to the core: conditions and values typed, methods and classes read."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as SequenceABC
from dataclasses import dataclass

from rulespec import formula
from rulespec.check import hints
from rulespec.check.bounds import settled
from rulespec.check.data import read_class, read_sets, read_then, read_trump
from rulespec.check.scope import Hint, Scope, usable
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import ENOUGH
from rulespec.ir.cards import Pack
from rulespec.ir.expr import FALSE, TRUE, Expr, IntLit, Name
from rulespec.ir.ruleset import AnyRow, Class, Facts, Option, Row, Sets, TrumpMethod
from rulespec.ir.sections import ANY, FIRST, ScopeName, SectionKind
from rulespec.ir.types import Int
from rulespec.plain import one_line
from rulespec.spans import Source, Span
from rulespec.surface import WrittenRow
from rulespec.yaml_tree import Scalar, Tree


@dataclass
class RowReader:
    """Reads the rows of one rule set and notes every fault."""

    pack: Pack
    players: int
    options: Mapping[str, Option]
    base: Scope
    faults: list[Diagnostic]
    lost: frozenset[str] = frozenset()  # sections of which some rows could not be read

    def rows(self, kind: SectionKind, written: SequenceABC[WrittenRow], facts: Facts) -> tuple[AnyRow, ...]:
        scope = section_scope(self.base, f"`{kind.name}`", kind.names, facts)
        found = tuple(self.row(kind, row, i, scope) for i, row in enumerate(written))
        if kind.name not in self.lost:
            self.gap(kind, written)
        self.twins(kind, written, found)
        return found

    def row(self, kind: SectionKind, written: WrittenRow, index: int, scope: Scope) -> AnyRow:
        name, cite, assumed = (written.scalar(key) for key in ("name", "cite", "assumed"))
        condition = written.values.get("forbid" if kind.hit == ANY else "when")
        when = TRUE if condition is None else self.typed(condition, scope, "Bool") or FALSE
        result = None if kind.hit == ANY else self.result(kind, written, scope)
        then = read_then(written.values.get("then"), self.faults) if kind.name == "strength" else ()
        return Row(
            one_line(name.text) if name else f"{kind.name} {index + 1}", settled(when), result, then,
            one_line(cite.text) if cite else None, one_line(assumed.text) if assumed else None, written.span,
        )  # fmt: skip

    def result(self, kind: SectionKind, written: WrittenRow, scope: Scope) -> Expr | TrumpMethod | Sets | Class:
        value = written.values[written.result]
        match kind.name:
            case "schedule":
                return read_sets(value, self.pack.size, self.faults)
            case "trump":
                return read_trump(written, self.pack, self.faults)
            case "strength":
                return read_class(value, self.faults)
            case _:
                wanted = kind.gives or "Int"
                typed = self.typed(value, scope, wanted)
                return settled(typed) if typed is not None else IntLit(0)

    def typed(self, at: Tree, scope: Scope, wanted: str) -> Expr | None:
        if len(self.faults) >= ENOUGH:
            return None
        if not isinstance(at, Scalar):
            self.faults.append(Diagnostic("RS105", "an expression is needed here", at.span, "put it in quotes where it has brackets"))
            return None
        try:
            parsed = formula.parse(at)
        except Faults as faults:
            self.faults += faults.diagnostics
            return None
        return Checker(parsed, scope, self.faults).check(wanted)

    def gap(self, kind: SectionKind, written: SequenceABC[WrittenRow]) -> None:
        """A list of which the first row that holds answers must end with one that always does."""
        if kind.hit == FIRST and written and "when" in written[-1].values:
            condition = written[-1].values["when"]
            self.faults.append(Diagnostic("RS305", f"`{kind.name}` may leave a situation without an answer", condition.span, "the last row has no `when` and answers everything else"))

    def twins(self, kind: SectionKind, written: SequenceABC[WrittenRow], rows: SequenceABC[AnyRow]) -> None:
        """Row names are unique, and cards of one class of strength are compared one way."""
        named: dict[str, WrittenRow] = {}
        classes: dict[object, AnyRow] = {}
        for line, row in zip(written, rows, strict=True):
            if named.setdefault(row.name, line) is not line:
                at = line.values.get("name")
                self.faults.append(Diagnostic("RS102", f"two rows of `{kind.name}` are called `{row.name}`", at.span if at else line.span, "every row needs a name of its own"))
            first = classes.setdefault(row.result, row) if kind.name == "strength" and row.result is not None else row
            if first.then != row.then:
                self.faults.append(Diagnostic("RS306", f"class {row.result} is compared in two ways", line.values[line.result].span, f"`{first.name}` has the same class with another `then`"))


def section_scope(base: Scope, what: str, names: SequenceABC[ScopeName], facts: Facts, elsewhere: Hint | None = None) -> Scope:
    """The base scope with the section's names; a name defined by a formula stands for it. `elsewhere` tells of names of other places."""
    present = tuple(usable(names, facts))
    scope = Scope(base.pack, what, dict(base.names), base.options, _hint(what, names, present, facts, elsewhere), hints.known_here(what, present), base.read)
    for name in present:
        if name.is_ is not None:
            scope.names[name.name] = defined(name.is_, scope)
        else:
            type_ = name.type(facts)
            fixed = isinstance(type_, Int) and type_.low == type_.high
            scope.names[name.name] = IntLit(type_.low) if fixed and isinstance(type_, Int) else Name(name.name, type_)
    return scope


def _hint(what: str, names: SequenceABC[ScopeName], present: SequenceABC[ScopeName], facts: Facts, elsewhere: Hint | None) -> Hint:
    """What to say of a name that means nothing in a section, though it does with more players or in others."""

    def hint(name: str) -> str | None:
        if any(one.name == name for one in names):
            return hints.of_absent_seat(name, facts.players)
        return elsewhere(name) if elsewhere else hints.in_other_sections(name, what, present)

    return hint


def defined(text: str, scope: Scope) -> Expr:
    """A definition of the catalogue in a scope. It is ours, so a fault in it is a bug."""
    source = Source("<catalogue>", text)
    faults: list[Diagnostic] = []
    expr = _any_kind(formula.parse(Scalar(text, Span(source, 0, len(text)))), scope, faults)
    if expr is None or faults:
        raise Faults(faults)
    return settled(expr)


def _any_kind(parsed: formula.Formula, scope: Scope, faults: list[Diagnostic]) -> Expr | None:
    return Checker(parsed, scope, faults).expr(parsed.tree)
