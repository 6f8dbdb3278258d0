"""Laws 1 and 2: what is met in games is possible for every meaning, is answered as the game answered, and reads back as written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import given, reject, settings

from rulespec.cases import answer, read_case
from rulespec.diagnostics import Faults
from rulespec.notation import suit_text
from rulespec.questions import deck_of, places
from rulespec.spans import Source
from tests.laws.asked import Asked, asked, trump_words
from tests.laws.strategies import Draft, drafts
from verifier.small_game import SmallGame
from verifier.small_hand import TooLarge

LIMIT, SOME = 12_000, 40
T = TypeVar("T")


def met_by(draft: Draft) -> tuple[SmallGame, dict[str, list[Asked]]]:
    game = SmallGame(draft.rules(), LIMIT)
    try:
        return game, asked(game)
    except TooLarge:
        reject()


def some(things: Iterable[T], number: int = SOME) -> Sequence[T]:
    """A few of many, always the same ones."""
    listed = sorted(things, key=repr)
    return listed if len(listed) <= number else Random(1).sample(listed, number)


def text_of(one: Asked) -> str:
    return f"{one.question.section}: {one.at}"


@settings(max_examples=60)
@given(drafts())
def test_what_is_met_is_possible_and_answered_so(draft: Draft) -> None:
    game, met = met_by(draft)
    book = game.book
    for listed in met.values():
        for one in some(listed):
            assert not list(one.question.why_not(book, one.at)), text_of(one)
            assert one.question.reply(book, one.at).answer == one.answer, text_of(one)


@settings(max_examples=40)
@given(drafts())
def test_the_ground_is_what_games_come_to(draft: Draft) -> None:
    game, _ = met_by(draft)
    book = game.book
    reached = {met.number for met in game.schedule}
    table = {(one.hand.number, suit_text(book.pack, trump)) for one in book.ground.dealt for trump in one.trumps}
    assert {row for row in table if row[0] in reached} == trump_words(game)
    assert {met.cards for met in game.deck} == {deck_of(book.ruleset)}
    assert [(met.number, met.set_number, met.size, met.left) for met in sorted(game.schedule, key=lambda met: met.number)] == [
        (one.hand.number, one.hand.set_number, one.hand.size, one.left_over) for one in book.ground.dealt if one.hand.number in reached
    ]
    for met in game.finish:
        assert places(book.ruleset.finish, met.totals) == met.places


@settings(max_examples=40)
@given(drafts())
def test_what_is_met_reads_back_as_written(draft: Draft) -> None:
    game, met = met_by(draft)
    for listed in met.values():
        for one in some(listed, 15):
            line = json.dumps(one.question.write(game.book, one.at))
            try:
                case = read_case(Source("<law>", line), game.book)
                found = answer(game.book.ruleset, case).answer
            except Faults as faults:
                raise AssertionError(f"{line} for {text_of(one)}: {faults}") from faults
            assert found == one.answer, line
