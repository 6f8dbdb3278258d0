"""Nothing is proved of nothing: what is given must be able to hold, and where it cannot the assumptions that contradict are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec.ir.options import with_options
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.pipeline import load
from rulespec.rulebook import rulebook
from verifier.cli import main
from verifier.proofs import property as properties
from verifier.proofs.family import prove_family
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.scopes import scope_named
from verifier.proofs.verdict import Proved, Refuted, Vacuous
from verifier.witness.witness import Witness


def one(tmp_path: Path, scope: str, given: str, holds: str = "True") -> Property:
    path = tmp_path / "one.yaml"
    path.write_text(f"properties:\n  - {{id: one, scope: {scope}, says: x, given: '{given}', holds: '{holds}'}}\n")
    return properties.read(path)[0]


CONTRADICTIONS = [
    # scope, what is given, the assumptions that contradict each other
    ("hand", "bid > 3 and bid < 2", ["given `bid > 3`", "given `bid < 2`"]),
    ("hand", "hand_size == 12", ["the hand is on the schedule", "given `hand_size == 12`"]),
    ("hand", "1 == 2", ["given `1 == 2`"]),
    ("hand", "seat == 0 and tricks > hand_size and bid > 0", ["nobody takes more tricks than there are", "given `tricks > hand_size`"]),
    ("bidding", "is_dealer and bid == 3 and hand_size == 2", ["a bid is 0 to all tricks of the hand", "given `bid == 3`", "given `hand_size == 2`"]),
    ("bidding", "passes_before > 23", ["the hand is on the schedule", "given `passes_before > 23`"]),
    ("deal", "hand_size * players > deck_size", ["the hand is on the schedule", "given `hand_size * players > deck_size`"]),
    ("follow", 'any(hand & cards("6C"))', ["the cards of the hand and of the table are played with", 'given `any(hand & cards("6C"))`']),
    ("trick", "joker_led and count(high_jokers) == 0 and level_led == high", ["given `count(high_jokers) == 0`", "given `level_led == high`"]),
    ("lead", "trick_number == 9 and count(hand) == 2", ["some hand of the game has this trump and so many cards", "given `trick_number == 9`", "given `count(hand) == 2`"]),
    ("game", "hands == 25", ["given `hands == 25`"]),
    ("set", "makers == players and hands == 4", ["the bids are legal", "the tricks add up"]),
]


@pytest.mark.parametrize(("scope", "given", "named"), CONTRADICTIONS, ids=[f"{scope}: {given}" for scope, given, _ in CONTRADICTIONS])
def test_a_contradiction_is_named_and_nothing_more(tmp_path: Path, scope: str, given: str, named: list[str]) -> None:
    verdict = prove(load("tvaladze"), one(tmp_path, scope, given))
    assert isinstance(verdict, Vacuous)
    told = verdict.why.partition("; these contradict each other: ")[2].split("; ")
    assert set(named) <= set(told)
    # where it takes the solver long to see that one more can be spared, it stays; that a joker is led follows from the level, or is given
    if scope not in ("set", "trick"):
        assert told == named


FAMILY = str(Path(__file__).parent.parent / "families" / "documented.yaml")
FAMILIES = [
    ("hand", "hand_size == 12", ["the hand is on the schedule", "given `hand_size == 12`"]),
    ("hand", "khishti_nine == 0 and khishti_nine < 0", ["given `khishti_nine == 0`", "given `khishti_nine < 0`"]),
    ("game", "pack == thirty_six and deck_size == 38", ["given `pack == thirty_six`", "given `deck_size == 38`"]),
]


@pytest.mark.parametrize(("scope", "given", "named"), FAMILIES)
def test_contradictions_in_families(tmp_path: Path, scope: str, given: str, named: list[str]) -> None:
    found = prove_family(load(FAMILY), one(tmp_path, scope, given))
    assert isinstance(found.verdict, Vacuous)
    assert (found.combinations, found.vacuous, found.fails) == (2592, 2592, 0)
    assert found.verdict.why.partition("; these contradict each other: ")[2].split("; ") == named


def test_a_part_of_a_family_that_has_nothing_to_speak_of_is_told(tmp_path: Path) -> None:
    found = prove_family(load(FAMILY), one(tmp_path, "hand", "khishti_nine < 0 and hand_size < 9", "points >= -500"))
    assert isinstance(found.verdict, Proved)
    # eight hundred and sixty-four for khishti_nine == 0, and of the rest those whose hands all have nine cards
    assert (found.combinations, found.vacuous) == (2592, 864 + 2 * 864 * 2 // 3)
    assert found.vacuous_when == "game_length != full or khishti_nine == 0"


def test_a_refutation_is_told_where_another_scope_is_silent(tmp_path: Path) -> None:
    """The gravest verdict counts, whichever scope comes first."""
    for scopes in ("[lead, follow]", "[follow, lead]"):
        asked = one(tmp_path, scopes, "count(hand) == 1 and trump == hearts", "none(playable & jokers)")
        assert isinstance(prove(load("tvaladze"), asked), Refuted)
    silent_lead = one(tmp_path, "[lead, follow]", "announcements == 2 and any(hand & jokers)", "none(playable & jokers)")
    assert isinstance(prove(load("tvaladze"), silent_lead), Refuted)


def test_a_scope_that_is_silent_leaves_nothing_proved(tmp_path: Path) -> None:
    verdict = prove(load("tvaladze"), one(tmp_path, "[lead, follow]", "announcements == 2", "True"))
    assert isinstance(verdict, Vacuous)
    assert "scope `lead`" in verdict.why


EXAMPLES = [p for p in properties.shipped() if p.id in ("must-trump", "legal-move-exists", "one-winner", "someone-misses", "dealer-can-bid", "strike-never-helps", "deal-fits-pack")]


@pytest.mark.parametrize("asked", EXAMPLES, ids=lambda p: p.id)
def test_the_example_of_a_proved_property_is_one(asked: Property) -> None:
    ruleset = load("skill-games")
    verdict = prove(ruleset, asked, example=True)
    assert isinstance(verdict, Proved) and isinstance(verdict.example, Witness)
    scope = scope_named(verdict.example.scope)
    assert scope is not None
    typed = properties.typed(asked, verdict.example.scope, ruleset)
    env = scope.values(rulebook(ruleset), verdict.example.moment)
    assert plain(typed.given, env, ruleset.pack) and plain(typed.holds, env, ruleset.pack)


def test_the_example_of_a_family_is_one() -> None:
    ruleset = load("georgian")
    (asked,) = (p for p in properties.shipped() if p.id == "must-trump")
    found = prove_family(ruleset, asked, example=True)
    assert isinstance(found.verdict, Proved) and isinstance(found.verdict.example, Witness)
    settled = with_options(ruleset, dict(found.verdict.example.options))
    typed = properties.typed(asked, "follow", settled)
    scope = scope_named("follow")
    assert scope is not None
    assert plain(typed.given, scope.values(rulebook(settled), found.verdict.example.moment), settled.pack)


def test_examples_are_shown_where_they_are_asked_for() -> None:
    args = ["check", "tvaladze", "-p", "must-trump", "--no-cache"]
    plain_text = CliRunner().invoke(main, args)
    shown = CliRunner().invoke(main, [*args, "--examples"])
    assert (plain_text.exit_code, shown.exit_code) == (0, 0)
    assert "for example:" in shown.stdout and "for example:" not in plain_text.stdout
    document = json.loads(CliRunner().invoke(main, [*args, "--examples", "--format", "json"]).stdout)
    (result,) = document["profiles"][0]["results"]
    assert result["witness"] is None
    assert result["example"]["case"]["question"] == "plays"
    assert result["example"]["reachable"] is True


IMPLICATIONS = [
    # rule set, claim: the condition that no moment fulfils
    ("web-225-nines", "implies(hand_size * players < deck_size, turns_next)", "hand_size * players < deck_size"),
    ("tvaladze", "implies(hand_size * players < deck_size, turns_next)", None),
    ("tvaladze", "implies(hand_size == 12, turns_next)", "hand_size == 12"),
    ("georgian", "implies(hand_size > 9, shows_last)", "hand_size > 9"),
    ("georgian", "implies(hand_size > 8, hand_size == 9)", None),
    ("tvaladze", "not (hand_size == 12) or turns_next", None),  # no implication: nobody can say what is meant to be its condition
]


@pytest.mark.parametrize(("profile", "holds", "idle"), IMPLICATIONS)
def test_an_implication_whose_condition_never_holds_is_told(tmp_path: Path, profile: str, holds: str, idle: str | None) -> None:
    ruleset, asked = load(profile), one(tmp_path, "deal", "True", holds)
    verdict = prove_family(ruleset, asked).verdict if ruleset.open_options else prove(ruleset, asked)
    assert isinstance(verdict, Proved)
    assert verdict.idle == idle


def test_it_is_told_in_text_and_json() -> None:
    args = ["check", "web-225-nines", "-p", "next-card-shows-trump"]
    assert "only because `hand_size * players < deck_size` never holds" in CliRunner().invoke(main, args).stdout
    (profile,) = json.loads(CliRunner().invoke(main, [*args, "--format", "json"]).stdout)["profiles"]
    assert profile["results"][0]["idle"] == "hand_size * players < deck_size"
