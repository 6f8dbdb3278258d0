"""What a hand is worth: every hand size, bid and number of tricks asked of the reference meaning.

Few tables are wanted, so hand sizes share one where they fit. In it the points of a row of the rules
depend on bid and tricks alone, or on the hand size alone: the first are cells of the table, the
second get a line of their own with a number for each size. Sizes that do not fit are told apart, and
so are hands of different sets, or with other totals of bids, where the rules look at those.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.rulebook import rulebook


@dataclass(frozen=True, slots=True)
class Kind:
    """What besides cards, bid and tricks a score may hang on; None where no row looks at it.

    `over` is by how much the bids of all players together are more than the tricks of the hand.
    """

    set_number: int | None = None
    over: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A player's hand."""

    cards: int
    bid: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Worth:
    """Points, and the place in `score` of the row that gives them."""

    points: int
    row: int


Worths = Mapping[Result, Worth]


@dataclass(frozen=True)
class Shared:
    """Hands of some kinds and sizes that share a table."""

    kinds: tuple[Kind, ...]
    worths: Worths

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return tuple(sorted({result.cards for result in self.worths}))

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The rows that answer, in the order of the rules."""
        return tuple(sorted({worth.row for worth in self.worths.values()}))

    @cached_property
    def cells(self) -> Mapping[tuple[int, int], tuple[Worth, ...]]:
        """What each bid and number of tricks may be worth, whatever the size."""
        found: dict[tuple[int, int], dict[Worth, None]] = defaultdict(dict)
        for result, worth in self.worths.items():
            found[place_of(result)][worth] = None
        return {place: tuple(worths) for place, worths in found.items()}

    @cached_property
    def sized(self) -> Mapping[int, Mapping[object, set[int]]]:
        """Rows that get a line of their own, with their points for each size.

        A row for which bid and tricks suffice stays in the cells, unless another row gives points
        to the same cell in hands of another size.
        """
        by_size = {row: self.points_by(row, lambda result: result.cards) for row in self.rows}
        aside = {row for row in self.rows if not single(self.points_by(row, place_of))}
        for worths in self.cells.values():
            rivals = [w.row for w in worths if w.row not in aside]
            if len({w.points for w in worths if w.row in rivals}) > 1:
                aside |= set([row for row in rivals if single(by_size[row])][: len(rivals) - 1])
        return {row: by_size[row] for row in self.rows if row in aside}

    @property
    def fits(self) -> bool:
        """Whether the points of every hand can be read off."""
        one_each = all(len({w.points for w in worths if w.row not in self.sized}) <= 1 for worths in self.cells.values())
        return one_each and all(single(points) for points in self.sized.values())

    def points_by(self, row: int, key: Callable[[Result], object]) -> dict[object, set[int]]:
        """The points a row gives, sorted by something of the hands it answers."""
        found: dict[object, set[int]] = defaultdict(set)
        for result, worth in self.worths.items():
            if worth.row == row:
                found[key(result)].add(worth.points)
        return dict(found)


def place_of(result: Result) -> tuple[int, int]:
    return result.bid, result.tricks


def single(points: Mapping[object, set[int]]) -> bool:
    return all(len(numbers) == 1 for numbers in points.values())


def scores(ruleset: RuleSet) -> tuple[Shared, ...]:
    """The fewest tables in order that hold every score. The rule set has settled its options."""
    return tuple(shared for alike in by_kind(ruleset) for shared in by_size(alike))


def by_kind(ruleset: RuleSet) -> list[Shared]:
    """Kinds of hands told apart only where a score differs."""
    found: list[Shared] = []
    for kind, worths in kinds(ruleset).items():
        for i, shared in reversed(list(enumerate(found))):  # the nearest kind first
            if all(shared.worths.get(result, worth) == worth for result, worth in worths.items()):
                found[i] = Shared((*shared.kinds, kind), {**shared.worths, **worths})
                break
        else:
            found.append(Shared((kind,), worths))
    return found


def by_size(alike: Shared) -> list[Shared]:
    """Sizes told apart only where they do not fit into one table."""
    found: list[Shared] = []
    for size in alike.sizes:
        worths = {result: worth for result, worth in alike.worths.items() if result.cards == size}
        for i, shared in enumerate(found):
            joined = Shared(alike.kinds, {**shared.worths, **worths})
            if joined.fits:
                found[i] = joined
                break
        else:
            found.append(Shared(alike.kinds, worths))
    return found


def kinds(ruleset: RuleSet) -> Mapping[Kind, Worths]:
    """Every hand that can come up, with its points, by kind."""
    found: dict[Kind, dict[Result, Worth]] = defaultdict(dict)
    read = questions.reads(ruleset, "score")
    for set_number, cards, total in hands(ruleset, "bids_total" in read):
        over = total - cards if "bids_total" in read else None
        worths = found[Kind(set_number if "set_number" in read else None, over)]
        for result in results(ruleset, cards, total if over is not None else None):
            if result not in worths:
                worths[result] = worth(ruleset, result, total, set_number)
    return found


def hands(ruleset: RuleSet, with_totals: bool) -> Iterator[tuple[int, int, int]]:
    """Set, cards and total of bids of every hand; the totals only where asked for."""
    for set_number, sizes in enumerate(questions.sets_of(ruleset), start=1):
        for cards in sorted(set(sizes)):
            for total in totals(ruleset, cards) if with_totals else (0,):
                yield set_number, cards, total


def totals(ruleset: RuleSet, cards: int) -> list[int]:
    """What all bids of a hand can add up to, each of them legal."""
    book = rulebook(ruleset)
    hands = book.ground.fitting(cards)
    return sorted({total for dealt in hands for _, total in book.results(dealt)})


def results(ruleset: RuleSet, cards: int, total: int | None) -> Iterator[Result]:
    """Bids and tricks of one player; those that fit the total where there is one."""
    for bid in range(cards + 1):
        if total is None or bid <= total <= bid + (ruleset.players - 1) * cards:
            for tricks in range(cards + 1):
                yield Result(cards, bid, tricks)


def worth(ruleset: RuleSet, result: Result, total: int, set_number: int) -> Worth:
    answer = questions.points(ruleset, result.cards, result.bid, result.tricks, total, set_number)
    assert isinstance(answer.value, int)
    return Worth(answer.value, ruleset.rows("score").index(answer.row))
