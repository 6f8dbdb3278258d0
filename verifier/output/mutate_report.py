"""`mutate` as text and as JSON; the JSON shape is a contract."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.output.lint_report import plural
from verifier.watch.mutate import Mutant, Mutation
from verifier.watch.mutate.judge import DISAGREES, EQUIVALENT, INVALID, KILLED, SURVIVED, UNKNOWN
from verifier.work.versions import solver_versions

TOLD = (SURVIVED, UNKNOWN, DISAGREES)


def payload(found: Mutation) -> dict[str, object]:
    """The JSON document without its envelope."""
    return {
        "solvers": solver_versions("z3"), "profile": found.ruleset.id, "fingerprint": found.ruleset.fingerprint,
        **{verdict: found.count(verdict) for verdict in (KILLED, SURVIVED, EQUIVALENT, INVALID, UNKNOWN, DISAGREES)},
        "score": found.score, "hollow": list(found.hollow), "seconds": round(found.seconds, 1),
        "mutants": [record(mutant) for mutant in found.mutants],
    }  # fmt: skip


def record(mutant: Mutant) -> dict[str, object]:
    return {
        "id": mutant.id, "section": mutant.section, "row": mutant.row, "edit": mutant.edit, "at": mutant.at,
        "verdict": mutant.verdict, "by": mutant.by[0] if mutant.by else None, "noticed_by": list(mutant.by), "why": mutant.why,
    }  # fmt: skip


def lines(found: Mutation) -> Iterator[str]:
    """What was not noticed, told in full; then the numbers."""
    for mutant in found.mutants:
        if mutant.verdict in TOLD:
            yield f"{mutant.at}: {mutant.verdict}: `{mutant.row}` {mutant.edit}"
            yield f"  {mutant.id}"
            yield f"  {mutant.why}" if mutant.verdict != SURVIVED else f"  nobody notices: {mutant.why}"
    for name in found.hollow:
        yield f"hollow: `{name}` keeps its verdict under every edit"
    yield from _ending(found)


def _ending(found: Mutation) -> Iterator[str]:
    if found.score is None:
        yield f"{found.ruleset.id}: no edit changes anything, so nothing was measured"
        return
    counts = ", ".join(f"{found.count(verdict)} {verdict}" for verdict in (KILLED, SURVIVED, UNKNOWN, DISAGREES) if found.count(verdict))
    yield f"{found.ruleset.id}: {plural(len(found.mutants), 'mutant')}: {counts}; {found.count(EQUIVALENT)} proved equivalent, {found.count(INVALID)} no rules at all"
    yield f"{found.score:.1f} % of those that mean something else are killed" + ("" if found.score >= found.enough else f", fewer than {found.enough:g} %")
