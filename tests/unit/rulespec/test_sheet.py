"""Score sheets as people write them: every way of writing one reads the same, and nothing breaks the reader."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import engine, pipeline
from rulespec.diagnostics import Faults, render
from rulespec.players import random_players
from rulespec.record_reader import read_record
from rulespec.record_writer import write_record
from rulespec.sheet import Sheet
from rulespec.sheet_of_record import sheet_of
from rulespec.sheet_reader import read_sheet
from rulespec.spans import Source
from verifier.evenings.rescore import rescore

EXAMPLES = Path(__file__).parents[3] / "examples"
SHEETS = Path(__file__).parents[2] / "sheets"
RULES = [pipeline.load(name) for name in ("skill-games", "web-225-nines")]

ROWS = ((1, 2, (1, 0, 0, 2), (1, 0, 0, 1)), (2, 2, (0, 0, 1, 2), (2, 0, 0, 0)))
SAME = {
    "a column each": "hand,cards,A bid,A tricks,B bid,B tricks,C bid,C tricks,D bid,D tricks\n1,2,1,1,0,0,0,0,2,1\n2,2,0,2,0,0,1,0,2,0",
    "tricks first": "hand,cards,A tricks,A bid,B tricks,B bid,C tricks,C bid,D tricks,D bid\n1,2,1,1,0,0,0,0,1,2\n2,2,2,0,0,0,0,1,0,2",
    "the word first": "cards,hand,bid A,tricks A,bid B,tricks B,bid C,tricks C,bid D,tricks D\n2,1,1,1,0,0,0,0,2,1\n2,2,0,2,0,0,1,0,2,0",
    "underscores": "Hand,Cards,A_bid,A_tricks,B_bid,B_tricks,C_bid,C_tricks,D_bid,D_tricks\n1,2,1,1,0,0,0,0,2,1\n2,2,0,2,0,0,1,0,2,0",
    "brackets": "hand,cards,A (bid),A (took),B (bid),B (took),C (bid),C (took),D (bid),D (took)\n1,2,1,1,0,0,0,0,2,1\n2,2,0,2,0,0,1,0,2,0",
    "a name over two columns": "hand,cards,A,,B,,C,,D,\n1,2,1,1,0,0,0,0,2,1\n2,2,0,2,0,0,1,0,2,0",
    "two lines of header": "hand,cards,A,,B,,C,,D,\n,,bid,tricks,bid,tricks,bid,tricks,bid,tricks\n1,2,1,1,0,0,0,0,2,1\n2,2,0,2,0,0,1,0,2,0",
    "both in a cell": "hand,cards,A,B,C,D\n1,2,1/1,0/0,0/0,2/1\n2,2,0/2,0/0,1/0,2/0",
    "semicolons": "hand;cards;A;B;C;D\n1;2;1/1;0/0;0/0;2/1\n2;2;0/2;0/0;1/0;2/0\n",
    "tabs": "hand\tcards\tA\t\tB\t\tC\t\tD\t\n1\t2\t1\t1\t0\t0\t0\t0\t2\t1\n2\t2\t0\t2\t0\t0\t1\t0\t2\t0\n",
    "quotes and passes": '"hand","cards","A","B","C","D"\n1,2,"1/1",-/0,pass/0,2/1\n2,2,Pass/2,0 / 0,1/0,2/0',
    "comments and blanks": "# ours\n\nhand, cards, A, B, C, D\n# first\n 1 , 2, 1/1,0/0,0/0, 2/1 # well done\n2,2,0/2,0/0,1/0,2/0\n\n\n",
    "empty cells at the end": "hand,cards,A,B,C,D\n1,2,1/1,0/0,0/0,2/1,,\n2,2,0/2,0/0,1/0,2/0,\n",
}  # fmt: skip


def read(text: str) -> Sheet:
    return read_sheet(Source("sheet.csv", text))


@pytest.mark.parametrize("way", SAME)
def test_every_way_of_writing_a_sheet_reads_the_same(way: str) -> None:
    sheet = read(SAME[way])
    assert sheet.players == ("A", "B", "C", "D") and not sheet.marked
    assert tuple((hand.number, hand.cards, hand.bids, hand.tricks) for hand in sheet.hands) == ROWS


def test_a_blank_line_ends_a_set() -> None:
    sheet = read((SHEETS / "two-sets.csv").read_text())
    assert sheet.marked and [[hand.number for hand in block] for block in sheet.blocks] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [hand.dealer for hand in sheet.hands] == [3, 0, 1, 2, 3, 0, 1, 2]


def test_hands_may_be_numbered_from_1_in_each_set() -> None:
    sheet = read("hand,cards,A,B\n1,1,0/1,1/0\n\n1,1,0/1,1/0\n2,2,0/1,1/1\n")
    assert [[hand.number for hand in block] for block in sheet.blocks] == [[1], [1, 2]]


def test_a_record_is_a_sheet_with_its_sets_marked() -> None:
    ruleset = RULES[1]
    game = engine.play_game(ruleset, random_players(4, 2), 2)
    sheet = sheet_of(read_record(Source("game.txt", write_record(ruleset, game))))
    assert [len(block) for block in sheet.blocks] == [4, 4] and sheet.marked
    assert [(hand.bids, hand.tricks) for hand in sheet.hands] == [(hand.bids, hand.taken) for hand in game.hands]
    assert [hand.dealer for hand in sheet.hands] == [hand.opening.dealer for hand in game.hands]


@pytest.mark.parametrize(("cut", "why"), [(r" -> \w+", "who won"), ("trick 2", "not played to its end")])
def test_a_record_without_results_is_no_sheet(cut: str, why: str) -> None:
    text = "record: 1\nplayers: A, B\nhand 1: 2 cards, dealer B\ndeal A: 7H 8H\ndeal B: 9H 10H\ntrump: clubs\nbids: A 0, B 0\n"
    text += "trick 1: A 7H, B 9H -> B\ntrick 2: B 10H, A 8H -> B\n" if why != "who won" else "trick 1: A 7H, B 9H\ntrick 2: B 10H, A 8H\n"
    lines = [line for line in text.splitlines() if not line.startswith(cut)]
    with pytest.raises(Faults, match=why):
        sheet_of(read_record(Source("game.txt", "\n".join([*lines, "unfinished"]))))


# --- nothing breaks the reader --------------------------------------------------------------------

TEXTS = [*SAME.values(), (EXAMPLES / "evening.csv").read_text(), (SHEETS / "two-sets.csv").read_text()]
PIECES = [*"0123456789,;\t\n\"/#- ", "hand", "cards", "dealer", "bid", "tricks", "A", "10/3", "999", "é", "\r"]


def scored_or_faulty(text: str) -> None:
    """Reads and scores; faults must print, and nothing else may happen."""
    try:
        rescore(read(text), RULES)
    except Faults as faults:
        assert faults.diagnostics and render(faults.diagnostics)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_text_is_a_sheet_or_faulty(text: str) -> None:
    scored_or_faulty(text)
    scored_or_faulty(f"hand,cards,A,B,C,D\n{text}")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 5), st.sampled_from(PIECES)), min_size=1, max_size=4))
def test_any_damage_is_scored_or_faulty(text: str, damages: list[tuple[int, int, str]]) -> None:
    for at, length, piece in damages:
        text = text[:at] + piece + text[at + length :]
    scored_or_faulty(text)


@pytest.mark.parametrize("text", [
    "," * 1_000_000, "-" * 1_000_000, "hand,cards,A,B\n" + "1,1,0/1,1/0\n\n" * 10_000, "x\n" * 400_000, '"' * 999_999,
    "hand,cards," + "A_" * 400_000 + ",B\n", "hand,cards,A,B\n" + "\n".join(f"{i},1,0/1,1/0" for i in range(1, 60_000)),
], ids=range(7))  # fmt: skip
def test_a_mebibyte_of_nonsense_is_faulty_soon(text: str) -> None:
    with pytest.raises(Faults) as caught:
        rescore(read(text), RULES)
    assert len(render(caught.value.diagnostics)) < 100_000
