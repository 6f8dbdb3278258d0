"""The rules of one rule set with the answers that recur remembered.

The reference meaning is obvious rather than fast. What a card is worth in a trick depends on the
few names that the rows of `strength` read, so a game asks the same questions again and again.
"""

from __future__ import annotations

from rulespec import rules
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import names
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env, Value
from rulespec.meanings.python.sections import Standing
from rulespec.situations import Play, Trick, asked_suit, strength_env

MOST = 100_000  # remembered answers, then they are forgotten
MOST_BOOKS = 32
TIE_NAMES = frozenset({"card", "position"})  # what the tie-breakers read


class Rulebook:
    """What the engine asks of a rule set whose options are all settled. Raises Faults for a family."""

    def __init__(self, ruleset: RuleSet) -> None:
        _all_settled(ruleset)
        self.ruleset = ruleset
        self.pack = ruleset.pack
        self.players = ruleset.players
        self.deck = rules.deck(ruleset)
        self.schedule = rules.schedule(ruleset)
        self._reads = tuple(sorted(frozenset().union(TIE_NAMES, *(names(row.when) for row in ruleset.rows("strength")))))
        self._standings: dict[tuple[Value, ...], Standing] = {}
        self._jokers: dict[tuple[Value, ...], list[Play]] = {}

    def plays(self, cards: int, trump: int | None, trick: Trick) -> list[Play]:
        """As `rules.plays_of`. How jokers may be announced hangs on the lead alone."""
        jokers = cards & self.pack.jokers_mask
        key = (jokers, trump, not trick, asked_suit(self.pack, trick) if trick else None)
        if key not in self._jokers:
            self._jokers[key] = rules.plays_of(self.ruleset, jokers, trump, trick)
        return [*map(Play, bits(cards ^ jokers)), *self._jokers[key]]

    def winner(self, trump: int | None, trick: Trick) -> int | None:
        """As `rules.winner`."""
        return sections.winner([self._standing(strength_env(self.pack, i, trump, trick)) for i in range(len(trick))])

    def _standing(self, env: Env) -> Standing:
        key = tuple(env[name] for name in self._reads)
        found = self._standings.get(key)
        if found is None:
            if len(self._standings) >= MOST:
                self._standings.clear()
            found = self._standings[key] = sections.standing(self.ruleset, env)
        return found


_books: dict[int, Rulebook] = {}


def rulebook(ruleset: RuleSet) -> Rulebook:
    """The book of a rule set, the same one each time. It holds its rule set, so no id comes twice."""
    book = _books.get(id(ruleset))
    if book is None:
        if len(_books) >= MOST_BOOKS:
            _books.clear()
        book = _books[id(ruleset)] = Rulebook(ruleset)
    return book


def _all_settled(ruleset: RuleSet) -> None:
    if ruleset.open_options:
        help_ = "choose with `--set`, or take a profile that has chosen"
        raise Faults(
            Diagnostic("RS304", f"option `{name}` of `{ruleset.id}` is not chosen, so it cannot be played", help=help_)
            for name in ruleset.open_options
        )
