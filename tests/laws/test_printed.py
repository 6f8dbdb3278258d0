"""Law 1 over what commands print: every case of a verdict or a comparison is accepted when it is asked, and answered as is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulespec import answer
from rulespec.ir.expr import TRUE
from rulespec.ir.ruleset import Fixed, RuleSet, Section
from rulespec.library import shipped
from rulespec.pipeline import load
from rulespec.questions import BY_SITUATION, HandEnd
from rulespec.rulebook import rulebook
from tests.laws.known import Known, listed, sides
from tests.laws.strategies import Draft, drafts, edits
from tests.laws.test_claims import claims
from verifier.compare import diff
from verifier.compare.model import Example, SectionDiff
from verifier.proofs import property as properties
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Proved, Refuted
from verifier.witness.played import case_of, played
from verifier.witness.witness import Witness

ASKED = ("bid", "lead", "follow", "call", "strength", "score", "premium")
WITHOUT = ("deck", "schedule", "finish", "trump")  # no case asks for the cards, the hands, the places; how a trump is found, one may ask
PROFILES = [name for name in shipped() if not load(name).open_options]


def examples(found: SectionDiff) -> Iterator[Example]:
    for one in found.classes:
        yield from (example for example in (one.example, one.counter) if example is not None)
    yield from (swing.example for swing in found.swings)


def check_comparison(left: RuleSet, right: RuleSet, section: str, swinging: bool = True) -> None:
    found = diff.whole_section(left, right, section)
    for example in examples(diff.with_swings(found, left, right) if swinging else found):
        if example.case is None:
            assert section in WITHOUT
            continue
        assert example.left != example.right
        assert [answer(side, example.case).value for side in (left, right)] == [example.left, example.right], example.case


@pytest.mark.parametrize("one", [entry for entry in listed("differences") if entry.values[0]["section"] in ASKED])
def test_cases_of_known_differences(one: Known) -> None:
    check_comparison(*sides(one), one["section"])


@settings(max_examples=10)
@given(edits(players=st.integers(2, 3)))
def test_cases_of_comparisons(edit: tuple[Draft, Draft, str]) -> None:
    draft, other, section = edit
    assume(section in ASKED)
    check_comparison(draft.rules(), other.rules(), section, swinging=False)


@pytest.mark.parametrize("section", ["bid", "follow", "strength", "score"])
def test_cases_of_the_shipped_comparisons(section: str) -> None:
    check_comparison(load("tvaladze"), load("web-225-nines"), section)


PAIRS = Random(7).sample([*combinations(PROFILES, 2)], 5)


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_what_is_printed_of_shipped_pairs_can_be_asked(pair: tuple[str, str]) -> None:
    left, right = map(load, pair)
    for section in ("deck", "schedule", "trump", "bid", "lead", "call", "score", "finish"):
        check_comparison(left, right, section)


def test_how_a_trump_is_found_is_a_case_where_both_sides_answer_one() -> None:
    """Turned on one side and chosen on the other: no case. Fixed otherwise on each: a case with both answers."""
    turned = diff.whole_section(load("tvaladze"), load("skill-games"), "trump")
    assert [one.example.case for one in turned.classes] == [None]
    base = load("tvaladze")
    sides_ = [fixed(base, suit) for suit in (0, 2)]
    (one,) = diff.whole_section(*sides_, "trump").classes
    assert (one.example.left, one.example.right) == ("C", "H")
    check_comparison(*sides_, "trump")


def fixed(ruleset: RuleSet, suit: int) -> RuleSet:
    """The same rules with one suit trump in every hand."""
    row = replace(ruleset.rows("trump")[0], when=TRUE, result=Fixed(suit))
    return replace(ruleset, sections={**ruleset.sections, "trump": Section("trump", (row,))}, fingerprint=f"fixed {suit}")


def check_witness(ruleset: RuleSet, witness: Witness) -> None:
    case = case_of(played(ruleset, witness))
    if case is not None:
        at = witness.moment.result if isinstance(witness.moment, HandEnd) else witness.moment
        assert answer(ruleset, case).value == BY_SITUATION[type(at)].reply(rulebook(ruleset), at).answer, case  # type: ignore[arg-type]


@settings(max_examples=15)
@given(drafts(), claims())
def test_cases_of_verdicts(draft: Draft, claim: Property) -> None:
    ruleset = draft.rules()
    match prove(ruleset, claim, example=True):
        case Refuted(Witness() as witness) | Proved(_, Witness() as witness):
            check_witness(ruleset, witness)
        case _:
            return


@pytest.mark.parametrize("profile", PROFILES[:1])
def test_cases_of_the_shipped_verdicts(profile: str) -> None:
    for claim in properties.shipped():
        if set(claim.scopes) <= {"bidding", "hand", "lead"}:
            match prove(load(profile), claim):
                case Refuted(Witness() as witness):
                    check_witness(load(profile), witness)
                case _:
                    continue
