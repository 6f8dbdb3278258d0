"""The text of an expression to Python's own syntax tree, cut down to the rule language.

The tree of `ast` is the written form: a closed list of node kinds passes, and the checker refuses
everything else at its own column. Nothing is ever evaluated by Python.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from functools import lru_cache

from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.places import places
from rulespec.scan import slips
from rulespec.spans import Span
from rulespec.yaml_tree import Scalar

MAX_LENGTH = 2_000
MOST_KEPT = 2_000  # parsed expressions
NUMBER = re.compile(r"0|[1-9][0-9]*")
MAX_DEPTH = 60  # of the tree: far below where a recursive function runs out of stack

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
    ast.UAdd: "take the `+` away",
    ast.Is: "write `==`",
    ast.IsNot: "write `!=`",
    ast.List: "write the values in round brackets: `x in (1, 2)`",
    ast.Set: "write the values in round brackets: `x in (1, 2)`",
    ast.Tuple: "values stand side by side only after `in`: `x in (1, 2)`",
    ast.NamedExpr: "write `==`",
    ast.keyword: "arguments have no names: write the value alone",
}

SLIPS = (  # what people write instead
    (re.compile(r"&&"), "write `and` for `&&`"),
    (re.compile(r"\|\|"), "write `or` for `||`"),
    (re.compile(r"=>"), "write `implies(a, b)` for `a => b`"),
    (re.compile(r"<>"), "write `!=` for `<>`"),
    (re.compile(r"!(?!=)"), "write `not` for `!`"),
    (re.compile(r"(?<![=!<>])=(?!=)"), "write `==` for `=`"),
    (re.compile(r"\b(AND|OR|NOT|IN|IF|ELSE)\b"), "write `and`, `or`, `not`, `in`, `if`, `else` in small letters"),
    (re.compile(r"\?|\bthen\b"), "write `a if condition else b`"),
    (re.compile(r"\bif\b(?!.*\belse\b)"), "an `if` needs its `else`"),
)


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression as written; `places` tells where each character of the text stands in the file."""

    text: str
    tree: ast.expr
    at: Scalar
    places: tuple[int, ...]

    def span(self, node: ast.AST) -> Span:
        """Where a node stands in the file; the whole expression where an escape hides the place."""
        part = self._range(node)
        return self.at.span if part is None else _part(self.at, self.places, *part)

    def inside(self, node: ast.expr, start: int, end: int) -> Span:
        """Where a part of a plain text between quotes stands in the file; the whole text where it holds an escape."""
        part = self._range(node)
        if part is None or "\\" in self.written(node) or not self.places:
            return self.span(node)
        return _part(self.at, self.places, part[0] + 1 + start, part[0] + 1 + end)

    def written(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self._range(node) or (0, len(self.text))
        return self.text[start:end]

    def _range(self, node: ast.AST) -> tuple[int, int] | None:
        if not isinstance(node, ast.expr | ast.keyword) or node.end_lineno is None or node.end_col_offset is None:
            return None
        start = _character(self.text, node.lineno, node.col_offset)
        return start, _character(self.text, node.end_lineno, node.end_col_offset)


def _character(text: str, line: int, byte_offset: int) -> int:
    """Offset in `text` of a place in `"(" + text + ")"` as `ast` counts: lines, and bytes in a line."""
    if line > text.count("\n") + 1:
        return len(text)
    in_line = max(0, byte_offset - 1) if line == 1 else byte_offset
    before = 0
    for _ in range(line - 1):
        before = text.find("\n", before) + 1
    if text.isascii():
        return min(before + in_line, len(text))
    rest = text[before:].split("\n", 1)[0]
    return before + len(rest.encode()[:in_line].decode(errors="ignore"))


def _part(at: Scalar, placed: tuple[int, ...], start: int, end: int) -> Span:
    """The part of a value from one of its characters up to another."""
    if not placed:
        return at.span
    return Span(at.span.source, placed[start], placed[end - 1] + 1 if end > start else placed[end])


@lru_cache(maxsize=MOST_KEPT)
def parse(at: Scalar) -> Formula:
    """The expression a scalar holds; rules are read again for each of their edits. Raises Faults."""
    text = at.text
    if len(text) > MAX_LENGTH:
        raise fault("RS106", f"an expression of {len(text):,} characters, more than {MAX_LENGTH:,}", at.span)
    if not text.strip():
        raise fault("RS105", "an expression is missing here", at.span)
    placed = places(at)
    if wrong := slips(text):
        raise Faults(Diagnostic(s.code, s.message, _part(at, placed, s.start, s.end), s.help) for s in wrong)
    formula = Formula(text, _syntax_tree(at, placed), at, placed)
    if _deeper_than(MAX_DEPTH, formula.tree):
        raise fault("RS106", f"operations nested deeper than {MAX_DEPTH}", at.span, "split it into rows")
    return formula


def _deeper_than(most: int, tree: ast.expr) -> bool:
    level, depth = [tree], 0
    while level and depth <= most:
        level = [child for node in level for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        depth += 1
    return bool(level)


def _syntax_tree(at: Scalar, placed: tuple[int, ...]) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(f"({at.text}\n)", mode="eval").body
    except SyntaxError as error:
        raise _syntax_fault(at, placed, error) from None
    except (ValueError, RecursionError, MemoryError):
        raise fault("RS106", "the expression is too deeply nested to be read", at.span) from None


def _syntax_fault(at: Scalar, placed: tuple[int, ...], error: SyntaxError) -> Faults:
    lines = f"({at.text}\n)".split("\n")
    line, column, end = error.lineno or 1, error.offset or 1, error.end_offset or 0
    start = sum(len(part) + 1 for part in lines[: line - 1]) + column - 2
    width = max(1, end - column) if error.end_lineno == line else 1
    last = len(at.text.rstrip())
    help_ = next((hint for slip, hint in SLIPS if slip.search(at.text)), None)
    if start >= last:
        return fault("RS105", "the expression breaks off here", _part(at, placed, last - 1, last), help_)
    start = max(start, 0)
    return fault("RS105", "this is not an expression", _part(at, placed, start, min(start + width, last)), help_)


def stranger(node: ast.AST) -> ast.AST | None:
    """What in a node, its operands aside, is not part of the rule language."""
    parts = [node, *(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))]
    return next((part for part in parts if not isinstance(part, ALLOWED)), None)
