"""Expressions as written to the typed core: every name resolved, every operator chosen by kinds.

A faulty part gives no node and its fault is noted; whatever stands around it is still checked, so
one run shows every fault of a file.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulespec.check.bounds import BOUNDS, LIMIT, join
from rulespec.check.scope import TRUTH, Scope
from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import did_you_mean
from rulespec.formula import Formula
from rulespec.ir import ops
from rulespec.ir.expr import Apply, CardsLit, ChoiceLit, Expr, If, IntLit
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Type, in_words, kind

BINARY: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
}  # fmt: skip

RESULTS: dict[str, Type] = {"Bool": Bool(), "Cards": Cards(), "Card": Card()}


class Checker:
    """Types one expression in a scope; `faults` gathers what is wrong with it."""

    def __init__(self, formula: Formula, scope: Scope, faults: list[Diagnostic]) -> None:
        self.formula, self.scope, self.faults = formula, scope, faults

    def check(self, wanted: str) -> Expr | None:
        """The core of the expression, which must be of the wanted kind."""
        expr = self.expr(self.formula.tree)
        if expr is not None and kind(expr.type) != wanted:
            words = {"Bool": "a condition", "Int": "a number", "Cards": "a set of cards"}[wanted]
            self.wrong("RS202", f"{words} is needed here, and this is {in_words(expr.type)}", self.formula.tree)
            return None
        return expr

    def wrong(self, code: str, message: str, node: ast.AST, help_: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, self.formula.span(node), help_))

    def expr(self, node: ast.expr) -> Expr | None:
        match node:
            case ast.Constant():
                return self.constant(node)
            case ast.Name(id=name):
                return self.name(name, node)
            case ast.Attribute():
                return self.dotted(node)
            case ast.BoolOp(op=op, values=values):
                return self.apply("and" if isinstance(op, ast.And) else "or", values, node)
            case ast.UnaryOp(op=op, operand=operand):
                return self.unary(op, operand, node)
            case ast.BinOp(left=left, op=op, right=right):
                return self.apply(BINARY[type(op)], [left, right], node)
            case ast.Compare():
                return self.compare(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.conditional(test, body, orelse, node)
            case ast.Call():
                return self.call(node)
            case _:
                self.wrong("RS107", "this is not part of the rule language here", node)
                return None

    def constant(self, node: ast.Constant) -> Expr | None:
        span = self.formula.span(node)
        match node.value:
            case bool(truth):
                return TRUTH[truth]
            case int(number) if abs(number) <= LIMIT:
                return IntLit(number, span)
            case int():
                self.wrong("RS205", "this number is too large", node)
            case str():
                self.wrong("RS107", "text has no meaning here", node, 'only `cards("AS KS")` takes a text')
            case _:
                self.wrong("RS107", "this is not part of the rule language", node, "numbers are whole numbers")
        return None

    def name(self, name: str, node: ast.expr) -> Expr | None:
        found = self.scope.find(name, self.formula.span(node))
        if found is None:
            self.unknown(name, node)
        return found

    def unknown(self, name: str, node: ast.expr) -> None:
        owner = next((o.name for o in self.scope.options.values() if name in map(str, o.values)), None)
        help_ = f"a value of option `{owner}`: compare it, `{owner} == {name}`" if owner else did_you_mean(name, self.scope.known())
        if name in ops.called():
            help_ = f"an operator: write `{name}(...)`"
        self.wrong("RS201", f"`{name}` means nothing in {self.scope.what}", node, help_)

    def dotted(self, node: ast.Attribute) -> Expr | None:
        if not isinstance(node.value, ast.Name):
            self.wrong("RS107", "this is not part of the rule language", node)
            return None
        return self.name(f"{node.value.id}.{node.attr}", node)

    def unary(self, op: ast.unaryop, operand: ast.expr, node: ast.expr) -> Expr | None:
        if isinstance(op, ast.Not):
            return self.apply("not", [operand], node)
        if isinstance(operand, ast.Constant) and type(operand.value) is int:
            return IntLit(-operand.value, self.formula.span(node))
        return self.apply("-", [operand], node)

    def compare(self, node: ast.Compare) -> Expr | None:
        """A chain `a < b <= c` is every comparison of it."""
        sides = [node.left, *node.comparators]
        parts = [self.pair(op, a, b, node) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
        if any(part is None for part in parts):
            return None
        found = [part for part in parts if part is not None]
        return found[0] if len(found) == 1 else Apply("and", tuple(found), Bool(), self.formula.span(node))

    def pair(self, op: ast.cmpop, left: ast.expr, right: ast.expr, node: ast.expr) -> Expr | None:
        if isinstance(op, ast.In | ast.NotIn):
            inside = self.member(left, right, node)
            if inside is None or isinstance(op, ast.In):
                return inside
            return Apply("not", (inside,), Bool(), self.formula.span(node))
        a, b = self.two_sides(left, right)
        return self.typed(BINARY[type(op)], [a, b], node)

    def member(self, left: ast.expr, right: ast.expr, node: ast.expr) -> Expr | None:
        """`x in (a, b)` is `x == a or x == b`; otherwise a card or cards in a set."""
        if not isinstance(right, ast.Tuple):
            return self.apply("in", [left, right], node)
        parts = [self.typed("==", list(self.two_sides(left, value)), node) for value in right.elts]
        found = [part for part in parts if part is not None]
        if not parts or len(found) < len(parts):
            return None
        return found[0] if len(found) == 1 else Apply("or", tuple(found), Bool(), self.formula.span(node))

    def two_sides(self, left: ast.expr, right: ast.expr) -> tuple[Expr | None, Expr | None]:
        """Both sides of a comparison; beside an option a bare word is one of its values."""
        for here, there, turned in ((left, right, False), (right, left, True)):
            option = self.option_of(here)
            if option is None or not isinstance(there, ast.Name):
                continue
            pair = self.name_of(here), self.value_of(option, there)
            return (pair[1], pair[0]) if turned else pair
        return self.expr(left), self.expr(right)

    def option_of(self, node: ast.expr) -> Choice | None:
        option = self.scope.options.get(node.id) if isinstance(node, ast.Name) else None
        return option.type if option is not None and isinstance(option.type, Choice) else None

    def name_of(self, node: ast.expr) -> Expr | None:
        return self.name(node.id, node) if isinstance(node, ast.Name) else None

    def value_of(self, option: Choice, node: ast.Name) -> Expr | None:
        if node.id in option.values:
            return ChoiceLit(node.id, option, self.formula.span(node))
        other = self.scope.names.get(node.id)
        if other is not None and other.type == option:
            return self.name(node.id, node)
        values = ", ".join(f"`{v}`" for v in option.values)
        self.wrong("RS203", f"`{node.id}` is not a value of option `{option.option}`", node, did_you_mean(node.id, option.values) or f"it is one of {values}")
        return None

    def conditional(self, test: ast.expr, body: ast.expr, orelse: ast.expr, node: ast.expr) -> Expr | None:
        cond, then, other = self.expr(test), self.expr(body), self.expr(orelse)
        if cond is None or then is None or other is None:
            return None
        if not isinstance(cond.type, Bool):
            self.wrong("RS202", f"a condition is needed here, and this is {in_words(cond.type)}", test)
            return None
        if kind(then.type) != kind(other.type) or (isinstance(then.type, Choice) and then.type != other.type):
            self.wrong("RS202", f"one side is {in_words(then.type)}, the other {in_words(other.type)}", node)
            return None
        joined = join(then.type, other.type) if isinstance(then.type, Int) and isinstance(other.type, Int) else then.type
        return If(cond, then, other, joined, self.formula.span(node))

    def call(self, node: ast.Call) -> Expr | None:
        if not isinstance(node.func, ast.Name) or node.keywords:
            self.wrong("RS107", "this is not part of the rule language", node)
            return None
        name = node.func.id
        if name == "cards":
            return self.card_set(node)
        if name not in ops.called():
            self.wrong("RS201", f"there is no operator `{name}`", node.func, did_you_mean(name, [*ops.called(), "cards"]))
            return None
        return self.apply(name, node.args, node)

    def card_set(self, node: ast.Call) -> Expr | None:
        match node.args:
            case [ast.Constant(value=str(text))]:
                return self.listed_cards(text, node)
        self.wrong("RS204", "`cards` takes one text", node, 'for example `cards("AS 10H")`')
        return None

    def listed_cards(self, text: str, node: ast.Call) -> Expr | None:
        mask = 0
        for word in text.split():
            try:
                bit = 1 << self.scope.pack.index(word)
            except KeyError:
                names = self.scope.pack.names(self.scope.pack.all_mask)
                self.wrong("RS204", f"`{word}` is no card of this pack", node.args[0], did_you_mean(word, names))
                return None
            mask |= bit
        return CardsLit(mask, self.formula.span(node))

    def apply(self, written: str, args: Sequence[ast.expr], node: ast.expr) -> Expr | None:
        return self.typed(written, [self.expr(arg) for arg in args], node)

    def typed(self, written: str, args: Sequence[Expr | None], node: ast.expr) -> Expr | None:
        """The operator of that spelling that takes these kinds."""
        given = [arg for arg in args if arg is not None]
        if len(given) < len(args):
            return None
        candidates = ops.written_as(written)
        op = next((op for op in candidates if fits(op, given)), None)
        if op is None:
            self.misfit(written, candidates, given, node)
            return None
        return self.built(op, given, node)

    def misfit(self, written: str, candidates: Sequence[ops.Op], given: Sequence[Expr], node: ast.expr) -> None:
        kinds = ", ".join(in_words(arg.type) for arg in given) or "nothing"
        usage = " or ".join(dict.fromkeys(signature(op) for op in candidates))
        self.wrong("RS202", f"`{written}` cannot take {kinds}", node, f"it takes {usage}")

    def built(self, op: ops.Op, args: Sequence[Expr], node: ast.expr) -> Expr | None:
        span = self.formula.span(node)
        if op.result != "Int":
            return Apply(op.name, tuple(args), RESULTS[op.result], span)
        if op.name == "count":
            return Apply(op.name, tuple(args), Int(0, self.scope.pack.size), span)
        numbers = [arg.type for arg in args if isinstance(arg.type, Int)]
        if op.name in ("floordiv", "mod") and not (numbers[1].low == numbers[1].high > 0):
            zero = numbers[1] == Int(0, 0)
            self.wrong("RS206", "division by zero" if zero else "the divisor must be a positive constant", node)
            return None
        bounds = BOUNDS[op.name](numbers)
        if max(abs(bounds.low), abs(bounds.high)) > LIMIT:
            self.wrong("RS205", f"this may grow to {max(abs(bounds.low), abs(bounds.high))}, more than {LIMIT}", node)
            return None
        return Apply(op.name, tuple(args), bounds, span)


def fits(op: ops.Op, args: Sequence[Expr]) -> bool:
    """Whether the operator takes arguments of these kinds."""
    params = list(op.params)
    if params[-1] == "...":
        repeated = len(args) - len(params) + 1
        params = params[:-1] + [params[-2]] * max(0, repeated)
    if len(params) != len(args):
        return False
    if params[0] == "T":
        first = args[0].type
        return all(kind(a.type) == kind(first) and (not isinstance(first, Choice) or a.type == first) for a in args)
    return all(param == kind(arg.type) for param, arg in zip(params, args, strict=True))


WORDS = {"Bool": "a condition", "Int": "a number", "Cards": "a set of cards", "Card": "a card", "Suit": "a suit", "T": "two of the same kind"}


def signature(op: ops.Op) -> str:
    """The parameters in words, for messages."""
    if op.params[0] == "T":
        return WORDS["T"]
    return ", ".join("more of them" if p == "..." else WORDS[p] for p in op.params)
