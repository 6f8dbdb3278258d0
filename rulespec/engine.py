"""A whole game of any rule set from a seed, and any part of a hand from its acts.

The same seed deals the same cards on every machine, whoever plays: players draw their own chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from rulespec import questions, tally
from rulespec.game import Action, Bid, Deal, DealAgain, Game, NameTrump, Opening, PlayedHand, PlayedSet, Trump
from rulespec.hand import NO_WINNER, OVER, TRUMP, HandState, NoWinner, Stuck, replay
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import play_text, suit_text
from rulespec.players import Player, View
from rulespec.plays import Play
from rulespec.rulebook import Rulebook, rulebook
from rulespec.trump import open_hand, with_trump


def play_game(ruleset: RuleSet, players: Sequence[Player], seed: int) -> Game:
    """A game to its end. Raises IllegalAct for a player's answer, Stuck where the rules give out."""
    book = rulebook(ruleset)
    if len(players) != book.players:
        raise ValueError(f"{ruleset.id} is for {book.players} players, not {len(players)}")
    rng = Random(seed)
    sets: list[PlayedSet] = []
    hands: list[PlayedHand] = []
    try:
        totals = _play_sets(book, players, rng, sets, hands)
    except Stuck as stuck:
        stuck.hands, stuck.sets = tuple(hands), tuple(sets)
        raise
    return Game(ruleset.id, ruleset.fingerprint, seed, tuple(sets), totals, questions.places(ruleset.finish, totals))


def _play_sets(book: Rulebook, players: Sequence[Player], rng: Random, sets: list[PlayedSet], hands: list[PlayedHand]) -> tuple[int, ...]:
    """The totals at the end; the sets and hands are added to the lists as they are finished."""
    pack = list(bits(book.deck))
    dealer = first_dealer(book, pack, rng)
    totals = (0,) * book.players
    for set_number, sizes in enumerate(book.schedule, 1):
        played: list[PlayedHand] = []
        for size in sizes:
            rng.shuffle(pack)
            opening = Opening(dealer, len(hands) + 1, set_number, passes(hands, book.players))
            dealt = deal(book, pack, size, dealer)
            while (settled := settle_trump(book, opening, dealt, players, totals)) is None:
                rng.shuffle(pack)
                opening, dealt = replace(opening, redeals=opening.redeals + 1), deal(book, pack, size, dealer)
            played.append(play_on(settled, players, totals))
            hands.append(played[-1])
            totals = tuple(a + b for a, b in zip(totals, hands[-1].points, strict=True))
            dealer = (dealer + 1) % book.players
        sets.append(tally.finish_set(book.ruleset, played, sets[-1].totals if sets else (0,) * book.players))
        totals = sets[-1].totals
    return totals


def first_dealer(book: Rulebook, pack: Sequence[int], rng: Random) -> int:
    """Who deals the first hand: by lot, or whoever is dealt the first card of a rank, face up from seat 0 on."""
    rank = book.ruleset.start.rank
    if rank is None:
        return rng.randrange(book.players)
    shuffled = rng.sample(pack, len(pack))
    sought = book.pack.ranks.index(rank)
    shown = next((i for i, card in enumerate(shuffled) if book.pack.rank_of(card) == sought), 0)
    return shown % book.players


def passes(hands: Iterable[PlayedHand], players: int) -> tuple[int, ...]:
    """How many zero bids each seat has made."""
    bids = [hand.bids for hand in hands]
    return tuple(sum(hand[seat] == 0 for hand in bids) for seat in range(players))


def deal(book: Rulebook, pack: Sequence[int], size: int, dealer: int) -> Deal:
    """Cards dealt one by one from the top of `pack`, the dealer's left first. Raises Stuck for too few.

    Jokers look alike, so the first to come up is the first of the pack's jokers: a record that does
    not tell them apart then reads back as the same deal.
    """
    dealt = size * book.players
    if dealt > len(pack):
        raise Stuck(f"{book.players} hands of {size} need {dealt} cards, and the pack has {len(pack)}")
    jokers = iter(sorted(card for card in pack if card >= book.pack.suited))
    order = [next(jokers) if card >= book.pack.suited else card for card in pack]
    hands = tuple(tuple(order[(seat - dealer - 1) % book.players : dealt : book.players]) for seat in range(book.players))
    return Deal(hands, tuple(order[dealt:]))


def play_hand(book: Rulebook, opening: Opening, dealt: Deal, players: Sequence[Player], totals: Sequence[int] = ()) -> PlayedHand:
    """A hand to its end; every act is asked of the player whose turn it is."""
    return play_on(open_hand(book, opening, dealt), players, totals)


def settle_trump(book: Rulebook, opening: Opening, dealt: Deal, players: Sequence[Player], totals: Sequence[int] = ()) -> HandState | None:
    """A hand just dealt with its trump named, where that comes first; None where a player has it dealt again."""
    state = open_hand(book, opening, dealt)
    if state.phase != TRUMP:
        return state
    action = asked(state, players, totals)
    return None if isinstance(action, DealAgain) else state.step(action)


def play_on(state: HandState, players: Sequence[Player], totals: Sequence[int] = ()) -> PlayedHand:
    """The hand from here to its end."""
    while state.turn is not None:
        state = state.step(asked(state, players, totals))
    return finished(state)


def asked(state: HandState, players: Sequence[Player], totals: Sequence[int]) -> Action:
    """What the player whose turn it is does. Raises IllegalAct, and Stuck where the rules leave him nothing."""
    seat = state.turn
    assert seat is not None
    view = view_of(state, seat, totals)
    if not view.legal:
        raise Stuck(f"hand {state.opening.number}: the rules leave seat {seat} without a legal {state.phase}", state)
    action = players[seat].act(view)
    if action not in view.legal:
        raise state.illegal(action)
    return action


def view_of(state: HandState, seat: int, totals: Sequence[int] = ()) -> View:
    """What the player in a seat may know, when he is to act."""
    held = state.held[seat]
    hand = tuple([card for card in state.deal.hands[seat] if held >> card & 1])
    if state.trump is None:
        hand = hand[: state.choice.after]
    return View(
        seat, state.book.players, state.opening.dealer, state.opening.number, state.opening.set_number, state.deal.size,
        hand, state.trump, state.bids, state.tricks, state.table, tuple(totals), state.legal(),
    )  # fmt: skip


def finished(state: HandState) -> PlayedHand:
    """The record of a hand that is over. Raises NoWinner where its last trick has none."""
    if state.phase == NO_WINNER:
        pack = state.book.pack
        trick = " ".join(play_text(pack, play) for play in state.table)
        raise NoWinner(f"hand {state.opening.number}: the rules name no winner of {trick} with {suit_text(pack, state.suit)} as trump", state)
    assert state.phase == OVER and state.trump is not None
    bids, taken = state.bids_by_seat(), state.taken()
    points = tally.hand_points(state.book.ruleset, state.opening, state.deal.size, bids, taken)
    return PlayedHand(state.opening, state.deal, state.trump, bids, state.tricks, taken, points)


def replay_hand(
    ruleset: RuleSet,
    deal: Deal,
    dealer: int,
    trump: Trump | None = None,
    bids: Iterable[int] = (),
    plays: Iterable[Play] = (),
    passes_before: Sequence[int] = (),
    set_number: int = 1,
) -> HandState:
    """A hand up to some point: bids in bidding order, plays in playing order.

    `trump` is what a player named, or what the record says the cards showed; where a card shows it,
    None takes that card's word. Raises IllegalAct for the first act that the rules forbid, the
    trump included, and Stuck where no trump can be found.
    """
    state = open_hand(rulebook(ruleset), Opening(dealer, 1, set_number, tuple(passes_before)), deal)
    if state.trump is None and state.after_bids:
        return replay(with_trump(replay(state, map(Bid, bids)), trump), plays)
    return replay(with_trump(state, trump), [*map(Bid, bids), *plays])


def acts_of(hand: PlayedHand) -> Iterator[Action]:
    """The acts of a finished hand in order."""
    seats = len(hand.bids)
    acts: list[Action] = [Bid(hand.bids[(hand.opening.dealer + 1 + i) % seats]) for i in range(seats)]
    if hand.trump.named_by is not None:
        acts.insert(seats if hand.trump.after_bids else 0, NameTrump(hand.trump.suit))
    yield from acts
    for trick in hand.tricks:
        yield from trick.plays
