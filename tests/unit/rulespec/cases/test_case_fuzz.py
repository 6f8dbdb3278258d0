"""Whatever stands in a line: an answer or faults, never anything else; and what is answered is answered rightly."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verifier.programs.random_cases import random_cases

from rulespec.cases import answer, lines, read_case
from rulespec.cases.asking import Asked, asked
from rulespec.cases.files import MAX_LINE
from rulespec.cases.json_tree import parse, plain
from rulespec.diagnostics import Faults, render
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.pipeline import load
from rulespec.questions import QUESTIONS
from rulespec.rulebook import Rulebook, rulebook
from rulespec.spans import Source
from verifier.programs.conform import conform

PROFILES = ("tvaladze", "skill-games", "web-225-nines")
BOOKS = [rulebook(load(name)) for name in PROFILES]
KEYS = {question.spelled: question.keys for question in QUESTIONS}
CARDS = ("AS", "6S", "7H", "10D", "JK", "JK+S", "JK-", "1H", "H", "")

numbers = st.integers(-1, 9)
texts = st.sampled_from(CARDS)
leaves = st.one_of(st.none(), st.booleans(), st.integers(-2, 40), st.sampled_from([1.0, 0.5, -1e9]), texts)
values = st.one_of(leaves, numbers, st.lists(numbers, max_size=4), st.lists(texts, max_size=4), st.lists(st.lists(leaves, max_size=4), max_size=4))
cases = st.sampled_from([*KEYS]).flatmap(
    lambda question: st.fixed_dictionaries(
        {"question": st.just(question), **dict.fromkeys(KEYS[question].needed, values)},
        optional=dict.fromkeys((*KEYS[question].allowed, "id", "x"), values),
    )
)


def random_cases(ruleset: RuleSet, seed: int) -> Iterator[dict[str, Any]]:
    """Cases of all questions by turns, each with its answer, from random situations."""
    book = rulebook(ruleset)
    pools = [[(question, at) for at in question.samples(book, Random(seed), 40)] for question in QUESTIONS]
    for question, at in filter(None, chain.from_iterable(zip_longest(*pools))):
        case = question.write(book, at)
        yield {**case, "answer": answer(ruleset, case).answer}


def one_line(book: Rulebook, line: bytes) -> list[Asked]:
    found = list(asked(book, lines(io.BytesIO(line), "fuzz.jsonl")))
    for part in found:
        render(part.faults)
        assert (part.answered is None) == (bool(part.faults) or part == Asked())
    return found


@given(cases, st.sampled_from(BOOKS))
@settings(max_examples=150, deadline=None)
def test_any_object_is_answered_or_refused(case: dict[str, object], book: Rulebook) -> None:
    assert len(one_line(book, json.dumps(case).encode())) == 1


@given(st.binary(max_size=200), st.sampled_from(BOOKS))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_answered_or_refused(line: bytes, book: Rulebook) -> None:
    assert len(one_line(book, line)) <= line.count(b"\n") + 1


@given(st.data(), st.integers(0, 50), st.sampled_from(BOOKS))
@settings(max_examples=100, deadline=None)
def test_a_damaged_case_is_answered_or_refused(data: st.DataObject, seed: int, book: Rulebook) -> None:
    text = json.dumps(next(random_cases(book.ruleset, seed)))
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(['"', "{", "]", ",", "1", "9", "-", "J", "S", "null", "true", "", "\\", "\x00", "é"]))
    one_line(book, (text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]).encode())


@given(st.recursive(leaves | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3), max_leaves=8))
@settings(max_examples=80, deadline=None)
def test_json_is_read_as_the_standard_library_reads_it(value: object) -> None:
    try:
        found = plain(parse(Source("x", json.dumps(value, ensure_ascii=False))))
    except Faults as faults:
        assert {d.code for d in faults.diagnostics} <= {"RS401", "RS402"}
    else:
        assert repr(found) == repr(value)


@given(st.text(alphabet='{}[]",:01-.eE \\truefalsn\n\t', max_size=25))
@settings(max_examples=250, deadline=None)
def test_what_the_standard_library_refuses_is_refused(text: str) -> None:
    try:
        found = plain(parse(Source("x", text)))
    except Faults:
        return
    assert repr(found) == repr(json.loads(text))


@pytest.mark.parametrize("name", [name for name in shipped() if not load(name).open_options])
def test_random_cases_can_arise_and_conform(name: str) -> None:
    book = rulebook(load(name))
    drawn = [json.dumps(case) for case in islice(random_cases(book.ruleset, 5), 150)]
    report = conform(book, [Source("random", line, i) for i, line in enumerate(drawn, 1)])
    assert report.exit_code == 0, render(report.faults)
    assert len(report.checked) == 150
    assert set(report.by_question) >= {"bids", "plays", "winner", "score", "set"}


def test_random_cases_are_the_same_for_a_seed() -> None:
    ruleset = load("tvaladze")
    assert [*islice(random_cases(ruleset, 3), 20)] == [*islice(random_cases(ruleset, 3), 20)]
    assert [*islice(random_cases(ruleset, 3), 20)] != [*islice(random_cases(ruleset, 4), 20)]


def test_a_wrong_answer_never_conforms() -> None:
    book, rng = BOOKS[0], Random(1)
    wrong: list[dict[str, Any]] = []
    for case in islice(random_cases(book.ruleset, 8), 100):
        right: Any = case["answer"]
        if isinstance(right, list):
            other = right[1:] or [*right, 1] if rng.random() < 0.5 or case["question"] == "set" else [*right, *right[:1]][1:-1]
        else:
            other = "S" if right in ("H", None) and case["question"] == "trump" else "H" if case["question"] == "trump" else (right or 0) + 1
        if other != right:
            wrong.append({**case, "answer": other})
    report = conform(book, [Source("wrong", json.dumps(case), i) for i, case in enumerate(wrong, 1)])
    assert len(wrong) > 80
    assert len(report.differences) + len(report.faults) == len(wrong)


def test_a_line_that_is_too_long_does_not_hide_the_next() -> None:
    long = b'{"question":"' + b"x" * (3 * MAX_LINE) + b'"}\n'
    stream = io.BytesIO(b"\xef\xbb\xbf\r\n" + long + b"\xff\n" + b'{"question":"bids","cards":1,"earlier":[]}')
    found = list(asked(BOOKS[0], lines(stream, "f.jsonl")))
    assert [[d.code for d in part.faults] for part in found] == [[], ["RS402"], ["RS401"], []]
    assert [part.faults[0].span.line for part in found[1:3]] == [2, 3]
    assert found[3].answered is not None and found[3].answered.answer == [0, 1]


def test_a_line_that_never_ends_does_not_hang() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    found = list(lines(io.BufferedReader(Endless(), 1 << 20), "endless"))
    assert [type(part) for part in found] == [Faults, Faults]


def test_the_place_of_a_line_counts_from_the_file() -> None:
    with pytest.raises(Faults) as caught:
        read_case(Source("f.jsonl", '{"question":"bids","cards":1,"earlier":[0,2]}', 12), BOOKS[0])
    assert str(caught.value.diagnostics[0].span) == "f.jsonl:12:43"
