"""What the solver says of an edit, held against every situation of a small game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rulespec.ir.ruleset import Row
from rulespec.questions import BY_SECTION
from rulespec.rulebook import rulebook
from verifier.watch.mutate.examples import Noticing
from verifier.watch.mutate.study import Study, Subject, study
from verifier.watch.parting.proof import Gone, Prover
from verifier.watch.parting.table import Table
from verifier.watch.parting.whole import rewritten

HOUSE = Path(__file__).parents[2] / "lint" / "house.yaml"
SAMPLE = 40  # edits of a section


@cache
def house() -> Study:
    return study(Subject(str(HOUSE)))


def edited(section: str) -> list[tuple[str, Sequence[Row]]]:
    """Rows of a section as some edits leave them; those that stand as they stood are the same objects."""
    ruleset = house().ruleset
    found = []
    for one in house().different:
        if one.edit.section == section and one.patch is not None:
            rows = rewritten(ruleset, section, one.patch.on(ruleset, "edited").rows(section))
            found.append((one.edit.says, tuple(ruleset.rows(section)[row] if isinstance(row, int) else row for row in rows)))
    return Random(1).sample(found, min(SAMPLE, len(found)))


@cache
def every(section: str) -> Table:
    """All situations of a section in the small game."""
    book = rulebook(house().ruleset)
    table = Table(book, section, house().ruleset.rows(section))
    for at in BY_SECTION[section].every(book):
        table.add(at)
    return table


@pytest.mark.parametrize("section", ["bid", "lead", "follow", "strength"])
def test_an_edit_is_proved_to_change_nothing_exactly_where_no_situation_is_answered_otherwise(section: str) -> None:
    """Nothing was looked at before, so that the solver is asked about all of them."""
    ruleset, prover = house().ruleset, Prover(house().ruleset, section)
    verdicts = set()
    for says, rows in edited(section):
        found = prover.parting(rows, lambda at, rows=rows: parts(section, rows, at))  # type: ignore[misc]
        assert not isinstance(found, Gone), says
        assert (found is None) == (not any(every(section).parts(rows, i) for i in range(len(every(section).situations)))), says
        assert found is None or parts(section, rows, found), says
        verdicts.add(found is None)
    assert False in verdicts and ruleset.rows(section)


def parts(section: str, rows: Sequence[Row], at: object) -> bool:
    """Whether a situation is answered otherwise, by the reference."""
    table = Table(rulebook(house().ruleset), section, house().ruleset.rows(section))
    return table.parts(rows, table.add(at))  # type: ignore[arg-type]


def test_an_example_that_other_cards_make_impossible_notices_them() -> None:
    """Also one of another section: its hand holds a card that is not dealt any more."""
    noticing = Noticing(house().ruleset, [one for one in house().examples if one.question == "plays"])
    decks = [one for one in house().different if one.edit.section == "deck" and one.patch is not None]
    noticed = [list(noticing.by(house().mutant(one.number), one.patch.touched(house().ruleset))) for one in decks]  # type: ignore[union-attr]
    assert decks and any(noticed)
