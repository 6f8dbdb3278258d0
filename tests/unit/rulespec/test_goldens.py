"""Transcripts and counts of seeded games: every shipped rule set has them, and they are what the engine makes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulespec import library, pipeline
from rulespec.hand import TRUMP, HandState
from rulespec.perft import branches
from rulespec.rulebook import rulebook
from verifier.evenings import goldens

TESTS = Path(__file__).parents[2]
PROFILES = [ruleset.id for ruleset in goldens.playable_profiles()]
AGAIN = "run `python -m verifier.evenings.goldens` and read what it changes"


def test_shipped_rule_sets_are_all_played() -> None:
    families = [name for name in library.shipped() if pipeline.load(name).family == name]
    assert sorted([*PROFILES, *families]) == sorted(library.shipped())


def test_no_transcript_is_left_of_a_rule_set_that_is_gone() -> None:
    assert sorted(path.stem for path in (TESTS / "playthroughs").iterdir()) == sorted(PROFILES)


@pytest.mark.parametrize("name", PROFILES)
def test_the_transcript_is_what_the_engine_plays(name: str) -> None:
    path = TESTS / "playthroughs" / f"{name}.txt"
    assert path.exists(), f"{path} is missing: {AGAIN}"
    kept, made = path.read_text(encoding="utf-8").splitlines(), goldens.transcript(pipeline.load(name)).splitlines()
    first = next((i for i, (old, new) in enumerate(zip(kept, made, strict=False)) if old != new), min(len(kept), len(made)))
    assert kept == made, f"{path}:{first + 1} is stale: {AGAIN}"


@pytest.mark.parametrize("name", PROFILES)
def test_the_counts_are_what_the_rules_leave_open(name: str) -> None:
    path = TESTS / "counts" / f"{name}.yaml"
    assert path.exists(), f"{path} is missing: {AGAIN}"
    kept = yaml.safe_load(path.read_text(encoding="utf-8"))["deals"]
    ruleset = pipeline.load(name)
    wrong = [(old, new) for old, new in zip(kept, goldens.count_rows(ruleset), strict=True) if old != new]
    assert not wrong, "\n".join(line for old, new in wrong for line in explained(name, old, new))


def explained(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """The counts by first act at the first depth that differs, which is how one finds the rule."""
    yield f"{name}: {new['cards']} cards, seed {new['seed']}: {old} is now {new}. {AGAIN}"
    book = rulebook(pipeline.load(name))
    state: HandState = goldens.seeded(book, new["cards"], goldens.sizes(book)[new["cards"]], new["seed"])
    if state.phase == TRUMP:
        state = state.step(state.legal()[0])
    for kind in ("bids", "plays"):
        pairs = zip(old.get(kind, []), new.get(kind, []), strict=False)
        depth = next((i for i, (a, b) in enumerate(pairs, 1) if a != b), None)
        if depth is not None:
            start = goldens.lowest_bids(state) if kind == "plays" else state
            yield f"  {kind} to depth {depth}: {dict(branches(start, depth))}"
