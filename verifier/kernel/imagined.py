"""Deals as a player may imagine them: what is unseen laid out among the others, so that all they did was legal.

Everything here reads a view: a work in which other players' cards are nothing. What a player cannot hold is found by the
rules: had he held the card, what he played would not have been allowed.
"""

from __future__ import annotations

from verifier.kernel.interface import PLAYERS, Numbers, chance, nth_index, popcount
from verifier.kernel.judging import all_cards, may_play
from verifier.kernel.table import CARDS, HELD, PLAYS, TRUMP, next_seat, taker_of

COULD = 0  # by seat: the unseen cards he may hold
NEED = PLAYERS  # by seat: how many cards he holds
FIRST = 2 * PLAYERS  # the leader of each trick
MOST_TRICKS = 62
MIND = FIRST + MOST_TRICKS  # numbers of a mind
SHOWN = CARDS  # in a view: the card that showed the trump, or -1, and who holds it, or -1
TRIES = 12


def reflect(v: Numbers, mind: Numbers, seat: int, size: int, dealer: int, trick: int, position: int, infer: bool) -> int:
    """What the others may hold, into the mind; the cards nobody has seen."""
    unseen = all_cards() & ~v[HELD + seat]
    leader = next_seat(dealer)
    for other in range(PLAYERS):
        mind[NEED + other] = size - trick
    for t in range(trick + 1):
        mind[FIRST + t] = leader
        player = leader
        for i in range(PLAYERS if t < trick else position):
            unseen &= ~(1 << (v[PLAYS + t * PLAYERS + i] & 255))
            if t == trick:
                mind[NEED + player] -= 1
            player = next_seat(player)
        if t < trick:
            leader = taker_of(v, PLAYS + t * PLAYERS, leader, v[TRUMP])
    if v[SHOWN] >= 0 and v[SHOWN + 1] < 0:
        unseen &= ~(1 << v[SHOWN])
    for other in range(PLAYERS):
        mind[COULD + other] = unseen
        if infer and other != seat:
            rule_out(v, mind, other, trick, position, unseen)
    if v[SHOWN] >= 0 and v[SHOWN + 1] >= 0 and unseen >> v[SHOWN] & 1:
        for other in range(PLAYERS):
            if other != v[SHOWN + 1]:
                mind[COULD + other] &= ~(1 << v[SHOWN])
    return unseen


def rule_out(v: Numbers, mind: Numbers, other: int, trick: int, position: int, unseen: int) -> None:
    """Takes away what a player would have had to play instead of what he did."""
    known = 0  # what he held at the time, as far as it was played since
    for back in range(trick + 1):
        t = trick - back
        at, player, played, mine = PLAYS + t * PLAYERS, mind[FIRST + t], 0, -1
        for i in range(PLAYERS if t < trick else position):
            if player == other:
                mine = i
                break
            played |= 1 << (v[at + i] & 255)
            player = next_seat(player)
        if mine < 0:
            continue
        card = 1 << (v[at + mine] & 255)
        known |= card
        cards = mind[COULD + other] & unseen
        while cards:
            held = cards & -cards
            cards &= cards - 1
            if may_play(known | held, v[TRUMP], t, mine, v[at], played) & card == 0:
                mind[COULD + other] &= ~held


def imagine(v: Numbers, x: Numbers, mind: Numbers, seat: int, unseen: int, row: int) -> None:
    """Lays unseen cards into the hands of the others; after some tries, without regard to what they may hold."""
    for attempt in range(TRIES):
        if lay(x, mind, seat, unseen, row, attempt, attempt < TRIES - 1):
            return


def lay(x: Numbers, mind: Numbers, seat: int, unseen: int, row: int, attempt: int, heed: bool) -> bool:
    """The seat that has least to choose from takes its cards first."""
    place, rest, done = attempt << 10, unseen, 1 << seat
    for _ in range(PLAYERS - 1):
        other, room = -1, 0
        for candidate in range(PLAYERS):
            if not done >> candidate & 1:
                spare = popcount((mind[COULD + candidate] if heed else unseen) & rest) - mind[NEED + candidate]
                if other < 0 or spare < room:
                    other, room = candidate, spare
        done |= 1 << other
        if heed and room < 0:
            return False
        held, fits = 0, (mind[COULD + other] if heed else unseen) & rest
        for _i in range(mind[NEED + other]):
            card = nth_index(fits, chance(row, place, popcount(fits)))
            place += 1
            fits &= ~(1 << card)
            held |= 1 << card
        rest &= ~held
        x[HELD + other] = held
    return True
