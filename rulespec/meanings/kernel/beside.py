"""Two rule sets of one pack in one text: which rows of the first decide, and what the second one answers to the same."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel import sections
from rulespec.meanings.kernel.sections import PREMIUM, premium_env

OTHER = "other_"
FIRST = ("lead", "follow", "score")  # the first row that holds answers
FORBIDDING = ("bid", "call")


def beside(ruleset: RuleSet, other: RuleSet) -> str:
    """Functions that the printed rules of `ruleset` do not have yet."""
    return "\n".join([*_rows(ruleset), *_answers(other)])


def _rows(ruleset: RuleSet) -> Iterator[str]:
    for section in (*FORBIDDING, "lead", "follow"):
        yield sections.first_row(ruleset, section, f"{section}_row")
    yield sections.standing_row(ruleset, "strength_row")


def _answers(other: RuleSet) -> Iterator[str]:
    for section in (*FORBIDDING, *FIRST):
        yield sections.first_row(other, section, f"{OTHER}{section}_row")
    for section in FIRST:
        yield sections.first(other, section, OTHER + section)
    yield sections.standing(other, f"{OTHER}strength")
    yield sections.standing_row(other, f"{OTHER}strength_row")
    yield sections.total(other, "premium", f"{OTHER}premium", PREMIUM, premium_env(other))
    yield sections.every_row(other, "premium", f"{OTHER}premium_rows", PREMIUM, premium_env(other))
