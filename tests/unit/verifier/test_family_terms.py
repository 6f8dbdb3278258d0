"""A family's conditions on its options: worked out for all combinations at once, and asked for piece by piece."""

from __future__ import annotations

import random
from itertools import product

import pytest
import z3

import rulespec
from verifier.proofs import claims
from verifier.proofs.family import prove_family
from verifier.proofs.property import every
from verifier.proofs.terms import Constants, Grid

A, B, C = z3.BitVec("a", 4), z3.BitVec("b", 4), z3.BitVec("c", 2)
VALUES = {A: [0, 3, 15], B: [1, 8], C: [0, 1, 2]}
AXES = [(name, [z3.BitVecVal(value, name.size()) for value in values]) for name, values in VALUES.items()]


def number(chance: random.Random, depth: int) -> z3.BitVecRef:
    if depth == 0:
        return chance.choice([A, B, z3.ZeroExt(2, C), z3.BitVecVal(chance.randrange(16), 4)])
    left, right = number(chance, depth - 1), number(chance, depth - 1)
    ways = [lambda: left + right, lambda: left * right, lambda: -left, lambda: left & right, lambda: z3.If(truth(chance, depth - 1), left, right)]
    return chance.choice(ways)()


def truth(chance: random.Random, depth: int) -> z3.BoolRef:
    if depth == 0:
        left, right = number(chance, 1), number(chance, 1)
        return chance.choice([left == right, left != right, left < right, z3.ULE(left, right), z3.BoolVal(chance.random() < 0.5)])
    left, right = truth(chance, depth - 1), truth(chance, depth - 1)
    ways = [z3.And(left, right), z3.Or(left, right), z3.Not(left), left == right, z3.Implies(left, right), z3.Xor(left, right), z3.If(left, right, left)]
    return chance.choice(ways)


@pytest.mark.parametrize("seed", range(25))
def test_all_combinations_at_once_are_each_of_them(seed: int) -> None:
    formula = truth(random.Random(seed), 3)
    holds = Grid(AXES).holds(formula)
    for place, values in enumerate(product(*[values for _, values in AXES])):
        here = z3.simplify(z3.substitute(formula, *zip(VALUES, values, strict=True)))
        assert bool(holds >> place & 1) == z3.is_true(here), (formula, values)


def test_only_the_variables_that_were_named_are_looked_at() -> None:
    assert {str(one) for one in Constants([A + 1 == B]).found.values()} == {"a", "b"}
    assert {str(one) for one in Constants([z3.ULT(C, 2)], Constants([A == B])).found.values()} == {"a", "b", "c"}
    with pytest.raises(ValueError, match="none of the variables"):
        Grid(AXES[:1]).holds(A == B)


def test_a_question_that_is_too_hard_is_asked_for_each_value_of_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    family = rulespec.load("georgian")
    listed, _ = every(family, ())
    claim = next(one for one in listed if one.id == "high-lead-beats-trumps")
    at_once = prove_family(family, claim)
    monkeypatch.setattr(claims, "EFFORT", 1)
    by_parts = prove_family(family, claim)
    assert (by_parts.fails_when, by_parts.fails, by_parts.combinations) == (at_once.fails_when, at_once.fails, at_once.combinations)
    assert by_parts.fails
