"""`check` as JSON: the shape is a contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from rulespec.ir.ruleset import RuleSet
from verifier.output.tellings import Telling, broken_promise, example, tellings
from verifier.proofs.check import Checked, Request, Result
from verifier.proofs.outcomes import FamilyVerdict
from verifier.proofs.verdict import (
    Disagreement,
    NotApplicable,
    Proved,
    Refuted,
    Unknown,
    Unreached,
    Unsupported,
    Vacuous,
    word,
)
from verifier.work.versions import solver_versions

if TYPE_CHECKING:
    from verifier.watch.coverage import Coverage, RowName

SEED = 0


def payload(request: Request, found: Sequence[Checked]) -> dict[str, object]:
    """The document without its envelope."""
    checked = any(one.results for one in found)
    return {
        "solvers": solver_versions("z3", *(["bitwuzla"] if request.cross_check else [])),
        "limits": {"timeout": request.timeout, "seed": SEED},
        "profiles": [profile(one, request.witnesses > 1) for one in found],
        **({} if checked else {"reason": "nothing was checked"}),
    }


def profile(found: Checked, several: bool = False) -> dict[str, object]:
    """One rule set; each refutation with a list of witnesses where several were asked for."""
    record: dict[str, object] = {"id": found.ruleset.id, "fingerprint": found.ruleset.fingerprint, "exit_code": found.exit_code}
    if found.idle_patterns:
        record["matched_nothing"] = list(found.idle_patterns)
        record |= {"did_you_mean": dict(found.near)} if found.near else {}
    record["results"] = [result(found.ruleset, one, several) for one in found.results]
    if found.coverage is not None:
        record["coverage"] = coverage(found.coverage)
    return record


def coverage(found: Coverage) -> dict[str, object]:
    """The rows each property depends on, `unsettled` why there may be more, and the rows that none does."""
    watches = [{"property": w.property, "rows": [_row(one) for one in w.rows], "unsettled": w.unsettled or None} for w in found.watches]
    return {"properties": watches, "unwatched": [_row(one) for one in found.unwatched]}


def _row(found: RowName) -> dict[str, str]:
    return {"section": found.section, "row": found.row}


def result(ruleset: RuleSet, found: Result, several: bool = False) -> dict[str, object]:
    """One property's verdict; what was asked for beside it, and what belongs to a family, stands behind the rest."""
    told = list(tellings(ruleset, found))
    record: dict[str, object] = {
        "property": found.property.id, "kind": found.property.kind, "says": found.property.says, "verdict": word(found.verdict),
        "expected": found.expected, "seconds": round(found.seconds, 3), "cached": found.cached,
        "witness": witness_json(told[0]) if told else None, **_reason(found),
    }  # fmt: skip
    promise = broken_promise(ruleset, found)
    if promise is not None:
        record["promised_at"] = str(promise)
    shown = example(ruleset, found)
    if shown is not None:
        record["example"] = witness_json(shown)
    if several and told:
        record["witnesses"] = [witness_json(one) for one in told]
    if found.opinions:
        record |= {"opinions": list(found.opinions), "unheard": list(found.unheard)}
    if found.notes:
        record["notes"] = list(found.notes)
    return record | (_family(found.family, told) if found.family else {})


def witness_json(told: Telling) -> dict[str, object]:
    """A witness with its game."""
    from verifier.witness import played

    return played.witness_json(told.story)


def _reason(found: Result) -> dict[str, object]:
    match found.verdict:
        case Proved(bounds, _, idle):
            return {"bounds": bounds, **({"idle": idle} if idle else {})}
        case Vacuous(why) | NotApplicable(why):
            return {"reason": why}
        case Unreached(witness):
            return {"reason": witness.why_not}
        case Unknown(reason):
            return {"reason": reason}
        case Unsupported(what):
            return {"reason": what}
        case Disagreement(details):
            return {"reason": str(details)}
        case Refuted():
            return {}
        case other:
            assert_never(other)


def _family(found: FamilyVerdict, told: Sequence[Telling]) -> dict[str, object]:
    """`told` begins with the witnesses of the terms."""
    terms = [
        {"when": failure.when, "combinations": failure.combinations, "witness": witness_json(one)}
        for failure, one in zip(found.failures, told, strict=False)
    ]
    return {
        "combinations": {"all": found.combinations, "fail": found.fails, "vacuous": found.vacuous, "lost": found.lost},
        "fails_when": found.fails_when, "vacuous_when": found.vacuous_when, "terms": terms,
    }  # fmt: skip
