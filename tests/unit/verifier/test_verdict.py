"""Every verdict alone and in pairs ends a command with the right code, and nothing unknown ever passes."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from verifier.proofs.verdict import (
    DISAGREE,
    HOLDS,
    NOT_SETTLED,
    REFUTED,
    TABLE,
    WRONG_INPUT,
    Disagreement,
    Expected,
    Proved,
    Refuted,
    Unknown,
    Unsupported,
    Vacuous,
    Verdict,
    exit_code,
    judge,
    word,
    worst,
)

VERDICTS: dict[str, Verdict] = {
    "proved": Proved("hands of 1 to 9 cards"),
    "refuted": Refuted({"hand": ["AS"]}),
    "vacuous": Vacuous("no situation meets the assumptions"),
    "unknown": Unknown("canceled"),
    "unsupported": Unsupported("a premium that looks at two sets"),
    "disagreement": Disagreement(("python", "z3")),
}

# verdict, expected, asked for by name -> code
Row: TypeAlias = tuple[str, Expected, bool, int]
PROMISES: tuple[Expected, ...] = ("proved", "refuted", None)
SETTLED: list[Row] = [
    ("proved", "proved", False, 0),
    ("proved", "proved", True, 0),
    ("proved", "refuted", False, 1),
    ("proved", "refuted", True, 1),
    ("proved", None, False, 0),
    ("proved", None, True, 0),
    ("refuted", "proved", False, 1),
    ("refuted", "proved", True, 1),
    ("refuted", "refuted", False, 0),
    ("refuted", "refuted", True, 0),
    ("refuted", None, False, 0),
    ("refuted", None, True, 1),
]
UNSETTLED: list[Row] = [
    (name, expected, asked, code)
    for name, code in (("vacuous", 3), ("unknown", 3), ("unsupported", 3), ("disagreement", 4))
    for expected in PROMISES
    for asked in (False, True)
]
ALONE = SETTLED + UNSETTLED

# What two codes make together, written out: the larger does not always win.
TOGETHER = {
    frozenset({0}): 0,
    frozenset({1}): 1,
    frozenset({3}): 3,
    frozenset({4}): 4,
    frozenset({0, 1}): 1,
    frozenset({0, 3}): 3,
    frozenset({0, 4}): 4,
    frozenset({1, 3}): 1,
    frozenset({1, 4}): 4,
    frozenset({3, 4}): 4,
}


def result(row: Row) -> tuple[Verdict, Expected, bool]:
    return VERDICTS[row[0]], row[1], row[2]


def test_the_codes_are_the_documented_ones() -> None:
    assert (HOLDS, REFUTED, WRONG_INPUT, NOT_SETTLED, DISAGREE) == (0, 1, 2, 3, 4)


def test_the_table_is_complete_and_says_the_documented_words_and_codes() -> None:
    assert set(TABLE) == set(Verdict.__args__)
    assert [(row.word, row.code) for row in TABLE.values()] == [
        ("proved", 0),
        ("refuted", 1),
        ("not-applicable", 0),
        ("vacuous", 3),
        ("unreached", 3),
        ("unknown", 3),
        ("unsupported", 3),
        ("disagreement", 4),
    ]


@pytest.mark.parametrize("name", VERDICTS)
def test_the_word_of_a_verdict(name: str) -> None:
    assert word(VERDICTS[name]) == name


@pytest.mark.parametrize("row", ALONE, ids=lambda row: f"{row[0]}-expected-{row[1]}-asked-{row[2]}")
def test_one_result_alone(row: Row) -> None:
    assert exit_code([result(row)]) == judge(*result(row)) == row[3]


def test_every_combination_of_one_result_is_in_the_table() -> None:
    combinations = itertools.product(VERDICTS, PROMISES, (False, True))
    assert {row[:3] for row in ALONE} == set(combinations)


@pytest.mark.parametrize("first", ALONE, ids=lambda row: f"{row[0]}-expected-{row[1]}-asked-{row[2]}")
def test_every_pair_of_results(first: Row) -> None:
    for second in ALONE:
        assert exit_code([result(first), result(second)]) == TOGETHER[frozenset({first[3], second[3]})], second


def test_three_results_are_as_good_as_the_dominating_one() -> None:
    for rows in itertools.product(ALONE, repeat=3):
        codes = {row[3] for row in rows}
        expected = next(code for code in (4, 1, 3, 0) if code in codes)
        assert exit_code(map(result, rows)) == expected


def test_nothing_checked_is_not_settled() -> None:
    assert exit_code([]) == worst([]) == 3


@pytest.mark.parametrize("other", [None, True, 0, "proved", Proved, object(), ("proved",)], ids=lambda other: type(other).__name__)
def test_what_is_no_verdict_never_passes(other: Any) -> None:
    with pytest.raises(TypeError, match="not a verdict"):
        exit_code([(VERDICTS["disagreement"], None, True), (other, "proved", True)])
    with pytest.raises(TypeError, match="not a verdict"):
        word(other)


def test_a_subclass_of_a_verdict_never_passes() -> None:
    @dataclass(frozen=True, slots=True)
    class Almost(Proved):
        pass

    with pytest.raises(TypeError, match="not a verdict"):
        exit_code([(Almost("some"), "proved", True)])


@pytest.mark.parametrize("expected", ["Proved", "unknown", "", 0, False])
def test_an_unknown_expectation_never_passes(expected: Any) -> None:
    with pytest.raises(ValueError, match="nothing can be expected"):
        exit_code([(VERDICTS["proved"], expected, True)])


def test_a_result_without_its_third_part_never_passes() -> None:
    pair: Any = (VERDICTS["proved"], "proved")
    with pytest.raises(ValueError, match="unpack"):
        exit_code([pair])


@pytest.mark.parametrize("code", [WRONG_INPUT, 5, -1])
def test_a_code_without_a_place_in_the_order_is_an_error(code: int) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        worst([code])


@pytest.mark.parametrize("verdict", VERDICTS.values(), ids=VERDICTS)
def test_a_verdict_has_no_truth_value(verdict: Verdict) -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(verdict)


@pytest.mark.parametrize("verdict", VERDICTS.values(), ids=VERDICTS)
def test_a_verdict_travels_between_processes(verdict: Verdict) -> None:
    assert pickle.loads(pickle.dumps(verdict)) == verdict


def test_verdicts_with_the_same_text_differ() -> None:
    same: list[Verdict] = [Unknown("x"), Unsupported("x"), Vacuous("x"), Proved("x"), Refuted("x"), Disagreement("x")]
    assert len(set(same)) == len(same)
