"""A claim decided by going through every situation of a small game: the third opinion. No solver.

The situations are those that the engine met when it played every game of the small pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import assert_never

from rulespec.ir.by_identity import ByIdentity
from rulespec.meanings.python.evaluate import Env, evaluate
from rulespec.questions import (
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    Hand,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
    reads,
)
from verifier.proofs.property import Typed
from verifier.proofs.prove import Claim
from verifier.proofs.scopes import BY_NAME as SCOPES
from verifier.proofs.verdict import Proved, Refuted, Vacuous, word
from verifier.small_game import SmallGame


def arising(game: SmallGame, scope: str) -> Iterator[Moment]:
    """Every situation of a scope that arises in the small game."""
    hands = game.book.ground.hands
    match scope:
        case "game":
            yield GameShape()
        case "deal":
            yield from (Dealing(hands[met.number - 1]) for met in game.schedule)
        case "bidding":
            for met in game.bid:
                yield from (Bidding(hands[met.number - 1], met.earlier, met.passes, (), bid) for bid in range(met.size + 1))
        case "lead":
            yield from (Leading(hands[met.number - 1], met.hand, met.trump, met.trick_number) for met in game.lead)
        case "follow":
            yield from (Following(hands[met.number - 1], met.hand, met.trump, met.trick) for met in game.follow)
        case "trick":
            yield from (WholeTrick(_some_hand(game, met.trump), met.trump, met.trick) for met in game.strength)
        case "hand":
            yield from _hands(game)
        case "set":
            yield from _sets(game)
        case _:
            raise AssertionError(scope)


def _some_hand(game: SmallGame, trump: int | None) -> Hand:
    return next(dealt.hand for dealt in game.book.ground.dealt if trump in dealt.trumps)


def _hands(game: SmallGame) -> Iterator[HandEnd]:
    """Bids and tricks of all players; any bids go with any tricks, since play reads no bid."""
    for reached in game.reached:
        hand = game.book.ground.hands[reached.hand.number - 1]
        for passes, rows in reached.bids.items():
            before = tuple(passes[game.seat(reached.hand, place)] for place in range(game.players))
            for bids in rows:
                for tricks in reached.play.ends:
                    seats = product(range(game.players), (False, True) if game.book.ground.of(hand).may_double else (False,))
                    yield from (HandEnd(hand, bids, tricks, seat, before, twice) for seat, twice in seats)


def _sets(game: SmallGame) -> Iterator[SetEnd]:
    """Every finished set as each player sees it, with himself as seat 0."""
    for met in game.premium:
        for me in range(game.players):
            seats = [(me + i) % game.players for i in range(game.players)]
            bids, tricks = (tuple(tuple(row[s] for s in seats) for row in rows) for rows in (met.bids, met.tricks))
            yield SetEnd(met.set_number, met.sizes, bids, tricks, (game.players - 1 - me) % game.players)


def values(game: SmallGame, scope: str) -> list[Env]:
    """The names' values in every situation of a scope, each once; worked out once for a game."""
    return _values.of(game, lambda: [SCOPES[scope].values(game.book, moment) for moment in {_told_by(game, m): m for m in arising(game, scope)}.values()], scope)


_values = ByIdentity[list[Env]](64)


def _told_by(game: SmallGame, moment: Moment) -> object:
    """What the names of a scope can see of a situation: cards on the table do not tell which hand it is."""
    match moment:
        case Leading() | Following():
            return moment.cards, moment.trump, moment.trick, isinstance(moment, Leading) and moment.trick_number
        case SetEnd():
            numbered = "set_number" in reads(game.book.ruleset, "score") | reads(game.book.ruleset, "premium")
            return moment.set_number if numbered else 0, moment.cards, moment.bids, moment.tricks
        case HandEnd():
            return moment.hand.size, moment.hand.set_number, moment.bids, moment.tricks, moment.seat, moment.doubled
        case Bidding() | WholeTrick() | Dealing() | GameShape() | GameEnd():
            return moment
        case _:
            assert_never(moment)


def enumerated(game: SmallGame, typed: Typed) -> str:
    """The verdict's word by asking the reference in every situation that arises."""
    pack, every = game.book.pack, values(game, typed.scope)
    given = [env for env in every if evaluate(typed.given, env, pack)]
    if not all(evaluate(typed.holds, env, pack) for env in given):
        return word(Refuted(None))
    supposed = typed.when
    if supposed is None or any(evaluate(supposed, env, pack) for env in given):
        return word(Proved("")) if given else word(Vacuous(""))
    by_table = Claim(game.book.ruleset, typed).decided_by_the_table(supposed)
    return word(Proved("")) if by_table and given else word(Vacuous(""))
