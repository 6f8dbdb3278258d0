"""What proofs hand over to reports: witnesses, and verdicts over families. No solver is needed to read them."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.moments import Moment
from verifier.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Witness:
    """A moment that breaks a property, under the values of the options that were open."""

    scope: str
    moment: Moment
    options: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """One term of the condition under which a property fails, and a smallest witness under it."""

    when: str
    combinations: int
    witness: Witness


@dataclass(frozen=True, slots=True)
class FamilyVerdict:
    """The verdict over all combinations: how many there are, fail, and have no moment to speak of."""

    verdict: Verdict
    combinations: int
    fails: int = 0
    vacuous: int = 0
    fails_when: str | None = None
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What a worker answers; `family` where options were open."""

    verdict: Verdict
    family: FamilyVerdict | None = None
