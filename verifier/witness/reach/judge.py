"""What several rule sets allow together, for one trump, with answers remembered.

A search asks the same few questions thousands of times. The rows of a section are first decided as
far as the lead decides them, and what is left is asked of the reference meaning. Nothing rests on
this being right: the course that comes out is replayed by the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulespec.ir.expr import FALSE, TRUE, BoolLit, CardsLit, Expr, IntLit, LevelLit, SuitLit
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold, names, substitute
from rulespec.meanings.python.evaluate import evaluate
from rulespec.plays import NOT_HIGH, Play, Trick, asked_suit, cards_of
from rulespec.questions.ground import reads
from rulespec.rulebook import Rulebook
from verifier.witness.reach.course import Steps


class Rows:
    """The rows of a section that gives cards, with some of its names known."""

    def __init__(self, ruleset: RuleSet, section: str, known: Mapping[str, Expr]) -> None:
        self.pack = ruleset.pack
        self.rows: list[tuple[Expr, Expr]] = []
        for row in ruleset.rows(section):
            when = fold(substitute(row.when, known))
            if when != FALSE:
                assert isinstance(row.result, Expr)
                self.rows.append((when, fold(substitute(row.result, known))))
            if when == TRUE:
                break
        self.looks_at_table = any("played" in names(part) for row in self.rows for part in row)
        self.remembered: dict[tuple[int, int], int] = {}

    def cards(self, hand: int, played: int, steps: Steps) -> int:
        """What the first row that holds gives."""
        key = (hand, played if self.looks_at_table else 0)
        if key not in self.remembered:
            steps.take()
            env = {"hand": hand, "played": played}
            found = (result for when, result in self.rows if evaluate(when, env, self.pack))
            value = evaluate(next(found), env, self.pack)
            assert isinstance(value, int)
            self.remembered[key] = value & hand
        return self.remembered[key]


class Judge:
    """Everything here holds under each of the rule sets."""

    def __init__(self, books: Sequence[Rulebook], trump: int | None, steps: Steps) -> None:
        self.books, self.trump, self.steps = books, trump, steps
        self.pack, self.players = books[0].pack, books[0].players
        self._rows: dict[object, list[Rows]] = {}
        self._read_led = any("led" in reads(book.ruleset, "follow") for book in books)

    def playable(self, hand: int, trick: Trick, number: int) -> int:
        """The cards of a hand that may be played to a trick, which has its number in the hand."""
        if trick:
            lead = trick[0]
            rows = self._following(lead, asked_suit(self.pack, trick))
        else:
            rows = self._leading(number)
        played, allowed = cards_of(trick), hand
        for section in rows:
            allowed &= section.cards(hand, played, self.steps)
        return allowed

    def _leading(self, number: int) -> list[Rows]:
        key = ("lead", number)
        if key not in self._rows:
            self._rows[key] = self._known("lead", {"trump": SuitLit(self.trump), "trick_number": IntLit(number)})
        return self._rows[key]

    def _following(self, lead: Play, asked: int | None) -> list[Rows]:
        joker, level = lead.is_joker(self.pack), lead.level or NOT_HIGH
        key = (joker, level, asked, lead.card if self._read_led else None)
        if key not in self._rows:
            known: dict[str, Expr] = {"joker_led": BoolLit(joker), "level_led": LevelLit(level), "asked": SuitLit(asked), "led": CardsLit(lead.mask)}
            self._rows[key] = self._known("follow", {"trump": SuitLit(self.trump), **known})
        return self._rows[key]

    def _known(self, section: str, known: Mapping[str, Expr]) -> list[Rows]:
        return [Rows(book.ruleset, section, known) for book in self.books]

    def plays(self, card: int, trick: Trick) -> list[Play]:
        """A card as it may be played: a joker once for each announcement, high before low."""
        if card < self.pack.suited:
            return [Play(card)]
        first, *others = [book.plays(1 << card, self.trump, trick) for book in self.books]
        return [play for play in first if all(play in other for other in others)]

    def winner(self, trick: Trick) -> int | None:
        """The place of the card that takes a trick; None where there is none, or not the same one."""
        places = {book.winner(self.trump, trick) for book in self.books}
        return places.pop() if len(places) == 1 else None
