"""Values as diagrams: constants and variables of every type. Mirrors `../z3/values.py`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeAlias, TypeVar, cast

from rulespec.ir.types import LEVELS, Bool, Card, Cards, Choice, Int, Level, Suit, Type
from rulespec.meanings.bdd.manager import Manager, Node

Vector = tuple[Node, ...]
Numbers = dict[int, Node]
Suits = dict[int | None, Node]
Words = dict[str, Node]
Value: TypeAlias = Node | Vector | Numbers | Suits | Words  # by the type of the expression
K = TypeVar("K", bound=Hashable)


def node(value: Value) -> Node:
    """The value of a condition."""
    assert not isinstance(value, (tuple, dict))
    return value


def vector(value: Value) -> Vector:
    """The value of cards."""
    assert isinstance(value, tuple)
    return value


def numbers(value: Value) -> Numbers:
    """The value of a number."""
    assert isinstance(value, dict)
    return cast(Numbers, value)


def cards(mask: int, manager: Manager) -> Vector:
    return tuple(manager.truth(bool(mask >> i & 1)) for i in range(manager.pack.size))


def fixed(value: K, manager: Manager) -> dict[K, Node]:
    """The table of a value that is the same everywhere."""
    return {value: manager.true}


def table(parts: Iterable[tuple[K, Node]], manager: Manager) -> dict[K, Node]:
    """A table from its parts: values may repeat, and parts that never hold fall away."""
    found: dict[K, Node] = {}
    for value, where in parts:
        if where != manager.false:
            found[value] = found[value] | where if value in found else where
    return found


def constant(value: bool | int | str | None, type_: Type, manager: Manager) -> Value:
    """A plain value of the reference meaning as diagrams."""
    match type_:
        case Bool():
            return manager.truth(bool(value))
        case Card() | Cards():
            return cards(int(value or 0), manager)
        case Level() | Choice():
            return fixed(str(value), manager)
        case Int() | Suit():
            return fixed(None if value is None else int(value), manager)


def variable(name: str, type_: Type, manager: Manager) -> Value:
    """A new variable; `domain` says where it has a value of its type."""
    match type_:
        case Bool():
            return manager.bit(name)
        case Card() | Cards():
            return manager.cards(name, manager.pack.all_mask)
        case Int():
            return manager.table(name, list(range(type_.low, type_.high + 1)))
        case Suit():
            return manager.table(name, [*range(len(manager.pack.suits)), None])
        case Level():
            return manager.table(name, list(LEVELS))
        case Choice():
            return manager.table(name, list(type_.values))


def domain(value: Value, type_: Type, manager: Manager) -> Node:
    """Where a variable holds a value of its type."""
    match type_:
        case Bool() | Cards():
            return manager.true
        case Card():
            return one_card(vector(value), manager)
        case Int() | Suit() | Level() | Choice():
            return manager.one_of(numbers(value))


def one_card(value: Vector, manager: Manager) -> Node:
    """Exactly one card is in the set."""
    none, one = manager.true, manager.false
    for card in value:
        none, one = none & ~card, manager.ite(card, none, one)
    return one


def same(a: Value, b: Value, manager: Manager) -> Node:
    """Where two values of one type are equal."""
    match a:
        case tuple():
            return manager.every(manager.same(x, y) for x, y in zip(a, vector(b), strict=True))
        case dict():
            here, there = numbers(a), numbers(b)
            return manager.some(where & there[value] for value, where in here.items() if value in there)
        case _:
            return manager.same(a, node(b))


def either(cond: Node, a: Value, b: Value, manager: Manager) -> Value:
    """`a` where the condition holds, otherwise `b`."""
    match a:
        case tuple():
            return tuple(manager.ite(cond, x, y) for x, y in zip(a, vector(b), strict=True))
        case dict():
            parts = [(value, cond & where) for value, where in numbers(a).items()]
            return table([*parts, *((value, ~cond & where) for value, where in numbers(b).items())], manager)
        case _:
            return manager.ite(cond, a, node(b))
