"""What a proof ends with where the solver gives no answer."""

from __future__ import annotations

import pytest
import z3

from tests.laws.known import claim, known, rules
from verifier.proofs import solve
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Unknown

HONEST = solve.ask


@pytest.mark.parametrize("honest", [0, 1, 2])
def test_no_answer_is_no_proof(honest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver gives up at once, after it has said that something is given, or that nothing breaks the claim."""
    one = next(one for one in known()["claims"] if one["id"] == "what a set adds")
    left = [honest]

    def ask(asked: z3.Solver, *assumptions: z3.BoolRef) -> solve.Result:
        left[0] -= 1
        return HONEST(asked, *assumptions) if left[0] >= 0 else solve.Unsure("had enough")

    ruleset = rules(one, {"schedule": [{"name": "one", "sets": [[1]]}]})
    monkeypatch.setattr(solve, "ask", ask)
    assert isinstance(prove(ruleset, claim(one), example=True), Unknown)
