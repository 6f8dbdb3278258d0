"""The classes of tricks led with a joker, and who may take one: all as formulas over scope `trick`.

The parts of each question exclude each other and leave nothing out, so every such trick is in exactly
one class. So do the winners, except that where the named suit is trump the trumps are the suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulespec.ir.expr import Expr
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import conj, disj
from rulespec.meanings.python.evaluate import evaluate
from rulespec.questions import WholeTrick
from rulespec.questions.strength import claim_names
from rulespec.rulebook import rulebook
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from verifier.proofs import property as properties
from verifier.proofs.property import Property, Typed
from verifier.witness.witness import Witness

SCOPE = "trick"


@dataclass(frozen=True, slots=True)
class Part:
    """One answer to a question: how it is called in data and in tables, its formula, and what it says."""

    id: str
    words: str
    formula: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    words: str
    says: str
    parts: tuple[Part, ...]


QUESTIONS: tuple[Question, ...] = (
    Question("level", "led", "how the joker that was led was announced", (
        Part("high", "high", "high_joker_led"),
        Part("low", "low", "low_joker_led"),
    )),
    Question("named", "naming", "the suit its player named", (
        Part("plain", "plain suit", "asked != none and trump != none and asked != trump"),
        Part("trump", "trump suit", "asked != none and asked == trump"),
        Part("no-trump", "any (no trump)", "asked != none and trump == none"),
        Part("nothing", "no suit", "asked == none"),
    )),
    Question("supplied", "suit supplied", "whether another player plays that suit", (
        Part("yes", "yes", "any(trick & suit(asked))"),
        Part("no", "no", "none(trick & suit(asked))"),
    )),
    Question("trumped", "trumped", "whether a trump is played to another suit", (
        Part("yes", "yes", "any((trick & suit(trump)) - suit(asked))"),
        Part("no", "no", "none((trick & suit(trump)) - suit(asked))"),
    )),
    Question("other_joker", "other joker", "how the other joker is played, if at all", (
        Part("absent", "absent", "none((high_jokers | low_jokers) - only(led))"),
        Part("low", "low", "any(low_jokers - only(led)) and none(high_jokers - only(led))"),
        Part("high", "high", "any(high_jokers - only(led))"),
    )),
)  # fmt: skip

WINNERS: tuple[Part, ...] = (
    Part("leader", "leader", "winning == only(led)", "the joker that was led"),
    Part("other-joker", "other joker", "any(winning) and winning in jokers - only(led)", "a joker that was not led"),
    Part("highest-trump", "highest trump", "any(winning) and winning == highest(trick & suit(trump))", "the highest trump of the trick"),
    Part("lower-trump", "lower trump", "any(winning & (suit(trump) - highest(trick & suit(trump))))", "a trump that is not the highest"),
    Part("highest-of-suit", "highest of suit", "any(winning) and winning == highest(trick & suit(asked))", "the highest card of the named suit"),
    Part("lower-of-suit", "lower of suit", "any(winning & (suit(asked) - highest(trick & suit(asked))))", "a card of the named suit that is not the highest"),
    Part("other-suit", "other suit", "any(winning - jokers - suit(trump) - suit(asked))", "a card that is neither trump nor of the named suit"),
    Part("nobody", "nobody", "not has_winner", "the rules name no winner"),
)  # fmt: skip

Lead = tuple[str, ...]
"""A class of led jokers: the id of one part of each question."""


def winner_named(id_: str) -> Part:
    return next(winner for winner in WINNERS if winner.id == id_)


def parts_of(lead: Lead) -> tuple[Part, ...]:
    """The parts a class is made of, in the order of the questions."""
    return tuple(next(p for p in q.parts if p.id == id_) for q, id_ in zip(QUESTIONS, lead, strict=False))


class Formulas:
    """The formulas of classes and winners, typed for one rule set."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset

    @cached_property
    def of_part(self) -> Mapping[Part, Expr]:
        return {part: self._typed(part.formula) for q in QUESTIONS for part in q.parts}

    @cached_property
    def of_winner(self) -> Mapping[str, Expr]:
        return {winner.id: self._typed(winner.formula) for winner in WINNERS}

    def claim(self, leads: Iterable[Lead], winners: Sequence[str]) -> Typed:
        """In every trick of these classes one of these is the winner."""
        given = disj(*[conj(*[self.of_part[part] for part in parts_of(lead)]) for lead in leads])
        holds = disj(*[self.of_winner[id_] for id_ in winners])
        return Typed(_property("True"), SCOPE, given, holds)

    def lead_of(self, witness: Witness) -> Lead | None:
        """The class of a trick by the reference meaning; None where no joker was led."""
        return self.judged(witness)[0]

    def winner_of(self, witness: Witness) -> str:
        """Who takes a trick by the reference meaning."""
        return self.judged(witness)[1]

    def judged(self, witness: Witness) -> tuple[Lead | None, str]:
        """Class and winner of a trick by the reference meaning."""
        env = self._env(witness)
        found = [[part.id for part in q.parts if self._holds(self.of_part[part], env)] for q in QUESTIONS]
        assert not found[0] or all(len(ids) == 1 for ids in found), found
        lead = tuple(ids[0] for ids in found) if found[0] else None
        return lead, next(id_ for id_, formula in self.of_winner.items() if self._holds(formula, env))

    def _env(self, witness: Witness) -> Mapping[str, object]:
        assert isinstance(witness.moment, WholeTrick)
        options = dict(witness.options)
        return {**claim_names(rulebook(with_options(self.ruleset, options)), witness.moment), **options}

    def _holds(self, formula: Expr, env: Mapping[str, object]) -> bool:
        return bool(evaluate(formula, env, self.ruleset.pack))  # type: ignore[arg-type]

    def _typed(self, text: str) -> Expr:
        return properties.typed(_property(text), SCOPE, self.ruleset).holds


def _property(holds: str) -> Property:
    scalar = Scalar(holds, Span(Source("<joker-leads>", holds), 0, len(holds)))
    return Property("joker-leads", "trait", (SCOPE,), "who takes a trick led with a joker", None, scalar)
