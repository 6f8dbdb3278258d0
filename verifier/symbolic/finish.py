"""Question `finish` in symbols: scope `match`, a finished game. Mirrors `rulespec/questions/finish.py`.

Whole games are asked of rule sets that have chosen their options. What dynamic programming knows of
totals is told to the solver, which would otherwise have to find sums over all hands by itself.
"""

from __future__ import annotations

import z3

from rulespec.meanings.z3.values import Value, every, number, same, some
from rulespec.questions import GameEnd
from rulespec.questions.ground import TooMany
from rulespec.rulebook import rulebook
from verifier.match.known import Known, known
from verifier.match.solver import WholeGame, at_most
from verifier.symbolic.setting import Labelled, Reader, Setting, Symbolic

KNOWN = "totals lie between what is known of them"


class Names(dict[str, Value]):
    """The names of a finished game, each worked out when it is asked for: most claims read few of many."""

    def __init__(self, game: WholeGame) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, name: str) -> Value:
        value = self[name] = self.game.named(name)
        return value


def finished_game(setting: Setting) -> Symbolic[GameEnd]:
    """Every game of a rule set. Raises TooMany where options are open."""
    if setting.ruleset.open_options:
        raise TooMany("whole games are asked of rule sets that have chosen their options")
    game = WholeGame(setting.ruleset)
    conditions: list[Labelled] = [("bids are legal and tricks add up", every(*game.conditions)), (KNOWN, _told(game, known(rulebook(setting.ruleset))))]
    return Symbolic(Names(game), conditions, [], lambda reader: _read(game, reader))


def _told(game: WholeGame, facts: Known) -> z3.BoolRef:
    """What is known of totals, as a condition that every game fulfils."""
    found = [at_most(number(facts.lowest), total) for total in game.totals]
    found += [at_most(total, number(facts.highest)) for total in game.totals]
    found.append(some(*[at_most(number(facts.least_winning), total) for total in game.totals]))
    if facts.unmade is not None:
        found += [_unmade(game, seat, facts.unmade) for seat in range(game.players)]
    return every(*found)


def _unmade(game: WholeGame, seat: int, most: int) -> z3.BoolRef:
    return z3.Implies(same(game.value(seat, "made"), number(0)), at_most(game.totals[seat], number(most)))


def _read(game: WholeGame, reader: Reader) -> GameEnd:
    def table(rows: object) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(reader.number, row)) for row in rows)  # type: ignore[attr-defined]

    return GameEnd(reader.number(game.dealer), table(game.bids), table(game.tricks))
