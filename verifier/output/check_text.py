"""`check` as text: one line a property, what is not as promised told in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulespec.ir.ruleset import RuleSet
from verifier.output.tellings import Telling, broken_promise, example, note, reason, tellings
from verifier.proofs.check import Checked, Result
from verifier.proofs.verdict import DISAGREE, HOLDS, NOT_SETTLED, NotApplicable, Refuted, word

MARGIN = " " * 12


def lines(found: Sequence[Checked]) -> Iterator[str]:
    """The whole report."""
    for one in found:
        yield from profile(one)
        yield ""
    yield from ending(found)


def profile(found: Checked) -> Iterator[str]:
    """One rule set."""
    yield f"{found.ruleset.id}: {found.ruleset.name}"
    width = max((len(r.property.id) for r in found.results), default=0)
    words = max((len(mark(r)) for r in found.results), default=0)
    for result in found.results:
        if isinstance(result.verdict, NotApplicable) and not result.asked:
            continue
        yield f"  {mark(result):{max(words, 8)}}  {result.property.id:{width}}  {note(result)}".rstrip()
        yield from (f"{MARGIN}{line}".rstrip() for line in told(found.ruleset, result))
    yield from not_applicable(found)
    yield from idle(found)
    yield from coverage(found)


def not_applicable(found: Checked) -> Iterator[str]:
    """What the rule set does not have, with the claims about it in one line."""
    lacking: dict[str, list[str]] = {}
    for result in found.results:
        if isinstance(result.verdict, NotApplicable) and not result.asked:
            lacking.setdefault(result.verdict.why, []).append(result.property.id)
    for why, ids in lacking.items():
        yield f"  not applicable ({why}): {', '.join(ids)}"


def coverage(found: Checked) -> Iterator[str]:
    """Which rows each property depends on, and which none does, where that was asked."""
    if found.coverage is None:
        return
    yield ""
    yield "  which rows each property depends on"
    width = max(len(watch.property) for watch in found.coverage.watches)
    for watch in found.coverage.watches:
        rows = ", ".join(f"{one.section} `{one.row}`" for one in watch.rows) or "none"
        yield f"    {watch.property:{width}}  {f'not settled: {watch.unsettled}' if watch.unsettled else rows}"
    unwatched = ", ".join(f"{one.section} `{one.row}`" for one in found.coverage.unwatched)
    far = ", as far as that is settled" if any(watch.unsettled for watch in found.coverage.watches) else ""
    yield f"  no property watches {unwatched}{far}" if unwatched else "  every row is watched"


def idle(found: Checked) -> Iterator[str]:
    """What was asked for and is not there."""
    for pattern in found.idle_patterns:
        meant = f": did you mean `{found.near[pattern]}`?" if pattern in found.near else ""
        yield f"  no property is called `{pattern}`{meant}"
    if not found.results and not found.idle_patterns:
        yield "  there is no property to check"


def mark(result: Result) -> str:
    """The verdict, in capitals where it is not what was promised or asked for."""
    name = word(result.verdict)
    return name if result.code() == HOLDS else name.upper()


def told(ruleset: RuleSet, result: Result) -> Iterator[str]:
    """What the property says and what came of it, where that is not just as promised or somebody asked."""
    shown = example(ruleset, result)
    told_anyway = result.asked and (isinstance(result.verdict, Refuted) or result.property.kind == "possible")
    if result.code() == HOLDS and shown is None and not told_anyway and not result.notes:
        return
    yield result.property.says
    promise = broken_promise(ruleset, result)
    if promise is not None:
        yield f"promised to be {result.expected}: {promise}"
    why = reason(result)
    if why is not None:
        yield from why.split("\n")
    for one in [*tellings(ruleset, result), *([shown] if shown else [])]:
        yield from telling(one)
    yield from result.notes


def telling(one: Telling) -> Iterator[str]:
    """A witness under its heading."""
    from verifier.witness.text.game import narrate

    if not one.heading:
        yield from narrate(one.story)
        return
    yield one.heading
    yield from (f"  {line}" for line in narrate(one.story))


def ending(found: Sequence[Checked]) -> Iterator[str]:
    """How it all came out."""
    results = [r for one in found for r in one.results]
    if not found:
        yield "nothing was checked: name a rule set"
        return
    if not results:
        yield "nothing was checked"
        return
    counts = [f"{sum(word(r.verdict) == name for r in results)} {name}" for name in dict.fromkeys(word(r.verdict) for r in results)]
    broken = sum(r.code() != HOLDS for r in results)
    parts = ["all as promised" if not broken else f"{broken} not as promised, in capitals"]
    if any(r.code() == NOT_SETTLED for r in results) or any(one.idle_patterns for one in found):
        parts.append("not everything was settled")
    if any(r.code() == DISAGREE for r in results):
        parts.append("there is a bug in this program")
    parts += kept(sum(r.cached for r in results))
    yield f"{len(results)} {'property' if len(results) == 1 else 'properties'}: {', '.join(counts)}; {'; '.join(parts)}"


def kept(number: int) -> list[str]:
    """That answers are those of an earlier run, where some are."""
    return [f"{number:,} kept from an earlier run"] if number else []
