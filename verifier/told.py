"""Proofs and differences for those who call from Python: values that print as a report does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulespec.ir.ruleset import RuleSet
from verifier.compare.diff import SECTIONS, Difference, compare, section_of
from verifier.compare.diff import Comparison as Task
from verifier.compare.families import relevant
from verifier.programs.vectors import Vectors
from verifier.programs.vectors import vectors as chosen_vectors
from verifier.proofs import property as properties
from verifier.proofs.decide import decide
from verifier.proofs.obligation import Obligation
from verifier.proofs.outcomes import Decided
from verifier.proofs.verdict import Proved, Refuted, Unreached, Verdict, word
from verifier.watch.mutate.study import Subject
from verifier.witness.played import Played, played
from verifier.witness.text.game import narrate
from verifier.work.tasks import Worked, packed


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A witness that prints as the game it is."""

    played: Played

    def __str__(self) -> str:
        return "\n".join(narrate(self.played))


@dataclass(frozen=True, slots=True)
class Proof:
    """The verdict on a claim. `fails_when` is the condition on open options under which it fails, where there is one."""

    rules: RuleSet
    id: str
    says: str
    found: Decided

    @property
    def verdict(self) -> str:
        """The verdict in a word."""
        return word(self.found.verdict)

    @property
    def detail(self) -> Verdict:
        """The verdict with all that belongs to it."""
        return self.found.verdict

    @property
    def fails_when(self) -> str | None:
        return None if self.found.family is None else self.found.family.fails_when

    @property
    def witness(self) -> ShownGame | None:
        """The game that decides the claim; None where no single game does."""
        match self.found.verdict:
            case Refuted(witness) | Unreached(witness) | Proved(_, witness):
                return None if witness is None else ShownGame(played(self.rules, witness))
            case _:
                return None

    def __str__(self) -> str:
        head = f"{self.verdict}: {self.says}" + (f", when {self.fails_when}" if self.fails_when else "")
        return head if self.witness is None else f"{head}\n{self.witness}"


def prove(rules: RuleSet, id_: str) -> Proof:
    """The verdict on one claim. Raises KeyError for one that is not known, Faults for one that does not fit."""
    return _proved(rules, properties.known(rules)[id_], packed(rules))


def check(rules: RuleSet, patterns: Iterable[str]) -> list[Proof]:
    """The verdicts on the claims that some pattern names; on all where there is none."""
    chosen, _ = properties.select(properties.of(rules), patterns)
    return [_proved(rules, one, packed(rules)) for one in chosen]


def _proved(rules: RuleSet, one: properties.Property, rules_: bytes) -> Proof:
    return Proof(rules, one.id, one.says, decide(Obligation(rules_, one)))


def diff(left: RuleSet, right: RuleSet, sections: Iterable[str], count: bool) -> Difference:
    """The difference of two rule sets, worked out in this process. Raises Faults for open options that leave too much."""
    wanted = tuple(sections) or SECTIONS
    relevant(left, right, wanted)
    rules = packed(left), packed(right)
    found = [section_of(s, Worked(compare(Task(*rules, s, count)), 0.0)) for s in SECTIONS if s in wanted]
    return Difference(left, right, tuple(found))


def vectors(rules: RuleSet, sections: Iterable[str], size: str) -> Vectors:
    """Cases that tell the rules from every edit of them, read again from the file where they were written."""
    settings = tuple(f"{option}={value}" for option, value in rules.chosen.items())
    return chosen_vectors(Subject(rules.path, settings), tuple(sections), size)
