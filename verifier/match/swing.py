"""How far apart one and the same set can end for a player under two rule sets: the largest gap, each way.

Exact over every set that both games have, with each side's own scores and premiums there, whoever deals:
first as if every hand could be dealt by anyone, which bounds the gap, then dealer by dealer until the
bound is met. The set that shows the gap is scored again by the reference meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec import questions
from rulespec.ir.ruleset import RuleSet, doubles
from rulespec.rulebook import Rulebook, rulebook
from verifier.match.bidding import reads_passes
from verifier.match.sets import Sides, TooLarge, ends, results, span
from verifier.match.totals import reads_set
from verifier.witness.dealt import Result, dealt
from verifier.witness.reach.course import Line, NotReached


@dataclass(frozen=True, slots=True)
class Swing:
    """The furthest the first player's total of one set lies apart, left less right, with the set that shows it.

    `numbers` are the set's places in the two games; `totals` everybody's points of the set under each;
    `passes` the zero bids that each seat must have made before, where some bid hangs on them.
    """

    gap: int
    numbers: tuple[int, int]
    sizes: tuple[int, ...]
    dealer: int
    hands: tuple[Result, ...]
    totals: tuple[tuple[int, ...], tuple[int, ...]]
    passes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The largest gap was not found; the reason."""

    reason: str


def largest(left: RuleSet, right: RuleSet) -> tuple[Swing, ...] | NotKnown:
    """The largest gap in the left's favour, then the largest in the right's; none where there is none."""
    if left.open_options or right.open_options:
        return NotKnown("options are open, and what a set comes to hangs on them")
    if left.players != right.players:
        return NotKnown("the two games are for different numbers of players")
    if doubles(left.rows("trump")) or doubles(right.rows("trump")):
        return NotKnown("hands may count double")
    books = (rulebook(left), rulebook(right))
    try:
        spans = [(span(Sides(books, numbers), (1, -1), sizes), numbers, sizes) for numbers, sizes in shared_sets(books)]
        found = [_one_way(books, spans, weights) for weights in ((1, -1), (-1, 1))]
    except TooLarge as why:
        return NotKnown(str(why))
    unsure = next((one for one in found if isinstance(one, NotKnown)), None)
    return unsure or tuple(one for one in found if isinstance(one, Swing))


def shown(swing: Swing, left: RuleSet, right: RuleSet) -> tuple[Line, ...] | NotReached:
    """The set as the end of a game under each side, with the same cards, bids and plays."""
    firsts = [sum(map(len, questions.sets_of(side)[: number - 1])) for side, number in zip((left, right), swing.numbers, strict=True)]
    return dealt((left, right), swing.hands, swing.dealer, firsts, swing.passes)


# --- the sets that both games have ---------------------------------------------------------------------


def shared_sets(books: tuple[Rulebook, Rulebook]) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """The numbers of a set in both games, and its hands: sets that are scored alike once.

    Where the two games are the same length set by set, a set is compared with itself only.
    """
    left, right = (book.schedule for book in books)
    known: set[object] = set()
    for i, sizes in enumerate(left, 1):
        for j, others in enumerate(right, 1):
            key = (sizes, *(number if reads_set(book) else 0 for book, number in zip(books, (i, j), strict=True)))
            if sizes == others and (i == j or left != right) and key not in known:
                known.add(key)
                yield (i, j), sizes


# --- the largest gap one way -----------------------------------------------------------------------------


Spans = list[tuple[tuple[int, int], tuple[int, int], tuple[int, ...]]]  # of each set: most and least, its numbers, its hands


def _one_way(books: tuple[Rulebook, Rulebook], spans: Spans, weights: tuple[int, int]) -> Swing | NotKnown | None:
    bounded = [(most if weights[0] > 0 else -least, numbers, sizes) for (most, least), numbers, sizes in spans]
    best: Swing | NotKnown | None = None
    for bound, numbers, sizes in sorted(bounded, key=lambda one: -one[0]):
        for dealer in range(books[0].players):
            if bound <= (0 if best is None or isinstance(best, NotKnown) else abs(best.gap)):
                break
            best = _better(best, _with_dealer(Sides(books, numbers), weights, sizes, dealer))
            if isinstance(best, NotKnown):
                return best
    return best


def _better(best: Swing | NotKnown | None, other: Swing | NotKnown | None) -> Swing | NotKnown | None:
    if best is None or isinstance(best, NotKnown) or isinstance(other, NotKnown):
        return other
    return best if other is None or abs(other.gap) <= abs(best.gap) else other


def _with_dealer(sides: Sides, weights: tuple[int, int], sizes: tuple[int, ...], dealer: int) -> Swing | NotKnown | None:
    """The largest gap of a set with this dealer, scored again by the reference."""
    end = max(ends(sides, weights, sizes, dealer).values(), key=lambda one: one.worth)
    if end.worth <= 0:
        return None
    hands = tuple(results(sides, sizes, dealer, end.path))
    passes = passes_for(sides, sizes, dealer, hands)
    if passes is None:
        return NotKnown("bids hang on the zero bids made before, and the set that lies furthest apart has bids that no such number allows")
    totals = [_totals(book, number, sizes, hands) for book, number in zip(sides.books, sides.numbers, strict=True)]
    gap = totals[0][0] - totals[1][0]
    assert gap * weights[0] == end.worth, "what is added up hand by hand is not what the reference says"
    return Swing(gap, (sides.numbers[0], sides.numbers[1]), sizes, dealer, hands, (totals[0], totals[1]), passes)


def _totals(book: Rulebook, number: int, sizes: Sequence[int], hands: Sequence[Result]) -> tuple[int, ...]:
    return tuple(questions.set_totals(book.ruleset, sizes, [h.bids for h in hands], [h.taken for h in hands], number))


# --- zero bids made before ---------------------------------------------------------------------------------


def passes_for(sides: Sides, sizes: Sequence[int], dealer: int, hands: Sequence[Result]) -> tuple[int, ...] | None:
    """The fewest zero bids of each seat before the set that make all its bids legal under every side; None where none do."""
    if not any(reads_passes(book.ruleset) for book in sides.books):
        return ()
    before = min(_hands_before(book, number) for book, number in zip(sides.books, sides.numbers, strict=True))
    found = [next((n for n in range(before + 1) if _legal(sides, sizes, dealer, hands, seat, n)), None) for seat in range(sides.players)]
    return None if None in found else tuple(n for n in found if n is not None)


def _hands_before(book: Rulebook, number: int) -> int:
    return sum(map(len, book.schedule[: number - 1]))


def _legal(sides: Sides, sizes: Sequence[int], dealer: int, hands: Sequence[Result], seat: int, passes: int) -> bool:
    """Whether one seat's bids of the set are legal after so many zero bids of his."""
    players = sides.players
    for number, (size, hand) in enumerate(zip(sizes, hands, strict=True)):
        place = (seat - dealer - number - 1) % players
        earlier = [hand.bids[(seat - place + i) % players] for i in range(place)]
        if not all(hand.bids[seat] in book.legal_bids(size, earlier, passes) for book in sides.books):
            return False
        passes += hand.bids[seat] == 0
    return True
