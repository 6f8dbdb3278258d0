"""A rule set on a small pack: the ground of the third opinion on a verdict.

Rows stay as they are; cards that are left out go from every set. What a rule set says of single cards
or numbers of cards may mean something else here, so what is compared is the solver and the reference
on this same small game, not the small game with the large one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulespec.ir import facts as facts_of
from rulespec.ir.cards import Pack, bits
from rulespec.ir.expr import CardsLit, Expr, SuitLit
from rulespec.ir.options import EXPRESSIONS
from rulespec.ir.ruleset import Choose, Facts, Fixed, Row, RuleSet, Section, Turn
from rulespec.ir.types import Int
from rulespec.ir.walk import fold, nodes, rebuild

SUITS, RANKS = 2, 3
RANKS_OF_TRICKS = 2  # whole tricks are many
SCHEDULE = ((1, 2), (1, 1))
SCHEDULE_OF_SETS = ((1, 1),)  # and so are whole sets


class Irreducible(Exception):
    """The rules speak of more suits than the small pack has."""


def reduce(ruleset: RuleSet, scope: str, more: Iterable[Expr] = ()) -> RuleSet:
    """The rule set on a small pack, with hands of one and two cards. Raises Irreducible.

    `more` are expressions that are asked there too; `moved` takes them along.
    """
    new = small_pack(ruleset, scope, more)
    facts = Facts(ruleset.players, Int(0, new.size), Int(1, 1), Int(1, 1), Int(1, 1), Int(1, 1))
    sections: dict[str, Section] = {}
    for name, section in ruleset.sections.items():
        rows = tuple(_row(scope, name, row, ruleset.pack, new) for row in section.rows)
        sections[name] = Section(name, rows)
        facts = facts_of.after(name, rows, facts)
    return replace(ruleset, pack=new, sections=sections, facts=facts)


def small_pack(ruleset: RuleSet, scope: str, more: Iterable[Expr] = ()) -> Pack:
    """The suits that are named, or else the first ones, and the top ranks."""
    old = ruleset.pack
    named = sorted({suit for row in _rows(ruleset) for suit in _suits_of(row)}.union(*(_suits_in(expr) for expr in more)))
    if len(named) > SUITS:
        raise Irreducible(f"the rules name {len(named)} suits, more than a small pack has")
    others = [suit for suit in range(len(old.suits)) if suit not in named]
    chosen = sorted([*named, *others][:SUITS])
    return Pack(tuple(old.suits[suit] for suit in chosen), old.ranks[-(RANKS_OF_TRICKS if scope == "trick" else RANKS) :], old.jokers)


def _rows(ruleset: RuleSet) -> Iterator[Row]:
    for name, section in ruleset.sections.items():
        if name not in ("deck", "schedule"):
            yield from section.rows


def _suits_of(row: Row) -> frozenset[int]:
    match row.result:
        case Fixed(int(suit)):
            return frozenset([suit]) | _suits_in(row.when)
        case result if isinstance(result, EXPRESSIONS):
            return _suits_in(result) | _suits_in(row.when)
        case _:
            return _suits_in(row.when)


def _suits_in(expr: Expr) -> frozenset[int]:
    return frozenset(node.value for node in nodes(expr) if isinstance(node, SuitLit) and node.value is not None)


def _row(scope: str, section: str, row: Row, old: Pack, new: Pack) -> Row:
    if section == "schedule":
        return replace(row, result=SCHEDULE_OF_SETS if scope == "set" else SCHEDULE)
    if section == "deck":
        return replace(row, result=CardsLit(new.all_mask))
    if section == "trump":
        return replace(row, when=moved(row.when, old, new), result=_method(row.result, old, new))
    result = row.result
    if isinstance(result, EXPRESSIONS):
        result = moved(result, old, new)
    return replace(row, when=moved(row.when, old, new), result=result)


def _method(method: object, old: Pack, new: Pack) -> Turn | Choose | Fixed:
    match method:
        case Choose(by, after, calls):
            kept = tuple(new.suits.index(old.suits[c]) if c is not None else None for c in calls if c is None or old.suits[c] in new.suits)
            return Choose(by, min(after, 1) if after is not None else None, kept)
        case Fixed(int(suit)):
            return Fixed(new.suits.index(old.suits[suit]))
        case Turn() | Fixed():
            return method
        case _:
            raise AssertionError(method)


def moved(expr: Expr, old: Pack, new: Pack) -> Expr:
    """The same expression on the small pack."""

    def change(node: Expr) -> Expr:
        match node:
            case CardsLit(mask):
                return replace(node, mask=shrink(mask, old, new))
            case SuitLit(int(suit)):
                return replace(node, value=new.suits.index(old.suits[suit]))
            case _:
                return node

    return fold(rebuild(expr, change))


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
