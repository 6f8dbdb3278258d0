"""`check` as JSON: the shape is a contract."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir.ruleset import RuleSet
from verifier.check import Checked, Request, Result
from verifier.moments import to_case
from verifier.outcomes import FamilyVerdict, Witness
from verifier.reports.versions import solver_versions
from verifier.verdict import Disagreement, Proved, Refuted, Unknown, Unsupported, Vacuous, word

SEED = 0


def payload(request: Request, found: Sequence[Checked]) -> dict[str, object]:
    """The document without its envelope."""
    return {
        "solvers": solver_versions("z3", *(["bitwuzla"] if request.cross_check else [])),
        "limits": {"timeout": request.timeout, "seed": SEED},
        "profiles": [profile(one) for one in found],
    }


def profile(found: Checked) -> dict[str, object]:
    record: dict[str, object] = {"id": found.ruleset.id, "fingerprint": found.ruleset.fingerprint, "exit_code": found.exit_code}
    if found.idle_patterns:
        record["matched_nothing"] = list(found.idle_patterns)
    return {**record, "results": [result(found.ruleset, one) for one in found.results]}


def result(ruleset: RuleSet, found: Result) -> dict[str, object]:
    """One property's verdict; what belongs to a family stands behind the rest."""
    record: dict[str, object] = {
        "property": found.property.id, "kind": found.property.kind, "says": found.property.says, "verdict": word(found.verdict),
        "expected": found.expected, "seconds": round(found.seconds, 3), "witness": _witness(ruleset, found), **_reason(found),
    }  # fmt: skip
    return record | (_family(ruleset, found.family) if found.family else {})


def _reason(found: Result) -> dict[str, object]:
    match found.verdict:
        case Proved(bounds):
            return {"bounds": bounds}
        case Vacuous(why):
            return {"reason": why}
        case Unknown(reason):
            return {"reason": reason}
        case Unsupported(what):
            return {"reason": what}
        case Disagreement(details):
            return {"reason": str(details)}
        case Refuted():
            return {}


def _witness(ruleset: RuleSet, found: Result) -> dict[str, object] | None:
    if not isinstance(found.verdict, Refuted) or not isinstance(found.verdict.witness, Witness):
        return None
    return witness(ruleset, found.verdict.witness)


def witness(ruleset: RuleSet, found: Witness) -> dict[str, object]:
    """The moment as a case, with the options it is under."""
    return {"scope": found.scope, "case": to_case(found.moment, ruleset.pack), "options": dict(found.options)}


def _family(ruleset: RuleSet, found: FamilyVerdict) -> dict[str, object]:
    return {
        "combinations": {"all": found.combinations, "fail": found.fails, "vacuous": found.vacuous},
        "fails_when": found.fails_when,
        "terms": [{"when": f.when, "combinations": f.combinations, "witness": witness(ruleset, f.witness)} for f in found.failures],
    }
