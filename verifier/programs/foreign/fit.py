"""Which rule set a program plays by, section by section, judged by the answers it gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec.cases import Answer, answer, same
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from verifier.programs.foreign.judge import Findings, Put
from verifier.programs.foreign.replies import Replied


@dataclass(frozen=True, slots=True)
class Fit:
    """How many of the answers kept of a section a rule set gives too."""

    section: str
    profile: str
    agree: int
    of: int


@dataclass(frozen=True, slots=True)
class Fits:
    """The rule set that fits best in all, and the best ones for each section it does not fit in full."""

    best: str
    exceptions: tuple[tuple[Fit, tuple[Fit, ...]], ...]


def fits(ruleset: RuleSet, others: Sequence[RuleSet], findings: Findings) -> Fits:
    """Between equals the rule set that the program was tested for comes first, then the order given."""
    candidates = [ruleset, *(other for other in others if comparable(ruleset, other))]
    kept = {section: [*wrong, *right] for section, (wrong, right) in findings.kept.items()}
    table = {section: [fit(section, one, puts) for one in candidates] for section, puts in kept.items()}
    sums = [sum(row[i].agree / row[i].of for row in table.values()) for i in range(len(candidates))]
    best = max(range(len(candidates)), key=lambda i: sums[i])
    partly = [(row[best], better(row)) for row in table.values() if row[best].agree < row[best].of]
    return Fits(candidates[best].id, tuple(partly))


def comparable(ruleset: RuleSet, other: RuleSet) -> bool:
    return other.fingerprint != ruleset.fingerprint and (other.pack, other.players) == (ruleset.pack, ruleset.players)


def better(row: Sequence[Fit]) -> tuple[Fit, ...]:
    """The fits of one section that agree most."""
    most = max(one.agree for one in row)
    return tuple(one for one in row if one.agree == most)


def fit(section: str, ruleset: RuleSet, puts: Sequence[Put]) -> Fit:
    return Fit(section, ruleset.id, sum(gives(ruleset, put) for put in puts), len(puts))


def gives(ruleset: RuleSet, put: Put) -> bool:
    """Whether the rule set answers as the program did."""
    try:
        right: Answer = answer(ruleset, put.case).answer
    except Faults:  # it cannot arise under this rule set
        return False
    return isinstance(put.reply, Replied) and same(put.question, put.reply.answer, right)
