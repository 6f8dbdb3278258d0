"""A compiled game played again by the reference, act by act: as a whole game in its own words, or where they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulespec import questions, tally
from rulespec.engine import finished, passes
from rulespec.game import Bid, Deal, Game, NameTrump, Opening, PlayedHand, PlayedSet
from rulespec.hand import HandState, IllegalAct, NoWinner, Stuck
from rulespec.ir.ruleset import RuleSet
from rulespec.rulebook import Rulebook, rulebook
from rulespec.trump import open_hand
from verifier.evenings.many import RANDOM_TABLE, Table, seat_players
from verifier.kernel.agreement import decoded


class Parted(Exception):
    """The compiled game and the reference do not agree; the message says where."""


def game(ruleset: RuleSet, module: Any, seed: int, table: Table = RANDOM_TABLE) -> Game:
    """The compiled game of a seed. Raises Stuck where the rules give out, Parted where the two disagree."""
    book, work = rulebook(ruleset), module.table([0] * module.GAME_WORK)
    seat_players(module, work, table, book.players)
    row = module.stream(0, seed)
    dealer = module.first_dealer(work, row)
    sets: list[PlayedSet] = []
    hands: list[PlayedHand] = []
    for set_number, sizes in enumerate(book.schedule, 1):
        played: list[PlayedHand] = []
        for size in sizes:
            number = len(hands)
            opening = Opening(dealer, number + 1, set_number, passes(hands, book.players))
            for seat, made in enumerate(opening.passes):
                work[module.PASSES + seat] = made
            rows = module.stream(row, 2 * number), module.stream(row, 2 * number + 1)
            state = module.played_hand(work, size, set_number, dealer, *rows)
            played.append(hand(book, opening, size, module, [int(n) for n in work], state))
            hands.append(played[-1])
            dealer = (dealer + 1) % book.players
        sets.append(tally.finish_set(ruleset, played, sets[-1].totals if sets else (0,) * book.players))
    totals = sets[-1].totals
    counts = module.table([0] * (book.players * module.COUNTS))
    module.one_game(work, counts, 0, seed)
    if totals != (compiled := tuple(int(counts[seat * module.COUNTS + module.END]) for seat in range(book.players))):
        raise Parted(f"totals {compiled}, by the reference {totals}")
    return Game(ruleset.id, ruleset.fingerprint, seed, tuple(sets), totals, questions.places(ruleset.finish, totals))


def hand(book: Rulebook, opening: Opening, size: int, module: Any, work: Sequence[int], ended: int) -> PlayedHand:
    """The hand that lies in the work, by the reference. `ended` is what the compiled hand came to."""
    state = open_hand(book, opening, dealt(opening, size, module, work))
    try:
        for action in acts(state, module, work, ended):
            state = state.after(action)
    except IllegalAct as error:
        raise Parted(f"hand {opening.number}: {error}") from error
    if state.trump is not None and work[module.TRUMP] != (module.NO_SUIT if state.trump.suit is None else state.trump.suit):
        raise Parted(f"hand {opening.number}: the reference finds another trump")
    if ended != module.GOES_ON:
        return _stuck(state, module, ended)
    found = finished(state)
    taken = tuple(work[module.TAKEN : module.TAKEN + book.players])
    if found.taken != taken:
        raise Parted(f"hand {opening.number}: tricks {taken}, by the reference {found.taken}")
    return found


def dealt(opening: Opening, size: int, module: Any, work: Sequence[int]) -> Deal:
    """Each seat's cards in the order dealt, from the dealer's left, and the rest of the pack."""
    players, cards = module.PLAYERS, work[module.CARDS : module.CARDS + module.DECK_SIZE]
    dealt_out = size * players
    hands = [tuple(cards[(seat - opening.dealer - 1) % players : dealt_out : players]) for seat in range(players)]
    return Deal(tuple(hands), tuple(cards[dealt_out:]))


def acts(state: HandState, module: Any, work: Sequence[int], ended: int) -> Iterator[NameTrump | Bid | Any]:
    """What was done, in order, as far as the hand went."""
    players, none = module.PLAYERS, module.NO_SUIT
    if work[module.TRUMP + 1] >= 0:
        yield NameTrump(None if work[module.TRUMP] == none else work[module.TRUMP])
    if ended in (module.NO_BID, module.NO_PLAY):
        return
    for turn in range(players):
        yield Bid(work[module.BIDS + (state.opening.dealer + 1 + turn) % players])
    plays = work[module.PLAYS : module.PLAYS + state.deal.size * players]
    last = _last_trick(work, module) if ended == module.NO_TAKER else state.deal.size
    yield from (decoded(play, state.book.pack) for play in plays[: last * players])


def _last_trick(work: Sequence[int], module: Any) -> int:
    """How many tricks were laid before nobody took one, that one included."""
    return sum(work[module.TAKEN : module.TAKEN + module.PLAYERS]) + 1


def _stuck(state: HandState, module: Any, ended: int) -> PlayedHand:
    """Raises what the reference says of a hand that cannot go on."""
    number = state.opening.number
    if ended == module.NO_TAKER:
        finished(state)
        raise Parted(f"hand {number}: the reference knows who takes the trick")
    what = "bid" if ended == module.NO_BID else "play"
    raise Stuck(f"hand {number}: the rules leave a player without a legal {what}")


__all__ = ["NoWinner", "Parted", "Stuck", "game"]
