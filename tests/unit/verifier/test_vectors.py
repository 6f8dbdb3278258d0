"""Vectors: right by construction, small, the same every time, and answered otherwise by every edit that means something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec.cases import answer
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from tests.chosen import chosen
from tests.mistakes.mistaken import MISTAKES, mistaken
from verifier.cli import main
from verifier.programs.vectors import Counts, vectors
from verifier.programs.vectors.kept import Choices
from verifier.watch.mutate.study import Subject, study
from verifier.work.disk import Store
from verifier.work.tasks import Limits

HERE = Path(__file__).parents[2]
HOUSE = str(HERE / "lint" / "house.yaml")
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


def differs(ruleset: RuleSet, case: dict[str, object]) -> bool:
    """Whether a rule set answers a case otherwise than it says, or cannot be asked it."""
    try:
        return answer(ruleset, {k: v for k, v in case.items() if k not in ("answer", "row")}).answer != case["answer"]
    except Faults:
        return True


def test_every_edit_is_caught_or_proved_to_change_nothing() -> None:
    counts = chosen("web-225").counts
    assert counts.left_open == () and counts.caught + counts.equivalent + counts.unasked == counts.edits > 1000


def test_edits_that_are_caught_answer_some_case_otherwise() -> None:
    """By the reference alone: all edits of a small game, those of its schedule and deck aside."""
    found, subject = chosen(HOUSE), study(Subject(HOUSE))
    caught = 0
    for one in subject.different:
        if set(one.patch.touched(subject.ruleset)) & {"deck", "schedule", "trump", "finish"}:  # type: ignore[union-attr]
            continue
        mutant = subject.mutant(one.number)
        caught += any(differs(mutant, case) for case in found.cases)
    assert caught >= found.counts.caught - 60 and caught > 200


def test_the_answers_are_the_references() -> None:
    ruleset = load("web-225")
    for case in chosen("web-225").cases:
        found = answer(ruleset, {k: v for k, v in case.items() if k not in ("answer", "row")})
        assert (found.answer, found.row) == (case["answer"], case["row"])


@pytest.mark.parametrize(("section", "name"), MISTAKES, ids=[name for _, name in MISTAKES])
def test_a_mistake_that_was_written_by_hand_is_caught(section: str, name: str) -> None:
    """Rules with one mistake each, written without a look at the edits."""
    rules = mistaken(section, name)
    assert any(differs(rules, case) for case in chosen("web-225").cases)


@pytest.mark.parametrize("profile", ["tvaladze", "skill-games"])
def test_other_rule_sets_are_told_apart(profile: str) -> None:
    """Some case of the vectors has another answer under another shipped rule set."""
    assert any(differs(load(profile), case) for case in chosen("web-225").cases if case["question"] in ("plays", "winner", "score"))


def test_they_are_the_same_again_few_and_never_twice() -> None:
    again = vectors(Subject(HOUSE), ("follow", "score"), "small", Limits(120, 1))
    assert again == vectors(Subject(HOUSE), ("follow", "score"), "small", Limits(120, 2))
    texts = [json.dumps(case) for case in chosen("web-225").cases]
    assert len(set(texts)) == len(texts) <= 1500


def test_hands_grow_within_a_question_and_larger_sizes_have_more() -> None:
    sizes = [len(c["hand"]) for c in chosen("web-225").cases if c["question"] == "plays" and c["trick"]]  # type: ignore[arg-type]
    assert sizes == sorted(sizes) and sizes[0] == 1
    small, large = (vectors(Subject(HOUSE), ("follow",), size) for size in ("small", "large"))
    assert len(small.cases) < len(large.cases) and small.counts == large.counts


def test_a_section_is_asked_alone() -> None:
    found = vectors(Subject(HOUSE), ("follow",), "small")
    assert {c["question"] for c in found.cases} == {"plays"} and all(c["trick"] for c in found.cases)


def test_another_game_has_vectors_too(tmp_path: Path) -> None:
    """Three players, no jokers; a row that nothing reaches is named."""
    load_text(TINY)
    path = tmp_path / "tiny.yaml"
    path.write_text(TINY, encoding="utf-8")
    found = vectors(Subject(str(path)))
    assert {c["question"] for c in found.cases} == {"trump", "bids", "plays", "winner", "score", "set", "cards", "dealer"}
    assert ("score", "unreachable") in found.unreached and found.exit_code == 0


def test_what_is_left_open_ends_with_3() -> None:
    assert Counts(200, 150, 49, 0, (("e", "no answer"),)).exit_code == 0
    assert Counts(200, 150, 47, 0, (("e", ""),) * 3).exit_code == 3
    assert Counts(0, 0, 0, 0).exit_code == 3


def test_a_choice_is_kept_until_something_changes(tmp_path: Path) -> None:
    kept, path = Choices(Store(tmp_path / "kept")), tmp_path / "tiny.yaml"
    path.write_text(TINY, encoding="utf-8")
    first = vectors(Subject(str(path)), kept=kept)
    question = kept.question(study(Subject(str(path))), ("x",), "small")
    assert kept.get(question) is None
    assert vectors(Subject(str(path)), kept=kept) == first
    (file,) = (tmp_path / "kept").rglob("*.json")
    file.write_text(file.read_text(encoding="utf-8").replace('"answer": 0', '"answer": 1', 1), encoding="utf-8")
    assert vectors(Subject(str(path)), kept=kept) == first


def test_the_command_writes_lines_a_document_and_what_became_of_the_edits() -> None:
    lines = CliRunner().invoke(main, ["vectors", HOUSE, "--section", "score", "--size", "small", "--no-cache"])
    assert lines.exit_code == 0 and all("answer" in json.loads(line) for line in lines.stdout.splitlines())
    assert "0 left open" in lines.stderr and "--size small" in lines.stderr
    document = json.loads(CliRunner().invoke(main, ["vectors", HOUSE, "--section", "score", "--format", "json"]).stdout)
    assert document["command"] == "vectors" and document["cases"] and document["edits"]["open"] == 0
    assert CliRunner().invoke(main, ["vectors", HOUSE, "--section", "scores"]).exit_code == 2
    assert CliRunner().invoke(main, ["vectors", "georgian"]).exit_code == 2
