"""Expressions as written to the typed core: every name resolved, every operator chosen by kinds.

A faulty part gives no node and its fault is noted; whatever stands around it is still checked, so
one run shows every fault of a file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from rulespec.check.bounds import BOUNDS, LIMIT, join, largest
from rulespec.check.hints import mend
from rulespec.check.scope import Scope
from rulespec.check.signatures import SAME, WORDS, fits, takes, usage
from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import did_you_mean
from rulespec.formula import HINTS, NUMBER, Formula, stranger
from rulespec.ir import ops
from rulespec.ir.cards import JOKER
from rulespec.ir.expr import Apply, BoolLit, CardsLit, ChoiceLit, Expr, If, IntLit
from rulespec.ir.ruleset import Option
from rulespec.ir.types import Bool, Card, Cards, Choice, Int, Type, in_words, kind

BINARY: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
}  # fmt: skip

RESULTS: dict[str, Type] = {"Bool": Bool(), "Cards": Cards(), "Card": Card()}
CARDS = "cards"  # the one word that takes a text
MAX_STEPS = 2_000
AFTER_IN = "after `in` stands a set of cards for a card or cards, or a list of values: `x in (1, 2)`"
OTHERWISE = {
    "true": "write `True`", "yes": "write `True`", "on": "write `True`", "false": "write `False`", "no": "write `False`",
    "off": "write `False`", "null": "write `none`", "nil": "write `none`",
}  # fmt: skip


class Checker:
    """Types one expression in a scope; `faults` gathers what is wrong with it."""

    def __init__(self, formula: Formula, scope: Scope, faults: list[Diagnostic]) -> None:
        self.formula, self.scope, self.faults = formula, scope, faults
        self.found: dict[ast.expr, Expr | None] = {}  # a part used twice (`a < b < c`) is judged once
        self.steps: dict[int, tuple[int, Expr]] = {}

    def check(self, wanted: str) -> Expr | None:
        """The core of the expression, which must be of the wanted kind."""
        expr = self.expr(self.formula.tree)
        if expr is not None and kind(expr.type) != wanted:
            self.other_kind(wanted, expr, self.formula.tree)
            return None
        return expr

    def other_kind(self, wanted: str, expr: Expr, node: ast.expr, by: str = "") -> None:
        """A fault for a part of another kind than is wanted there, with the usual way to make it one."""
        needed = f"`{by}` needs {WORDS[wanted]} here" if by else f"{WORDS[wanted]} is needed here"
        self.wrong("RS202", f"{needed}, and this is {in_words(expr.type)}", node, mend(wanted, expr.type, self.formula.written(node)))

    def wrong(self, code: str, message: str, node: ast.AST, help_: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, self.formula.span(node), help_))

    def expr(self, node: ast.expr) -> Expr | None:
        if node not in self.found:
            strange = stranger(node)
            self.found[node] = self.fresh(node) if strange is None else self.refused(node, strange)
        return self.found[node]

    def refused(self, node: ast.expr, strange: ast.AST) -> Expr | None:
        """A fault for what the language does not have; the operands are judged all the same."""
        self.wrong("RS107", "this is not part of the rule language", node, HINTS.get(type(strange)))
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare):
            for operand in ast.iter_child_nodes(node):
                if isinstance(operand, ast.expr):
                    self.expr(operand)
        return None

    def fresh(self, node: ast.expr) -> Expr | None:
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
                return self.refused(node, node)

    def constant(self, node: ast.Constant) -> Expr | None:
        span, written = self.formula.span(node), self.formula.written(node)
        match node.value:
            case bool(truth):
                return BoolLit(truth, span)
            case int() if not NUMBER.fullmatch(written):
                self.wrong("RS107", "a number is written in digits only", node)
            case int(number) if number <= LIMIT:
                return IntLit(number, span)
            case int():
                self.wrong("RS205", f"this number is greater than {LIMIT:,}", node)
            case str():
                self.wrong("RS107", "text has no meaning here", node, 'only `cards("AS KS")` takes a text')
            case None:
                self.wrong("RS107", "this is not part of the rule language", node, "write `none` for no suit")
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
        help_ = OTHERWISE.get(name.lower()) or self.scope.hint(name) or did_you_mean(name, self.scope.known()) or self.scope.listing
        if owner:
            help_ = f"a value of option `{owner}`: compare it, `{owner} == {name}`"
        if name in (*ops.called(), CARDS):
            help_ = f"an operator: write `{name}(...)`"
        self.wrong("RS201", f"`{name}` means nothing in {self.scope.what}", node, help_)

    def dotted(self, node: ast.Attribute) -> Expr | None:
        if not isinstance(node.value, ast.Name):
            return self.refused(node, node)
        return self.name(f"{node.value.id}.{node.attr}", node)

    def unary(self, op: ast.unaryop, operand: ast.expr, node: ast.expr) -> Expr | None:
        if isinstance(op, ast.Not):
            return self.apply("not", [operand], node)
        if isinstance(number := self.expr(operand), IntLit):
            return IntLit(-number.value, self.formula.span(node))
        return self.apply("-", [operand], node)

    def compare(self, node: ast.Compare) -> Expr | None:
        """A chain `a < b <= c` is every comparison of it."""
        sides = [node.left, *node.comparators]
        parts = [self.pair(op, a, b, node) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
        return self.joined("and", parts, node)

    def joined(self, op: str, parts: Sequence[Expr | None], node: ast.expr) -> Expr | None:
        """All parts under one `and` or `or`; a single part stands for itself."""
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        return found[0] if len(found) == 1 else self.made(op, found, Bool(), node)

    def pair(self, op: ast.cmpop, left: ast.expr, right: ast.expr, node: ast.expr) -> Expr | None:
        if isinstance(op, ast.In | ast.NotIn):
            inside = self.member(left, right, node)
            if inside is None or isinstance(op, ast.In):
                return inside
            return self.made("not", [inside], Bool(), node)
        if isinstance(op, ast.Eq | ast.NotEq):
            self.listed(left, right)
        return self.typed(BINARY[type(op)], self.two_sides(left, right), node, [left, right])

    def listed(self, left: ast.expr, right: ast.expr) -> None:
        """A fault where an option with numbers for values is compared with a number it never is."""
        for here, there in ((left, right), (right, left)):
            option = self.scope.options.get(here.id) if isinstance(here, ast.Name) else None
            if option is None or not isinstance(option.type, Int) or not isinstance(there, ast.Constant | ast.UnaryOp):
                continue
            number = self.expr(there)
            if isinstance(number, IntLit) and number.value not in option.values:
                self.no_value(str(number.value), option, there)

    def member(self, left: ast.expr, right: ast.expr, node: ast.expr) -> Expr | None:
        """`x in (a, b)` is `x == a or x == b`; otherwise a card or cards in a set."""
        if not isinstance(right, ast.Tuple):
            return self.apply("in", [left, right], node)
        if not right.elts:
            self.wrong("RS105", "no value stands in these brackets", right)
        parts = [self.pair(ast.Eq(), left, value, node) for value in right.elts]
        return self.joined("or", parts, node) if parts else None

    def two_sides(self, left: ast.expr, right: ast.expr) -> tuple[Expr | None, Expr | None]:
        """Both sides of a comparison; beside an option a bare word is one of its values."""
        if (option := self.option_of(left)) is not None and isinstance(right, ast.Name):
            return self.expr(left), self.value_of(option, right)
        if (option := self.option_of(right)) is not None and isinstance(left, ast.Name):
            return self.value_of(option, left), self.expr(right)
        return self.expr(left), self.expr(right)

    def option_of(self, node: ast.expr) -> Option | None:
        """The option with words for values that a name stands for."""
        option = self.scope.options.get(node.id) if isinstance(node, ast.Name) else None
        return option if option is not None and isinstance(option.type, Choice) else None

    def value_of(self, option: Option, node: ast.Name) -> Expr | None:
        assert isinstance(option.type, Choice)
        other = self.scope.names.get(node.id)
        if node.id in option.values:
            return ChoiceLit(node.id, option.type, self.formula.span(node))
        if other is not None and other.type == option.type:
            return self.expr(node)
        self.no_value(node.id, option, node)
        return None

    def no_value(self, word: str, option: Option, node: ast.expr) -> None:
        help_ = did_you_mean(word, map(str, option.values)) or "it is one of " + ", ".join(f"`{v}`" for v in option.values)
        self.wrong("RS203", f"`{word}` is not a value of option `{option.name}`", node, help_)

    def conditional(self, test: ast.expr, body: ast.expr, orelse: ast.expr, node: ast.expr) -> Expr | None:
        cond, then, other = self.expr(test), self.expr(body), self.expr(orelse)
        if cond is None or then is None or other is None:
            return None
        if not isinstance(cond.type, Bool):
            self.other_kind("Bool", cond, test)
            return None
        if kind(then.type) != kind(other.type) or (isinstance(then.type, Choice) and then.type != other.type):
            self.wrong("RS202", f"one side is {in_words(then.type)}, the other {in_words(other.type)}", node)
            return None
        joined = join(then.type, other.type) if isinstance(then.type, Int) and isinstance(other.type, Int) else then.type
        return self.counted(If(cond, then, other, joined, self.formula.span(node)), (cond, then, other), node)

    def call(self, node: ast.Call) -> Expr | None:
        if not isinstance(node.func, ast.Name) or any(isinstance(arg, ast.Starred) for arg in node.args):
            return self.refused(node, node)
        name = node.func.id
        if name == CARDS:
            return self.card_set(node)
        if name not in ops.called():
            self.wrong("RS201", f"there is no operator `{name}`", node.func, did_you_mean(name, [*ops.called(), CARDS]) or self.scope.hint(name))
            return None
        return self.apply(name, node.args, node)

    def card_set(self, node: ast.Call) -> Expr | None:
        match node.args:
            case [ast.Constant(value=str(text)) as arg] if self.formula.written(arg)[0] in "'\"":
                return self.listed_cards(text, node)
        self.wrong("RS204", "`cards` takes one text", node, 'for example `cards("AS 10H")`')
        return None

    def listed_cards(self, text: str, node: ast.Call) -> Expr | None:
        """The cards of a text, and a fault for every word that is none."""
        pack, mask, words = self.scope.pack, 0, list(re.finditer(r"\S+", text))
        faulty: dict[re.Match[str], str] = {}
        for word in words:
            bits = [i for i in range(pack.size) if pack.name(i) == word[0].upper()]
            free = next((1 << i for i in bits if not mask >> i & 1), 0)  # `JK JK` are two jokers
            mask |= free
            if not free:
                faulty[word] = "stands here too often" if bits else "is no card of this pack"
        alone = len({word[0] for word in words}) == 1
        for word, what in list(faulty.items())[:1] if alone else faulty.items():
            help_ = None if "often" in what else self.card_hint(word[0])
            span = self.formula.span(node.args[0]) if alone else self.formula.inside(node.args[0], word.start(), word.end())
            self.faults.append(Diagnostic("RS204", f"`{word[0]}` {what}", span, help_))
        return None if faulty else CardsLit(mask, self.formula.span(node))

    def card_hint(self, word: str) -> str:
        """What may have been meant by a word that is no card."""
        pack = self.scope.pack
        if "," in word or ";" in word:
            return "blanks stand between cards, and nothing else"
        jokers = f"; a joker is `{JOKER}`" if pack.jokers else ""
        letters = ", ".join(f"`{letter}`" for letter in pack.letters)
        return did_you_mean(word.upper(), pack.names(pack.all_mask)) or f"a card is its rank and the letter of its suit, {letters}{jokers}"

    def apply(self, written: str, nodes: Sequence[ast.expr], node: ast.expr) -> Expr | None:
        return self.typed(written, [self.expr(arg) for arg in nodes], node, nodes)

    def typed(self, written: str, args: Sequence[Expr | None], node: ast.expr, nodes: Sequence[ast.expr]) -> Expr | None:
        """The operator of that spelling that takes these kinds; a missing argument has had its fault."""
        candidates = [op for op in ops.written_as(written) if takes(op, len(args))]
        if not candidates:
            self.wrong("RS202", f"the wrong number of values for `{written}`", node, f"it takes {usage(ops.written_as(written))}")
            return None
        given = [arg for arg in args if arg is not None]
        if len(candidates) == 1 and candidates[0].params[0] != SAME:
            given = self.fitting(candidates[0], args, nodes)
        if len(given) < len(args):
            return None
        op = next((op for op in candidates if fits(op, given)), None)
        if op is None:
            kinds = " and ".join(in_words(arg.type) for arg in given)
            help_ = AFTER_IN if written == "in" else self.as_cards(given, nodes) or f"it takes {usage(candidates)}"
            self.wrong("RS202", f"`{written}` cannot take {kinds}", node, help_)
            return None
        return self.built(op, given, node, nodes)

    def as_cards(self, args: Sequence[Expr], nodes: Sequence[ast.expr]) -> str | None:
        """What makes cards of the other side, where one is a set of cards."""
        if not any(isinstance(arg.type, Cards) for arg in args):
            return None
        return next(filter(None, (mend("Cards", arg.type, self.formula.written(node)) for arg, node in zip(args, nodes, strict=True))), None)

    def fitting(self, op: ops.Op, args: Sequence[Expr | None], nodes: Sequence[ast.expr]) -> list[Expr]:
        """The arguments of the right kind, and a fault for each of the others."""
        for param, arg, node in zip(takes(op, len(args)), args, nodes, strict=True):
            if arg is not None and kind(arg.type) != param:
                self.other_kind(param, arg, node, op.written)
        return [a for p, a in zip(takes(op, len(args)), args, strict=True) if a is not None and kind(a.type) == p]

    def built(self, op: ops.Op, args: Sequence[Expr], node: ast.expr, nodes: Sequence[ast.expr]) -> Expr | None:
        if op.result != "Int":
            return self.made(op.name, args, RESULTS[op.result], node)
        if op.name == "count":
            return self.made(op.name, args, Int(0, self.scope.pack.size), node)
        numbers = [arg.type for arg in args if isinstance(arg.type, Int)]
        if op.name in ("floordiv", "mod") and not (numbers[1].low == numbers[1].high > 0):
            zero = numbers[1] == Int(0, 0)
            self.wrong("RS206", "division by zero" if zero else "the divisor must be a positive constant", nodes[1])
            return None
        bounds = BOUNDS[op.name](numbers)
        if largest(bounds) > LIMIT:
            self.wrong("RS205", f"this may grow to {largest(bounds):,}, more than {LIMIT:,}", node)
            return None
        return self.made(op.name, args, bounds, node)

    def made(self, op: str, args: Sequence[Expr], type_: Type, node: ast.expr) -> Expr | None:
        return self.counted(Apply(op, tuple(args), type_, self.formula.span(node)), args, node)

    def counted(self, expr: Expr, parts: Sequence[Expr], node: ast.expr) -> Expr | None:
        """The expression, unless what it stands for is too much: `a < b < c` stands for `b` twice."""
        steps = 1 + sum(self.steps[id(part)][0] if id(part) in self.steps else 1 for part in parts)
        self.steps[id(expr)] = steps, expr
        if steps <= MAX_STEPS:
            return expr
        self.wrong("RS106", f"this stands for more than {MAX_STEPS:,} steps", node, "split it into rows")
        return None
