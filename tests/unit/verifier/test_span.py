"""The most and the least that a set can be worth are what the ends of the set say, one by one."""

from __future__ import annotations

import pytest

import rulespec
from rulespec.rulebook import rulebook
from verifier.compare import diff
from verifier.compare.model import DIFFERENT, UNKNOWN, SectionDiff, Swing
from verifier.match.sets import Sides, ends, span

PAIRS = [("tvaladze", "skill-games"), ("tvaladze", "web-225"), ("skill-games", "web-225")]


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
@pytest.mark.parametrize("sizes", [(1, 2), (2, 2, 1)], ids=str)
def test_span(pair: tuple[str, str], sizes: tuple[int, ...]) -> None:
    sides = Sides(tuple(rulebook(rulespec.load(name)) for name in pair), (1, 1))
    worth = [[end.worth for end in ends(sides, weights, sizes, None).values()] for weights in ((1, -1), (-1, 1))]
    assert span(sides, (1, -1), sizes) == (max(worth[0]), -max(worth[1]))


def test_swings_that_did_not_come_leave_the_section_open() -> None:
    """A section and its swings are two tasks; what became of either shows."""
    rows = SectionDiff("premium", DIFFERENT, seconds=1.0)
    swings = (Swing(10, None, ()),)  # type: ignore[arg-type]
    found = diff.together([rows, SectionDiff("premium", "same", swings=swings, seconds=2.0)])
    assert (found.verdict, found.swings, found.seconds) == (DIFFERENT, swings, 3.0)
    assert diff.together([rows, SectionDiff("premium", UNKNOWN, why="no answer within 30 s")]).verdict == UNKNOWN
    assert diff.together([SectionDiff("premium", UNKNOWN, why="none"), SectionDiff("premium", "same", swings=swings)]).swings == ()
