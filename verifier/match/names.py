"""A whole game by its results, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import finish
from rulespec.questions.finish import Account, GameEnd
from rulespec.rulebook import rulebook
from verifier.witness.dealt import Result


@dataclass(frozen=True, slots=True)
class Match:
    """Who dealt first, and bids and tricks of every hand by seat."""

    dealer: int
    hands: tuple[Result, ...]

    @property
    def end(self) -> GameEnd:
        """The same as a situation of scope `match`."""
        return GameEnd(self.dealer, tuple(hand.bids for hand in self.hands), tuple(hand.taken for hand in self.hands))


def match_of(end: GameEnd) -> Match:
    """A situation of scope `match` by its results."""
    return Match(end.dealer, tuple(Result(bids, taken) for bids, taken in zip(end.bids, end.tricks, strict=True)))


def accounts(ruleset: RuleSet, match: Match) -> list[Account]:
    """Everybody's account of a game, by the reference meaning."""
    return finish.accounts(ruleset, match.end)


def totals(ruleset: RuleSet, match: Match) -> tuple[int, ...]:
    return finish.game_totals(ruleset, match.end)


def environment(ruleset: RuleSet, match: Match) -> Mapping[str, object]:
    """What the names of scope `match` stand for, seen from seat 0."""
    return finish.claim_names(rulebook(ruleset), match.end)
