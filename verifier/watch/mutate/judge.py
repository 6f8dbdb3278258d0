"""One mutant, judged in a worker process: the cheapest witness first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from verifier.programs.examples import Example, complaint, examples_of
from verifier.proofs import property as properties
from verifier.proofs.check import expected
from verifier.proofs.property import SCOPE_SECTIONS, Property
from verifier.proofs.verdict import Disagreement, Unknown, word
from verifier.watch.mutate import equivalence
from verifier.watch.mutate.apply import applied, complete_of, core
from verifier.watch.mutate.edits import FINISH, Edit, edits
from verifier.work.settings import Settings, loaded

FLIPPED = {"proved": "refuted", "refuted": "proved"}
"""Only a verdict turned round counts: a property left with nothing to speak of has noticed nothing."""

KILLED, SURVIVED, EQUIVALENT, INVALID, UNKNOWN, DISAGREES = "killed", "survived", "equivalent", "invalid", "unknown", "disagreement"


ASKED = {
    "schedule": "set", "trump": "trump", "bid": "bids", "lead": "plays", "call": "calls", "follow": "plays", "strength": "winner",
    "score": "score", "premium": "set",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subject:
    """The rules that are edited, and further files of properties."""

    profile: str
    settings: Settings = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One edit by its number; `every` asks for all that notice it, not just the first."""

    subject: Subject
    edit: int
    every: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a mutant, who noticed, what it changes; equal `core` means the same rules."""

    verdict: str
    by: tuple[str, ...] = ()
    why: str = ""
    core: str = ""


class Study:
    """A subject with all that its mutants are held against."""

    def __init__(self, subject: Subject) -> None:
        self.complete, self.settings = complete_of(subject.profile, subject.settings)
        self.ruleset = loaded(subject.profile, subject.settings)
        self.subject = subject

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        return edits(self.complete, self.ruleset)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        return examples_of(self.subject.profile, self.subject.settings)

    def asked_first(self, section: str) -> tuple[Example, ...]:
        """The examples, those first whose question is the section's."""
        return tuple(sorted(self.examples, key=lambda example: example.question != ASKED.get(section)))

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        """Those of which the rule set promises something, those of the smallest scopes first."""
        promised = [p for p in properties.of(self.ruleset, self.subject.files) if expected(self.ruleset, p) is not None and not properties.on_request(p)]
        order = tuple(SCOPE_SECTIONS)
        return tuple(sorted(promised, key=lambda p: max(map(order.index, p.scopes))))

    def mutant(self, index: int) -> RuleSet:
        """The edited rules. Raises Faults where they are none."""
        return applied(self.ruleset, self.complete, self.settings, self.edits[index])

    def touched(self, mutant: RuleSet) -> tuple[str, ...]:
        """The sections in which another answer is possible at all."""
        found = [section for section in NAMES if core(self.ruleset, section) != core(mutant, section)]
        return (*found, FINISH) if mutant.finish != self.ruleset.finish else tuple(found)


@lru_cache(maxsize=4)
def study(subject: Subject) -> Study:
    return Study(subject)


def decide(task: Task) -> Judged:
    """The verdict on a mutant; called by name in the worker."""
    subject = study(task.subject)
    try:
        mutant = subject.mutant(task.edit)
    except Faults as faults:
        return Judged(INVALID, why=faults.diagnostics[0].message)
    touched = subject.touched(mutant)
    name = _name(mutant)
    if not touched:
        return Judged(EQUIVALENT, why="the rows that can answer stay the same", core=name)
    by = tuple(_examples(subject.asked_first(touched[0]), mutant, task.every))
    if by and not task.every:
        return Judged(KILLED, by, core=name)
    try:
        if not by and all(equivalence.same(subject.ruleset, mutant, section) for section in touched):
            return Judged(EQUIVALENT, why=f"`{'`, `'.join(touched)}` answers alike in every situation", core=name)
        by += tuple(_noticed(subject, mutant, touched, task.every))
        if by:
            return Judged(KILLED, by, core=name)
        return Judged(SURVIVED, why=_change(subject.ruleset, mutant, touched), core=name)
    except equivalence.Unsettled as reason:
        return Judged(UNKNOWN, why=str(reason), core=name)
    except Disagreeing as details:
        return Judged(DISAGREES, why=str(details), core=name)


def _name(mutant: RuleSet) -> str:
    parts = [core(mutant, section) for section in NAMES]
    return sha256(repr((parts, mutant.finish)).encode()).hexdigest()[:16]


def _examples(examples: Iterable[Example], mutant: RuleSet, every: bool) -> Iterator[str]:
    for example in examples:
        if complaint(mutant, example) is not None:
            yield example.id
            if not every:
                return


class Disagreeing(Exception):
    """Two meanings gave different answers; the text says where."""


def _noticed(subject: Study, mutant: RuleSet, touched: tuple[str, ...], every: bool) -> Iterator[str]:
    """The properties that see a touched section and lose their verdict."""
    from verifier.symbolic.setting import Setting

    setting = Setting(mutant)
    for one in subject.properties:
        if sees(one, touched) and lost(subject.ruleset, one, setting):
            yield one.id
            if not every:
                return


def sees(property_: Property, touched: tuple[str, ...]) -> bool:
    return any(section in touched for scope in property_.scopes for section in SCOPE_SECTIONS[scope])


def lost(promising: RuleSet, property_: Property, setting: object) -> bool:
    """Whether the verdict under these rules is not the one that is promised. Raises Unsettled, Disagreeing."""
    from verifier.symbolic.setting import Setting
    from verifier.watch.mutate.verdicts import verdict_on

    assert isinstance(setting, Setting)
    other = FLIPPED[expected(promising, property_) or "proved"]
    verdict = verdict_on(property_, setting, exact=other == "proved")
    if isinstance(verdict, Unknown):
        raise equivalence.Unsettled(f"`{property_.id}`: {verdict.reason}")
    if isinstance(verdict, Disagreement):
        raise Disagreeing(str(verdict.details))
    return word(verdict) == other


def _change(ruleset: RuleSet, mutant: RuleSet, touched: tuple[str, ...]) -> str:
    from verifier.compare.diff import diff_section

    return "; ".join(equivalence.in_words(diff_section(ruleset, mutant, section)) for section in touched)
