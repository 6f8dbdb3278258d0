"""Whether a property keeps its verdict under edited rules: the solver's word, held against the reference meaning.

As `prove`, but no game is looked for and no smallest situation: an edit is noticed where the solver's answer turns
round, and a property of thousands of edited rule sets is asked for that alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from rulespec.ir.by_identity import ByIdentity
from rulespec.questions.ground import TooMany
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.needs import missing
from verifier.proofs.property import Property
from verifier.proofs.prove import Claim
from verifier.proofs.verdict import Disagreement, NotApplicable, Proved, Refuted, Unknown, Unsupported, Vacuous, Verdict
from verifier.symbolic import situations
from verifier.symbolic.setting import Labelled, Reader, Setting, Symbolic

MOST_GROUNDS = 8
FLIPPED = {"proved": "refuted", "refuted": "proved"}
"""Only a verdict turned round counts: a property left with nothing to speak of has noticed nothing."""


def verdict_on(property_: Property, setting: Setting, exact: bool = True) -> Verdict:
    """The verdict on a property of a settled rule set; only where it is `exact` is vacuous told from proved."""
    ruleset = setting.ruleset
    lacks = missing(ruleset, property_)
    if lacks:
        return NotApplicable(lacks)
    try:
        claims = [Claim(ruleset, properties.typed(property_, scope, ruleset)) for scope in property_.scopes]
        groups = [(claim, group) for claim in claims for group in situations(setting, claim.typed.scope)]
    except TooMany as many:
        return Unsupported(str(many))
    return _somewhere(groups) if property_.kind == "possible" else _everywhere(groups, exact)


Groups = Sequence[tuple[Claim, Symbolic[Any]]]


def _everywhere(groups: Groups, exact: bool) -> Verdict:
    for claim, group in groups:
        found = _asked(claim, group, [*claim.given(group), claim.fails(group)], claim.breaks)
        if not isinstance(found, Vacuous):
            return Refuted(None) if isinstance(found, Proved) else found
    return _first([(claim, group, claim.given(group)) for claim, group in groups]) if exact else Proved("")


def _somewhere(groups: Groups) -> Verdict:
    found = _first([(claim, group, [*claim.given(group), ("claimed", claim.holds(group))]) for claim, group in groups])
    return Refuted(None) if isinstance(found, Vacuous) else found


def _first(asked: Sequence[tuple[Claim, Symbolic[Any], Sequence[Labelled]]]) -> Verdict:
    """Proved where some situation fulfils some of the conditions."""
    verdict: Verdict = Vacuous("no situation fulfils what is given")
    for claim, group, conditions in asked:
        found = _asked(claim, group, conditions, None)
        if isinstance(found, Proved):
            return found
        verdict = found if isinstance(found, Unknown) else verdict
    return verdict


def _asked(claim: Claim, group: Symbolic[Any], conditions: Sequence[Labelled], agrees: Any) -> Verdict:
    """Proved where a situation fulfils the conditions, and the reference meaning agrees; vacuous where none does."""
    match _answer(claim.typed.scope, group, [condition for _, condition in conditions]):
        case solve.Unsat():
            return Vacuous("")
        case solve.Unsure(reason):
            return Unknown(reason)
        case solve.Sat(model):
            moment = group.read(Reader(model, claim.ruleset.pack))
            if agrees is not None and not agrees(moment, {}):
                return Disagreement(f"the solver's situation does not break `{claim.typed.property.id}` by the reference meaning: {moment}")
            return Proved("")


_grounds = ByIdentity[z3.Solver](MOST_GROUNDS)


def _answer(scope: str, group: Symbolic[Any], conditions: Sequence[z3.BoolRef]) -> solve.Result:
    """Many claims are asked of one group of situations, which a solver works out once; tricks take a fresh one, which proves them faster."""
    possible = [condition for _, condition in group.assumptions]
    if scope == "trick":
        fresh = solve.solver()
        fresh.add(*possible, *conditions)
        return solve.ask(fresh)
    with solve.asking(_grounds.of(group, lambda: solve.knowing(possible)), *conditions) as ground:
        return solve.ask(ground)
