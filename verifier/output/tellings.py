"""What there is to tell of a result of `check`: each witness with its game, under the options it is about.

What finds and tells games is imported only where there is one to tell: most runs have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import RuleSet
from rulespec.spans import Span
from verifier.proofs.check import Result
from verifier.proofs.verdict import (
    REFUTED,
    Disagreement,
    NotApplicable,
    Proved,
    Refuted,
    Unknown,
    Unreached,
    Unsupported,
    Vacuous,
)
from verifier.witness.witness import Witness

if TYPE_CHECKING:
    from verifier.witness.played import Played

ALWAYS = "True"  # the condition of a family that fails throughout
KEPT = "kept"  # an answer of an earlier run


@dataclass(frozen=True, slots=True)
class Telling:
    """A witness under a heading, where it is not the only one."""

    heading: str
    story: Played

    @property
    def place(self) -> Span | None:
        """The row that decided, or the first of several."""
        from verifier.witness.played import deciding

        rows = deciding(self.story.ruleset, self.story.moment)
        return rows[0].span if rows else None


def tellings(ruleset: RuleSet, result: Result) -> Iterator[Telling]:
    """The witnesses against the property: of a family one for each term of its condition, then any others."""
    for heading, witness in _witnesses(result):
        yield _telling(heading, ruleset, witness, result)


def _telling(heading: str, ruleset: RuleSet, witness: Witness, result: Result) -> Telling:
    from verifier.witness.played import played

    return Telling(heading, played(ruleset, witness))


def _witnesses(result: Result) -> Iterator[tuple[str, Witness]]:
    if result.family is not None:
        yield from (("" if failure.when == ALWAYS else f"under {failure.when}:", failure.witness) for failure in result.family.failures if failure.witness is not None)
    elif isinstance(result.verdict, Proved) and result.property.kind == "possible" and result.verdict.example is not None:
        yield "", result.verdict.example
    elif isinstance(result.verdict, Refuted | Unreached) and result.verdict.witness is not None:
        yield "", result.verdict.witness
    for witness in result.more:
        options = ", ".join(f"{name}={value}" for name, value in witness.options)
        yield f"another, under {options}:" if options else "another:", witness


def example(ruleset: RuleSet, result: Result) -> Telling | None:
    """A situation that a proved property speaks of, where one was asked for."""
    match result.verdict:
        case Proved(_, Witness() as witness) if result.property.kind != "possible":
            return _telling("for example:", ruleset, witness, result)
        case _:
            return None


def reason(result: Result) -> str | None:
    """Why a verdict is what it is, in words; None where the verdict or its witness says it all."""
    match result.verdict:
        case Vacuous(why):
            return f"nothing was proved: {why}"
        case NotApplicable(why):
            return why
        case Unreached():
            return "not settled: no game was found that leads to a situation which would decide it"
        case Refuted(None):
            return "no game at all shows it"
        case Unknown(why) | Unsupported(why):
            return f"not settled: {why}"
        case Disagreement(details):
            return f"a bug of this program, its own answers disagree: {details}"
        case _:
            return None


def broken_promise(ruleset: RuleSet, result: Result) -> Span | None:
    """Where the promise stands that the verdict does not keep: in the file, or in one that it extends."""
    return ruleset.promised_at.get(result.property.id) if result.code() == REFUTED else None


def note(result: Result) -> str:
    """What stands behind a property's name in one line."""
    trivial = f"only because `{result.verdict.idle}` never holds" if isinstance(result.verdict, Proved) and result.verdict.idle else ""
    return "; ".join(filter(None, [_promise(result), trivial, *result.unheard, KEPT if result.cached else ""]))


def _promise(result: Result) -> str:
    family = result.family
    if family is not None and family.fails == family.combinations > 0:
        return f"fails for all {family.combinations} combinations"
    if family is not None and family.fails:
        when = "when" if family.lost else "exactly when"
        lost = f"; no game was found for what fails in {family.lost} more" if family.lost else ""
        return f"fails {when} {family.fails_when} ({family.fails} of {family.combinations} combinations){lost}" + _silent(result)
    if family is not None and isinstance(result.verdict, Proved):
        return f"for all {family.combinations - family.vacuous} combinations" + _silent(result)
    if isinstance(result.verdict, Refuted) and result.expected == "refuted":
        return "as promised"
    if isinstance(result.verdict, Proved) and result.expected == "refuted":
        return "promised to be refuted"
    return ""


def _silent(result: Result) -> str:
    family = result.family
    if family is None or not family.vacuous:
        return ""
    return f"; nothing to speak of when {family.vacuous_when} ({family.vacuous} of {family.combinations})"
