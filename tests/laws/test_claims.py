"""Law 5: the verdict on a random claim is the small game's, and what arises in some game is never unreached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.meanings.python.evaluate import evaluate
from rulespec.pipeline import load_text
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar
from tests.laws.asked import asked
from tests.laws.small_examples import PASSES, PLACES
from tests.laws.strategies import Draft, drafts
from tests.laws.test_meanings_of_questions import situations
from tests.laws.test_questions import met_by
from verifier.proofs.property import Property, typed
from verifier.proofs.prove import prove
from verifier.proofs.scopes import BY_NAME
from verifier.proofs.verdict import Proved, Refuted, Unreached, Vacuous, Verdict
from verifier.small_game import SmallGame

ALL = 10**9
ATOMS: Mapping[str, tuple[str, ...]] = {
    "deal": ("hand_size <= {n}", "set_number == {n}", "is_chosen", "turns_next", "deck_size > {n} + 3"),
    "bidding": ("legal_bids > {n}", "bid_allowed", "bid > {n}", "passes_before <= {n}", "earlier_total == {n}", "is_dealer", "hand_size == {n}"),
    "lead": ("playable == hand", "trick_number <= {n}", "any(hand & suit(trump))", "trump == none", "count(hand) > {n}", "announcements > {n}"),
    "follow": ("playable == hand", "any(playable & suit(trump))", "count(hand) > {n}", "count(played) > {n}", "any(playable & suit(asked))", "joker_led"),
    "trick": ("has_winner", "winner_position == {n}", "winning in suit(asked)", "any(high_jokers)", "trump == asked", "count(low_jokers) < {n}"),
    "hand": ("points > {n} * 5 - 3", "bid == tricks", "makers < {n} + 1", "bids_total <= {n}", "hand_size == {n}", "seat == {n}"),
    "set": ("premium > {n} * 5 - 4", "me.made_all", "me.best > {n} * 10", "makers == {n}", "me.total < {n} * 7", "hands <= {n}"),
}  # fmt: skip


@st.composite
def claims(draw: Any) -> Property:
    """`given` and `holds` of one or two simple parts, either of them perhaps denied."""
    scope = draw(st.sampled_from(sorted(ATOMS)))
    given_, holds = draw(st.none() | formulas(scope)), draw(formulas(scope))
    return Property("drawn", "invariant", (scope,), "drawn", None if given_ is None else Scalar(given_, NOWHERE), Scalar(holds, NOWHERE))


@st.composite
def formulas(draw: Any, scope: str) -> str:
    parts = []
    for atom in draw(st.lists(st.sampled_from(ATOMS[scope]), min_size=1, max_size=2)):
        text = atom.replace("{n}", str(draw(st.integers(0, 3))))
        parts.append(f"not ({text})" if draw(st.booleans()) else text)
    return f" {draw(st.sampled_from(['and', 'or']))} ".join(parts)


def moments(game: SmallGame, scope: str) -> Iterator[Any]:
    """Everything that a claim in a scope speaks of; a bid may be thought of that nobody makes."""
    for at in situations(game, asked(game), BY_NAME[scope], ALL):
        if scope == "bidding":
            yield from (replace(at, bid=bid) for bid in range(at.hand.size + 1))
        else:
            yield at


def check(game: SmallGame, claim: Property) -> Verdict:
    """The verdict, which must be one of those that the small game admits."""
    ruleset, (scope,) = game.book.ruleset, claim.scopes
    formula = typed(claim, scope, ruleset)
    envs = [BY_NAME[scope].values(game.book, at) for at in moments(game, scope)]
    spoken = [env for env in envs if evaluate(formula.given, env, ruleset.pack)]
    broken = any(not evaluate(formula.holds, env, ruleset.pack) for env in spoken)
    verdict = prove(ruleset, claim)
    admitted = (Refuted,) if broken else (Proved, Unreached) if spoken else (Vacuous, Unreached)
    assert isinstance(verdict, admitted), f"{verdict} where {len(spoken)} of {len(envs)} are spoken of, broken: {broken}"
    return verdict


@settings(max_examples=25)
@given(drafts(), claims())
def test_the_verdict_is_the_small_games(draft: Draft, claim: Property) -> None:
    game, _ = met_by(draft)
    check(game, claim)


@pytest.mark.parametrize("text", [PASSES, PLACES], ids=["passes", "places"])
def test_verdicts_of_the_examples_are_the_small_games(text: str) -> None:
    game = SmallGame(load_text(text))

    @settings(max_examples=10)
    @given(claims())
    def claimed(claim: Property) -> None:
        check(game, claim)

    claimed()
