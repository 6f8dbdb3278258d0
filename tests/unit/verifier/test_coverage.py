"""Which rows a property depends on: worked out by hand for a very small game."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.proofs import property as properties
from verifier.proofs.verdict import Unknown
from verifier.watch.coverage import Coverage, RowName, coverage, look, look_of, rows_of, watch_of, watched_sections
from verifier.watch.mutate.study import Subject
from verifier.work.settings import loaded
from verifier.work.tasks import Limits, Worked

HOUSE = Subject(str(Path(__file__).parents[2] / "lint" / "house.yaml"))
KNOWN = {p.id: p for p in properties.of(loaded(HOUSE.profile, ()))}


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("bids-never-balance", {("bid", "the dealer may not balance")}),
        ("must-follow-suit", {("follow", "follow suit")}),
        ("dealers-equal", {("schedule", "schedule 1")}),
        ("every-score-defined", set()),
    ],
)
def test_the_rows_a_property_depends_on(name: str, rows: set[tuple[str, str]]) -> None:
    assert {(row.section, row.row) for row in look(look_of(HOUSE, KNOWN[name], rows_of(HOUSE))).rows} == rows


def test_rows_that_no_property_watches_are_named_and_dead_rows_are_not() -> None:
    found: Coverage = coverage(HOUSE, [KNOWN["must-follow-suit"], KNOWN["joker-any-time"]], Limits(120))
    assert RowName("follow", "follow suit") not in found.unwatched
    assert {RowName("score", "exact"), RowName("bid", "the dealer may not balance")} <= set(found.unwatched)
    assert RowName("follow", "trump") not in found.unwatched  # the options rule it out


def test_rows_of_the_ground_are_held_against_properties_of_the_deal_only() -> None:
    assert watched_sections(KNOWN["deal-fits-pack"]) == {"deck", "schedule", "trump"}
    assert watched_sections(KNOWN["someone-misses"]) == {"bid", "score"}


def test_what_was_not_settled_is_said() -> None:
    found = watch_of("p", Worked(Unknown("no answer within 120 s"), 120.0))
    assert found.rows == () and found.unsettled
