"""How differently the same play of a whole game can end under two rule sets: totals, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.values import number, same, some
from rulespec.questions import places
from rulespec.rulebook import Rulebook, rulebook
from verifier.match.figure import legal
from verifier.match.likely import likely, seen_by
from verifier.match.names import Match, match_of, totals
from verifier.match.optimum import question, solver
from verifier.match.sets import Sides, TooLarge, results
from verifier.match.solver import WholeGame
from verifier.match.swing import NotKnown
from verifier.match.totals import best_end, firsts, reads_set


@dataclass(frozen=True, slots=True)
class GameSwing:
    """The furthest the first player's total lies apart, left less right, with a game that shows it."""

    gap: int
    match: Match


def largest(left: RuleSet, right: RuleSet) -> tuple[GameSwing, ...] | NotKnown:
    """The largest gap in the left's favour, then in the right's; none where there is none."""
    books = (rulebook(left), rulebook(right))
    if books[0].schedule != books[1].schedule or left.players != right.players:
        return NotKnown("the two games have different hands, so the same play is no game of both")
    try:
        found = [_one_way(books, sign) for sign in (1, -1)]
    except TooLarge as why:
        return NotKnown(str(why))
    for one in found:
        if one is not None and not all(legal(book, one.match) for book in books):
            return NotKnown("bids hang on the zero bids made before, and the game that lies furthest apart has one too many")
    return tuple(one for one in found if one is not None)


def _one_way(books: tuple[Rulebook, Rulebook], sign: int) -> GameSwing | None:
    games = [_with_dealer(books, sign, dealer) for dealer in range(books[0].players)]
    best = max((game for game in games if game is not None), key=lambda game: sign * game.gap, default=None)
    return best if best is not None and sign * best.gap > 0 else None


def _with_dealer(books: tuple[Rulebook, Rulebook], sign: int, dealer: int) -> GameSwing | None:
    hands, gap, weights = [], 0, (sign, -sign)
    for k, (sizes, first) in enumerate(zip(books[0].schedule, firsts(books[0]), strict=True), 1):
        sides = Sides(books, tuple(k if reads_set(book) else 1 for book in books))
        at = (dealer + first) % books[0].players
        end = best_end(sides, sizes, at, weights, weights)
        if end is None:
            return None
        gap += sign * end.worth
        hands += results(sides, sizes, at, end.path)
    return GameSwing(gap, Match(dealer, tuple(hands)))


def other_winner(left: RuleSet, right: RuleSet, swings: Sequence[GameSwing]) -> Match | NotKnown | None:
    """A game that seat 0 wins under the left rule set and not under the right; None where there is none.

    The games of the largest swings are looked at first.
    """
    if ends_alike(left, right):
        return None
    for match in _candidates(left, right, swings):
        if _wins(left, match) and not _wins(right, match) and all(legal(rulebook(side), match) for side in (left, right)):
            return match
    one, other = WholeGame(left), WholeGame(right)  # over the same bids and tricks
    beaten = some(*[other.ahead(seat, 0) for seat in range(1, left.players)])
    conditions = [*other.conditions, same(one.place(0), number(1)), beaten]
    answer = question(solver(one, conditions), one)
    return NotKnown(answer) if isinstance(answer, str) else answer


def ends_alike(left: RuleSet, right: RuleSet) -> bool:
    """Whether scores, premiums and the ranking of totals are the same text."""
    same_rows = all([(r.when, r.result) for r in left.rows(s)] == [(r.when, r.result) for r in right.rows(s)] for s in ("score", "premium"))
    return same_rows and left.finish == right.finish


def _wins(ruleset: RuleSet, match: Match) -> bool:
    return places(ruleset.finish, totals(ruleset, match))[0] == 1


def _candidates(left: RuleSet, right: RuleSet, swings: Sequence[GameSwing]) -> Iterator[Match]:
    """Games in which totals lie far apart, and those that go far, seen by everybody."""
    for one in swings:
        yield from (match_of(seen_by(one.match, seat)) for seat in range(left.players))
    for side in (left, right):
        yield from (match_of(end) for end in likely(rulebook(side)))

