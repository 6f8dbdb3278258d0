"""Every shipped profile that can be played comes with all that goes with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import variants
from rulespec.diagnostics import Faults
from rulespec.diagnostics.faults import NOT_SAYABLE
from rulespec.fingerprint import fingerprint
from rulespec.ir.ruleset import RuleSet
from rulespec.library import known, shipped
from rulespec.pipeline import load
from verifier.cli import main
from verifier.programs.examples import complaint, examples_of
from verifier.proofs import property as properties
from verifier.proofs.needs import missing

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
    assert [p.id for p in properties.of(ruleset) if p.kind == "trait" and not missing(ruleset, p) and p.id not in ruleset.expect] == []


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
    announced = {"calls"} if load(name).pack.jokers else set()
    assert asked >= {"bids", "plays", "winner", "score", "set", *announced}


def test_every_account_and_every_file_of_examples_belongs_to_a_profile() -> None:
    ids = set(known())
    files = [*variants.SOURCES.glob("*.md"), *variants.EXAMPLES.glob("*.jsonl")]
    assert [path.name for path in files if path.stem.split("+")[0] not in ids] == []


@pytest.mark.parametrize("name", sorted(set(known()) - set(shipped())))
def test_what_cannot_be_said_is_named_and_left_out(name: str) -> None:
    with pytest.raises(Faults) as caught:
        load(name)
    assert [fault.code for fault in caught.value.diagnostics] == [NOT_SAYABLE]
    asking = '{"question":"score","cards":9,"bid":3,"tricks":0}'
    sheet = str(TESTS.parent / "examples" / "evening.csv")
    for words in (
        ["show", name], ["check", name], ["table", "scores", name], ["table", "compare", name], ["diff", name, "tvaladze"], ["compare", "tvaladze", name],
        ["whatif", name, "--set", "premium=bonus"], ["simulate", name], ["ask", name], ["explain", name, asking], ["extremes", name], ["lint", name],
        ["mutate", name], ["vectors", name], ["conform", name, sheet], ["build", name, "--target", "python"], ["rescore", sheet, "--profiles", name],
    ):  # fmt: skip
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 3 and "cannot say all" in result.stderr, words
    assert (variants.SOURCES / f"{name}.md").is_file()


# A profile of the game that is no choice of the family's options alone, and why.
OWN_RULES = {
    "scorepad": "pairs, a pass limit and a penalty for each card belong to no other table",
    "georgian-table": "its table agrees on amounts that the family does not list",
    "rasklad": "one joker, which is another pack",
    "thirty-eight-open": "cannot be said as a whole",
}


def is_member(ruleset: RuleSet) -> bool:
    """Whether the family under the same choices is the same rules; how the game begins and ends is no option."""
    member = load("georgian" + "".join(f"+{option}={value}" for option, value in ruleset.chosen.items()))
    return fingerprint(replace(member, finish=ruleset.finish, start=ruleset.start)) == ruleset.fingerprint


@pytest.mark.parametrize("name", [name for name in PLAYABLE if load(name).family == "georgian"])
def test_georgian_profiles_are_members_of_the_family(name: str) -> None:
    ruleset = load(name)
    assert (is_member(ruleset) and ruleset.options == load("georgian").options) == (name not in OWN_RULES)


SURPRISES = {
    ("georgian", "dealers-equal"): "26 hands do not divide by four dealers",
    ("scorepad", "legal-bid-exists"): "a pass limit leaves a player without a bid",
    ("scorepad", "dealer-can-bid"): "the same of the dealer, who has only one bid with one card",
    ("georgian", "strike-never-helps"): "where a best hand below zero is taken away, four khishti gain",
    ("georgian", "one-winner"): "a low lead that nobody may win",
    ("exact-three", "dealers-equal"): "19 hands do not divide by three dealers",
}


@pytest.mark.parametrize(("name", "claim"), SURPRISES)
def test_surprises_are_promised(name: str, claim: str) -> None:
    assert load(name).expect[claim] == "refuted"
