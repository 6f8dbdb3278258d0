"""What several rule sets have in common, as diagrams: the table of hands, cards, trumps; conditions of the rule language.

A situation is put to several rule sets at a time, and belongs to a question where it can arise under
every one of them, by the same table and the same conditions as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.bdd.evaluate import Env, holds
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.sections import allowed
from rulespec.meanings.bdd.values import Numbers, Value, Vector, cards, fixed
from rulespec.questions.base import Condition
from rulespec.questions.conditions import compiled
from rulespec.questions.ground import Dealt, in_order, reads
from rulespec.rulebook import Rulebook, rulebook

Counter = Callable[[Node], dict[int | None, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Diagrams:
    """All situations of a question at once.

    `names` are the values of the section's names (one for each card of a trick in `strength`), `possible`
    is where they make a situation, `count` counts by hand size (None where there is none). `players` are
    parts of it that are counted apart, by the place of the player.
    """

    names: Sequence[Env]
    possible: Node
    count: Counter
    players: Mapping[int, Diagrams] = field(default_factory=dict)


class Ground:
    """What several settled rule sets share."""

    def __init__(self, rulesets: Sequence[RuleSet]) -> None:
        self.rulesets = rulesets
        self.books: list[Rulebook] = [rulebook(ruleset) for ruleset in rulesets]
        self.players, self.pack = self.books[0].players, self.books[0].pack
        self.deck = reduce(lambda a, b: a & b, [book.deck for book in self.books])

    def reads(self, section: str) -> frozenset[str]:
        """The names that the rows of any of the rule sets read."""
        return frozenset[str]().union(*(reads(ruleset, section) for ruleset in self.rulesets))

    def shared(self, of: Callable[[Dealt], object]) -> set[object]:
        """What hands of every rule set have in common."""
        return set.intersection(*[{of(dealt) for dealt in book.ground.dealt} for book in self.books])

    def sizes(self) -> list[int]:
        """The hand sizes that every schedule deals."""
        return sorted({size for size in self.shared(lambda dealt: dealt.hand.size) if isinstance(size, int)})

    def hands(self) -> list[tuple[int, int]]:
        """Hand sizes with the number of a set in which every schedule deals them."""
        found = self.shared(lambda dealt: (dealt.hand.size, dealt.hand.set_number))
        return sorted(pair for pair in found if isinstance(pair, tuple))

    def trumps(self) -> tuple[int | None, ...]:
        """The trumps that some hand can have under every rule set, none of a suit last."""
        return in_order(set.intersection(*[set(book.ground.trumps) for book in self.books]), self.pack)

    def largest(self, trump: int | None) -> int:
        """The most cards that a player is dealt with a trump, under every rule set."""
        return min(max(d.hand.size for d in book.ground.dealt if trump in d.trumps) for book in self.books)

    def sizes_with(self, trump: int | None) -> set[int]:
        """The hand sizes that can have a trump under every rule set."""
        return set.intersection(*[{d.hand.size for d in book.ground.dealt if trump in d.trumps} for book in self.books])

    def most(self) -> int:
        """The largest hand that every schedule deals."""
        return min(book.ground.sizes[-1] for book in self.books)

    def passes(self, book: Rulebook, size: int) -> int:
        """The most zero bids that somebody can have made before a hand of a size."""
        return max(dealt.passes for dealt in book.ground.fitting(size))

    # --- as diagrams ------------------------------------------------------------------------------

    def conditions(self, manager: Manager, section: str, conditions: tuple[Condition, ...], env: Env) -> Node:
        """Where the conditions of a question hold, compiled from their one text."""
        known: dict[str, Value] = {"deck": cards(self.deck, manager), "players": fixed(self.players, manager), **env}
        found = [holds(one.expr, known, manager) for r in self.rulesets[:1] for one in compiled(r, section, conditions)]
        return manager.every(found)

    def all_allow(self, manager: Manager, section: str, env: Env) -> Node:
        """Where no rule set forbids it."""
        return manager.every(allowed(r, section, {**env, **constants(r, manager)}, manager) for r in self.rulesets)

    def hand_size(self, manager: Manager) -> tuple[Numbers, Node]:
        """A hand size that every rule set deals."""
        size = manager.table("hand_size", list(range(1 + max(book.ground.sizes[-1] for book in self.books))))
        return size, manager.some(size[dealt] for dealt in self.sizes())

    def hand_of_set(self, manager: Manager, numbered: bool) -> tuple[Numbers, Numbers, Node]:
        """A hand size, the number of a set (1 where it does not matter), and where all deal such a hand in it."""
        size, possible = self.hand_size(manager)
        if not numbered:
            return size, fixed(1, manager), possible
        number = manager.table("set_number", list(range(1, 1 + max(len(book.ground.sets) for book in self.books))))
        return size, number, manager.some(size[hand] & number[i] for hand, i in self.hands())


def constants(ruleset: RuleSet, manager: Manager) -> Env:
    """The names that stand for one number throughout a rule set."""
    return {"players": fixed(ruleset.players, manager), "deck_size": fixed(rulebook(ruleset).deck.bit_count(), manager)}


def by_table(manager: Manager, size: Numbers) -> Counter:
    """Counts by the value of a number."""
    return lambda node: {value: manager.count(node & where) for value, where in size.items() if value}


def by_cards(manager: Manager, hand: Vector, most: int) -> Counter:
    """Counts by how many cards a hand has."""
    return lambda node: dict(list(enumerate(manager.count_by_size(node, hand)))[1 : most + 1])


def by_nothing(manager: Manager) -> Counter:
    """Counts all at once."""
    return lambda node: {None: manager.count(node)}
