"""A family's answer for all combinations at once is what each combination by itself comes to.

The combinations are a fixed sample in which every pair of values of every two options occurs, so that no interaction
of two options is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

from rulespec.diagnostics import Faults
from rulespec.ir.expr import Expr
from rulespec.ir.options import Options, member_of, with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.pipeline import load, load_text
from rulespec.questions import Moment
from rulespec.rulebook import rulebook
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar
from verifier.proofs import property as properties
from verifier.proofs.check import Request, check
from verifier.proofs.family import prove_family
from verifier.proofs.outcomes import FamilyVerdict
from verifier.proofs.property import Property
from verifier.proofs.prove import Claim, prove
from verifier.proofs.shared_games import SharedGames
from verifier.proofs.verdict import Proved, Refuted, Unreached, Vacuous
from verifier.witness.witness import Witness, replayed
from verifier.work.settings import assumption

Combination = dict[str, str | int]
OWN = Path(__file__).with_name("family-properties.yaml")
DOCUMENTED = Path(__file__).parents[1] / "families" / "documented.yaml"  # each of its members can be asked


def pairwise(ruleset: RuleSet) -> list[Combination]:
    """Combinations in which every two values of two options occur together, chosen greedily and always the same."""
    values = {name: ruleset.options[name].values for name in ruleset.open_options}
    left = {frozenset([(a, x), (b, y)]) for a, b in combinations(values, 2) for x, y in product(values[a], values[b])}
    found: list[Combination] = []
    while left:
        best = max(everything(), key=lambda one: sum(pair <= one.items() for pair in left))
        found.append(best)
        left = {pair for pair in left if not pair <= best.items()}
    return found


@cache
def family() -> RuleSet:
    return load(str(DOCUMENTED))


@cache
def sample() -> tuple[tuple[Combination, RuleSet], ...]:
    return tuple((one, with_options(family(), one)) for one in pairwise(family()))


def asked() -> Iterator[Property]:
    yield from (one for one in properties.shipped() if "settled" not in one.needs)  # the others are of no family
    yield from properties.read(OWN)


@cache
def answer(id_: str) -> FamilyVerdict:
    return prove_family(family(), next(p for p in asked() if p.id == id_))


@cache
def parsed(condition: str) -> Expr:
    return assumption(family(), condition)


def holds(condition: str | None, combination: Combination) -> bool:
    return condition is not None and bool(plain(parsed(condition), combination, family().pack))


@cache
def everything() -> list[Combination]:
    values = {name: family().options[name].values for name in family().open_options}
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def test_the_sample_covers_every_pair() -> None:
    assert 9 <= len(sample()) < 60
    for a, b in combinations(family().open_options, 2):
        met = {(one[a], one[b]) for one, _ in sample()}
        assert met == set(product(family().options[a].values, family().options[b].values))


@pytest.mark.parametrize("property_", asked(), ids=lambda p: p.id)
def test_the_answer_for_all_is_that_for_each(property_: Property) -> None:
    found = answer(property_.id)
    assert isinstance(found.verdict, Proved | Refuted | Vacuous)
    for combination, ruleset in chosen(found, property_):
        single = prove(ruleset, property_)
        expected = Refuted if holds(found.fails_when, combination) else Vacuous if holds(found.vacuous_when, combination) else Proved
        assert isinstance(single, expected), combination


def chosen(found: FamilyVerdict, property_: Property) -> list[tuple[Combination, RuleSet]]:
    """The sample for claims that are quickly decided; for others a part of it, in which every kind that the answer tells apart occurs."""
    kinds: dict[object, tuple[Combination, RuleSet]] = {}
    for one in sample():
        told = [failure.when for failure in found.failures if holds(failure.when, one[0])]
        kinds.setdefault((holds(found.vacuous_when, one[0]), *told), one)
    if set(property_.scopes) <= {"game", "deal"}:
        return list(sample())
    number = [p.id for p in asked()].index(property_.id)
    return [*kinds.values(), *([] if len(kinds) > 1 else [sample()[number % len(sample())]])]


@pytest.mark.parametrize("property_", asked(), ids=lambda p: p.id)
def test_counts_are_those_of_the_conditions(property_: Property) -> None:
    found = answer(property_.id)
    assert found.combinations == len(everything()) == 2592
    assert found.fails == sum(holds(found.fails_when, one) for one in everything())
    for failure in found.failures:
        assert failure.combinations == sum(holds(failure.when, one) for one in everything())
    if not isinstance(found.verdict, Vacuous):
        assert found.vacuous == sum(holds(found.vacuous_when, one) and not holds(found.fails_when, one) for one in everything())


@pytest.mark.parametrize("property_", asked(), ids=lambda p: p.id)
def test_each_term_has_a_witness_under_it(property_: Property) -> None:
    for failure in answer(property_.id).failures:
        assert failure.witness is not None and failure.witness.reached
        options = dict(failure.witness.options)
        assert set(options) == set(family().open_options)
        assert holds(failure.when, options)
        typed = properties.typed(property_, failure.witness.scope, family())
        assert Claim(family(), typed).breaks(failure.witness.moment, options)


# --- restricted by what is assumed --------------------------------------------------------------

ASSUMED = [
    # property, assumption: combinations, how many fail, when
    ("one-winner", "low_lead == wins_by_default", 1296, 0, None),
    ("one-winner", "low_lead == never_wins", 1296, 1296, "True"),
    ("one-winner", "khishti_nine < 0", 1728, 864, "low_lead == never_wins"),
    ("void-may-keep-joker", "pack == thirty_six or low_lead == never_wins", 1944, 972, "void_with_joker == must_play"),
    ("largest-hand-takes-all", "pack == thirty_six or low_lead == never_wins", 1944, 648, "pack == thirty_eight"),
    ("left-names-trump", "nine_card_trump != turned and pack == thirty_six", 864, 432, "nine_card_trump == dealers_last"),
]


@pytest.mark.parametrize(("id_", "assume", "all_", "fail", "when"), ASSUMED)
def test_an_assumption_restricts_the_family(id_: str, assume: str, all_: int, fail: int, when: str | None) -> None:
    property_ = next(p for p in properties.shipped() if p.id == id_)
    found = prove_family(family(), property_, assumption(family(), assume))
    assert (found.combinations, found.fails, found.fails_when) == (all_, fail, when)
    assert all(holds(assume, dict(failure.witness.options)) for failure in found.failures)


def test_an_assumption_that_nothing_fulfils() -> None:
    found = prove_family(family(), properties.shipped()[0], assumption(family(), "khishti_nine < 0 and khishti_nine == 0"))
    assert (found.verdict, found.combinations) == (Vacuous("no combination of options fulfils what is assumed"), 0)


@pytest.mark.parametrize(("assume", "verdict"), [("khishti_nine < 0", Vacuous), ("khishti_nine == 0", Proved)])
def test_an_assumption_about_a_rule_set_that_has_chosen(assume: str, verdict: type) -> None:
    (found,) = check(Request(("tvaladze",), patterns=("dealers-equal",), assume=assume))
    assert isinstance(found.results[0].verdict, verdict)


@pytest.mark.parametrize("assume", ["khishti_nine", "kishti_nine < 0", "khishti_nine <", "bid > 3", "khishti_nine == hearts"])
def test_an_assumption_that_is_none(assume: str) -> None:
    with pytest.raises(Faults) as caught:
        check(Request(("georgian",), patterns=("dealers-equal",), assume=assume))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span.source.name == "--assume"


# --- families of other shapes -------------------------------------------------------------------

CALLING = """rulespec: 1
id: calling
extends: tvaladze
family: true
options:
  answer: {values: [silent, loud], says: whether a joker that follows names a suit}
call:
  - {name: a led joker names a suit, forbid: leading and not names_suit, assumed: a test}
  - {name: a following joker names none, forbid: answer == silent and not leading and names_suit, assumed: a test}
  - {name: a following joker names one, forbid: answer == loud and not leading and not names_suit, assumed: a test}
"""


def test_options_that_what_is_shown_depends_on(tmp_path: Path) -> None:
    """Reading a moment asks the rules how a joker behind the lead is announced, which is an open option here."""
    path = tmp_path / "one.yaml"
    path.write_text('properties:\n  - {id: one, scope: follow, says: x, given: "count(played) > 2", holds: "none(played & jokers)"}\n')
    ruleset = load_text(CALLING)
    assert ruleset.open_options == ("answer",)
    found = prove_family(ruleset, properties.read(path)[0])
    assert isinstance(found.verdict, Refuted) and isinstance(found.verdict.witness, Witness)
    assert (found.combinations, found.fails, found.fails_when) == (2, 2, "True")


def test_more_options_than_can_be_listed(tmp_path: Path) -> None:
    """Options that the property does not look at cost nothing; too many that it looks at are refused in words."""
    names = [f"o{i}" for i in range(18)]
    declared = "".join(f"  {name}: {{values: [a, b], says: x}}\n" for name in names)
    looked_at = " or ".join(f"({name} == a and bid == {i % 3})" for i, name in enumerate(names))
    ruleset = load_text(f"rulespec: 1\nid: many\nextends: tvaladze\nfamily: true\noptions:\n{declared}bid:\n  - {{name: any, forbid: is_dealer and ({looked_at}), assumed: x}}\n")
    untouched = next(p for p in properties.shipped() if p.id == "one-winner")
    assert prove_family(ruleset, untouched).combinations == 2**18
    bidding = next(p for p in properties.shipped() if p.id == "dealer-can-bid")
    assert type(prove_family(ruleset, bidding).verdict).__name__ == "Unsupported"


def test_a_game_shown_for_other_options_has_their_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is legal under other options only where its hands are those of their schedule, the earlier ones too."""
    shown: list[tuple[RuleSet, Witness]] = []
    usual = SharedGames.known

    def known(self: SharedGames, claim: Claim, options: Options, agrees: Callable[[Moment, Options], bool]) -> Witness | None:
        found = usual(self, claim, options, agrees)
        shown.extend([(member_of(short, options), found)] if found is not None else [])
        return found

    monkeypatch.setattr(SharedGames, "known", known)
    monkeypatch.chdir(DOCUMENTED.parent)
    text = re.sub(r"sets: \[\[1, 2.*", "sets: [[2, 1], [3]]", DOCUMENTED.read_text(encoding="utf-8"))
    short = load_text(re.sub(r"sets: \[\[9, 9, 9, 9\], .*", "sets: [[1, 2], [3]]", text))
    claim = Property("costs", "invariant", ("hand",), "costs nothing", Scalar("set_number == 2", NOWHERE), Scalar("points >= 0", NOWHERE))
    assert isinstance(prove_family(short, claim).verdict, Refuted)
    assert len({rulebook(member).ground.hands for member, _ in shown}) == 2
    for member, witness in shown:
        hands = rulebook(member).ground.hands
        assert [line.deal.size for line in witness.game] == [hand.size for hand in hands[: len(witness.game)]]
        assert replayed(rulebook(member), witness.game)


SETS_APART = """
rulespec: 1
id: sets-apart
players: 2
family: true
options: {mode: {values: [a, b]}}
cards: {suits: [clubs, hearts], ranks: [7, 8], jokers: 0}
deck: [{cards: all}]
schedule: [{when: mode == a, sets: [[1, 2], [1], [1]]}, {sets: [[1], [2, 1], [1]]}]
trump: [{when: set_number == 1, fixed: clubs}, {when: set_number == 2 and hand_size == 2, turn: next_card}, {fixed: no_trump}]
bid: [{forbid: bid > hand_size}]
lead: [{play: hand}]
follow: [{play: hand}]
call: [{forbid: names_suit}]
strength: [{when: card in suit(trump), class: 2, then: rank}, {when: card in suit(asked), class: 1, then: rank}, {class: never}]
score: [{points: 10 * tricks}]
"""


def test_a_game_shown_for_other_options_has_their_hands_in_their_sets() -> None:
    """Under `b` the second hand turns a card where none is left, so no game gets to the third set."""
    claim = Property("pays", "invariant", ("hand",), "pays nothing", Scalar("set_number == 3", NOWHERE), Scalar("points <= 0", NOWHERE))
    apart = load_text(SETS_APART)
    found = prove_family(apart, claim)
    assert (found.fails, found.lost, found.fails_when) == (1, 1, "mode == a")
    assert isinstance(prove(with_options(apart, {"mode": "a"}), claim), Refuted)
    assert isinstance(prove(with_options(apart, {"mode": "b"}), claim), Unreached)


def test_a_claim_of_two_scopes_whose_first_no_game_reaches() -> None:
    """No bid is ever legal, so nobody leads; the game as a whole still breaks the claim."""
    stuck = load_text(SETS_APART.replace("bid > hand_size", "bid >= 0").replace("10 * tricks", "10 * tricks + (7 if mode == b else 0)"))
    claim = Property("a", "invariant", ("lead", "game"), "is a", None, Scalar("mode == a", NOWHERE))
    found = prove_family(stuck, claim)
    assert isinstance(found.verdict, Refuted) and (found.fails, found.fails_when) == (1, "mode == b")
