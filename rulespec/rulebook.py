"""The rules of one rule set with the answers that recur remembered.

The reference meaning is obvious rather than fast. An answer depends only on the names that the rows
of its section read: for bids, scores and the strength of cards those come round again and again, and
all of them do where a game is played, recorded and judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar, cast

from rulespec import questions
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.by_identity import ByIdentity
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import AnyRow, RuleSet, ValueSection
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env, Value
from rulespec.meanings.python.sections import Answer, Standing
from rulespec.plays import Play, Trick, asked_suit
from rulespec.questions.bid import bid_names
from rulespec.questions.follow import follow_names
from rulespec.questions.ground import Dealt, Ground, ground, passes_of, reads
from rulespec.questions.lead import lead_names
from rulespec.questions.score import score_names
from rulespec.questions.strength import strength_names
from rulespec.questions.tricks import distinct_hands

T = TypeVar("T")
MOST = 20_000  # remembered answers of a section, then they are forgotten
MOST_BOOKS = 32
MOST_SECTIONS = 256


class Rulebook:
    """What the engine asks of a rule set whose options are all settled. Raises Faults for a family."""

    def __init__(self, ruleset: RuleSet) -> None:
        _all_settled(ruleset)
        self.ruleset = ruleset
        self.pack = ruleset.pack
        self.players = ruleset.players
        self.deck = questions.deck_of(ruleset)
        self.schedule = questions.sets_of(ruleset)
        self.reads = {name: tuple(sorted(reads(ruleset, name))) for name in ruleset.sections}
        self.passes = passes_of(ruleset)
        self._results: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}
        self._plain = [Play(card) for card in range(self.pack.suited)]
        self._answers = {name: _answers_of(ruleset, name) for name in ruleset.sections}
        self._legal_bids: dict[tuple[int, int, int, int], list[int]] = {}
        self._jokers: dict[tuple[Value, ...], list[Play]] = {}

    @cached_property
    def ground(self) -> Ground:
        """The table of the game's hands."""
        return ground(self.ruleset)

    @cached_property
    def distinct_hands(self) -> tuple[Dealt, ...]:
        """The hands that differ in size or trumps, small ones first."""
        return tuple(distinct_hands(self.ground.dealt))

    def results(self, dealt: Dealt) -> frozenset[tuple[int, int]]:
        """A player's bid in a hand with the sum of all bids, as far as the bidding rules allow it."""
        key = (dealt.hand.size, dealt.passes)
        if key not in self._results:
            self._results[key] = frozenset(self.passes.results(*key))
        return self._results[key]

    def legal_bids(self, hand_size: int, earlier: Sequence[int], passes_before: int) -> list[int]:
        """As `questions.legal_bids`. Of the bids before only their number and their sum can be looked at."""
        key = (hand_size, len(earlier), sum(earlier), passes_before)
        if key not in self._legal_bids:
            self._legal_bids[key] = [bid for bid in range(hand_size + 1) if self._forbidding(bid, hand_size, earlier, passes_before) is None]
        return list(self._legal_bids[key])

    def _forbidding(self, bid: int, hand_size: int, earlier: Sequence[int], passes_before: int) -> AnyRow | None:
        env = bid_names(self.ruleset, bid, hand_size, earlier, passes_before)
        return self._remembered("bid", env, lambda: sections.forbidding(self.ruleset, "bid", env))

    def playable(self, hand: int, trump: int | None, trick: Trick, trick_number: int) -> Answer:
        """As `questions.playable`."""
        section: ValueSection = "follow" if trick else "lead"
        env = follow_names(self.pack, hand, trump, trick) if trick else lead_names(hand, trump, trick_number)
        return self._remembered(section, env, lambda: sections.first(self.ruleset, section, env))

    def plays(self, cards: int, trump: int | None, trick: Trick) -> list[Play]:
        """As `questions.plays_of`. How jokers may be announced hangs on the lead alone."""
        jokers = cards & self.pack.jokers_mask
        key = (jokers, trump, not trick, asked_suit(self.pack, trick) if trick else None)
        if key not in self._jokers:
            self._jokers[key] = questions.plays_of(self.ruleset, jokers, trump, trick)
        return [*[self._plain[card] for card in bits(cards ^ jokers)], *self._jokers[key]]

    def winner(self, trump: int | None, trick: Trick) -> int | None:
        """As `questions.winner`."""
        return sections.winner(self.standings(trump, trick))

    def standings(self, trump: int | None, trick: Trick) -> list[Standing]:
        """As `questions.standings`."""
        return [self._standing(strength_names(self.pack, i, trump, trick)) for i in range(len(trick))]

    def points(self, hand_size: int, bid: int, tricks: int, bids_total: int, set_number: int, doubled: bool = False) -> Answer:
        """As `questions.points`."""
        env = score_names(self.ruleset, hand_size, bid, tricks, bids_total, set_number, doubled)
        return self._remembered("score", env, lambda: sections.first(self.ruleset, "score", env))

    def _standing(self, env: Env) -> Standing:
        return self._remembered("strength", env, lambda: sections.standing(self.ruleset, env))

    def _remembered(self, section: str, env: Env, ask: Callable[[], T]) -> T:
        """The answer of a section, asked once for each value of the names its rows read."""
        known, key = self._answers[section], tuple([env[name] for name in self.reads[section]])
        if key not in known:
            if len(known) >= MOST:
                known.clear()
            known[key] = ask()
        return cast(T, known[key])


Answers = dict[tuple[Value, ...], object]
_answers = ByIdentity[Answers](MOST_SECTIONS)


def _answers_of(ruleset: RuleSet, name: str) -> Answers:
    """The answers of a section that are remembered, the same for all rule sets that share it, as members of a family do."""
    return _answers.of(ruleset.sections[name], dict, ruleset.players, ruleset.pack)


_books = ByIdentity[Rulebook](MOST_BOOKS)


def rulebook(ruleset: RuleSet) -> Rulebook:
    """The book of a rule set, the same one each time."""
    return _books.of(ruleset, lambda: Rulebook(ruleset))


def _all_settled(ruleset: RuleSet) -> None:
    if ruleset.open_options:
        help_ = "choose with `--set`, or take a profile that has chosen"
        raise Faults(
            Diagnostic("RS304", f"option `{name}` of `{ruleset.id}` is not chosen, so it cannot be played", help=help_)
            for name in ruleset.open_options
        )
