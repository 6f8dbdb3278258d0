"""Situations that come up in a few games played by the engine: enough to show that most claims speak of something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulespec import engine, tally
from rulespec.game import Game, PlayedHand, PlayedSet
from rulespec.hand import Stuck
from rulespec.ir.cards import mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.players import random_players
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
)
from rulespec.questions.ground import in_turn
from rulespec.rulebook import Rulebook, rulebook

GAMES = 2
MOST = 400  # situations of one scope that are kept of a game
CARDS = 6_000  # played in further games: hundreds of the smallest, a few of whole ones


def met(ruleset: RuleSet, scope: str) -> list[Moment]:
    """Situations of a scope that were met. The options must be settled."""
    return _met(rulebook(ruleset)).get(scope, [])


def met_further(ruleset: RuleSet, scope: str) -> Iterator[Moment]:
    """Situations of a scope from more games, played one after the other. The options must be settled."""
    book = rulebook(ruleset)
    cards = sum(book.players * size for one in book.schedule for size in one)
    for seed in range(GAMES, GAMES + CARDS // max(cards, 1)):
        try:
            game = engine.play_game(ruleset, random_players(book.players, seed), seed)
        except Stuck:
            continue
        yield from (moment for name, moment in _moments(book, game) if name == scope)


@lru_cache(maxsize=64)
def _met(book: Rulebook) -> dict[str, list[Moment]]:
    found: dict[str, list[Moment]] = {}
    for seed in range(GAMES):
        try:
            game = engine.play_game(book.ruleset, random_players(book.players, seed), seed)
        except Stuck:
            continue
        for scope, moment in _moments(book, game):
            kept = found.setdefault(scope, [])
            if len(kept) < MOST * (seed + 1):
                kept.append(moment)
    return found


def _moments(book: Rulebook, game: Game) -> Iterator[tuple[str, Moment]]:
    yield "game", GameShape()
    yield from (("match", moment) for moment in _of_game(book, game))
    for number, one in enumerate(game.sets, 1):
        for played in one.hands:
            yield from _of_hand(book, book.ground.hands[played.opening.number - 1], played)
        yield from (("set", moment) for moment in _of_set(book, number, one))


def _of_hand(book: Rulebook, hand: Hand, played: PlayedHand) -> Iterator[tuple[str, Moment]]:
    yield "deal", Dealing(hand)
    order = in_turn(played.opening.dealer, book.players)
    bids = tuple(played.bids[seat] for seat in order)
    passes = tuple(played.opening.passes[seat] if played.opening.passes else 0 for seat in order)
    for i, bid in enumerate(bids):
        yield "bidding", Bidding(hand, bids[:i], passes[i], passes[:i], bid)
    for seat in range(book.players):
        again = tally.doubled(book.ruleset, played.opening, hand.size)
        yield "hand", HandEnd(hand, bids, tuple(played.taken[s] for s in order), seat, passes, again)
    held = [mask_of(cards) for cards in played.deal.hands]
    for number, trick in enumerate(played.tricks, 1):
        for i, play in enumerate(trick.plays):
            seat = (trick.leader + i) % book.players
            before = trick.plays[:i]
            yield (
                ("follow", Following(hand, held[seat], played.trump.suit, before))
                if before
                else ("lead", Leading(hand, held[seat], played.trump.suit, number))
            )
            held[seat] &= ~play.mask
        yield "trick", WholeTrick(hand, played.trump.suit, trick.plays)


def _of_set(book: Rulebook, number: int, played: PlayedSet) -> Iterator[SetEnd]:
    """The set as each player sees it, with himself as seat 0."""
    first = played.hands[0].opening
    for me in range(book.players):
        seats = [(me + i) % book.players for i in range(book.players)]
        bids, tricks = (tuple(tuple(row[s] for s in seats) for row in rows) for rows in ([h.bids for h in played.hands], [h.taken for h in played.hands]))
        passes = tuple(first.passes[s] for s in seats) if first.passes else ()
        cards = tuple(hand.deal.size for hand in played.hands)
        yield SetEnd(number, cards, bids, tricks, (first.dealer - me) % book.players, passes)


def _of_game(book: Rulebook, game: Game) -> Iterator[GameEnd]:
    """The game as each player sees it, with himself as seat 0."""
    first = game.hands[0].opening.dealer
    for me in range(book.players):
        seats = [(me + i) % book.players for i in range(book.players)]
        bids, tricks = (tuple(tuple(row[s] for s in seats) for row in rows) for rows in ([h.bids for h in game.hands], [h.taken for h in game.hands]))
        yield GameEnd((first - me) % book.players, bids, tricks)
