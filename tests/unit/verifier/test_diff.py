"""Differences: what is known of the shipped rule sets, and the laws that hold for every pair."""

from __future__ import annotations

import json
import subprocess
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec import questions
from rulespec.cases import answer
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from rulespec.rulebook import rulebook
from verifier.cli import main
from verifier.compare import diff as diffing
from verifier.compare.diff import SECTIONS, counted, diff_section
from verifier.compare.model import DIFFERENT, DISAGREEMENT, SAME, UNKNOWN, VACUOUS, SectionDiff
from verifier.compare.swing import swings
from verifier.proofs.verdict import DISAGREE, HOLDS, NOT_SETTLED, REFUTED
from verifier.witness.witness import replayed

IDS = ("tvaladze", "web-225", "web-225-nines", "skill-games", "skill-games-nines")
CHEAP = tuple(s for s in SECTIONS if s not in ("strength", "premium"))


def names(found: SectionDiff) -> list[tuple[str | None, str | None]]:
    return [c.key for c in found.classes]


@pytest.fixture(scope="module")
def pair() -> tuple[RuleSet, RuleSet]:
    return load("tvaladze"), load("skill-games")


KNOWN = {
    "deck": [], "schedule": [], "bid": [], "lead": [], "call": [], "finish": [],
    "trump": [("the dealer's last card", "left of the dealer after three cards")],
    "follow": [("joker before discard", "discard")],
    "strength": [("trump", "high joker led")],
    "score": [("khishti", "khishti")],
    "premium": [(None, "struck off")],
}  # fmt: skip


@pytest.mark.parametrize("section", SECTIONS)
def test_the_differences_of_two_accounts_are_these(pair: tuple[RuleSet, RuleSet], section: str) -> None:
    """Sources: guide 2 to 5 against the rules of skill.games; every other section is proved the same."""
    found = diff_section(*pair, section)
    assert names(found) == KNOWN[section]
    assert found.verdict == (DIFFERENT if KNOWN[section] else SAME)


@pytest.mark.parametrize("section", [s for s in SECTIONS if KNOWN[s] and s not in ("premium",)])
def test_an_example_is_answered_as_it_says_by_both(pair: tuple[RuleSet, RuleSet], section: str) -> None:
    for one in diff_section(*pair, section).classes:
        if section == "trump":
            assert one.example.case is None and isinstance(one.example.moment, questions.Dealing)  # one side turns, the other chooses
            methods = [questions.ground(side).fitting(one.example.moment.hand.size)[0].method for side in pair]
            assert methods[0] != methods[1]
            continue
        assert one.example.case is not None
        assert [answer(side, one.example.case).answer for side in pair] == [one.example.left, one.example.right]


@pytest.mark.parametrize("section", ["trump", "follow", "score", "strength", "premium"])
def test_a_mirrored_comparison_is_the_mirror(pair: tuple[RuleSet, RuleSet], section: str) -> None:
    there, back = diff_section(*pair, section), diff_section(*reversed(pair), section)
    assert there == back.mirrored()
    assert there.mirrored().mirrored() == there


@pytest.mark.parametrize("profile", IDS)
def test_a_rule_set_is_the_same_as_itself(profile: str) -> None:
    assert all(diff_section(load(profile), load(profile), s).verdict == SAME for s in SECTIONS)


def test_a_copy_in_other_words_is_proved_the_same(tmp_path: Path) -> None:
    """The same rules written otherwise: the texts differ, so it is the solver that says so."""
    copy = tmp_path / "copy.yaml"
    copy.write_text(
        "rulespec: 1\nid: copy\nextends: tvaladze\nbid:\n  - {name: balance, forbid: is_dealer and bid == hand_size - earlier_total, assumed: ours}\n"
        "premium:\n  - {name: all made, when: not (not me.made_all), add: me.best + 0, assumed: ours}\n"
    )
    one, other = load("tvaladze"), load(str(copy))
    assert one.fingerprint != other.fingerprint
    assert {s: diff_section(one, other, s).verdict for s in ("bid", "premium")} == {"bid": SAME, "premium": SAME}


@pytest.mark.parametrize("setting", ["void_with_joker=may_discard", "khishti_nine=-500", "game_length=nines", "pack=thirty_eight"])
def test_a_changed_option_is_a_difference(setting: str) -> None:
    found = [diff_section(load("tvaladze"), load(f"tvaladze+{setting}"), s) for s in CHEAP]
    assert any(s.verdict == DIFFERENT for s in found)


def test_numbers_of_following_are_those_counted_by_hand(pair: tuple[RuleSet, RuleSet]) -> None:
    found = counted(diff_section(*pair, "follow"), *pair)
    assert {n: found.by_cards[n] for n in (1, 2, 3)} == {1: (0, 8_750), 2: (7_744, 148_750), 3: (81_844, 1_636_250)}
    assert sum(c.count or 0 for c in found.classes) == found.count == sum(n for n, _ in found.by_cards.values())


def test_the_largest_gaps(pair: tuple[RuleSet, RuleSet]) -> None:
    """A khishti costs 500 in nines; a strike takes at most a hand of nine tricks bid and made."""
    assert [c.gap for c in diff_section(*pair, "score").classes] == [500]
    assert [c.gap for c in diff_section(*pair, "premium").classes] == [900]


@pytest.mark.parametrize(("verdict", "code"), [(SAME, HOLDS), (DIFFERENT, REFUTED), (UNKNOWN, NOT_SETTLED), (VACUOUS, NOT_SETTLED), (DISAGREEMENT, DISAGREE), ("anything", NOT_SETTLED)])
def test_what_a_section_is_worth(verdict: str, code: int) -> None:
    assert diffing.section_code(SectionDiff("follow", verdict)) == code


def test_a_count_that_contradicts_a_proof_is_our_bug(pair: tuple[RuleSet, RuleSet]) -> None:
    assert counted(SectionDiff("follow", SAME), *pair).verdict == DISAGREEMENT


# --- the command line -------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, [*words])
    return done.exit_code, done.output


def test_json_has_the_shape_of_the_contract() -> None:
    code, text = run("diff", "tvaladze", "skill-games", "--section", "follow", "--section", "lead", "--format", "json")
    found = json.loads(text)
    assert code == 1 and found["exit_code"] == 1 and (found["command"], found["version"]) == ("diff", 1)
    assert (found["left"], found["right"]) == ("tvaladze", "skill-games")
    lead, follow = found["sections"]
    assert (lead["section"], lead["verdict"]) == ("lead", "same")
    assert follow["relation"] == "left stricter" and follow["by_cards"]["2"] == [7744, 148750]
    assert follow["classes"][0]["left_row"] == "joker before discard" and follow["classes"][0]["left"] == ["JK"]


def test_named_sections_gate_and_others_inform() -> None:
    words = ("diff", "tvaladze", "skill-games", "--section", "follow", "--section", "lead", "--no-count")
    assert run(*words, "--forbid", "lead")[0] == HOLDS
    assert run(*words, "--forbid", "lead,follow")[0] == REFUTED
    assert run(*words, "--forbid", "nothing")[0] == 2


def test_whatif_names_what_was_changed() -> None:
    code, text = run("whatif", "tvaladze", "--set", "void_with_joker=may_discard", "--section", "follow", "--no-count")
    assert code == REFUTED and "tvaladze+void_with_joker=may_discard (right)" in text
    assert run("whatif", "tvaladze", "--set", "void_with_joker=must_play", "--section", "follow")[0] == HOLDS
    assert run("whatif", "tvaladze")[0] == 2


@pytest.mark.parametrize("format_", ["markdown", "csv", "html"])
def test_other_formats_list_every_class(format_: str) -> None:
    code, text = run("diff", "tvaladze", "skill-games", "--section", "score", "--no-count", "--format", format_)
    assert code == REFUTED and "khishti" in text and "left pays more" in text


def test_a_revision_is_compared_with_what_stands_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The base of the old file is the old base beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.yaml").write_text("rulespec: 1\nid: club\nextends: tvaladze\noptions: {khishti_nine: -500}\n")
    (tmp_path / "house.yaml").write_text("rulespec: 1\nid: house\nextends: club\n")
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "rules"]):
        subprocess.run(["git", *words], check=True, cwd=tmp_path)
    words = ("diff", "house.yaml", "--against", "HEAD:house.yaml", "--section", "score", "--no-count")
    assert run(*words)[0] == HOLDS
    (tmp_path / "club.yaml").write_text("rulespec: 1\nid: club\nextends: tvaladze\noptions: {khishti_nine: -200}\n")
    assert run(*words)[0] == REFUTED
    assert run("diff", "house.yaml", "--against", "nonsense:house.yaml")[0] == 2
    assert run("diff", "house.yaml", "--against", "HEAD:no.yaml")[0] == 2
    assert run("diff", "house.yaml", "--against", "house.yaml")[0] == 2


@pytest.mark.parametrize("section", ["follow", "strength"])
def test_an_example_at_the_table_comes_with_a_game(pair: tuple[RuleSet, RuleSet], section: str) -> None:
    """A deal, bids and plays up to the moment, legal under both; nines alone have one too."""
    for left, right in (pair, (load("web-225-nines+void_with_joker=must_play"), load("skill-games-nines"))):
        found = diff_section(left, right, section)
        assert found.classes and all(c.reachable is True and c.game for c in found.classes)
        for side in (left, right):
            assert all(replayed(rulebook(side), c.game) for c in found.classes)


def test_the_largest_swing_of_a_set(pair: tuple[RuleSet, RuleSet]) -> None:
    """Three khishtis at 500 and a hand of nine struck off; the other way no set ends better. A mirror is exact."""
    there = diffing.with_swings(diff_section(*pair, "premium"), *pair).swings
    back = diffing.with_swings(diff_section(*reversed(pair), "premium"), *reversed(pair)).swings
    assert [s.gap for s in there] == [2400] and [s.gap for s in back] == [-2400]
    assert there[0].example.left[0] - there[0].example.right[0] == 2400
    assert there == tuple(s.mirrored() for s in back)


def test_no_small_set_swings_further() -> None:
    """Every set of two one-card hands by enumeration: none lies further apart than the swing that is found."""
    small = "schedule:\n  - {name: short, sets: [[1, 1]], assumed: a test}\n"
    left, right = (load_text(f"rulespec: 1\nid: small\nextends: {base}\n{small}") for base in ("tvaladze", "skill-games"))
    gaps = [0]
    for bids in product(product((0, 1), repeat=4), repeat=2):
        if any(sum(b) == 1 for b in bids):
            continue
        for takers in product(range(4), repeat=2):
            tricks = [[int(p == taker) for p in range(4)] for taker in takers]
            totals = [questions.set_totals(side, (1, 1), bids, tricks, 1) for side in (left, right)]
            gaps += [a - b for a, b in zip(*totals, strict=True)]
    known = swings(left, right)
    assert not isinstance(known, str)
    found = {s.gap > 0: s.gap for s in known}
    assert found.get(True, 0) == max(gaps) and found.get(False, 0) == min(gaps)
