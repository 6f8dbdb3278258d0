"""Records as text: written and read again, typed by hand, and torn to pieces."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import engine, pipeline
from rulespec.diagnostics import Faults, render
from rulespec.players import random_players
from rulespec.record import Record
from rulespec.record_reader import is_record, read_record
from rulespec.record_writer import seat_names, write_record
from rulespec.spans import Source
from verifier.evenings.replay import judge

EXAMPLES = Path(__file__).parents[3] / "examples"
HOUSE = EXAMPLES / "three-hands.yaml"
TEXT = (EXAMPLES / "three-hands.txt").read_text(encoding="utf-8")
load = cache(pipeline.load)


def read(text: str) -> Record:
    return read_record(Source("record.txt", text))


# --- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [None, ("Nino", "Giorgi", "Big Dato", "ლევანი")])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_reads_back_as_the_game(seed: int, names: tuple[str, ...] | None) -> None:
    ruleset = load(str(HOUSE))
    game = engine.play_game(ruleset, random_players(4, seed), seed)
    record = read(write_record(ruleset, game, names))
    assert record.players == (names or seat_names(4)) and record.unfinished is None
    assert [hand.dealer.seat for hand in record.hands] == [hand.opening.dealer for hand in game.hands]
    for written, played in zip(record.hands, game.hands, strict=True):
        names_of = ruleset.pack.name
        cards = {line.seat: tuple(word.text for word in line.cards) for line in written.deal}
        assert cards == {seat: tuple(map(names_of, hand)) for seat, hand in enumerate(played.deal.hands)}
        assert [entry.number for entry in written.bids] == _from_the_left(played.bids, played.opening.dealer)
        assert [trick.winner.seat for trick in written.tricks if trick.winner] == [trick.winner for trick in played.tricks]
        assert written.points is not None and written.points.by_seat() == played.points
    assert [line.numbers.by_seat() for line in record.sums if line.kind == "total"] == [played.totals for played in game.sets]
    assert record.sums[-1].numbers.by_seat() == game.places


def _from_the_left(bids: tuple[int, ...], dealer: int) -> list[int]:
    return [bids[(dealer + 1 + i) % len(bids)] for i in range(len(bids))]


def test_every_other_number_of_players_has_names() -> None:
    assert [len(set(seat_names(players))) for players in range(2, 9)] == list(range(2, 9))


def test_comments_blanks_and_capitals_change_nothing() -> None:
    typed = "# our game\n\n" + TEXT.replace("trick 1:", "trick   1  :").replace(", ", "  ,").replace("\n", "   # said so\n")
    typed = re.sub(r"\b(10|[6-9JQKA])([CDHS])\b", lambda found: found[0].lower(), typed).replace("JK", "jk")
    judgement = judge(read(typed), load(str(HOUSE)))
    assert judgement.findings == () and judgement.totals == (0, 300, 10, -200)


def test_places_are_where_the_words_stand() -> None:
    record = read(TEXT)
    hand = record.hands[1]
    assert (hand.span.line, hand.dealer.span.text, hand.tricks[0].plays[0].span.text) == (16, "Levan", "Big Dato JK-S")
    assert hand.trump is not None and hand.trump.card is not None and hand.trump.card.span.text == "7C"
    assert hand.tricks[1].winner is not None and hand.tricks[1].winner.span.column == 56


def test_a_record_is_told_from_other_texts() -> None:
    assert is_record(Source("a", TEXT)) and is_record(Source("a", "# x\n\nrecord: 1"))
    assert not is_record(Source("a", "hand,cards,A,B")) and not is_record(Source("a", ""))


@pytest.mark.parametrize("name", ["A:B", "A#", "(A)", "->", "A->B", "", " ", "x" * 41])
def test_names_that_would_be_read_otherwise_are_refused(name: str) -> None:
    with pytest.raises(Faults) as caught:
        read(f"record: 1\nplayers: {name}, Other\nhand 1: 1 card, dealer Other\nunfinished")
    assert {d.code for d in caught.value.diagnostics} <= {"RS422", "RS420"}


@pytest.mark.parametrize("number", [1, 9])
def test_two_to_eight_players(number: int) -> None:
    with pytest.raises(Faults, match="a game has 2 to 8"):
        read("record: 1\nplayers: " + ", ".join(f"P{i}" for i in range(number)) + "\nunfinished")


# --- nothing breaks the reader ----------------------------------------------------------------------

LINES = TEXT.splitlines()
WORDS = sorted({word for line in LINES for word in re.findall(r"\w+|[^\w\s]+|\s+", line)} | {"JK", "JK+", "99999999999", "-1", "£", "\t"})


def judged_or_faulty(text: str) -> None:
    """Reads and judges; faults must print, and nothing else may happen."""
    try:
        judgement = judge(read(text), load(str(HOUSE)))
    except Faults as faults:
        assert faults.diagnostics and render(faults.diagnostics)
    else:
        render([finding.diagnostic() for finding in judgement.findings])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200) | st.lists(st.sampled_from([*LINES, *WORDS]), max_size=30).map("".join))
def test_any_text_is_a_record_or_faulty(text: str) -> None:
    judged_or_faulty(text)
    judged_or_faulty(f"record: 1\nplayers: A, B\n{text}")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_damage_is_judged_or_faulty(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "twice", "swap", "word", "cut"])):
            case "drop":
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words = re.findall(r"\w+|[^\w\s]+|\s+", lines[at]) or [""]
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(WORDS))
                lines[at] = "".join(words)
            case _:
                lines = [*lines[:at], "unfinished"]
        lines = lines or [""]
    judged_or_faulty("\n".join(lines))


@pytest.mark.parametrize("text", [
    "record: 1\nplayers: " + ", ".join(["A"] * 200_000),
    "record: 1\nplayers: A, B\nhand 1: 1 card, dealer A\ndeal A: " + "JK " * 200_000,
    "record: 1\nplayers: A, B\n" + "set 1 premiums: A 0, B 0\n" * 5_000,
    "record: 1\nplayers: A, B\nhand 1: 1 card, dealer A\n" + "trick 1: A 7H\n" * 10_000,
    "record: 1\nplayers: A, B\nhand 1: 1 card, dealer A\ntrump: " + "a " * 400_000 + "(",
    "record: 1\n" + ":" * 900_000,
    "x\n" * 400_000,
    "record: 1\nplayers: A, B\nhand 1: 1 card, dealer A\nbids: " + "A 0, " * 150_000,
], ids=range(8))  # fmt: skip
def test_a_mebibyte_of_nonsense_is_refused(text: str) -> None:
    with pytest.raises(Faults) as caught:
        read(text)
    assert len(render(caught.value.diagnostics)) < 100_000
