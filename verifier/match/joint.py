"""Figures about several players at once by the solver, between bounds that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulespec import questions
from rulespec.meanings.z3.values import Num, number, same, some
from rulespec.rulebook import Rulebook
from verifier.match import names
from verifier.match.figure import MET, SOLVED, Figure, legal, unsettled
from verifier.match.names import Match
from verifier.match.optimum import Found, Nothing, maximise, question, solver
from verifier.match.race import race
from verifier.match.solver import WholeGame, largest, minus, plus
from verifier.witness.dealt import Result


def one_total(book: Rulebook, sign: int, bound: int, made: bool, step: int) -> Figure:
    """One player's largest or smallest total where zero bids made before tie the sets together."""
    game = WholeGame(book.ruleset)
    total = game.totals[0]
    objective = total if sign > 0 else minus(number(0), total)
    conditions = [] if made else [same(game.value(0, "made"), number(0))]
    found = maximise(game, objective, lambda match: sign * _totals(book, match)[0], sign * bound, step, conditions)
    return figure_of(found, sign)


def smallest_winner(book: Rulebook, bound: int, step: int, known: Match | None) -> Figure:
    """The largest total, made small; `bound` and what is sought are negated."""
    game = WholeGame(book.ruleset)
    worth: Callable[[Match], int] = lambda match: -max(_totals(book, match))  # noqa: E731
    return figure_of(maximise(game, minus(number(0), largest(game.totals)), worth, bound, step), -1)


def largest_win(book: Rulebook, bound: int, step: int, known: Match | None) -> Figure:
    game = WholeGame(book.ruleset)
    worth: Callable[[Match], int] = lambda match: _lead(_totals(book, match), 0)  # noqa: E731
    low = None if known is None or worth(known) < 0 else Found(worth(known), bound, known)
    return figure_of(maximise(game, _ahead(game.totals, 0), worth, bound, step, low=low), 1)


def tie(book: Rulebook) -> Figure:
    game = WholeGame(book.ruleset)
    answer = question(solver(game, [same(one, game.totals[0]) for one in game.totals[1:]]), game)
    match answer:
        case Match():
            return Figure("", "", True, SOLVED, answer)
        case None:
            return Figure("", "", False, SOLVED)
        case reason:
            return unsettled(reason)


def lead_lost(
    book: Rulebook, first: int, bound: int, step: int, ending: Sequence[Result], second: int, ask: Callable[[], None]
) -> Figure:
    """The largest lead of the last seat before a hand of the last set with which it does not win.

    `ending` is a last set in which the seat `second` gains the most on it; `ask` is called before the solver is.
    """
    seat = book.players - 1
    if bound > 0 and ending:
        met = _raced(book, first, bound, ending, second)
        if met is not None:
            return Figure("", "", bound, MET, met)
    ask()
    game = WholeGame(book.ruleset)
    before = [_before(game, one, first) for one in range(book.players)]
    lost = some(*[game.ahead(other, seat) for other in range(book.players) if other != seat])
    found = maximise(game, _ahead(before, seat), lambda match: _lead(_before_of(book, match, first), seat), bound, step, [lost])
    figure = figure_of(found, 1)
    return figure if figure.value is None or figure.value > 0 or not figure.settled else Figure("", "", None, SOLVED)


def _raced(book: Rulebook, first: int, bound: int, ending: Sequence[Result], second: int) -> Match | None:
    """A game with this last set in which the lead is the bound, and is lost."""
    number, sizes = len(book.schedule), book.schedule[-1]
    hands = list(zip(sizes[:first], ending, strict=False))
    given = [sum(int(book.points(size, hand.bids[s], hand.taken[s], sum(hand.bids), number).value or 0) for size, hand in hands) for s in range(book.players)]
    found = race(book, bound, ending, given, second)
    if found is None or not legal(book, found) or _lead(_before_of(book, found, first), book.players - 1) != bound:
        return None
    places = questions.places(book.ruleset.finish, _totals(book, found))
    return found if places[-1] > 1 else None


def _before(game: WholeGame, seat: int, first: int) -> Num:
    """A total before a hand of the last set."""
    hands = game.hands_of(len(game.schedule) - 1)[:first]
    return plus([game.before_last_set(seat), *[game.points[h][seat] for h in hands]])


def _before_of(book: Rulebook, match: Match, first: int) -> list[int]:
    accounts = names.accounts(book.ruleset, match)
    return [sum(one.set_totals[:-1]) + sum(one.points[-1][:first]) for one in accounts]


def _ahead(totals: Sequence[Num], seat: int) -> Num:
    return minus(totals[seat], largest([one for other, one in enumerate(totals) if other != seat]))


def _lead(totals: Sequence[int], seat: int) -> int:
    return totals[seat] - max(one for other, one in enumerate(totals) if other != seat)


def _totals(book: Rulebook, match: Match) -> tuple[int, ...]:
    return names.totals(book.ruleset, match)


def figure_of(found: Found | Nothing, sign: int) -> Figure:
    if isinstance(found, Nothing):
        return Figure("", "", None, SOLVED) if not found.reason else unsettled(found.reason)
    if found.value == found.high:
        return Figure("", "", sign * found.value, SOLVED, found.match)
    return Figure("", "", sign * found.value, SOLVED, found.match, sign * found.high, "the solver gave up between these two")

