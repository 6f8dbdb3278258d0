"""What each operator of the catalogue does to diagrams. Mirrors `../python/ops.py`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import reduce

from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.values import Numbers, Suits, Value, Vector, same, table


def highest(manager: Manager, cards: Vector) -> Vector:
    """The top card of each suit."""
    return by_suit(manager, lambda part: first(manager, reversed(part))[::-1], cards)


def lowest(manager: Manager, cards: Vector) -> Vector:
    """The bottom card of each suit."""
    return by_suit(manager, lambda part: first(manager, part), cards)


def above(manager: Manager, cards: Vector, others: Vector) -> Vector:
    """The cards that are higher than every card of their suit in `others`."""

    def part_above(part: Vector, other: Vector) -> Vector:
        blocked = [manager.some(other[rank:]) for rank in range(len(other))]
        return tuple(card & ~block for card, block in zip(part, blocked, strict=True))

    return by_suit(manager, part_above, cards, others)


def by_suit(manager: Manager, function: Callable[..., Vector], *sets: Vector) -> Vector:
    """The function applied to the cards of each suit; jokers are in none."""
    pack, ranks = manager.pack, len(manager.pack.ranks)
    blocks = [function(*[cards[i : i + ranks] for cards in sets]) for i in range(0, pack.suited, ranks)]
    return (*(card for block in blocks for card in block), *[manager.false] * pack.jokers)


def first(manager: Manager, cards: Iterable[Node]) -> Vector:
    """Only the first of the cards that is there."""
    found, seen = [], manager.false
    for card in cards:
        found.append(card & ~seen)
        seen = seen | card
    return tuple(found)


def count(manager: Manager, cards: Vector) -> Numbers:
    """Card by card: with it one more than before, without it as many."""
    result: dict[int, Node] = {0: manager.true}
    for card in cards:
        parts = [(number + extra, where & (card if extra else ~card)) for number, where in result.items() for extra in (0, 1)]
        result = table(parts, manager)
    return result


def suit(manager: Manager, value: Suits) -> Vector:
    pack = manager.pack
    return tuple(value.get(pack.suit_of(i), manager.false) if i < pack.suited else manager.false for i in range(pack.size))


def arithmetic(function: Callable[..., int]) -> Callable[..., Numbers]:
    """A function of one or two numbers, value by value."""

    def apply(manager: Manager, a: Numbers, b: Numbers | None = None) -> Numbers:
        if b is None:
            return table(((function(x), where) for x, where in a.items()), manager)
        return table(((function(x, y), here & there) for x, here in a.items() for y, there in b.items()), manager)

    return apply


def comparison(function: Callable[[int, int], bool]) -> Callable[..., Node]:
    """Where the comparison of two numbers holds."""

    def apply(manager: Manager, a: Numbers, b: Numbers) -> Node:
        rights = {x: manager.some(there for y, there in b.items() if function(x, y)) for x in a}
        return manager.some(here & rights[x] for x, here in a.items())

    return apply


def repeated(function: Callable[..., Numbers]) -> Callable[..., Numbers]:
    """A function of two numbers for any number of them."""
    return lambda manager, *args: reduce(lambda a, b: function(manager, a, b), args)


def inside(manager: Manager, a: Vector, b: Vector) -> Node:
    return manager.every(~x | y for x, y in zip(a, b, strict=True))


OPS: Mapping[str, Callable[..., Value]] = {
    "and": lambda manager, *args: manager.every(args),
    "or": lambda manager, *args: manager.some(args),
    "not": lambda manager, a: ~a,
    "implies": lambda manager, a, b: ~a | b,
    "eq": lambda manager, a, b: same(a, b, manager),
    "ne": lambda manager, a, b: ~same(a, b, manager),
    "lt": comparison(operator.lt),
    "le": comparison(operator.le),
    "gt": comparison(operator.gt),
    "ge": comparison(operator.ge),
    "add": arithmetic(operator.add),
    "sub": arithmetic(operator.sub),
    "mul": arithmetic(operator.mul),
    "floordiv": arithmetic(operator.floordiv),
    "mod": arithmetic(operator.mod),
    "neg": arithmetic(operator.neg),
    "min": repeated(arithmetic(min)),
    "max": repeated(arithmetic(max)),
    "abs": arithmetic(abs),
    "inter": lambda manager, a, b: tuple(x & y for x, y in zip(a, b, strict=True)),
    "union": lambda manager, a, b: tuple(x | y for x, y in zip(a, b, strict=True)),
    "minus": lambda manager, a, b: tuple(x & ~y for x, y in zip(a, b, strict=True)),
    "in": inside,
    "within": inside,
    "any": lambda manager, a: manager.some(a),
    "none": lambda manager, a: ~manager.some(a),
    "count": count,
    "suit": suit,
    "highest": highest,
    "lowest": lowest,
    "above": above,
    "only": lambda manager, a: a,
}
