"""The contract of verdicts: exit codes, claims that something is possible, what a claim needs, and cases that `ask` takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulespec.cases import answer
from rulespec.pipeline import load
from verifier.cli import main
from verifier.compare.diff import whole_section
from verifier.proofs import property as properties
from verifier.proofs.prove import prove
from verifier.proofs.verdict import NotApplicable, Proved, Refuted, Unreached, judge, word

HOUSE = """rulespec: 1
id: contract
extends: tvaladze
schedule: [{name: short, sets: [[1, 2]], assumed: x}]
properties:
  - {id: can, kind: possible, scope: follow, says: both jokers can be held, holds: count(hand & jokers) == 2}
  - {id: cannot, kind: possible, scope: follow, says: three cards can be held, holds: count(hand) == 3}
  - {id: never-given, scope: follow, says: x, given: count(hand) == 3, holds: any(playable)}
  - {id: three-jokers, scope: follow, says: x, needs: two_jokers, holds: count(hand & jokers) < 3}
"""
EXITS = {  # what is asked: verdict, exit code, whether a game is shown
    "can": ("proved", 0), "cannot": ("refuted", 1), "never-given": ("vacuous", 3), "three-jokers": ("proved", 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    path = tmp_path_factory.mktemp("house") / "house.yaml"
    path.write_text(HOUSE)
    asked = [word for id_ in EXITS for word in ("-p", id_)]
    done = CliRunner().invoke(main, ["check", str(path), *asked, "--no-cache", "--format", "json"])
    document = json.loads(done.stdout)
    assert done.exit_code == document["exit_code"] == 1
    return {one["property"]: one for one in document["profiles"][0]["results"]}


@pytest.mark.parametrize("id_", EXITS)
def test_verdicts_in_words(results: dict[str, dict[str, Any]], id_: str) -> None:
    assert results[id_]["verdict"] == EXITS[id_][0]


def test_what_is_possible_is_shown_by_a_game_and_what_is_not_by_none(results: dict[str, dict[str, Any]]) -> None:
    assert results["cannot"]["witness"] is None
    ruleset = load("tvaladze")
    path_free = next(p for p in properties.read(_claims("possible")) if p.id == "one")
    found = prove(ruleset, path_free)
    assert isinstance(found, Proved) and found.example is not None and found.example.reached and found.example.game


def _claims(kind: str, needs: str = "") -> Path:
    path = Path(CLAIMS) / f"{kind}-{needs}.yaml"
    extra = f", needs: {needs}" if needs else ""
    path.write_text(f"properties:\n  - {{id: one, kind: {kind}, scope: follow, says: x{extra}, holds: count(hand & jokers) == 2}}\n")
    return path


CLAIMS = ""


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    global CLAIMS
    CLAIMS = str(tmp_path_factory.mktemp("claims"))


NEEDS = [("whist-like", "jokers", "no jokers"), ("whist-like", "two_jokers", "fewer than two jokers"), ("jokers-left-out", "jokers", "no jokers")]


@pytest.mark.parametrize(("house", "needs", "why"), NEEDS)
def test_what_a_claim_needs(house: str, needs: str, why: str) -> None:
    """A pack without jokers, and one whose jokers are not dealt."""
    ruleset = load(str(Path(__file__).parents[1] / "faults" / f"{house}.yaml"))
    (claim,) = properties.read(_claims("possible", needs))
    assert prove(ruleset, claim) == NotApplicable(why)
    assert not isinstance(prove(load("tvaladze"), claim), NotApplicable)


@pytest.mark.parametrize("expected", ["proved", "refuted", None])
@pytest.mark.parametrize("asked", [True, False])
def test_what_was_not_reached_keeps_no_promise_and_breaks_none(expected: Any, asked: bool) -> None:
    verdict = prove(load("tvaladze"), next(p for p in properties.shipped() if p.id == "void-may-keep-joker"))
    assert isinstance(verdict, Refuted) and verdict.witness is not None
    assert judge(Unreached(verdict.witness), expected, asked) == 3
    assert judge(NotApplicable("no jokers"), expected, asked) == 0
    assert word(Unreached(verdict.witness)) == "unreached"


@pytest.mark.parametrize("section", ["follow", "call", "strength", "score", "bid"])
def test_every_case_of_a_difference_is_taken_by_ask(section: str) -> None:
    left = load("tvaladze")
    right = load("web-225") if section in ("score",) else load("skill-games") if section in ("follow", "strength") else load(str(OTHER[section]))
    found = whole_section(left, right, section)
    assert found.classes
    for one in found.classes:
        assert one.example.case is not None
        assert [answer(side, one.example.case).answer for side in (left, right)] == [one.example.left, one.example.right]


OTHER: dict[str, Path] = {}


@pytest.fixture(autouse=True, scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = {
        "call": "call:\n  - {name: high only, forbid: level == low, assumed: x}\n  - {name: led, forbid: leading and not names_suit, assumed: x}\n"
        "  - {name: silent, forbid: not leading and names_suit, assumed: x}\n",
        "bid": "bid:\n  - {name: never one, forbid: bid == 1 and passes_before > 0, assumed: x}\n  - {name: balance, forbid: is_dealer and earlier_total + bid == hand_size, assumed: x}\n",
    }
    for section, text in rows.items():
        OTHER[section] = tmp_path_factory.mktemp("others") / f"{section}.yaml"
        OTHER[section].write_text(f"rulespec: 1\nid: other-{section}\nextends: tvaladze\n{text}")


SETS = """
properties:
  - {id: first-alone, scope: set, says: every set is the first, holds: set_number == 1}
  - {id: in-the-last, scope: set, kind: possible, says: two may be clean in the fourth set, holds: set_number == 4 and makers == 2}
"""


def test_a_claim_may_speak_of_any_set_that_is_like_an_earlier_one(tmp_path: Path) -> None:
    """Sets that no rule tells apart are looked at together; a claim can still ask which of them it is."""
    (tmp_path / "sets.yaml").write_text(SETS, encoding="utf-8")
    rules = load("tvaladze")
    said = {one.id: prove(rules, one) for one in properties.read(tmp_path / "sets.yaml")}
    assert isinstance(said["first-alone"], Refuted)
    found = said["in-the-last"]
    assert isinstance(found, Proved) and found.example is not None and found.example.moment.set_number == 4
