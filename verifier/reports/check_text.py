"""`check` as text: one line a property, what is not as promised told in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulespec.ir.ruleset import RuleSet
from verifier.check import Checked, Result
from verifier.outcomes import Witness
from verifier.reports.words import moment_lines
from verifier.verdict import (
    HOLDS,
    NOT_SETTLED,
    Disagreement,
    Proved,
    Refuted,
    Unknown,
    Unsupported,
    Vacuous,
    judge,
    word,
)


def lines(found: Sequence[Checked]) -> Iterator[str]:
    """The whole report."""
    for one in found:
        yield from _profile(one)
        yield ""
    yield from _ending(found)


def _profile(found: Checked) -> Iterator[str]:
    yield f"{found.ruleset.id}: {found.ruleset.name}"
    width = max((len(r.property.id) for r in found.results), default=0)
    for result in found.results:
        yield f"  {mark(result):8}  {result.property.id:{width}}  {_note(result)}".rstrip()
        if _told(result):
            yield from (f"            {line}" for line in _story(found.ruleset, result))
    for pattern in found.idle_patterns:
        yield f"  no property is called `{pattern}`"


def mark(result: Result) -> str:
    """The verdict, in capitals where it is not what was promised or asked for."""
    name = word(result.verdict)
    return name if judge(result.verdict, result.expected, result.asked) == HOLDS else name.upper()


def _note(result: Result) -> str:
    family = result.family
    if family is not None and family.fails:
        return f"fails exactly when {family.fails_when} ({family.fails} of {family.combinations} combinations)"
    if family is not None and isinstance(result.verdict, Proved):
        silent = f", nothing to speak of in {family.vacuous}" if family.vacuous else ""
        return f"for all {family.combinations} combinations{silent}"
    if isinstance(result.verdict, Refuted) and result.expected == "refuted":
        return "as promised"
    if isinstance(result.verdict, Proved) and result.expected == "refuted":
        return "promised to be refuted"
    return ""


def _told(result: Result) -> bool:
    return judge(result.verdict, result.expected, result.asked) != HOLDS or (result.asked and isinstance(result.verdict, Refuted))


def _story(ruleset: RuleSet, result: Result) -> Iterator[str]:
    """What the property says, and the situation that breaks it or the reason why it is not settled."""
    yield result.property.says
    if result.family is not None and result.family.failures:
        for failure in result.family.failures:
            yield f"under {failure.when}:"
            yield from (f"  {line}" for line in moment_lines(ruleset, failure.witness))
        return
    match result.verdict:
        case Refuted(Witness() as witness):
            yield from moment_lines(ruleset, witness)
        case Vacuous(why):
            yield f"nothing was proved: {why}"
        case Unknown(reason) | Unsupported(reason):
            yield f"not settled: {reason}"
        case Disagreement(details):
            yield f"two meanings disagree, a bug of this program: {details}"
        case _:
            return


def _ending(found: Sequence[Checked]) -> Iterator[str]:
    results = [r for one in found for r in one.results]
    if not results:
        yield "nothing was checked"
        return
    counts = [f"{sum(word(r.verdict) == name for r in results)} {name}" for name in dict.fromkeys(word(r.verdict) for r in results)]
    broken = sum(judge(r.verdict, r.expected, r.asked) != HOLDS for r in results)
    ending = "all as promised" if not broken else f"{broken} not as promised"
    unsettled = any(judge(r.verdict, r.expected, r.asked) == NOT_SETTLED for r in results)
    yield f"{len(results)} properties: {', '.join(counts)}; {ending}" + ("; not everything was settled" if unsettled else "")
