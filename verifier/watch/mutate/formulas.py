"""Small edits of one expression: other operators, other words, numbers off by one, parts left out or negated."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulespec.formula import Formula
from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import Facts, Option
from rulespec.ir.sections import SectionKind
from rulespec.ir.types import kind


@dataclass(frozen=True, slots=True)
class Words:
    """What may stand where a word stands: the section's names with their kinds, options, suits and ranks."""

    names: Mapping[str, str]
    options: Mapping[str, Option]
    pack: Pack


def words_of(section: SectionKind, facts: Facts, options: Mapping[str, Option], pack: Pack) -> Words:
    return Words({name.name: kind(name.type(facts)) for name in section.names}, options, pack)


@dataclass(frozen=True, slots=True)
class Change:
    """A node with what it becomes, and the whole expression then; `negation` where a condition turns round."""

    node: ast.expr
    becomes: str
    text: str


COMPARED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
COMBINED: Mapping[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add, ast.BitAnd), ast.Mult: (ast.Add,), ast.FloorDiv: (ast.Mod,), ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr, ast.Sub), ast.BitOr: (ast.BitAnd, ast.Sub),
}  # fmt: skip
CALLED: Mapping[str, str] = {"any": "none", "none": "any", "highest": "lowest", "lowest": "highest", "min": "max", "max": "min"}
OPPOSITE: Mapping[str, str] = {"high": "low", "low": "high", "high_joker_led": "low_joker_led", "low_joker_led": "high_joker_led"}


def changes(formula: Formula, words: Words) -> Iterator[Change]:
    """Every edit of the expression, the outermost first. Not every one has a meaning."""
    tree = formula.tree
    if isinstance(tree, ast.BoolOp):
        yield _change(tree, tree, _not(tree))
    for node in _parts(tree):
        for new in _variants(node, words):
            yield _change(tree, node, new)


def _change(tree: ast.expr, node: ast.expr, new: ast.expr) -> Change:
    whole = _put(tree, node, new)
    assert isinstance(whole, ast.expr)
    return Change(node, ast.unparse(new), ast.unparse(whole))


def _put(tree: ast.AST, old: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of the tree with one node replaced."""
    if tree is old:
        return new
    fields = {name: _put_value(value, old, new) for name, value in ast.iter_fields(tree)}
    return type(tree)(**fields)


def _put_value(value: object, old: ast.AST, new: ast.AST) -> object:
    if isinstance(value, list):
        return [_put_value(item, old, new) for item in value]
    return _put(value, old, new) if isinstance(value, ast.AST) else value


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """Every part that has a value of its own: not an operator's name, not the number behind a minus."""
    yield node
    match node:
        case ast.Call(args=args):
            inner: list[ast.expr] = args
        case ast.Attribute() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            inner = []
        case _:
            inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    for child in inner:
        yield from _parts(child)


def _variants(node: ast.expr, words: Words) -> Iterator[ast.expr]:
    match node:
        case ast.BoolOp(op=op, values=values):
            yield from _junction(op, values)
        case ast.Compare():
            yield from _comparison(node)
        case ast.BinOp(left=left, op=op, right=right):
            yield from (ast.BinOp(left, other(), right) for other in COMBINED[type(op)])
            yield from (left, right)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            yield from _off_by_one(-number)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.Constant(value=int(number)) if not isinstance(node.value, bool):
            yield from _off_by_one(number)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Call(func=ast.Name(id=name), args=args):
            yield from _called(node, name, args, words)
        case ast.Name(id=name):
            yield from map(_word, _other_words(name, words))
        case ast.Attribute(value=ast.Name(id=owner), attr=attr):
            yield from map(_word, _other_words(f"{owner}.{attr}", words))
    if _is_condition(node, words):
        yield _not(node)


def _junction(op: ast.boolop, values: list[ast.expr]) -> Iterator[ast.expr]:
    """One part left out, or `and` for `or`."""
    for i in range(len(values)):
        rest = values[:i] + values[i + 1 :]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
    yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)


def _comparison(node: ast.Compare) -> Iterator[ast.expr]:
    for i, op in enumerate(node.ops):
        for other in COMPARED[type(op)]:
            yield ast.Compare(node.left, [*node.ops[:i], other(), *node.ops[i + 1 :]], node.comparators)


def _off_by_one(number: int) -> Iterator[ast.expr]:
    for other in (number + 1, number - 1):
        yield ast.Constant(other) if other >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-other))


def _called(node: ast.Call, name: str, args: list[ast.expr], words: Words) -> Iterator[ast.expr]:
    if name in CALLED:
        yield ast.Call(ast.Name(CALLED[name]), args, [])
    if name in ("min", "max", "abs", "highest", "lowest"):
        yield from args
    if name == "cards" and isinstance(args[0], ast.Constant) and isinstance(args[0].value, str):
        yield from (ast.Call(node.func, [ast.Constant(text)], []) for text in _other_cards(args[0].value.split(), words.pack))


def _other_cards(named: list[str], pack: Pack) -> Iterator[str]:
    """The cards with one left out, or with one of another suit or rank."""
    for i, name in enumerate(named):
        yield " ".join(named[:i] + named[i + 1 :])
        index = pack.index(name)
        if index < pack.suited:
            others = ((index + len(pack.ranks)) % pack.suited, index + 1 if (index + 1) % len(pack.ranks) else index - 1)
            yield from (" ".join([*named[:i], pack.name(other), *named[i + 1 :]]) for other in others)


def _other_words(name: str, words: Words) -> Iterator[str]:
    """The other level or suit, the other values of an option, the next name of the same kind."""
    if name in OPPOSITE:
        yield OPPOSITE[name]
    if name in words.pack.suits:
        yield words.pack.suits[(words.pack.suits.index(name) + 1) % len(words.pack.suits)]
    for option in words.options.values():
        if name in map(str, option.values):
            yield from (str(value) for value in option.values if str(value) != name)
    alike = [other for other, one in words.names.items() if one == words.names.get(name) != "Bool"]
    if len(alike) > 1:
        yield alike[(alike.index(name) + 1) % len(alike)]


def _word(name: str) -> ast.expr:
    owner, dot, attr = name.partition(".")
    return ast.Attribute(ast.Name(owner), attr) if dot else ast.Name(name)


def _is_condition(node: ast.expr, words: Words) -> bool:
    """A word that holds or does not: comparisons and `any` have opposites of their own."""
    match node:
        case ast.Name(id=name):
            return words.names.get(name) == "Bool"
        case ast.Attribute(value=ast.Name(id=owner), attr=attr):
            return words.names.get(f"{owner}.{attr}") == "Bool"
        case ast.Call(func=ast.Name(id="implies")):
            return True
        case _:
            return False


def _not(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)
