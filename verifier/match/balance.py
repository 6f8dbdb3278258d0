"""A game in which all players end level, out of hands in which each may only do some things: a narrow search.

Nothing rests on it: the game that comes out is scored again, and where none comes out nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulespec.rulebook import Rulebook
from verifier.match.apart import Own
from verifier.match.names import Match
from verifier.match.table import Hand, Ways
from verifier.witness.dealt import Result, in_seats

WIDTH = 120  # games kept after each hand
Vector = tuple[int, ...]  # everybody's points


def level(book: Rulebook, hands: Sequence[Sequence[Mapping[Own, Ways]]]) -> Match | None:
    """The most level game found, dealt first by seat 0, in which every seat does what it may in every hand."""
    sizes = [size for one in book.schedule for size in one]
    menus = [_menu(book, size, number % book.players, ways) for number, (size, ways) in enumerate(zip(sizes, hands, strict=True))]
    if not all(menus):
        return None
    order = sorted(range(len(sizes)), key=lambda h: -_spread(menus[h]))
    kept: dict[Vector, tuple[int, ...]] = {(0,) * book.players: ()}
    for h in order:
        kept = _narrowed(kept, list(menus[h]))
    chosen = kept[min(kept, key=_unevenness)]
    picked = {h: list(menus[h].items())[i][1] for h, i in zip(order, chosen, strict=True)}
    return Match(0, tuple(picked[h] for h in range(len(sizes))))


def _narrowed(kept: Mapping[Vector, tuple[int, ...]], menu: Sequence[Vector]) -> dict[Vector, tuple[int, ...]]:
    """The most level sums after one more hand."""
    grown: dict[Vector, tuple[int, ...]] = {}
    for totals, chosen in kept.items():
        for i, points in enumerate(menu):
            grown.setdefault(tuple(map(int.__add__, totals, points)), (*chosen, i))
    return {totals: grown[totals] for totals in sorted(grown, key=lambda t: (_unevenness(t), t))[:WIDTH]}


def _unevenness(totals: Vector) -> int:
    mean = sum(totals) // len(totals)
    return sum((one - mean) ** 2 for one in totals)


def _spread(menu: Mapping[Vector, Result]) -> int:
    return max(map(_unevenness, menu))


def _menu(book: Rulebook, size: int, dealer: int, ways: Sequence[Mapping[Own, Ways]]) -> dict[Vector, Result]:
    """Everybody's points in every hand that can be, with bids and tricks for each."""
    order = [(dealer + 1 + i) % book.players for i in range(book.players)]
    by_points = [_by_points(ways[seat]) for seat in order]
    hand = Hand((book,), size)
    found: dict[Vector, Result] = {}
    for points in hand.ends(by_points):
        example = hand.example([marks[one] for marks, one in zip(by_points, points, strict=True)])
        assert example is not None
        found[in_seats(dealer, points)] = Result(in_seats(dealer, example[0]), in_seats(dealer, example[1]))
    return found


def _by_points(ways: Mapping[Own, Ways]) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {}
    for ((points, _, _), _), its in ways.items():
        assert points is not None
        merged = found.setdefault(points[0], {})
        for bid, tricks in its.items():
            merged[bid] = merged.get(bid, 0) | tricks
    return found
