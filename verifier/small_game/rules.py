"""A rule set on a small pack and a short game, which keep the shape of the real ones: small enough to play every game of.

Kept: players, suits that rules name, the top ranks, jokers, the number of sets, which hands are larger than others, and
whether cards are left over. Sizes of hands go from 1 to `cards`, sets have `hands` hands at most, and the smallest pack is
taken that these need. Numbers that conditions compare with sizes, bids, tricks, passes or the pack go along with them.
Not kept: everything else that a number stands for. What holds in the small game need not hold in the large one: it is a
game of its own, in which two ways to an answer can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulespec.ir import facts as facts_of
from rulespec.ir.cards import Pack, bits
from rulespec.ir.expr import Apply, CardsLit, Expr, IntLit, SuitLit
from rulespec.ir.facts import constant_cards, reachable
from rulespec.ir.ruleset import AnyRow, Choose, Class, Facts, Fixed, RuleSet, Section, Sets, TrumpMethod
from rulespec.ir.types import Int
from rulespec.ir.walk import fold, names, nodes, rebuild

SUITS, RANKS = 2, 2  # at least
COMPARED = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})
Result = Expr | TrumpMethod | Sets | Class
CARDS = frozenset({"hand_size", "bid", "tricks", "earlier_total", "bids_total", "trick_number"})


class Irreducible(Exception):
    """The rules speak of more suits than a small pack has, or need more cards."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """The small rule set, and what becomes of other expressions there."""

    ruleset: RuleSet
    measure: Measure

    def moved(self, expr: Expr) -> Expr:
        return self.measure.expr(expr)


def reduce(ruleset: RuleSet, more: Iterable[Expr] = (), cards: int = 2, hands: int = 2) -> Reduced:
    """The rule set on a small pack. `more` are expressions that are asked there too. Raises Irreducible."""
    sizes = small_sizes(schedules(ruleset), cards)
    largest = ruleset.players * max(sizes.values())
    decks = {mask: largest + min(mask.bit_count() - ruleset.players * max(sizes), 1) for mask in decks_of(ruleset)}
    suits = suits_kept(ruleset, more)
    new = pack_of(ruleset.pack, suits, decks)
    schedule = {sets: short(sets, sizes, hands) for sets in schedules(ruleset)}
    passes = max(sum(map(len, sets)) for sets in schedule.values()) - 1
    counts = {mask.bit_count(): size for mask, size in decks.items()}
    measure = Measure(ruleset.pack, new, sizes, counts, passes, hands)
    rows = {name: tuple(small_row(measure, decks, schedule, name, row) for row in section.rows) for name, section in ruleset.sections.items()}
    return Reduced(with_rows(ruleset, new, rows), measure)


def with_rows(ruleset: RuleSet, pack: Pack, rows: Mapping[str, tuple[AnyRow, ...]]) -> RuleSet:
    facts = Facts(ruleset.players, Int(0, pack.size), Int(1, 1), Int(1, 1), Int(1, 1), Int(1, 1))
    for name, mine in rows.items():
        facts = facts_of.after(name, mine, facts, pack)
    return replace(ruleset, pack=pack, sections={name: Section(name, mine) for name, mine in rows.items()}, facts=facts)


# --- the game ------------------------------------------------------------------------------------------


def schedules(ruleset: RuleSet) -> list[Sets]:
    return [row.result for row in reachable(ruleset.rows("schedule"))]


def small_sizes(schedules: Iterable[Sets], cards: int) -> dict[int, int]:
    """Each hand size and the one that it becomes: the largest becomes `cards`, the smallest 1."""
    sizes = sorted({size for sets in schedules for one in sets for size in one})
    if len(sizes) == 1:
        return {sizes[0]: min(sizes[0], cards)}
    return {size: 1 + i * (min(cards, sizes[-1]) - 1) // (len(sizes) - 1) for i, size in enumerate(sizes)}


def short(sets: Sets, sizes: Mapping[int, int], hands: int) -> Sets:
    """The same sets with fewer and smaller hands: of each its first ones and its last."""
    return tuple(tuple(sizes[size] for size in (one if len(one) <= hands else (*one[: hands - 1], one[-1]))) for one in sets)


# --- the pack ------------------------------------------------------------------------------------------


def decks_of(ruleset: RuleSet) -> list[int]:
    """The packs that the rules play with."""
    masks = [constant_cards(row.result, ruleset.pack) for row in reachable(ruleset.rows("deck"))]
    if None in masks:
        raise Irreducible("the pack is not told card by card")
    return [mask for mask in masks if mask is not None]


def suits_kept(ruleset: RuleSet, more: Iterable[Expr]) -> list[int]:
    """The suits that are named, or else the first ones."""
    named = {suit for expr in more for suit in suits_in(expr)}.union(*(suits_of(row) for row in rows_of_play(ruleset)))
    if len(named) > SUITS:
        raise Irreducible(f"the rules name {len(named)} suits, more than a small pack has")
    others = [suit for suit in range(len(ruleset.pack.suits)) if suit not in named]
    return sorted([*sorted(named), *others][:SUITS])


def rows_of_play(ruleset: RuleSet) -> Iterator[AnyRow]:
    return (row for name, section in ruleset.sections.items() if name not in ("deck", "schedule") for row in section.rows)


def suits_of(row: AnyRow) -> frozenset[int]:
    fixed = {row.result.suit} - {None} if isinstance(row.result, Fixed) else frozenset[int]()
    result = suits_in(row.result) if isinstance(row.result, Expr) else frozenset[int]()
    return frozenset(suit for suit in fixed if suit is not None) | result | suits_in(row.when)


def suits_in(expr: Expr) -> frozenset[int]:
    return frozenset(node.value for node in nodes(expr) if isinstance(node, SuitLit) and node.value is not None)


def pack_of(old: Pack, suits: list[int], decks: Mapping[int, int]) -> Pack:
    """The smallest pack of these suits, from the top rank down, that has as many cards for each deck as it needs."""
    for ranks in range(min(RANKS, len(old.ranks)), len(old.ranks) + 1):
        new = Pack(tuple(old.suits[suit] for suit in suits), old.ranks[-ranks:], old.jokers)
        if all(shrink(mask, old, new).bit_count() >= size for mask, size in decks.items()):
            return new
    raise Irreducible(f"{len(suits)} suits have fewer than the {max(decks.values())} cards that are needed")


def shrink(mask: int, old: Pack, new: Pack) -> int:
    """The cards of a set that the small pack has, at their places there."""
    found = 0
    dropped = len(old.ranks) - len(new.ranks)
    for card in bits(mask):
        suit, rank = old.suit_of(card), old.rank_of(card)
        if suit is None or rank is None:
            found |= 1 << (new.suited + card - old.suited)
        elif old.suits[suit] in new.suits and rank >= dropped:
            found |= 1 << (new.suits.index(old.suits[suit]) * len(new.ranks) + rank - dropped)
    return found


def only(mask: int, size: int, pack: Pack) -> int:
    """So many cards of a set: the lowest go, one suit after the other."""
    suited = sorted(bits(mask & ~pack.jokers_mask), key=lambda card: (pack.rank_of(card), card))
    for card in suited[: max(mask.bit_count() - size, 0)]:
        mask ^= 1 << card
    return mask


# --- the rows ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """How large things become: cards, sizes of hands, numbers of cards of the decks, the most passes, hands of a set."""

    old: Pack
    new: Pack
    sizes: Mapping[int, int]
    decks: Mapping[int, int]
    passes: int
    hands: int

    def expr(self, expr: Expr) -> Expr:
        """The same expression on the small pack."""
        return fold(rebuild(expr, self.node))

    def node(self, node: Expr) -> Expr:
        match node:
            case CardsLit(mask):
                return replace(node, mask=shrink(mask, self.old, self.new))
            case SuitLit(int(suit)):
                return replace(node, value=self.new.suits.index(self.old.suits[suit]))
            case Apply(op, (left, IntLit() as number)) if op in COMPARED:
                return replace(node, args=(left, self.number(names(left), number)))
            case Apply(op, (IntLit() as number, right)) if op in COMPARED:
                return replace(node, args=(self.number(names(right), number), right))
            case _:
                return node

    def number(self, compared: frozenset[str], number: IntLit) -> IntLit:
        """A number that is compared with something made of these names."""
        if "passes_before" in compared:
            return replace(number, value=min(number.value, self.passes))
        if "hands" in compared:
            return replace(number, value=min(number.value, self.hands))
        return replace(number, value=self.size(number.value)) if compared & CARDS else number

    def size(self, size: int) -> int:
        if size in self.decks and size not in self.sizes:
            return self.decks[size]
        known = [one for one in self.sizes if one <= size]
        return size if size < 1 or not known else self.sizes[max(known)] + (size > max(self.sizes))

    def suit(self, suit: int | None) -> int | None:
        return None if suit is None else self.new.suits.index(self.old.suits[suit])

    def has(self, suit: int | None) -> bool:
        return suit is None or self.old.suits[suit] in self.new.suits


def small_row(measure: Measure, decks: Mapping[int, int], schedule: Mapping[Sets, Sets], section: str, row: AnyRow) -> AnyRow:
    if section == "schedule" and isinstance(row.result, tuple):
        return replace(row, result=schedule.get(row.result, row.result))
    if section == "deck" and isinstance(row.result, Expr):
        mask = constant_cards(row.result, measure.old)
        kept = decks.get(mask, measure.new.size) if mask is not None else measure.new.size
        return replace(row, result=CardsLit(only(shrink(mask or 0, measure.old, measure.new), kept, measure.new)))
    return replace(row, when=measure.expr(row.when), result=small_result(measure, row.result))


def small_result(measure: Measure, result: Result) -> Result:
    if isinstance(result, Expr):
        return measure.expr(result)
    match result:
        case Choose(by, after, calls):
            kept = tuple(measure.suit(call) for call in calls if measure.has(call))
            return Choose(by, min(after, 1) if after is not None else None, kept)
        case Fixed(suit):
            return Fixed(measure.suit(suit))
        case _:
            return result
