"""The text of an expression to Python's own syntax tree, cut down to the rule language.

The tree of `ast` is the written form: a closed list of node kinds passes, everything else is a
fault at its own column. Nothing is ever evaluated by Python.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.spans import Span
from rulespec.yaml_tree import Scalar

MAX_LENGTH = 2_000
MAX_DEPTH = 40

ALLOWED = (
    ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add, ast.Sub, ast.Mult,
    ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt,
    ast.GtE, ast.In, ast.NotIn, ast.IfExp, ast.Call, ast.Name, ast.Attribute, ast.Constant, ast.Load, ast.Tuple,
)  # fmt: skip

HINTS: dict[type, str] = {
    ast.Div: "only whole numbers here: write `//` for a quotient rounded down",
    ast.Pow: "write the product out",
    ast.BitXor: "card sets know `&`, `|` and `-`",
    ast.Invert: "write `all - S` for the cards outside a set",
    ast.Is: "write `==`",
    ast.IsNot: "write `!=`",
    ast.List: "write the values in round brackets: `x in (1, 2)`",
    ast.Set: "write the values in round brackets: `x in (1, 2)`",
}


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression as written."""

    text: str
    tree: ast.expr
    at: Scalar

    def span(self, node: ast.AST) -> Span:
        """Where a node stands in the file; the whole expression where quoting hides the place."""
        start, end = self._offset(node, "lineno", "col_offset"), self._offset(node, "end_lineno", "end_col_offset")
        if not self.at.verbatim or start is None or end is None:
            return self.at.span
        return Span(self.at.span.source, self.at.span.start + start, self.at.span.start + end)

    def _offset(self, node: ast.AST, line: str, column: str) -> int | None:
        number, offset = getattr(node, line, None), getattr(node, column, None)
        if number is None or offset is None:
            return None
        return _character(self.text, number, offset)


def _character(text: str, line: int, byte_offset: int) -> int:
    """Offset in `text` of a place in `"(" + text + ")"` as `ast` counts: lines, and bytes in a line."""
    lines = text.split("\n")
    before = sum(len(part) + 1 for part in lines[: line - 1])
    shift = 1 if line == 1 else 0
    if line > len(lines):
        return len(text)
    in_line = len(lines[line - 1].encode()[: max(0, byte_offset - shift)].decode(errors="ignore"))
    return before + in_line


def parse(at: Scalar) -> Formula:
    """The expression a scalar holds. Raises Faults."""
    text = at.text
    if len(text) > MAX_LENGTH:
        raise fault("RS106", f"an expression of {len(text)} characters, more than {MAX_LENGTH}", at.span)
    if _deepest(text) > MAX_DEPTH:
        raise fault("RS106", f"brackets nested deeper than {MAX_DEPTH}", at.span)
    if not text.strip():
        raise fault("RS105", "an expression is missing here", at.span)
    formula = Formula(text, _syntax_tree(at), at)
    strange = [_stranger(formula, node) for node in ast.walk(formula.tree) if not isinstance(node, ALLOWED)]
    if strange:
        raise Faults(strange[:1])
    return formula


def _deepest(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _syntax_tree(at: Scalar) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(f"({at.text}\n)", mode="eval").body
    except SyntaxError as error:
        raise _syntax_fault(at, error) from None
    except (ValueError, RecursionError, MemoryError):
        raise fault("RS105", "this is not an expression", at.span) from None


def _syntax_fault(at: Scalar, error: SyntaxError) -> Faults:
    span = at.span
    if at.verbatim and error.lineno and error.offset:
        lines = f"({at.text}\n)".split("\n")
        offset = sum(len(part) + 1 for part in lines[: error.lineno - 1]) + error.offset - 2
        start = at.span.start + min(max(offset, 0), max(len(at.text) - 1, 0))
        span = Span(at.span.source, start, start + 1)
    opened, closed = at.text.count("("), at.text.count(")")
    if opened > closed and at.style == "plain":
        help_ = "in `{...}` a comma ends the value: put the whole expression in quotes"
        return fault("RS105", "a bracket is never closed", at.span, help_)
    words = (error.msg or "").removesuffix(". Perhaps you forgot a comma?").lower()
    return fault("RS105", f"this is not an expression: {words}", span, _syntax_hint(at.text))


def _syntax_hint(text: str) -> str | None:
    for wrong, right in (("&&", "and"), ("||", "or"), ("!", "not"), ("=>", "implies(a, b)"), ("=", "==")):
        if wrong in text.replace("!=", "").replace("==", "").replace("<=", "").replace(">=", ""):
            return f"write `{right}` for `{wrong}`"
    return None


def _stranger(formula: Formula, node: ast.AST) -> Diagnostic:
    inner = node if hasattr(node, "lineno") else formula.tree
    for parent in ast.walk(formula.tree):
        if node in ast.iter_child_nodes(parent) and not hasattr(node, "lineno"):
            inner = parent
    return Diagnostic("RS107", "this is not part of the rule language", formula.span(inner), HINTS.get(type(node)))
