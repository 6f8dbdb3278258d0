"""What a program plays: the shipped rule set, with other options where need be, that gives its answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rulespec.ir.expr import Expr
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.text import text
from rulespec.questions import sets_of
from rulespec.questions.ground import hands_of, reads
from rulespec.rulebook import rulebook
from verifier.programs.foreign.findings import Findings
from verifier.programs.foreign.put import Put
from verifier.programs.foreign.replies import Replied
from verifier.programs.foreign.spoken import Spoken
from verifier.watch.lint.opened import all_open
from verifier.watch.mutate.apply import complete_of
from verifier.watch.parting.table import ANSWERS

Choices = dict[str, str | int]
ENOUGH = 0.8  # of the answers, section by section, must fit before a program is said to play something
MOST_COMBINATIONS = 200  # of the options of one section


@dataclass(frozen=True, slots=True)
class SectionFit:
    """How many of the distinct answers of a section a rule set gives too."""

    section: str
    agree: int
    of: int

    @property
    def share(self) -> float:
        return self.agree / self.of if self.of else 1.0


@dataclass(frozen=True, slots=True)
class Fit:
    """One shipped rule set with the options under which it fits best.

    `changed` are options that differ from its own, `exceptions` sections that it does not fit in full even so, `open`
    options of which no answer tells the value.
    """

    profile: str
    changed: tuple[tuple[str, str | int], ...]
    sections: tuple[SectionFit, ...]
    open: tuple[str, ...] = ()

    @property
    def exceptions(self) -> tuple[SectionFit, ...]:
        return tuple(one for one in self.sections if one.agree < one.of)

    @property
    def share(self) -> float:
        return sum(one.share for one in self.sections) / len(self.sections) if self.sections else 0.0


@dataclass(frozen=True, slots=True)
class Fits:
    """The best fit, or none where little was right; other rule sets that the answers do not tell from it."""

    best: Fit | None
    alike: tuple[str, ...] = ()


def fits(ruleset: RuleSet, candidates: Sequence[RuleSet], findings: Findings) -> Fits:
    """What the program plays. It is told the same whichever rule set was asked about."""
    asked = By(ruleset, findings)
    known = [one for one in candidates if (one.pack, one.players) == (ruleset.pack, ruleset.players)]
    if all(one.fingerprint != ruleset.fingerprint for one in known):
        known.append(ruleset)
    known.sort(key=lambda one: (plainness(one), one.id))
    found = [Candidate(one, asked).fit() for one in known]
    best = max(found, key=lambda fit: (round(fit.share, 9), -len(fit.changed)), default=None)
    if best is None or best.share < ENOUGH:
        return Fits(None)
    alike = [fit.profile for fit in found if fit is not best and fit.share == best.share and len(fit.changed) == len(best.changed)]
    return Fits(best, tuple(alike))


def plainness(ruleset: RuleSet) -> int:
    """How far a rule set's values stand from those that its family names first; of equals the plainest is told."""
    return sum(ruleset.options[name].values.index(value) for name, value in ruleset.chosen.items())


class By:
    """A program's distinct answers by section."""

    def __init__(self, ruleset: RuleSet, findings: Findings) -> None:
        self.ruleset = ruleset
        puts: dict[str, list[Put]] = {}
        for put in findings.puts:
            puts.setdefault(put.asked.section, []).append(put)
        book = rulebook(ruleset)
        self.spoken = {section: Spoken(book, section, found, findings.own) for section, found in puts.items() if section in ANSWERS}
        cards = {put.asked.case["hand"]: put.reply.answer for put in puts.get("schedule", []) if isinstance(put.reply, Replied)}
        self.cards: Mapping[object, object] = cards
        self.counted: dict[object, int] = {}

    @property
    def sections(self) -> list[str]:
        return [*self.spoken, *(["schedule"] if self.cards else [])]

    def total(self, section: str) -> int:
        return len(self.cards) if section == "schedule" else len(self.spoken[section].puts)

    def agree(self, section: str, ruleset: RuleSet) -> int:
        """How many of the answers a rule set's section gives; asked once for each text."""
        rows = ruleset.rows(section)
        key = (section, *(_text(ruleset, row) for row in rows))
        if key not in self.counted:
            self.counted[key] = self._hands(ruleset) if section == "schedule" else self.spoken[section].agree(rows)
        return self.counted[key]

    def _hands(self, ruleset: RuleSet) -> int:
        sizes = {hand.number: hand.size for hand in hands_of(sets_of(ruleset))}
        return sum(sizes.get(number) == size for number, size in self.cards.items())  # type: ignore[call-overload]


def _text(ruleset: RuleSet, row: AnyRow) -> object:
    result = text(row.result, ruleset.pack) if isinstance(row.result, Expr) else repr(row.result)
    return text(row.when, ruleset.pack), result, row.then


class Candidate:
    """One rule set, with the options of its family that each section looks at."""

    def __init__(self, ruleset: RuleSet, asked: By) -> None:
        self.ruleset, self.asked = ruleset, asked
        self.open = all_open(complete_of(ruleset.path or ruleset.id, ())[0]) if ruleset.options else ruleset
        self.read = {section: [name for name in self.open.open_options if name in reads(self.open, section)] for section in asked.sections}

    def agree(self, section: str, choices: Mapping[str, str | int]) -> int:
        """How many of a section's answers fit under options; asked once for each value of those that it reads."""
        key = (self.open.fingerprint, section, *(choices[name] for name in self.read[section]))
        if key not in self.asked.counted:
            settled = with_options(self.open, {name: choices[name] for name in self.open.open_options})
            self.asked.counted[key] = self.asked.agree(section, settled)
        return self.asked.counted[key]

    def fit(self) -> Fit:
        chosen: Choices = dict(self.ruleset.chosen)
        changed: Choices = {}
        for section in self.asked.sections:
            changed |= self.better(section, {**chosen, **changed})
        final = {**chosen, **changed}
        sections = tuple(SectionFit(s, self.agree(s, final), self.asked.total(s)) for s in self.asked.sections)
        return Fit(self.ruleset.id, tuple(changed.items()), sections, tuple(self.undecided(final)))

    def better(self, section: str, chosen: Choices) -> Choices:
        """The fewest other options under which the section fits better, if it does."""
        names = self.read[section]
        values = [self.open.options[name].values for name in names]
        if not names or prod(map(len, values)) > MOST_COMBINATIONS:
            return {}
        base = self.agree(section, chosen)
        if base == self.asked.total(section):
            return {}
        best, found = base, Choices()
        for combination in self._nearest(names, values, chosen):
            agree = self.agree(section, {**chosen, **combination})
            if agree > best:
                best, found = agree, combination
        return found

    def _nearest(self, names: Sequence[str], values: Sequence[Sequence[str | int]], chosen: Choices) -> Iterator[Choices]:
        """Every combination as the options that it changes, few first."""
        every = [{n: v for n, v in zip(names, one, strict=True) if v != chosen[n]} for one in product(*values)]
        yield from sorted(every, key=len)

    def undecided(self, final: Choices) -> Iterator[str]:
        """Options that could have another value without any answer being another."""
        for name in self.open.open_options:
            sections = [section for section, names in self.read.items() if name in names]
            others = [value for value in self.open.options[name].values if value != final[name]]
            if others and all(self.agree(s, {**final, name: value}) == self.agree(s, final) for value in others for s in sections):
                yield name
