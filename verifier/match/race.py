"""A game whose last set is known and before which the last seat leads by exactly so much: a narrow search.

Nobody is clean in the sets before, and all but two players miss whatever they do. Nothing rests on it:
the game that comes out is scored again, and where none comes out nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulespec.rulebook import Rulebook
from verifier.match.names import Match
from verifier.match.sets import hand_of
from verifier.witness.dealt import Result, in_seats

WIDTH = 80  # games kept after each hand
EQUAL = 4  # of them with the same lead
Ways = dict[int, int]
Vector = tuple[int, ...]
Path = tuple["Path", int, Result] | None  # the hands chosen so far, by their numbers


def race(book: Rulebook, lead: int, ending: Sequence[Result], given: Sequence[int], second: int) -> Match | None:
    """A game in which the last seat is `lead` ahead of the seat `second`, and nobody is ahead of that one.

    `given` is what everybody has besides the hands before the last set: points of its first hands.
    """
    hands = [(number, size, h > 0) for number, sizes in enumerate(book.schedule[:-1], 1) for h, size in enumerate(sizes)]
    menus = [_menu(book, number, size, h % book.players, second, making) for h, (number, size, making) in enumerate(hands)]
    if not all(menus):
        return None
    kept: dict[Vector, Path] = {tuple(given): None}
    order = sorted(range(len(menus)), key=lambda h: -max(abs(points[-1] - points[second]) for points in menus[h]))
    for h in order:
        kept = _narrowed(kept, h, menus[h], second, lead)
    fine = [path for totals, path in kept.items() if totals[-1] - totals[second] == lead and max(totals[:-1]) == totals[second]]
    return Match(0, (*_hands(fine[0]), *ending)) if fine else None


def _hands(path: Path) -> list[Result]:
    found: dict[int, Result] = {}
    while path is not None:
        path, h, result = path
        found[h] = result
    return [found[h] for h in sorted(found)]


def _narrowed(kept: Mapping[Vector, Path], h: int, menu: Mapping[Vector, Result], second: int, lead: int) -> dict[Vector, Path]:
    """The sums after one more hand whose lead is nearest to what is wanted; of equal leads those with the others far behind."""
    grown: dict[Vector, Path] = {}
    for totals, path in kept.items():
        for points, result in menu.items():
            grown.setdefault(tuple(map(int.__add__, totals, points)), (path, h, result))
    by_lead: dict[int, list[Vector]] = {}
    for totals in sorted(grown, key=lambda one: (_behind(one, second), one)):
        by_lead.setdefault(totals[-1] - totals[second], []).append(totals)
    nearest = sorted(by_lead, key=lambda one: (abs(one - lead), one))[: WIDTH // EQUAL]
    return {totals: grown[totals] for one in nearest for totals in by_lead[one][:EQUAL]}


def _behind(totals: Vector, second: int) -> int:
    """How far the best of the others is ahead of the second; negative where he is behind."""
    return max((one for seat, one in enumerate(totals[:-1]) if seat != second), default=totals[second]) - totals[second]


def _menu(book: Rulebook, number: int, size: int, dealer: int, second: int, making: bool) -> dict[Vector, Result]:
    """Hands by everybody's points: all that the two can do, the others missing."""
    order = [(dealer + 1 + i) % book.players for i in range(book.players)]
    racing = (second, book.players - 1)
    marked = [_by_points(book, number, size, making) if seat in racing else {0: _missed(size)} for seat in order]
    hand, found = hand_of((book,), size), dict[Vector, Result]()
    for marks in hand.ends(marked):
        example = hand.example([ways[mark] for ways, mark in zip(marked, marks, strict=True)])
        assert example is not None
        result = Result(in_seats(dealer, example[0]), in_seats(dealer, example[1]))
        points = (int(book.points(size, b, t, 0, number).value or 0) for b, t in zip(result.bids, result.taken, strict=True))
        found.setdefault(tuple(points), result)
    return found


def _by_points(book: Rulebook, number: int, size: int, making: bool) -> dict[int, Ways]:
    worth: Callable[[int, int], int] = lambda bid, tricks: int(book.points(size, bid, tricks, 0, number).value or 0)  # noqa: E731
    found: dict[int, Ways] = {}
    for bid, tricks in ((b, t) for b in range(size + 1) for t in range(size + 1) if making or b != t):
        ways = found.setdefault(worth(bid, tricks), {})
        ways[bid] = ways.get(bid, 0) | 1 << tricks
    return found


def _missed(size: int) -> Ways:
    return {bid: (1 << size + 1) - 1 & ~(1 << bid) for bid in range(size + 1)}
