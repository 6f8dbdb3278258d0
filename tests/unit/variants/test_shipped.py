"""Every shipped profile that can be played comes with all that goes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import variants
from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.programs.examples import complaint, examples_of
from verifier.proofs import property as properties

TESTS = Path(__file__).parents[2]
PLAYABLE = [name for name in shipped() if not load(name).open_options]
OFFERS = [path.stem for path in sorted(variants.EXAMPLES.glob("*+*.jsonl"))]


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_profile_has_an_account_examples_counts_and_a_playthrough(name: str) -> None:
    parts = (
        variants.SOURCES / f"{name}.md", variants.EXAMPLES / f"{name}.jsonl",
        TESTS / "counts" / f"{name}.yaml", TESTS / "playthroughs" / f"{name}.txt",
    )  # fmt: skip
    assert [part.name for part in parts if not part.is_file() or not part.read_text(encoding="utf-8").strip()] == []


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_profile_promises_every_trait(name: str) -> None:
    ruleset = load(name)
    assert [p.id for p in properties.of(ruleset) if p.kind == "trait" and p.id not in ruleset.expect] == []


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_row_says_where_it_comes_from(name: str) -> None:
    rows = [row for section in load(name).sections.values() for row in section.rows]
    assert [row.name for row in rows if not row.cite and not row.assumed] == []


@pytest.mark.parametrize("name", [*PLAYABLE, *OFFERS])
def test_worked_examples_have_sources_and_are_right(name: str) -> None:
    ruleset, examples = load(name), examples_of(name)
    assert len(examples) >= 3 and len({example.id for example in examples}) == len(examples)
    assert [(e.id, why) for e in examples if (why := complaint(ruleset, e)) is not None] == []
    assert [e.id for e in examples if not e.source] == []


@pytest.mark.parametrize("name", PLAYABLE)
def test_examples_ask_about_every_part_of_play(name: str) -> None:
    asked = {example.question for example in examples_of(name)}
    assert asked >= {"bids", "plays", "calls", "winner", "score", "set"}


def test_every_account_and_every_file_of_examples_belongs_to_a_profile() -> None:
    known = set(shipped())
    files = [*variants.SOURCES.glob("*.md"), *variants.EXAMPLES.glob("*.jsonl")]
    assert [path.name for path in files if path.stem.split("+")[0] not in known] == []
