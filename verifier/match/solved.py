"""Every figure by the solver alone, for small games: what the other methods are held against."""

from __future__ import annotations

import z3

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.values import Num, number, same, some
from rulespec.rulebook import Rulebook, rulebook
from verifier.match import joint, names
from verifier.match.figure import SOLVED, Figure, unsettled
from verifier.match.names import Match
from verifier.match.optimum import maximise, question, solver
from verifier.match.solver import WholeGame, largest, less, minus

MOST = 1 << 14  # no total of a small game is farther from 0


def solved(ruleset: RuleSet, name: str) -> Figure:
    """A figure of a small game."""
    book = rulebook(ruleset)
    match name:
        case "largest-total" | "smallest-total":
            return joint.one_total(book, 1 if name == "largest-total" else -1, MOST if name == "largest-total" else -MOST, True, 1)
        case "largest-without-a-bid":
            return joint.one_total(book, 1, MOST, False, 1)
        case "smallest-winning-total":
            return joint.smallest_winner(book, MOST, 1, None)
        case "largest-win":
            return joint.largest_win(book, MOST, 1, None)
        case "lead-lost-in-last-set" | "lead-lost-in-last-hand":
            return joint.lead_lost(book, 0 if name.endswith("set") else len(book.schedule[-1]) - 1, MOST, 1, [], 0, lambda: None)
        case "all-can-tie":
            return joint.tie(book)
        case "different-totals":
            return _different(book)
        case "largest-strike":
            return _strike(book)
    raise AssertionError(name)


def _different(book: Rulebook) -> Figure:
    """Total after total, each ruled out when it is found; where the solver gives up, what is left is asked one by one."""
    game = WholeGame(book.ruleset)
    asked, found = solver(game), set[int]()
    while isinstance(answer := question(asked, game), Match):
        found.add(total := names.totals(book.ruleset, answer)[0])
        asked.add(z3.Not(same(game.totals[0], number(total))))
    gaps = _between(book, found) if answer else []
    if gaps is None:
        return unsettled(str(answer))
    for total in gaps:
        match question(solver(game), game, same(game.totals[0], number(total))):
            case Match():
                found.add(total)
            case str() as reason:
                return unsettled(reason)
    return Figure("", "", len(found), SOLVED)


def _between(book: Rulebook, found: set[int]) -> list[int] | None:
    """The other totals between the largest and the smallest; None where these are not settled."""
    high, low = solved(book.ruleset, "largest-total"), solved(book.ruleset, "smallest-total")
    if high.value is None or low.value is None or not (high.settled and low.settled):
        return None
    return [total for total in range(low.value, high.value + 1) if total not in found]


def _strike(book: Rulebook) -> Figure:
    game = WholeGame(book.ruleset)
    objective: Num = largest([minus(number(0), row[0]) for row in game.premiums])

    def worth(match: Match) -> int:
        return max(-added for added in names.accounts(book.ruleset, match)[0].premiums)

    taken = some(*[less(row[0], number(0)) for row in game.premiums])
    return joint.figure_of(maximise(game, objective, worth, MOST, 1, [taken]), 1)
