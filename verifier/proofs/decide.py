"""What a worker does with a claim. It imports what that takes beforehand, so that no task's clock runs meanwhile."""

from __future__ import annotations

from dataclasses import replace

from rulespec.ir.ruleset import RuleSet
from verifier.proofs.family import prove_family
from verifier.proofs.obligation import Obligation
from verifier.proofs.outcomes import Decided
from verifier.proofs.prove import prove
from verifier.proofs.several import different
from verifier.proofs.verdict import Disagreement, Refuted, Unknown, word
from verifier.work.tasks import unpacked


def decide(task: Obligation) -> Decided:
    """The verdict on a claim; called by name in the worker."""
    found = _decided(task, unpacked(task.rules))
    return _more(task, found) if task.witnesses > 1 and isinstance(found.verdict, Refuted) else found


def _decided(task: Obligation, ruleset: RuleSet) -> Decided:
    if not ruleset.open_options:
        return Decided(prove(ruleset, task.property, example=task.example))
    found = prove_family(ruleset, task.property, task.assume, task.example)
    return Decided(found.verdict, found)


def _more(task: Obligation, found: Decided) -> Decided:
    """The refutation with other witnesses beside those it has."""
    assert isinstance(found.verdict, Refuted)
    shown = [failure.witness for failure in found.family.failures] if found.family else [found.verdict.witness]
    others = different(unpacked(task.rules), task.property, task.witnesses, task.assume)
    match others.ended:
        case None:
            notes: tuple[str, ...] = ()
        case Disagreement():
            return Decided(others.ended)
        case Unknown(reason):
            notes = (f"not all witnesses were found: {reason}",)
        case ended:
            notes = (f"not all witnesses were found: {word(ended)}",)
    return replace(found, more=tuple(w for w in others.witnesses if w not in shown), notes=notes)
