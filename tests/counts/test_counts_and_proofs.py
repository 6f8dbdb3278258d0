"""The solver's list of differences and the counts come from two meanings: they name the same classes."""

from __future__ import annotations

import pytest

from tests.counts.test_section_counts import CASES as COUNTED
from tests.counts.test_section_counts import small
from verifier.compare.diff import counted, diff_section

LATER_IN_THE_TRICK = ("follows=best | follows=beat_it",)  # one class needs two cards on the table; the second player is counted
CASES = [case for case in COUNTED if case[1] not in LATER_IN_THE_TRICK and "follows=any" not in case[1]]


@pytest.mark.parametrize(("section", "pair"), CASES)
def test_every_class_that_is_proved_is_counted_and_no_other(section: str, pair: str) -> None:
    left, right = (small(changes.strip()) for changes in pair.split("|"))
    found = counted(diff_section(left, right, section), left, right)
    assert found.verdict == "different", found.why
    assert found.classes and all(one.count for one in found.classes)
    assert sum(one.count or 0 for one in found.classes) == found.count
