"""Laws 1 and 2: what is met in games is possible for every meaning, is answered as the game answered, and reads back as written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from rulespec.cases import answer, read_case
from rulespec.diagnostics import Faults
from rulespec.notation import suit_text
from rulespec.questions import Question, Scheduled, deck_of, places
from rulespec.spans import Source
from tests.laws.asked import Asked, asked, trump_words
from tests.laws.strategies import Draft, Row, drafts
from verifier.small_game import SmallGame
from verifier.small_game.hand import TooLarge
from verifier.small_game.met import FinishMet

LIMIT, SOME = 8_000, 25
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


@settings(max_examples=30)
@given(drafts())
def test_what_is_met_is_possible_and_answered_so(draft: Draft) -> None:
    game, met = met_by(draft)
    book = game.book
    for listed in met.values():
        for one in some(listed):
            assert not list(one.question.why_not(book, one.at)), text_of(one)
            assert one.question.reply(book, one.at).answer == one.answer, text_of(one)


@settings(max_examples=25)
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
    for met in finish_of(game):
        assert places(book.ruleset.finish, met.totals) == met.places


def finish_of(game: SmallGame) -> Iterable[FinishMet]:
    """Where all totals of a game are too many, the places of none are looked at."""
    try:
        return game.finish
    except TooLarge:
        return ()


@settings(max_examples=25)
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


def only_ones(draft: Draft) -> Draft:
    """The same with hands of one card, whose trump no card shows: then every card may be anywhere."""
    sets = tuple(tuple(1 for _ in one) for one in draft.sets)
    trump = tuple(row for row in draft.rows["trump"] if "turn" not in row.result)
    rows = {**draft.rows, "trump": trump if trump and not trump[-1].when else (*trump, Row("", "fixed: no_trump"))}
    return replace(draft, sets=sets, rows=rows)


@settings(max_examples=20)
@given(drafts(players=st.integers(2, 4)))
def test_nothing_else_is_possible(draft: Draft) -> None:
    """Where no card shows the trump, nobody has played before and games go on, what can arise is exactly what is met."""
    game, met = met_by(only_ones(draft))
    assume(not game.dead_ends and len(game.follow) < 4_000)
    for section in ("schedule", "bid", "lead", "follow", "call", "strength"):
        if section == "bid" and game.watched:
            continue
        mine = {(one.question.spelled, case(game, one.question, one.at)) for one in met[section]}
        asks = {one.question.spelled: one.question for one in met[section]}
        every = {(name, case(game, question, at)) for name, question in asks.items() for at in question.every(game.book) if not isinstance(at, Scheduled) or not at.first}
        assert mine == every, section


def case(game: SmallGame, question: Question[Any], at: Any) -> str:
    return json.dumps(question.write(game.book, at), sort_keys=True)
