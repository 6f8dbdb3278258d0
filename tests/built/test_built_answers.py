"""`answer(case)` of the built modules is the reference's: case files, worked examples, random cases, small packs, odd rule sets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bench.agreement import Built, about_hands, answered, differences, playable, random_of, replied
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from rulespec.questions import QUESTIONS, SPELLED
from rulespec.rulebook import rulebook
from tests.built.conftest import ROOT, Modules

FILES = [*sorted((ROOT / "tests" / "cases").glob("*.jsonl")), *sorted((ROOT / "variants" / "examples").glob("*.jsonl"))]
SETTLED = [name for name in playable() if not load(name).open_options]
FEW = 50  # random cases of each question; `python bench/agreement.py` asks 100,000
ODD = (
    "examples/pass-limit.yaml", "examples/kitchen-table.yaml", "tests/language/good/every-operator.yaml", "tests/language/good/every-trump.yaml",
    "tests/language/good/long.yaml", "tests/language/good/block-style.yaml",
)  # fmt: skip


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_case_files_and_worked_examples(path: Path, modules: Modules) -> None:
    """Answers as written there, rows as the reference has them, and JavaScript says what Python says in every part."""
    one, cases = modules(path.stem), lines(path)
    assert cases and all(python == javascript for python, javascript in one.answers(cases))
    assert [python["answer"] for python, _ in one.answers(cases)] == [case["answer"] for case in cases]
    bare = ({k: v for k, v in case.items() if k not in ("answer", "row")} for case in cases)
    assert list(differences(one, answered(one.ruleset, bare))) == []


def sampled(one: Built, number: int, seed: int) -> list[dict[str, Any]]:
    return [case for question in SPELLED for case in random_of(one.ruleset, question, number // 5 if question == "set" else number, seed)]


@pytest.mark.parametrize("name", SETTLED)
def test_random_cases(name: str, modules: Modules) -> None:
    one = modules(name)
    assert list(differences(one, [*sampled(one, FEW, 11), *about_hands(one.ruleset)])) == []


def clean_sets(ruleset: RuleSet, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Finished sets in which some players, neighbours and not, made every bid."""
    rng, book = random.Random(seed), rulebook(ruleset)
    for _ in range(number):
        sizes = rng.choice(book.schedule)
        clean = [rng.random() < 0.6 for _ in range(book.players)]
        tricks = [[0] * book.players for _ in sizes]
        for hand, size in zip(tricks, sizes, strict=True):
            for _ in range(size):
                hand[rng.randrange(book.players)] += 1
        bids = [[t if made else rng.randint(0, size) for t, made in zip(hand, clean, strict=True)] for hand, size in zip(tricks, sizes, strict=True)]
        number_of_set = {"set_number": 1 + list(book.schedule).index(sizes)} if ruleset.id == "reads-everything" else {}
        yield {"question": "set", "cards": list(sizes), "bids": bids, "tricks": tricks, **number_of_set}


@pytest.mark.parametrize("name", [*SETTLED, "tests/built/reads-everything.yaml"])
def test_sets_in_which_players_are_clean(name: str, modules: Modules) -> None:
    """Premiums and strikes, which random sets seldom show."""
    one = modules(name)
    cases = list(answered(one.ruleset, clean_sets(one.ruleset, 40, 16)))
    assert (any(case["row"] for case in cases) or not one.ruleset.rows("premium")) and list(differences(one, cases)) == []


@pytest.mark.parametrize("name", ["tvaladze", "skill-games", "greek-38"])
def test_a_family_answers_as_its_members(name: str, member: Modules) -> None:
    one = member(name)
    assert list(differences(one, [*sampled(one, FEW // 2, 12), *about_hands(one.ruleset)])) == []


@pytest.mark.parametrize("name", ODD, ids=lambda name: Path(name).stem)
def test_rule_sets_that_use_the_language_otherwise(name: str, modules: Modules) -> None:
    one = modules(name)
    assert list(differences(one, sampled(one, FEW, 13))) == []


EVERYTHING = "tests/built/reads-everything.yaml"


def test_a_rule_set_that_reads_every_name(modules: Modules) -> None:
    one = modules(EVERYTHING)
    cases = sampled(one, 2 * FEW, 14)
    assert list(differences(one, cases)) == []
    assert {case["row"] for case in cases if case["question"] in ("plays", "winner", "score")} >= {"over the table", "no trump at first", "joker"}


def test_best_but_last_in_both_languages(modules: Modules) -> None:
    """Names of a set that no shipped rule reads."""
    one = modules(EVERYTHING)
    assert list(differences(one, random_of(one.ruleset, "set", 40, 15))) == []


@pytest.mark.parametrize(
    ("case", "needed"),
    [
        ({"question": "bids", "cards": 5, "earlier": [1]}, "passes_before"), ({"question": "plays", "hand": ["AS", "AH"], "trump": "H", "trick": []}, "trick_number"),
        ({"question": "score", "cards": 9, "bid": 1, "tricks": 1, "set_number": 4}, "bids_total"), ({"question": "score", "cards": 9, "bid": 1, "tricks": 1, "bids_total": 4}, "set_number"),
    ],
)  # fmt: skip
def test_a_case_without_what_its_rules_read_is_refused(case: dict[str, Any], needed: str, modules: Modules) -> None:
    one = modules(EVERYTHING)
    assert one.answers([case]) == [("WrongCase", "WrongCase")]
    with pytest.raises(one.python.WrongCase, match=needed):
        one.python.answer(case)


@pytest.mark.parametrize("name", ["tvaladze", "skill-games"])
def test_a_sample_of_every_situation_of_a_small_pack(name: str, modules: Modules) -> None:
    """`python bench/agreement.py` asks about all of them. Both jokers are often in one trick there."""
    one, rng = modules(f"small {name}"), random.Random(6)
    for question in QUESTIONS:
        every = list(islice(question.every(rulebook(one.ruleset)), 6000))
        cases = [replied(one.ruleset, question, at) for at in rng.sample(every, min(80, len(every)))]
        assert cases and list(differences(one, cases)) == []


CANNOT_ARISE = (
    '{"question":"plays","hand":["AS","AS"],"trump":"H","trick":[]}', '{"question":"plays","hand":["6C"],"trump":"H","trick":[]}',
    '{"question":"plays","hand":["AX"],"trump":"H","trick":[]}', '{"question":"plays","hand":[],"trump":"H","trick":[]}',
    '{"question":"plays","hand":["AS"],"trump":"X","trick":[]}', '{"question":"plays","hand":["AS"],"trump":"H","trick":["JK"]}',
    '{"question":"plays","hand":["AS"],"trump":"H","trick":["JK+"]}', '{"question":"plays","hand":["AS"],"trump":"H","trick":["7S","JK+S"]}',
    '{"question":"plays","hand":["AS"],"trump":"H","trick":["AS"]}', '{"question":"plays","hand":["JK","JK","JK"],"trump":"H","trick":[]}',
    '{"question":"plays","hand":["AS"],"trump":"H","trick":["7S","8S","9S","10S"]}', '{"question":"plays","hand":["AS"],"trump":"H"}',
    '{"question":"winner","trump":"H","trick":["7S","8S"]}', '{"question":"winner","trump":"H","trick":["JK+S","JK+","JK-","7S"]}',
    '{"question":"calls","trump":"H","trick":["JK+S","JK-"]}', '{"question":"bids","cards":10,"earlier":[]}',
    '{"question":"bids","cards":5,"earlier":[6]}', '{"question":"bids","cards":5,"earlier":[1,1,1,1]}', '{"question":"bids","cards":true,"earlier":[]}',
    '{"question":"score","cards":5,"bid":6,"tricks":1}', '{"question":"score","cards":5,"bid":1.5,"tricks":1}',
    '{"question":"set","cards":[9,9],"bids":[[0,0,0,0],[0,0,0,0]],"tricks":[[9,0,0,0],[9,0,0,0]]}',
    '{"question":"set","cards":[9,9,9,9],"bids":[[9,0,0,0],[9,0,0,0],[9,0,0,0],[9,0,0,0]],"tricks":[[9,0,0,0],[9,0,0,0],[9,0,0,0],[9,0,0,0]]}',
    '{"question":"trump","cards":8}', '{"question":"trump","cards":8,"turned":"6S"}', '{"question":"dealer","first":4,"hand":1}',
    '{"question":"cards","hand":25}', '{"question":"card","hand":1}', '{"question":["cards"]}', '[]', '{}', 'null',
    '{"question":"cards","hand":1,"hnad":2}', '{"question":"constructor"}', '{"question":"plays","hand":["__proto__"],"trump":"H","trick":[]}',
)  # fmt: skip


@pytest.mark.parametrize("text", CANNOT_ARISE)
def test_a_situation_that_cannot_arise_is_never_answered(text: str, modules: Modules) -> None:
    assert modules("tvaladze").answers([json.loads(text)]) == [("WrongCase", "WrongCase")]
