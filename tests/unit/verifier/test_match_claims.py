"""Claims about whole games: names, verdicts, games; held against going through every game of short ones."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
import z3

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.values import number, same
from rulespec.pipeline import load, load_text
from rulespec.questions import sets_of
from rulespec.questions.finish import GameEnd, claim_names
from rulespec.rulebook import rulebook
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from tests.unit.verifier.short_games import drawn, every_hand, schedule
from verifier.match.solver import WholeGame
from verifier.proofs import property as properties
from verifier.proofs.family import prove_family
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.verdict import NotApplicable, Proved, Refuted, Unreached, Unsupported, Verdict, word
from verifier.witness.witness import replayed

FOREHAND = """
rulespec: 1
id: forehand
name: Whoever leads takes the trick
players: 2
cards: {suits: [clubs, hearts], ranks: [6, 7, 8], jokers: 0}
deck: [{name: all, cards: all, assumed: x}]
schedule: [{name: short, sets: [[2]], assumed: x}]
trump: [{name: none, fixed: no_trump, assumed: x}]
lead: [{name: any, play: hand, assumed: x}]
follow: [{name: any, play: hand, assumed: x}]
strength: [{name: led, when: leading, class: 1, assumed: x}, {name: never, class: never, assumed: x}]
score: [{name: tricks, points: 10 * tricks, assumed: x}]
finish: {rank_by: [total], ties: shared}
"""
CLAIMS = (
    "me.total > 100", "me.place == 1 and me.made == 0", "me.total == second_total", "me.total_before_last_set > 20 and me.place > 1",
    "me.best < 0", "me.zero_bids == hands", "lowest_total + 30 < second_total", "me.strikes > 0", "me.premiums > me.total",
    "me.set_total_1 == me.total", "me.total_before_last_hand > me.total", "me.missed == 1 and me.place == players", "me.total % 7 == 3",
)  # fmt: skip


def claim(holds: str, kind: str = "possible", given: str | None = None, needs: tuple[str, ...] = ()) -> Property:
    def formula(text: str) -> Scalar:
        return Scalar(text, Span(Source("claim", text), 0, len(text)))

    return Property("claim", kind, ("match",), "a claim", None if given is None else formula(given), formula(holds), needs)


def every_game(ruleset: RuleSet) -> list[GameEnd]:
    sizes = [size for one in sets_of(ruleset) for size in one]
    found = []
    for dealer in range(ruleset.players):
        hands = [list(every_hand(ruleset, n, (dealer + h) % ruleset.players)) for h, n in enumerate(sizes)]
        found += [GameEnd(dealer, tuple(b for b, _ in game), tuple(t for _, t in game)) for game in product(*hands)]
    return found


def shown(ruleset: RuleSet, verdict: Verdict) -> GameEnd:
    """The game of a verdict, played again by the engine, with the results that it claims."""
    witness = verdict.example if isinstance(verdict, Proved) else verdict.witness if isinstance(verdict, Refuted) else None
    assert witness is not None and isinstance(witness.moment, GameEnd)
    hands = replayed(rulebook(ruleset), witness.game)
    assert tuple(state.bids_by_seat() for state in hands) == witness.moment.bids
    assert tuple(state.taken() for state in hands) == witness.moment.tricks
    assert hands[0].opening.dealer == witness.moment.dealer
    return witness.moment


@pytest.mark.parametrize("seed", range(6))
def test_the_solver_and_the_reference_read_every_name_alike(seed: int) -> None:
    rng = Random(seed)
    ruleset = drawn(rng, 4, schedule(rng, 3, 2))
    game = WholeGame(ruleset)
    sizes, dealer = [size for one in sets_of(ruleset) for size in one], rng.randrange(4)
    hands = [rng.choice(list(every_hand(ruleset, n, (dealer + h) % 4))) for h, n in enumerate(sizes)]
    end = GameEnd(dealer, tuple(b for b, _ in hands), tuple(t for _, t in hands))
    fixed = [(v.term, number(n).wide(v.width)) for rows, its in ((game.bids, end.bids), (game.tricks, end.tricks)) for row, told in zip(rows, its, strict=True) for v, n in zip(row, told, strict=True)]
    fixed.append((game.dealer.term, number(dealer).wide(game.dealer.width)))
    assert all(z3.is_true(z3.simplify(z3.substitute(one, *fixed))) for one in game.conditions)
    for name, value in claim_names(rulebook(ruleset), end).items():
        assert isinstance(value, int)
        assert z3.is_true(z3.simplify(z3.substitute(same(game.named(name), number(value)), *fixed))), name


@pytest.mark.parametrize("seed", range(5))
def test_verdicts_are_those_of_going_through_every_game(seed: int) -> None:
    rng = Random(seed)
    ruleset = drawn(rng, rng.choice([2, 3]), rng.choice([[[1], [1]], [[1, 1]], [[2], [1]]]))
    envs = [claim_names(rulebook(ruleset), end) for end in every_game(ruleset)]
    for text in rng.sample(CLAIMS, 4):
        happens = [bool(eval_claim(ruleset, text, env)) for env in envs]
        possible, never = prove(ruleset, claim(text)), prove(ruleset, claim(f"not ({text})", "invariant"))
        assert word(possible) == ("proved" if any(happens) else "refuted"), text
        assert word(never) == ("refuted" if any(happens) else "proved"), text
        if any(happens):
            for verdict in (possible, never):
                assert eval_claim(ruleset, text, claim_names(rulebook(ruleset), shown(ruleset, verdict)))


def eval_claim(ruleset: RuleSet, text: str, env: object) -> object:
    from rulespec.meanings.python.evaluate import evaluate

    return evaluate(properties.typed(claim(text), "match", ruleset).holds, env, ruleset.pack)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("holds", "verdict"),
    [
        ("me.place == 1 and me.made == 0 and me.total > second_total", "proved"), ("me.total == lowest_total and me.total == second_total", "proved"),
        ("me.place == 1 and me.total < 100", "refuted"), ("me.place == 1 and me.total == 360", "proved"),
    ],
)  # fmt: skip
def test_what_people_ask_of_an_account(holds: str, verdict: str) -> None:
    ruleset = load("tvaladze")
    found = prove(ruleset, claim(holds))
    assert word(found) == verdict
    if verdict == "proved":
        assert eval_claim(ruleset, holds, claim_names(rulebook(ruleset), shown(ruleset, found)))
    else:
        assert isinstance(found, Refuted) and found.witness is None


def test_the_shipped_claims_keep_their_promises_under_a_short_game() -> None:
    ruleset = load("web-225-nines")
    claims = [one for one in properties.shipped() if one.scopes == ("match",)]
    assert len(claims) >= 12 and {one.id for one in claims if one.kind == "possible"} <= set(ruleset.expect)
    for one in claims:
        assert word(prove(ruleset, one)) == ruleset.expect.get(one.id, "proved"), one.id


def test_what_cannot_be_played_is_unreached() -> None:
    ruleset = load_text(FOREHAND)
    assert isinstance(prove(ruleset, claim("me.total == 10")), Unreached)  # one trick each, which the rules do not let happen
    assert isinstance(prove(ruleset, claim("me.total == 20")), Proved)


def test_a_family_is_asked_when_it_has_chosen() -> None:
    family = load("georgian")
    assert isinstance(prove_family(family, claim("me.total < 0", needs=("settled",))).verdict, NotApplicable)
    assert isinstance(prove_family(family, claim("me.total < 0")).verdict, Unsupported)


def test_shipped_claims_are_checked_when_they_are_asked_for() -> None:
    known = properties.of(load("tvaladze"))
    assert not any("match" in one.scopes for one in properties.select(known, ())[0])
    assert len(properties.select(known, ("game-*",))[0]) >= 12
