"""Where diagrams live: CUDD where its wheel is installed, otherwise `dd`'s own manager in Python.

The order of the variables is the order in which they are made, and it decides how large diagrams
grow: what splits the rules into cases (trump, suits, announcements) is made first, cards last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Protocol, TypeVar

from rulespec.ir.cards import Pack

V = TypeVar("V", int, int | None, str)
MEMORY = 1 << 29  # bytes CUDD plans its tables for; its default is refused on small machines


class Node(Protocol):
    """A function of the variables. Equal functions of one manager are equal nodes."""

    negated: bool
    level: int
    low: Any
    high: Any

    def __and__(self, other: Node) -> Node: ...
    def __or__(self, other: Node) -> Node: ...
    def __invert__(self) -> Node: ...
    def __int__(self) -> int: ...


def backend() -> tuple[str, Any]:
    """The name of the library at hand, and a new manager of it that keeps the order it is given."""
    try:
        from dd import cudd
    except ImportError:
        from dd import autoref

        return "dd.autoref", autoref.BDD()
    manager = cudd.BDD(memory_estimate=MEMORY)
    manager.configure(reordering=False)
    return "dd.cudd", manager


class Manager:
    """The diagrams of one question, over the cards of a pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.library, self.bdd = backend()
        self.true: Node = self.bdd.true
        self.false: Node = self.bdd.false
        self.made = 0

    # --- variables ----------------------------------------------------------------------------

    def bit(self, name: str) -> Node:
        """A new variable, ordered after all others."""
        self.bdd.declare(name)
        self.made += 1
        node: Node = self.bdd.var(name)
        return node

    def tables(self, names: Sequence[str], values: Sequence[V]) -> list[dict[V, Node]]:
        """New variables over the same values in binary code, their bits interleaved, the highest first.

        A code may be left over: `one_of` a table is where it has a value.
        """
        width = (len(values) - 1).bit_length()
        code = {(name, bit): self.bit(f"{name}.{bit}") for bit in reversed(range(width)) for name in names}
        return [{value: self._coded([code[name, bit] for bit in range(width)], i) for i, value in enumerate(values)} for name in names]

    def table(self, name: str, values: Sequence[V]) -> dict[V, Node]:
        return self.tables([name], values)[0]

    def cards(self, name: str, mask: int) -> tuple[Node, ...]:
        """A new set of cards, any part of `mask`."""
        return tuple(self.bit(f"{name}.{i}") if mask >> i & 1 else self.false for i in range(self.pack.size))

    def pair_of_cards(self, first: str, second: str, mask: int) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """Two new sets of cards, any parts of `mask`, card by card next to each other: where they are compared, diagrams stay small."""
        found: list[tuple[Node, Node]] = []
        for i in range(self.pack.size):
            found.append((self.bit(f"{first}.{i}"), self.bit(f"{second}.{i}")) if mask >> i & 1 else (self.false, self.false))
        return tuple(a for a, _ in found), tuple(b for _, b in found)

    def _coded(self, code: Sequence[Node], number: int) -> Node:
        return self.every(bit if number >> i & 1 else ~bit for i, bit in reversed(list(enumerate(code))))

    # --- functions ----------------------------------------------------------------------------

    def every(self, nodes: Iterable[Node]) -> Node:
        return reduce(lambda a, b: a & b, nodes, self.true)

    def some(self, nodes: Iterable[Node]) -> Node:
        return reduce(lambda a, b: a | b, nodes, self.false)

    def one_of(self, table: Mapping[V, Node]) -> Node:
        return self.some(table.values())

    def truth(self, value: bool) -> Node:
        return self.true if value else self.false

    def ite(self, cond: Node, then: Node, orelse: Node) -> Node:
        node: Node = self.bdd.ite(cond, then, orelse)
        return node

    def same(self, a: Node, b: Node) -> Node:
        return self.ite(a, b, ~b)

    # --- counting -----------------------------------------------------------------------------

    def count(self, node: Node) -> int:
        """How many assignments of all variables made so far satisfy it: exact, without floats."""
        return _Sum(self, [1] * self.made)(node)

    def count_by_size(self, node: Node, cards: Sequence[Node]) -> list[int]:
        """The same by how many of `cards`, which must be variables, the assignment holds."""
        digit = self.made + 1  # a count has at most so many bits: one number in base 2**digit holds all
        weights = [1] * self.made
        variables = [card for card in cards if card != self.false]
        for card in variables:
            weights[card.level] = 1 << digit
        total = _Sum(self, weights)(node)
        return [total >> digit * size & (1 << digit) - 1 for size in range(len(variables) + 1)]


class _Sum:
    """The sum over all satisfying assignments of the product of the weights of their true variables."""

    def __init__(self, manager: Manager, weights: Sequence[int]) -> None:
        self.true, self.weights = manager.true, weights
        self.known: dict[int, int] = {}
        self.spans: dict[tuple[int, int], int] = {}
        self.end = len(weights)

    def __call__(self, node: Node) -> int:
        return self._from(0, node)

    def _from(self, level: int, node: Node) -> int:
        """Over the variables from `level` on."""
        if node.negated:
            return self._span(level, self.end) - self._from(level, ~node)
        if node == self.true:
            return self._span(level, self.end)
        return self._span(level, node.level) * self._at(node)

    def _at(self, node: Node) -> int:
        """Over the variables from the node's own on; the node is not negated and no constant."""
        key = int(node)
        if key not in self.known:
            level = node.level
            self.known[key] = self._from(level + 1, node.low) + self.weights[level] * self._from(level + 1, node.high)
        return self.known[key]

    def _span(self, start: int, stop: int) -> int:
        """Of the variables that a node skips: each may be false or true."""
        if (start, stop) not in self.spans:
            self.spans[start, stop] = reduce(lambda a, weight: a * (1 + weight), self.weights[start:stop], 1)
        return self.spans[start, stop]
