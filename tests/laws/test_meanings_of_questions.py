"""Law 2 for the solver and the diagrams: what is met in games is possible for them, with the names that the reference gives it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.z3.values import constant, same
from rulespec.pipeline import load_text
from rulespec.questions import Dealing, GameEnd, GameShape
from tests.laws.asked import Asked, asked, hand_ends, set_end
from tests.laws.small_examples import PASSES, PLACES
from tests.laws.strategies import Draft, drafts
from tests.laws.test_questions import met_by, some
from verifier.diagrams import COUNTED, Ground
from verifier.proofs import solve
from verifier.proofs.prove import ground_of, groups_of
from verifier.proofs.scopes import SCOPES, Scope
from verifier.small_game import SmallGame

BY_SCOPE = {"bidding": "bid", "lead": "lead", "follow": "follow", "trick": "strength"}


def situations(game: SmallGame, met: Mapping[str, list[Asked]], scope: Scope, number: int) -> Iterator[Any]:
    """Some of what was met, as a scope has it."""
    hands = game.book.ground.hands
    match scope.name:
        case "game":
            yield GameShape()
        case "deal":
            yield from (Dealing(hands[one.number - 1]) for one in game.schedule)
        case "hand":
            yield from some(hand_ends(game), number)
        case "set":
            for one in some(game.premium, number):
                yield from (set_end(game, one, viewer) for viewer in range(game.players))
        case "match":
            yield from games(game, number)
        case name:
            yield from (one.at for one in some(met[BY_SCOPE[name]], number))


def games(game: SmallGame, number: int) -> Iterator[GameEnd]:
    """Finished games, each bid and each outcome of a hand drawn among those that are met."""
    draw = Random(number)
    for _ in range(number):
        passes, bids, tricks = (0,) * game.players, list[tuple[int, ...]](), list[tuple[int, ...]]()
        for one in game.reached:
            if not (rows := one.bids.get(passes)) or not one.play.ends:
                break
            row = draw.choice(rows)
            bids.append(game.by_seat(one.hand, row))
            tricks.append(game.by_seat(one.hand, draw.choice(sorted(one.play.ends))))
            passes = game.passes_after(one.hand, passes, row, game.watched)
        if len(bids) == len(game.hands):
            yield GameEnd(game.players - 1, tuple(bids), tuple(tricks))


def solver_knows(ruleset: RuleSet, scope: Scope, values: Mapping[str, Any]) -> bool:
    """Whether some group of the solver's situations has one with these names."""
    for symbolic in groups_of(ruleset, scope):
        pinned = [
            same(symbolic.names[name.name], constant(values[name.name], name.type(ruleset.facts), ruleset.pack))
            for name in scope.names
            if name.name in symbolic.names and name.name in values
        ]
        with solve.asking(ground_of(symbolic), *pinned) as question:
            if isinstance(solve.ask(question), solve.Sat):
                return True
    return False


def check_solver(game: SmallGame, met: Mapping[str, list[Asked]], number: int) -> None:
    ruleset = game.book.ruleset
    for scope in SCOPES:
        for at in situations(game, met, scope, number):
            values = scope.values(game.book, at)
            assert solver_knows(ruleset, scope, values), f"{scope.name}: {at}: {dict(values)}"


@settings(max_examples=12)
@given(drafts())
def test_what_is_met_is_possible_for_the_solver(draft: Draft) -> None:
    game, met = met_by(draft)
    check_solver(game, met, number=4)


@pytest.mark.parametrize("text", [PASSES, PLACES], ids=["passes", "places"])
def test_examples_are_possible_for_the_solver(text: str) -> None:
    game = SmallGame(load_text(text))
    check_solver(game, asked(game), number=20)


def at_point(value: Any, plain: Any, manager: Manager) -> Node:
    """Where a value of the diagrams is this plain one."""
    match value:
        case Mapping():
            return value.get(plain, manager.false)
        case tuple():
            return manager.every(bit if plain >> i & 1 else ~bit for i, bit in enumerate(value))
        case _:
            return value if plain else ~value


def diagrams_know(manager: Manager, game: SmallGame, section: str, met: list[Asked]) -> None:
    found = COUNTED[section](manager, Ground([game.book.ruleset]))
    read = set(game.book.reads[section])
    for one in met:
        node, values = found.possible, one.question.names(game.book, one.at)
        for name, value in found.names[0].items():
            if name in values and name in read:
                node = node & at_point(value, values[name], manager)
        assert node != manager.false, f"{section}: {one.at}: {dict(values)}"


def check_diagrams(game: SmallGame, met: Mapping[str, list[Asked]], number: int) -> None:
    for section in ("bid", "lead", "follow", "call", "strength", "score"):
        listed = met[section] if section != "follow" or "played" in game.book.reads["follow"] else [one for one in met[section] if len(one.at.trick) == 1]
        if listed:
            diagrams_know(Manager(game.book.pack), game, section, list(some(listed, number)))


@settings(max_examples=12)
@given(drafts())
def test_what_is_met_is_possible_for_the_diagrams(draft: Draft) -> None:
    game, met = met_by(draft)
    check_diagrams(game, met, number=15)


@pytest.mark.parametrize("text", [PASSES, PLACES], ids=["passes", "places"])
def test_examples_are_possible_for_the_diagrams(text: str) -> None:
    game = SmallGame(load_text(text))
    check_diagrams(game, asked(game), number=60)
