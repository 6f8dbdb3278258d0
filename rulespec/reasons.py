"""Why a row does not hold: the first clause of its condition that fails, with the values in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulespec import formula
from rulespec.check.bounds import settled
from rulespec.check.rows import section_scope
from rulespec.check.scope import Scope, base_scope
from rulespec.check.typecheck import Checker
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Apply, Expr, If, IntLit, Name
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import BY_NAME
from rulespec.ir.text import text
from rulespec.ir.types import NO_SUIT, Bool, Card, Cards, Suit, Type
from rulespec.ir.walk import conjuncts
from rulespec.meanings.python.evaluate import Env, Value, evaluate
from rulespec.spans import Span
from rulespec.written import condition_of, written_row
from rulespec.yaml_tree import Scalar


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a condition: its text, what it means, and the names that stand in it with theirs."""

    text: str
    means: Expr
    span: Span
    names: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Miss:
    """A row that does not hold, its first failing clause, and the values of the names in that."""

    row: AnyRow
    clause: str
    values: tuple[tuple[str, str], ...]


class Reasons:
    """Takes the conditions of one rule set apart. Its options must be settled."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset, self.pack = ruleset, ruleset.pack
        self._clauses: dict[tuple[str, str], tuple[Clause, ...]] = {}

    @cached_property
    def scopes(self) -> dict[str, Scope]:
        rules = self.ruleset
        base = base_scope(rules.pack, "", rules.options, rules.chosen)
        return {name: section_scope(base, name, kind.names, rules.facts) for name, kind in BY_NAME.items()}

    def clauses(self, section: str, row: AnyRow) -> tuple[Clause, ...]:
        """The parts of the row's condition that must all hold, as written."""
        key = section, row.name
        if key not in self._clauses:
            self._clauses[key] = tuple(self._split(section, row))
        return self._clauses[key]

    def _split(self, section: str, row: AnyRow) -> Iterator[Clause]:
        written = written_row(row)
        if written is None:
            yield from (Clause(text(part, self.pack), part, part.span) for part in conjuncts(row.when))
            return
        at = condition_of(written)
        if at is not None:
            parsed = formula.parse(at)
            yield from (self._clause(section, parsed, node) for node in _conjuncts(parsed.tree))

    def _clause(self, section: str, parsed: formula.Formula, node: ast.expr) -> Clause:
        scope = self.scopes[section]
        means = Checker(parsed, scope, []).expr(node)
        assert means is not None, "a loaded row is well typed"
        return Clause(" ".join(parsed.written(node).split()), settled(means), parsed.span(node), tuple(_names(node, scope)))

    def miss(self, section: str, row: AnyRow, env: Env) -> Miss | None:
        """Why the row does not hold; None where it does."""
        failing = next((c for c in self.clauses(section, row) if not evaluate(c.means, env, self.pack)), None)
        return None if failing is None else Miss(row, failing.text, self.values(failing, env))

    def values(self, clause: Clause, env: Env) -> tuple[tuple[str, str], ...]:
        """The values of its names; nothing where the clause is no more than a name."""
        if all(isinstance(means.type, Bool) for _, means in clause.names):
            return ()
        return tuple((name, value_text(evaluate(means, env, self.pack), means.type, self.pack)) for name, means in clause.names)

    def shown(self, section: str, row: AnyRow, env: Env) -> tuple[tuple[str, str], ...]:
        """The values of all names in the row's condition and in its result."""
        clauses = [*self.clauses(section, row), *self._result(section, row)]
        return tuple(dict.fromkeys(value for clause in clauses for value in self.values(clause, env)))

    def _result(self, section: str, row: AnyRow) -> Iterator[Clause]:
        written = written_row(row)
        at = written.scalar(written.result) if written is not None and isinstance(row.result, Expr) else None
        if isinstance(at, Scalar):
            parsed = formula.parse(at)
            yield self._clause(section, parsed, parsed.tree)


def _conjuncts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for part in node.values:
            yield from _conjuncts(part)
    else:
        yield node


def _names(node: ast.expr, scope: Scope) -> Iterator[tuple[str, Expr]]:
    """The names in an expression that stand for something that varies: no suits, no levels."""
    nodes = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)]
    found = {_dotted(part): None for part in sorted(nodes, key=lambda part: (part.lineno, part.col_offset))}
    for name in found:
        means = scope.names.get(name)
        if name in scope.options or isinstance(means, Name | Apply | If | IntLit):
            assert means is not None
            yield name, means


def _dotted(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else f"{_dotted(node.value)}.{node.attr}" if isinstance(node.value, ast.Name) else ""


def value_text(value: Value, type_: Type, pack: Pack) -> str:
    """A value in the words of the rule language."""
    match type_:
        case Bool():
            return "yes" if value else "no"
        case Suit():
            return pack.suits[value] if isinstance(value, int) else NO_SUIT
        case Card() | Cards():
            assert isinstance(value, int)
            return " ".join(pack.names(value)) or "nothing"
        case _:
            return str(value)
