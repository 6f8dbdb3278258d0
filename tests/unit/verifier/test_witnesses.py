"""Witnesses as people and programs get them: told, as JSON, as files; and several that are really different."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from rulespec import questions
from rulespec.cases import answer, expected, read_case
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from rulespec.questions import Leading, WholeTrick
from rulespec.record_reader import read_record
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from tests.unit.verifier.houses import rules_called
from tests.unit.verifier.witness_lines import called, refuted, witness_against
from verifier.evenings.replay import judge
from verifier.proofs import property as properties
from verifier.proofs.prove import Claim
from verifier.proofs.several import Said, different, said_in
from verifier.witness.find import find
from verifier.witness.played import Played, deciding, played, witness_json
from verifier.witness.save import files, profile_name
from verifier.witness.text.game import narrate
from verifier.witness.witness import Witness

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
NAMES = [f"{ruleset.id} {name}" for ruleset, name in refuted()]


@cache
def told_of(index: int) -> Played:
    return played(refuted()[index][0], witness_against(index))


STORIES = pytest.mark.parametrize("index", range(len(NAMES)), ids=NAMES)


def narrated() -> dict[str, str]:
    """What is to be told, by flaw."""
    parts = re.split(r"^\[(.+)\]\n", (HERE / "narrated.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def seen_from_here(text: str) -> str:
    return re.sub(r"(yaml|<text>):[0-9]+", r"\1:N", text.replace(f"{ROOT}/", ""))


# --- told -------------------------------------------------------------------------------------------


@STORIES
def test_a_witness_is_told_as_play(index: int) -> None:
    assert seen_from_here("\n".join(narrate(told_of(index)))) + "\n" == narrated()[NAMES[index]]


def test_every_story_kept_is_told_by_some_witness() -> None:
    assert list(narrated()) == NAMES


@STORIES
def test_the_full_story_ends_with_the_whole_game(index: int) -> None:
    told = told_of(index)
    lines, short = list(narrate(told, full=True)), list(narrate(told))
    assert lines[: len(short)] == short
    assert sum(line.startswith("hand ") for line in lines[len(short) :]) == len(told.hands)


def test_what_was_not_reached_is_labelled_as_such() -> None:
    ruleset = rules_called("tvaladze")
    hand = next(hand for hand in questions.ground(ruleset).hands if hand.size == 9)
    told = played(ruleset, find(ruleset, "lead", Leading(hand, (1 << 11) - 2, 0)))
    assert not told.witness.reached
    assert list(narrate(told))[-1] == f"unreached: {told.witness.why_not}"
    shown = witness_json(told)
    assert (shown["reachable"], shown["course"], shown["why"]) == (False, None, told.witness.why_not)


# --- JSON -------------------------------------------------------------------------------------------


@STORIES
def test_json_holds_the_game_and_the_row(index: int) -> None:
    told = told_of(index)
    shown = json.loads(json.dumps(witness_json(told)))
    assert list(shown) == ["scope", "case", "options", "row", "at", "rows", "reachable", "why", "course"]
    assert shown["reachable"] is True
    assert shown["rows"][0] == {"row": shown["row"], "at": shown["at"]}
    assert re.fullmatch(r".+:[1-9][0-9]*", shown["at"])
    course, state = shown["course"], told.hands[-1]
    dealt = [card for hand in course["deal"] for card in hand]
    assert sorted(course["pack"][: len(dealt)]) == sorted(dealt)
    assert len(course["pack"]) == questions.deck_of(told.ruleset).bit_count()
    assert len(course["earlier"]) == len(told.hands) - 1 == course["hand"] - 1
    assert [trick["winner"] for trick in course["tricks"]] == [trick.winner for trick in state.tricks]


def test_the_rows_are_those_that_answer() -> None:
    ruleset = rules_called("tvaladze")
    trick = told_of(NAMES.index("tvaladze one-winner")).moment
    assert isinstance(trick, WholeTrick)
    assert [row.name for row in deciding(ruleset, trick)] == ["low joker led"]
    assert [row.name for row in deciding(told_of(3).ruleset, trick)] == ["cannot win"]


# --- files ------------------------------------------------------------------------------------------


@STORIES
def test_files_are_read_back(index: int, tmp_path: Path) -> None:
    told = told_of(index)
    texts = files(told, "a/name:of it", "what it breaks", tmp_path)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    case, game = texts
    assert [path.name for path in (case, game)] == ["a-name-of-it.jsonl", "a-name-of-it.txt"]
    again = read_case(Source(str(case), case.read_text(encoding="utf-8")), rulebook(told.ruleset))
    assert expected(again) == answer(told.ruleset, again).answer
    written = read_record(Source(str(game), game.read_text(encoding="utf-8")))
    assert {finding.code for finding in judge(written, told.ruleset).findings} <= {"RS448"}
    assert "# breaks: what it breaks" in written.source.text


@pytest.mark.parametrize("name", ["skill-games", "skill-games+premium=bonus", "tvaladze+low_lead=never_wins+khishti_nine=-200"])
def test_a_record_names_the_rules_so_that_they_load_again(name: str) -> None:
    assert load(profile_name(load(name))).fingerprint == load(name).fingerprint


def test_rules_that_are_no_file_are_named_by_their_id() -> None:
    assert profile_name(load_text("rulespec: 1\nid: mine\nname: Mine\nextends: tvaladze\n")) == "mine"


# --- several ------------------------------------------------------------------------------------------


def said(ruleset: RuleSet, name: str, witness: Witness) -> Said:
    return said_in(ruleset, properties.typed(called(ruleset, name), witness.scope, ruleset), witness.moment)


def test_several_witnesses_differ_in_the_rows_that_decide() -> None:
    ruleset, name = rules_called("tvaladze"), "high-lead-beats-trumps"
    found = different(ruleset, called(ruleset, name), 3)
    assert found.ended is None
    assert len({said(ruleset, name, witness) for witness in found.witnesses}) == len(found.witnesses) == 3
    for witness in found.witnesses:
        typed = properties.typed(called(ruleset, name), witness.scope, ruleset)
        assert witness.reached and Claim(ruleset, typed).breaks(witness.moment, {})
    assert found.witnesses[0] == told_of(NAMES.index("tvaladze high-lead-beats-trumps")).witness


@pytest.mark.parametrize(("profile", "name", "several"), [("tvaladze", "void-may-keep-joker", 1), ("tvaladze", "must-follow-suit", 0)])
def test_there_are_no_more_than_the_rows_allow(profile: str, name: str, several: int) -> None:
    ruleset = rules_called(profile)
    found = different(ruleset, called(ruleset, name), 5)
    assert (len(found.witnesses), found.ended) == (several, None)


@pytest.mark.parametrize("index", range(4, len(NAMES)), ids=NAMES[4:])
def test_the_first_of_several_is_the_smallest(index: int) -> None:
    ruleset, name = refuted()[index]
    assert different(ruleset, called(ruleset, name), 1).witnesses == (witness_against(index),)
