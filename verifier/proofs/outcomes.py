"""What proofs hand over to reports: witnesses, and verdicts over families. No solver is needed to read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verifier.proofs.verdict import DOMINANCE, NotApplicable, Verdict, entry
from verifier.witness.witness import Witness


@dataclass(frozen=True, slots=True)
class Failure:
    """One term of the condition under which a property fails, and a smallest witness under it."""

    when: str
    combinations: int
    witness: Witness | None


@dataclass(frozen=True, slots=True)
class FamilyVerdict:
    """The verdict over all combinations: how many there are, fail, and have no moment to speak of.

    `lost` are those that fail by the solver's word alone, as no game was found for it.
    """

    verdict: Verdict
    combinations: int
    fails: int = 0
    vacuous: int = 0
    fails_when: str | None = None
    vacuous_when: str | None = None
    failures: tuple[Failure, ...] = ()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Decided:
    """What a worker answers.

    `family` where options were open, `opinions` where more than one was asked for and `unheard` those that
    could not be had, `more` the witnesses beside those of the verdict, `notes` why there are not as many as asked for.
    """

    verdict: Verdict
    family: FamilyVerdict | None = None
    opinions: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    more: tuple[Witness, ...] = ()
    notes: tuple[str, ...] = ()


def gravest(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict that dominates, the first of its kind; there is one at least. A claim that applies to one scope applies."""
    return min(verdicts, key=lambda verdict: (DOMINANCE.index(entry(verdict).code), isinstance(verdict, NotApplicable)))
