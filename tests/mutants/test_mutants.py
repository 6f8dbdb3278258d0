"""Rule sets with a known fault or a reading that nobody means: what is named at their head must catch them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, read_file
from rulespec.questions import SetEnd
from verifier.programs.examples import complaint, examples_of
from verifier.proofs import property as properties
from verifier.proofs.check import expected
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Refuted, word
from verifier.witness.witness import Witness

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.yaml"))
CAUGHT = re.compile(r"^# caught by: (property|example) (\S+)$", re.MULTILINE)


def catcher(path: Path) -> tuple[str, str]:
    found = CAUGHT.search(path.read_text(encoding="utf-8"))
    assert found is not None, f"{path.name} does not say what catches it"
    return found[1], found[2]


def base_of(path: Path) -> str:
    extends = read_file(path).extends
    assert extends is not None
    return extends.text


def named(ruleset: RuleSet, name: str) -> Property:
    return next(p for p in properties.of(ruleset) if p.id == name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_named_property_or_example_catches_the_fault(path: Path) -> None:
    mutant, base = load(str(path)), base_of(path)
    kind, name = catcher(path)
    if kind == "property":
        verdict = word(prove(mutant, named(mutant, name)))
        assert verdict in ("proved", "refuted") and verdict != expected(load(base), named(mutant, name))
    else:
        example = next(e for e in examples_of(base) if e.id == name)
        assert complaint(mutant, example) is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_without_the_fault_keep_their_promise(path: Path) -> None:
    base, (kind, name) = base_of(path), catcher(path)
    ruleset = load(base)
    if kind == "property":
        assert word(prove(ruleset, named(ruleset, name))) == expected(ruleset, named(ruleset, name))
    else:
        assert complaint(ruleset, next(e for e in examples_of(base) if e.id == name)) is None


def test_the_literal_strike_pays_a_player_whose_hands_were_all_khisht() -> None:
    mutant = load(str(HERE / "literal-strike.yaml"))
    verdict = prove(mutant, named(mutant, "strike-never-helps"))
    assert isinstance(verdict, Refuted) and isinstance(verdict.witness, Witness)
    at = verdict.witness.moment
    assert isinstance(at, SetEnd)
    hands = questions.set_results(mutant, at.cards, at.bids, at.tricks, at.set_number)
    assert all(bid > 0 == taken for bid, taken in zip(hands[0].bids, hands[0].tricks, strict=True))
    assert max(hands[0].points) < 0 < questions.premiums(mutant, hands)[0]
    floored = load("skill-games")
    assert questions.premiums(floored, questions.set_results(floored, at.cards, at.bids, at.tricks, at.set_number))[0] == 0
