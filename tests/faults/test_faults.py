"""Small rule sets of the kinds that once got a wrong answer, with the right one, exactly."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.evaluate import evaluate
from rulespec.pipeline import load, load_text
from verifier.cli import main
from verifier.compare.diff import SECTIONS, counted_whole, whole_section
from verifier.compare.model import DIFFERENT, SAME, SectionDiff
from verifier.proofs import property as properties
from verifier.proofs.family import prove_family
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Proved, Refuted, Vacuous, Verdict, word
from verifier.work.settings import assumption

HERE = Path(__file__).parent


def rules(name: str) -> RuleSet:
    return load(str(HERE / f"{name}.yaml"))


def verdict(ruleset: RuleSet, id_: str) -> Verdict:
    return prove(ruleset, next(p for p in properties.of(ruleset) if p.id == id_))


def run(*args: str) -> Result:
    return CliRunner().invoke(main, [*args, "--no-cache", "--format", "json"])


def results(done: Result) -> dict[str, dict[str, Any]]:
    return {one["property"]: one for profile in json.loads(done.stdout)["profiles"] for one in profile["results"]}


def compared(left: str, right: str, section: str, count: bool = True) -> SectionDiff:
    return (counted_whole if count else whole_section)(rules(left), rules(right), section)


# --- bids that can be made after zero bids ----------------------------------------------------------


def test_a_bidder_who_passed_behind_another_is_stuck_later() -> None:
    done = run("check", str(HERE / "stuck-after-a-pass.yaml"), "-p", "legal-bid-exists", "-p", "no-pass-behind")
    found = results(done)
    assert done.exit_code == 1
    assert {one["verdict"] for one in found.values()} == {"refuted"} and len(found) == 2
    for one in found.values():
        course = one["witness"]["course"]
        assert one["witness"]["reachable"] is True and course["hand"] >= 2
        assert any(0 in hand["bids"] for hand in course["earlier"])


PASS_LIMITS = [  # the rule, how often somebody can have passed, whether somebody can be stuck
    ("passes_before >= 1 and bid == 0", 1, False),
    ("passes_before >= 3 and bid == 0", 3, False),
    ("passes_before >= 2", 2, True),
    ("bid == 0 and hand_size < 9", 7, False),
]


@pytest.mark.parametrize(("forbid", "most", "stuck"), PASS_LIMITS)
def test_limits_on_zero_bids(forbid: str, most: int, stuck: bool, tmp_path: Path) -> None:
    path = tmp_path / "limit.yaml"
    claims = f"""properties:
  - {{id: never-more, scope: bidding, says: x, holds: passes_before <= {most}}}
  - {{id: one-less, scope: bidding, says: x, holds: passes_before < {most}}}
"""
    path.write_text(f"rulespec: 1\nid: limit\nextends: tvaladze\nbid:\n  - {{name: a limit, forbid: {forbid}, assumed: x}}\n{claims}")
    ruleset = load(str(path))
    assert word(verdict(ruleset, "never-more")) == "proved"
    assert word(verdict(ruleset, "one-less")) == "refuted"
    assert word(verdict(ruleset, "legal-bid-exists")) == ("refuted" if stuck else "proved")


def test_a_bid_that_only_a_pass_forbids_is_a_difference() -> None:
    found = compared("opening-pass", "opening-pass-remembered", "bid")
    assert found.verdict == DIFFERENT
    (one,) = found.classes
    assert (one.reachable, found.relation) == (True, "right stricter")
    assert one.count == found.count and 0 < (found.count or 0) < (found.of or 0)


def test_a_pass_limit_that_no_game_comes_to_is_no_difference() -> None:
    """Twenty-four hands leave at most twenty-three zero bids behind."""
    never = "rulespec: 1\nid: never\nextends: tvaladze\nbid:\n  - {name: balance, forbid: is_dealer and earlier_total + bid == hand_size, assumed: x}\n"
    more = never.replace("id: never", "id: more") + "  - {name: far too late, forbid: passes_before >= 24, assumed: x}\n"
    last = never.replace("id: never", "id: last") + "  - {name: at the very end, forbid: passes_before >= 23 and bid == 1, assumed: x}\n"
    base = load_text(never)
    assert whole_section(base, load_text(more), "bid").verdict == SAME
    assert whole_section(base, load_text(last), "bid").verdict == DIFFERENT


# --- sets that pay differently ----------------------------------------------------------------------


def test_a_premium_that_only_the_last_set_can_earn_is_a_difference() -> None:
    found = compared("prize-low", "prize-high", "premium")
    assert found.verdict == DIFFERENT and [one.reachable for one in found.classes] == [True]
    assert [swing.gap for swing in found.swings] == [-2000]
    assert compared("prize-low", "prize-high", "score").verdict == SAME


LATE = """rulespec: 1
id: late-{prize}
extends: tvaladze
score:
  - {{name: late, when: {when}, points: {points}, assumed: x}}
  - {{name: as bid, when: bid == tricks, points: 50 * bid + 50, assumed: x}}
  - {{name: not as bid, points: 10 * tricks, assumed: x}}
premium:
  - {{name: a prize, when: {earned}, add: {prize}, assumed: x}}
"""
LATE_WAYS = [  # what only the named set pays, and the premium that hangs on it
    ("set_number == 4 and tricks == 0 and bid > 0", "-3000", "me.total < -2500"),
    ("set_number == 2 and bid == 9 and tricks == 9", "5000", "me.last > 1000"),
    ("set_number >= 3 and bid == tricks", "70", "me.best == 70 and me.made_all"),
]


@pytest.mark.parametrize(("when", "points", "earned"), LATE_WAYS)
def test_premiums_that_hang_on_what_one_set_pays(when: str, points: str, earned: str) -> None:
    left, right = (load_text(LATE.format(when=when, points=points, earned=earned, prize=prize)) for prize in (1, 2))
    found = whole_section(left, right, "premium")
    assert found.verdict == DIFFERENT and all(one.reachable is True for one in found.classes)
    assert whole_section(left, right, "score").verdict == SAME


def test_a_premium_that_no_set_can_earn_is_no_difference() -> None:
    """Six nines are not made in one set, and no hand pays more than 900."""
    left, right = (load_text(LATE.format(when="bid == 0 and tricks == 0", points="50", earned="me.best > 900", prize=prize)) for prize in (1, 2))
    assert whole_section(left, right, "premium").verdict == SAME


def test_the_largest_swing_is_that_of_the_last_set() -> None:
    found = compared("finale-plain", "finale-double", "premium")
    assert found.verdict == DIFFERENT
    (swing,) = found.swings
    assert swing.gap == -36001
    assert swing.example.case is not None and swing.example.case["cards"] == [9, 9, 9, 9]
    assert [row[0] for row in swing.example.case["bids"]] == [9] * 4 == [row[0] for row in swing.example.case["tricks"]]
    score = compared("finale-plain", "finale-double", "score")
    assert (score.verdict, score.count, score.of) == (DIFFERENT, 9, 768)


# --- what no game has -------------------------------------------------------------------------------


def test_a_claim_about_what_no_game_has_is_vacuous() -> None:
    done = run("check", str(HERE / "three-to-open.yaml"), "-p", "three-to-open")
    assert (done.exit_code, results(done)["three-to-open"]["verdict"]) == (3, "vacuous")


def test_a_promise_to_be_refuted_needs_a_game() -> None:
    done = run("check", str(HERE / "promised-short.yaml"), "-p", "opens-with-nine")
    found = results(done)["opens-with-nine"]
    assert (done.exit_code, found["verdict"], found["expected"], found["witness"]) == (1, "proved", "refuted", None)


IMPOSSIBLE = [  # profile, scope, what is given: no game has it
    ("skill-games-nines", "lead", "trick_number == 2 and count(hand) != 8"),
    ("skill-games-nines", "bidding", "hand_size < 9"),
    ("tvaladze", "hand", "set_number == 2 and hand_size < 9"),
    ("tvaladze", "lead", "count(hand) + trick_number > 10"),
    ("tvaladze", "bidding", "passes_before > 20 and hand_size < 4 and hand_size > 1"),
]


@pytest.mark.parametrize(("profile", "scope", "given"), IMPOSSIBLE)
def test_size_set_and_trick_fit_together(profile: str, scope: str, given: str) -> None:
    text = f"rulespec: 1\nid: impossible\nextends: {profile}\nproperties:\n  - {{id: one, scope: {scope}, says: x, given: {given}, holds: 1 == 2}}\n"
    assert isinstance(verdict(load_text(text), "one"), Vacuous)


def test_a_deck_without_jokers_always_turns_a_suit() -> None:
    assert isinstance(verdict(rules("jokers-left-out"), "trump-is-a-suit"), Proved)
    one_left = load_text((HERE / "jokers-left-out.yaml").read_text().replace("all - jokers", "all"))
    assert isinstance(verdict(one_left, "trump-is-a-suit"), Refuted)


def test_a_deck_without_a_suit_never_turns_it() -> None:
    text = (HERE / "jokers-left-out.yaml").read_text().replace("all - jokers", "all - suit(hearts)").replace("trump != none", "trump != hearts")
    ruleset = load_text(text)
    assert isinstance(verdict(ruleset, "trump-is-a-suit"), Proved)
    other = load_text(text.replace("trump != hearts", "trump != spades"))
    assert isinstance(verdict(other, "trump-is-a-suit"), Refuted)
    chosen = load_text(text + "trump: [{name: named, choose: {by: left_of_dealer, from: [suits]}, assumed: x}]\n")
    assert isinstance(verdict(chosen, "trump-is-a-suit"), Refuted)  # a trump that is named needs no card


def test_claims_about_jokers_do_not_apply_where_there_are_none() -> None:
    done = run("check", str(HERE / "whist-like.yaml"))
    found = results(done)
    assert done.exit_code == 0
    silent = [id_ for id_, one in found.items() if one["verdict"] == "not-applicable"]
    assert len(silent) == 12
    assert all("joker" in found[id_]["reason"] for id_ in silent)
    assert {one["verdict"] for one in found.values()} <= {"proved", "refuted", "not-applicable"}


# --- families ---------------------------------------------------------------------------------------


def test_a_family_fails_exactly_where_its_members_do() -> None:
    family = rules("sized")
    found = prove_family(family, next(p for p in properties.of(family) if p.id == "four-at-most"))
    assert isinstance(found.verdict, Refuted)
    assert (found.combinations, found.fails, found.vacuous, found.fails_when) == (1728, 864, 0, "size == big")
    assert isinstance(verdict(rules("sized-small"), "four-at-most"), Proved)


DECIDING = """rulespec: 1
id: deciding
extends: tvaladze
family: true
options:
  {option}
{section}
properties:
  - {{id: one, kind: trait, scope: {scope}, says: x, holds: {holds}}}
"""
FAMILIES = [  # an option that decides the table of hands: claim, where it fails, how often
    ("few: {values: [1, 2, 3], says: x}", "schedule:\n  - {name: a, when: few == 1, sets: [[1]], assumed: x}\n  - {name: b, when: few == 2, sets: [[2]], assumed: x}\n"
     "  - {name: c, sets: [[3]], assumed: x}", "lead", "count(hand) < 3", "few == 3", 1),
    ("black: {values: [kept, gone], says: x}", "deck:\n  - {name: a, when: black == gone, cards: all - suit(spades), assumed: x}\n  - {name: b, cards: all, assumed: x}\n"
     "schedule: [{name: short, sets: [[1, 2]], assumed: x}]", "follow", "none(hand & suit(spades))", "black == kept", 1),
    ("way: {values: [open, fixed], says: x}", "trump:\n  - {name: a, when: way == fixed, fixed: hearts, assumed: x}\n  - {name: b, turn: next_card, joker: no_trump, assumed: x}\n"
     "schedule: [{name: short, sets: [[1, 2]], assumed: x}]", "follow", "trump == hearts", "way == open", 1),
    ("limit: {values: [0, 1, 5], says: x}", "bid:\n  - {name: a, forbid: bid == 0 and passes_before >= limit, assumed: x}\n"
     "schedule: [{name: short, sets: [[2, 2, 2]], assumed: x}]", "bidding", "passes_before < 2", "limit == 5", 1),
    ("zero: {values: [free, barred], says: x}", "bid:\n  - {name: a, forbid: zero == barred and bid == 0, assumed: x}\n"
     "schedule: [{name: short, sets: [[2, 2]], assumed: x}]", "bidding", "passes_before == 0", "zero == free", 1),
]  # fmt: skip


@pytest.mark.parametrize(("option", "section", "scope", "holds", "when", "fails"), FAMILIES, ids=["schedule", "deck", "trump", "limit", "zero"])
def test_options_that_decide_the_table_of_hands(option: str, section: str, scope: str, holds: str, when: str, fails: int) -> None:
    family = load_text(DECIDING.format(option=option, section=section, scope=scope, holds=holds))
    found = prove_family(family, next(p for p in properties.of(family) if p.id == "one"))
    assert (word(found.verdict), found.fails, found.fails_when) == ("refuted", fails, when)
    (name,) = family.open_options
    for value in family.options[name].values:
        expected = "refuted" if evaluate(assumption(family, when), {name: value}, family.pack) else "proved"
        assert word(verdict(with_options(family, {name: value}), "one")) == expected, value


# --- counts -----------------------------------------------------------------------------------------


def test_what_only_the_fourth_player_does_is_counted() -> None:
    found = compared("last-keeps-jokers", "last-as-others", "follow")
    assert (found.verdict, found.count) == (DIFFERENT, 8_238_861_051_990)
    assert found.by_player[3] == (8_238_861_051_990, 8_644_627_818_750)
    assert found.by_player[1][0] == found.by_player[2][0] == 0
    assert found.classes and all(one.count for one in found.classes)


def test_what_only_the_third_player_does_is_counted(tmp_path: Path) -> None:
    short = "schedule: [{name: short, sets: [[1, 2]], assumed: x}]\n"
    for name in ("last-keeps-jokers", "last-as-others"):
        text = (HERE / f"{name}.yaml").read_text().replace("count(played) == 3", "count(played) == 2")
        (tmp_path / f"{name}.yaml").write_text(text + short)
    left, right = (str(tmp_path / f"{name}.yaml") for name in ("last-keeps-jokers", "last-as-others"))
    done = CliRunner().invoke(main, ["diff", left, right, "--section", "follow", "--no-cache", "--format", "json"])
    assert done.exit_code == 1
    (found,) = json.loads(done.stdout)["sections"]
    second, third, fourth = (found["by_player"][number][0] for number in "234")
    assert second == fourth == 0 < third == found["count"]


# --- families compared ------------------------------------------------------------------------------


def test_open_options_are_compared_as_a_condition() -> None:
    done = CliRunner().invoke(main, ["diff", str(HERE.parent / "families" / "documented.yaml"), "tvaladze", "--section", "deck", "--section", "score", "--no-cache", "--format", "json"])
    assert done.exit_code == 1
    deck, score = json.loads(done.stdout)["sections"]
    assert deck["differs_when"] == "pack == thirty_eight"
    assert score["differs_when"] == "khishti_nine < 0 or (game_length == full and khishti_short < 0)"


def test_a_condition_of_differing_scores_is_that_of_every_member() -> None:
    family, other = load(str(HERE.parent / "families" / "documented.yaml")), load("tvaladze")
    said = assumption(family, "khishti_nine < 0 or (game_length == full and khishti_short < 0)")
    rest = {name: option.values[0] for name, option in family.options.items()}
    for length, short, nine in product(*[family.options[name].values for name in ("game_length", "khishti_short", "khishti_nine")]):
        chosen = {**rest, "game_length": length, "khishti_short": short, "khishti_nine": nine}
        found = whole_section(with_options(family, chosen), other, "score")
        assert (found.verdict == DIFFERENT) == evaluate(said, chosen, family.pack), chosen


def test_too_many_combinations_are_refused_with_what_to_choose(tmp_path: Path) -> None:
    declared = "".join(f"  o{i}: {{values: [a, b], says: x}}\n" for i in range(14))
    looked_at = " or ".join(f"(o{i} == a and bid == {i % 3})" for i in range(14))
    path = tmp_path / "many.yaml"
    path.write_text(f"rulespec: 1\nid: many\nextends: tvaladze\nfamily: true\noptions:\n{declared}bid:\n  - {{name: any, forbid: is_dealer and ({looked_at}), assumed: x}}\n")
    done = CliRunner().invoke(main, ["diff", str(path), "tvaladze", "--section", "bid", "--no-cache"])
    assert done.exit_code == 2 and "`o13`" in done.stderr and "--set OPTION=VALUE" in done.stderr


# --- counts that a class must not have --------------------------------------------------------------


def test_an_order_of_choices_is_no_difference() -> None:
    left, right = (
        load_text(f"rulespec: 1\nid: order\nextends: tvaladze\ntrump: [{{name: named, choose: {{by: dealer, from: {listed}}}, assumed: x}}]\n")
        for listed in ("[suits, no_trump]", "[no_trump, suits]")
    )
    found = counted_whole(left, right, "trump")
    assert (found.verdict, found.count) == (SAME, 0)


@pytest.mark.parametrize("section", [s for s in SECTIONS if s not in ("premium", "strength", "finish")])
def test_no_class_of_two_accounts_counts_nothing(section: str) -> None:
    found = counted_whole(load("web-225"), load("skill-games-nines"), section)
    assert found.verdict in (SAME, DIFFERENT)
    assert all(one.count for one in found.classes)
