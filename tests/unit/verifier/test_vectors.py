"""Vectors: right by construction, small, the same every time, and hard to satisfy by wrong rules."""

from __future__ import annotations

import json
from functools import cache

import pytest
from click.testing import CliRunner

from rulespec.cases import answer
from rulespec.pipeline import load, load_text
from verifier.cli import main
from verifier.programs.vectors import Vectors, vectors

PROFILES = ("tvaladze", "skill-games", "web-225-nines")
TINY = """
rulespec: 1
id: tiny
players: 3
cards: {suits: [red, green], ranks: [A, B, C], jokers: 0}
deck: [{cards: all}]
schedule: [{sets: [[1, 2]]}]
trump: [{fixed: red}]
lead: [{play: hand}]
follow:
  - {name: follow, when: any(hand & suit(asked)), play: hand & suit(asked)}
  - {name: anything, play: hand}
strength:
  - {name: trump, when: card in suit(trump), class: 1, then: rank}
  - {name: asked, when: card in suit(asked), class: 0, then: rank}
  - {name: nothing, class: never}
score:
  - {name: exact, when: bid == tricks, points: 10 + bid}
  - {name: unreachable, when: bid > 5, points: 1}
  - {name: missed, points: 0}
"""


@cache
def of(profile: str, size: str = "small") -> Vectors:
    return vectors(load(profile), size=size)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_row_is_reached_that_the_options_leave(profile: str) -> None:
    """Rows that are missing are those that this profile's options exclude."""
    ruleset = load(profile)
    excluded = {("trump", "the next card"), ("trump", "the dealer's last card"), ("trump", "left of the dealer after three cards"), ("premium", "struck off"), ("follow", "joker before discard"), ("strength", "high joker led in a plain suit")}
    assert set(of(profile).unreached) <= excluded
    decided = [row.name for rows in ruleset.sections.values() for row in rows.rows]
    assert {str(c["row"]) for c in of(profile).cases if c["question"] == "winner"} <= {*decided, "None"}


@pytest.mark.parametrize("profile", PROFILES)
def test_the_answers_are_the_references(profile: str) -> None:
    ruleset = load(profile)
    for case in of(profile).cases:
        found = answer(ruleset, {k: v for k, v in case.items() if k not in ("answer", "row")})
        assert (found.answer, found.row) == (case["answer"], case["row"])


def test_they_are_the_same_again_and_never_twice() -> None:
    again = vectors(load("tvaladze"), size="small")
    assert again == of("tvaladze")
    texts = [json.dumps(case) for case in again.cases]
    assert len(set(texts)) == len(texts)


def test_hands_grow_within_a_question() -> None:
    sizes = [len(c["hand"]) for c in of("tvaladze").cases if c["question"] == "plays"]  # type: ignore[arg-type]
    assert sizes == sorted(sizes) and sizes[0] == 1


def test_larger_sizes_have_more() -> None:
    assert len(of("tvaladze").cases) < len(vectors(load("tvaladze"), ("score", "bid"), "large").cases) + len(of("tvaladze").cases)
    assert len(vectors(load("tvaladze"), ("follow",), "small").cases) < len(vectors(load("tvaladze"), ("follow",), "normal").cases)


def test_a_section_is_asked_alone() -> None:
    found = vectors(load("tvaladze"), ("follow",), "small")
    assert {c["question"] for c in found.cases} == {"plays"} and all(c["trick"] for c in found.cases)


@pytest.mark.parametrize(("rival", "question"), [("skill-games", "winner"), ("skill-games", "plays"), ("web-225", "score")])
def test_a_rule_set_that_answers_otherwise_is_told_apart(rival: str, question: str) -> None:
    """Some case of the vectors has another answer under the other rule set."""
    other = load(rival)
    found = vectors(load("tvaladze"), size="small", others=[other])
    mine = [c for c in found.cases if c["question"] == question]
    assert any(answer(other, {k: v for k, v in c.items() if k not in ("answer", "row")}).answer != c["answer"] for c in mine)


def test_another_game_has_vectors_too() -> None:
    """Three players, no jokers; a row that nothing reaches is named."""
    found = vectors(load_text(TINY))
    assert {c["question"] for c in found.cases} == {"trump", "bids", "plays", "winner", "score", "set"}
    assert found.unreached == (("score", "unreachable"),)


def test_the_command_writes_lines_and_a_document() -> None:
    lines = CliRunner().invoke(main, ["vectors", "tvaladze", "--section", "score", "--size", "small"])
    assert lines.exit_code == 0 and all("answer" in json.loads(line) for line in lines.stdout.splitlines())
    document = json.loads(CliRunner().invoke(main, ["vectors", "tvaladze", "--section", "score", "--format", "json"]).stdout)
    assert document["command"] == "vectors" and document["cases"] and document["unreached"] == []
    assert CliRunner().invoke(main, ["vectors", "tvaladze", "--section", "scores"]).exit_code == 2
    assert CliRunner().invoke(main, ["vectors", "georgian"]).exit_code == 2
