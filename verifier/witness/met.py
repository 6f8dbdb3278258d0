"""Situations that come up in a few games played by the engine: enough to show that most claims speak of something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulespec import engine, tally
from rulespec.game import Game, Opening, PlayedHand, PlayedSet
from rulespec.hand import BID, PLAY, HandState, Stuck
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
        yield from (moment for name, moment in _played(book, seed) if name == scope)


@lru_cache(maxsize=64)
def _met(book: Rulebook) -> dict[str, list[Moment]]:
    found: dict[str, list[Moment]] = {}
    for seed in range(GAMES):
        for scope, moment in _played(book, seed):
            kept = found.setdefault(scope, [])
            if len(kept) < MOST * (seed + 1):
                kept.append(moment)
    return found


def _played(book: Rulebook, seed: int) -> Iterator[tuple[str, Moment]]:
    """What comes up in a game by chance, to its end or as far as the rules let it go."""
    yield "game", GameShape()
    try:
        game = engine.play_game(book.ruleset, random_players(book.players, seed), seed)
    except Stuck as stuck:
        yield from _of_hands(book, stuck.hands, stuck.sets)
        if stuck.state is not None:
            yield from _of_acts(book.ground.hands[stuck.state.opening.number - 1], stuck.state)
    else:
        yield from (("match", moment) for moment in _of_game(book, game))
        yield from _of_hands(book, game.hands, game.sets)


def _of_hands(book: Rulebook, hands: Sequence[PlayedHand], sets: Sequence[PlayedSet]) -> Iterator[tuple[str, Moment]]:
    for played in hands:
        hand = book.ground.hands[played.opening.number - 1]
        yield from _of_acts(hand, _state(book, played))
        yield from (("hand", moment) for moment in _of_hand(book, hand, played))
    for number, one in enumerate(sets, 1):
        yield from (("set", moment) for moment in _of_set(book, number, one))


def _state(book: Rulebook, played: PlayedHand) -> HandState:
    bids = tuple(played.bids[seat] for seat in in_turn(played.opening.dealer, book.players))
    return HandState(book, played.opening, played.deal, (0,) * book.players, played.trump, bids, played.tricks)


def _of_hand(book: Rulebook, hand: Hand, played: PlayedHand) -> Iterator[HandEnd]:
    """A finished hand as each player sees it."""
    order = in_turn(played.opening.dealer, book.players)
    bids, taken = (tuple(row[seat] for seat in order) for row in (played.bids, played.taken))
    again = tally.doubled(book.ruleset, played.opening, hand.size)
    for seat in range(book.players):
        yield HandEnd(hand, bids, taken, seat, _passes(played.opening, order), again)


def _passes(opening: Opening, order: Sequence[int]) -> tuple[int, ...]:
    return tuple(opening.passes[seat] if opening.passes else 0 for seat in order)


def _of_acts(hand: Hand, state: HandState) -> Iterator[tuple[str, Moment]]:
    """Everything that came up in a hand, finished or not."""
    players = state.book.players
    yield "deal", Dealing(hand)
    passes = _passes(state.opening, in_turn(state.opening.dealer, players))
    for i, bid in enumerate(state.bids):
        yield "bidding", Bidding(hand, state.bids[:i], passes[i], passes[:i], bid)
    held = [mask_of(cards) for cards in state.deal.hands]
    begun = [(state.leader, state.table)] if state.table else []
    for number, (leader, plays) in enumerate([*((trick.leader, trick.plays) for trick in state.tricks), *begun], 1):
        for i, play in enumerate(plays):
            seat = (leader + i) % players
            yield ("follow", Following(hand, held[seat], state.suit, plays[:i])) if i else ("lead", Leading(hand, held[seat], state.suit, number))
            held[seat] &= ~play.mask
        if len(plays) == players:
            yield "trick", WholeTrick(hand, state.suit, plays)
    # who was to act, and perhaps could not
    if state.phase == BID and len(state.bids) < players:
        yield "bidding", Bidding(hand, state.bids, passes[len(state.bids)], passes[: len(state.bids)], 0)
    if state.phase == PLAY and state.turn is not None:
        who, number = held[state.turn], len(state.tricks) + 1
        yield ("follow", Following(hand, who, state.suit, state.table)) if state.table else ("lead", Leading(hand, who, state.suit, number))


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
