"""Every section's rows have the kind of result that `RuleSet.rows` says; who asks for rows by their section relies on it."""

from __future__ import annotations

import typing
from functools import cache

import pytest

from rulespec import library, pipeline
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import Class, RuleSet, Sets, TrumpMethod, ValueSection
from rulespec.ir.sections import BY_NAME

KINDS = {**dict.fromkeys(typing.get_args(ValueSection), Expr), "trump": TrumpMethod, "schedule": Sets, "strength": Class, "bid": None, "call": None}


@cache
def loaded(name: str) -> RuleSet:
    return pipeline.load(name)


def fits(result: object, kind: object) -> bool:
    """Whether a result is of a kind: one of a union, nothing, or sets of hand sizes."""
    if kind is None:
        return result is None
    if kind is Sets:
        return isinstance(result, tuple) and all(isinstance(size, int) for one in result for size in one)
    return isinstance(result, typing.cast(type, kind)) and not isinstance(result, bool)


@pytest.mark.parametrize("section", BY_NAME)
def test_results_are_of_the_kind_of_their_section(section: str) -> None:
    rows = [row for name in library.shipped() for row in loaded(name).sections[section].rows]
    assert rows and all(fits(row.result, KINDS[section]) for row in rows)


def test_kinds_are_told_apart() -> None:
    """A row of one kind is never taken for one of another, so the test above can fail."""
    ruleset = loaded(next(iter(library.shipped())))
    for section, kind in KINDS.items():
        others = [row for other, of in KINDS.items() if of != kind and not (None in (kind, of) and Class in (kind, of)) for row in ruleset.sections[other].rows]
        assert others and not any(fits(row.result, kind) for row in others), section
