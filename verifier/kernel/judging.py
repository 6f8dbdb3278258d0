"""What a player makes of cards by the rules alone: what a play would claim, what a hand is worth, a plain way to play.

Everything is asked of the printed rules. A worth is the claim a card would have to a trick that it leads; the plain way
takes tricks while the bid wants them and ducks after that, with the least that does it.
"""

from __future__ import annotations

from verifier.kernel.interface import (
    CALLS,
    DECK,
    DECK_SIZE,
    JOKERS,
    NO_SUIT,
    PLAYERS,
    READS_OTHERS,
    SUITED,
    Numbers,
    calls_following,
    calls_leading,
    chance,
    first_index,
    follow,
    lead,
    nth_index,
    popcount,
    strength,
)
from verifier.kernel.table import BIDS, CALL_SHIFT, HELD, PLAYS, TAKEN, TRUMP, asked_by, level_of, next_seat, taker_of

ONE = 256  # a trick, where tricks are counted in parts
TOP = 1 << 40  # above every claim


def claim_as_lead(play: int, trump: int) -> int:
    """What a play claims of the trick it leads."""
    index, level = play & 255, level_of(play)
    joker = index >= SUITED
    return strength(1 << index, index, joker, level, 0, asked_by(play), trump, joker, level, 0)


def claim_behind(play: int, position: int, first: int, trump: int, played: int) -> int:
    """What a play claims of a trick that `first` leads."""
    index = play & 255
    return strength(
        1 << index, index, index >= SUITED, level_of(play), position, asked_by(first), trump, (first & 255) >= SUITED, level_of(first), played
    )


def worth(index: int, trump: int) -> int:
    """What it costs to give a card away; a joker more than all others."""
    return claim_as_lead(index, trump) if index < SUITED else TOP


def may_play(hand: int, trump: int, trick: int, position: int, first: int, played: int) -> int:
    if position == 0:
        return lead(hand, trump, trick + 1)
    return follow(hand, trump, asked_by(first), (first & 255) >= SUITED, level_of(first), played)


def may_call(trump: int, position: int, first: int) -> int:
    if JOKERS == 0:
        return 0
    return calls_leading(trump, NO_SUIT) if position == 0 else calls_following(trump, asked_by(first))


def next_play(cards: int, calls: int, play: int) -> int:
    """The play after another in the order of the rules, -1 after the last; `play` -1 for the first."""
    call, index = 0, -1
    if play >= 0:
        index, call = play & 255, play >> CALL_SHIFT
    if index >= SUITED and call < CALLS and calls >> call:
        return index | (call + first_index(calls >> call) + 1) << CALL_SHIFT
    rest = cards & ~((1 << (index + 1)) - 1)
    while rest:
        index = first_index(rest)
        if index < SUITED:
            return index
        if calls:
            return index | (first_index(calls) + 1) << CALL_SHIFT
        rest &= rest - 1
    return -1


def best_on_table(x: Numbers, at: int, position: int, trump: int) -> int:
    """The greatest claim among the plays before."""
    best, played = -1, 0
    for place in range(position):
        if READS_OTHERS:
            played |= 1 << (x[at + place] & 255)
    for place in range(position):
        best = max(best, claim_behind(x[at + place], place, x[at], trump, played & ~(1 << (x[at + place] & 255))))
    return best


def plain_play(x: Numbers, seat: int, size: int, trick: int, position: int, row: int, place: int) -> int:
    """The plain way: to the bid, with the least that does it; -1 where nothing may be played."""
    trump, at = x[TRUMP], PLAYS + trick * PLAYERS
    first, played = x[at], 0
    for i in range(position):
        played |= 1 << (x[at + i] & 255)
    cards = may_play(x[HELD + seat], trump, trick, position, first, played)
    calls = may_call(trump, position, first)
    want = x[BIDS + seat] > x[TAKEN + seat]
    best, last = best_on_table(x, at, position, trump), position == PLAYERS - 1
    chosen, liked = -1, 0
    play = next_play(cards, calls, -1)
    while play >= 0:
        claim = claim_as_lead(play, trump) if position == 0 else claim_behind(play, position, first, trump, played)
        wins, price = claim > best, worth(play & 255, trump)
        if position == 0:
            like = claim if want else -claim
        elif want:
            like = (3 * TOP - price if last or price == TOP else 2 * TOP + claim) if wins else -price
        else:
            like = -TOP - claim if wins else (price if price < TOP else -1)
        like = like * 4 + chance(row, place, 4)
        place += 1
        if chosen < 0 or like > liked:
            chosen, liked = play, like
        play = next_play(cards, calls, play)
    return chosen


def put(x: Numbers, seat: int, trick: int, position: int, play: int) -> None:
    x[PLAYS + trick * PLAYERS + position] = play
    x[HELD + seat] &= ~(1 << (play & 255))


def play_out(x: Numbers, size: int, leader: int, trick: int, position: int, row: int) -> bool:
    """The rest of a hand, everybody the plain way; whether it came to its end."""
    place = 0
    while trick < size:
        seat = leader
        for _ in range(position):
            seat = next_seat(seat)
        while position < PLAYERS:
            play = plain_play(x, seat, size, trick, position, row, place)
            if play < 0:
                return False
            put(x, seat, trick, position, play)
            seat = next_seat(seat)
            position += 1
            place += 64
        leader = taker_of(x, PLAYS + trick * PLAYERS, leader, x[TRUMP])
        if leader < 0:
            return False
        x[TAKEN + leader] += 1
        trick += 1
        position = 0
    return True


def strongest_call(hand: int, index: int, trump: int) -> int:
    """The play of a card that claims most as a lead."""
    calls = calls_leading(trump, NO_SUIT)
    best, claim = index, -2
    play = next_play(1 << index, calls, -1)
    while play >= 0:
        found = claim_as_lead(play, trump)
        if found > claim:
            best, claim = play, found
        play = next_play(1 << index, calls, play)
    return best


def count_tricks(hand: int, unseen: int, size: int, trump: int, samples: int, row: int) -> int:
    """The tricks that a hand's cards would take one by one as leads, in parts of a trick, in so many imagined deals.

    The others beat what they can, but do not spend a joker on it.
    """
    total = 0
    for sample in range(samples):
        rest, hands_dealt = unseen, 0
        taken = 0
        for other in range(PLAYERS - 1):
            held = 0
            for _card in range(min(size, popcount(rest))):
                card = nth_index(rest, chance(row, sample << 8 | hands_dealt, popcount(rest)))
                hands_dealt += 1
                rest &= ~(1 << card)
                held |= 1 << card
            cards = hand
            while cards:
                index = first_index(cards)
                cards &= cards - 1
                if not taken >> index & 1 and beaten(strongest_call(hand, index, trump), held & ~JOKERS, trump, other + 1):
                    taken |= 1 << index
        total += popcount(hand & ~taken) * ONE
    return total // samples


def beaten(led: int, held: int, trump: int, position: int) -> bool:
    """Whether a hand has a legal answer that claims more than a lead."""
    claim, cards = claim_as_lead(led, trump), may_play(held, trump, 0, position, led, 1 << (led & 255))
    calls = may_call(trump, position, led)
    play = next_play(cards, calls, -1)
    while play >= 0:
        if claim_behind(play, position, led, trump, 1 << (led & 255)) > claim:
            return True
        play = next_play(cards, calls, play)
    return False


def all_cards() -> int:
    cards = 0
    for i in range(DECK_SIZE):
        cards |= 1 << DECK[i]
    return cards
