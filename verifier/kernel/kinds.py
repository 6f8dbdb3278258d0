"""A hand of players of several kinds, each of whom sees his own cards and what has been shown, and nothing else.

What a player decides is worked out from a view alone, a copy in which all he cannot know is nothing. Chances of a player
are his own, so no decision hangs on how often another one drew.
"""

from __future__ import annotations

from verifier.kernel.imagined import SHOWN, reflect
from verifier.kernel.interface import (
    BY_DEALER,
    CHOICES,
    DECK_SIZE,
    METHODS,
    PLAYERS,
    SEEN,
    Numbers,
    chance,
    first_index,
    legal_bids,
    nth_index,
    popcount,
    stream,
    trump_row,
)
from verifier.kernel.judging import (
    ONE,
    claim_as_lead,
    claim_behind,
    count_tricks,
    may_call,
    may_play,
    next_play,
    plain_play,
    put,
    worth,
)
from verifier.kernel.rollouts import MIND_SIZE, bid_near, try_bids, try_plays
from verifier.kernel.table import (
    BIDS,
    CARDS,
    CHOOSE,
    DEALERS_LAST,
    GOES_ON,
    HELD,
    NEXT_CARD,
    NO_BID,
    NO_PLAY,
    NO_TAKER,
    PASSES,
    PLAYS,
    TAKEN,
    TRUMP,
    WORK,
    any_play,
    deal_cards,
    find_trump,
    next_seat,
    taker_of,
)

RANDOM, EASY, NORMAL, HARD, CRAZY = 0, 1, 2, 3, 4
KINDS = WORK  # by seat
EFFORT = KINDS + PLAYERS  # imagined deals a decision of a hard player
VIEW = EFFORT + 1
TRIED = VIEW + WORK
THOUGHT = TRIED + WORK
HAND_WORK = THOUGHT + MIND_SIZE
CARELESS = 4  # one play in so many of an easy player
ROUGHLY, CAREFULLY = 2, 24  # samples of a count
MORE, FITTING, SPITE = 3, 3, 4  # of a crazy player: times the deals, deals to choose from, eighths of the others' points
CAUTION = ONE // 6  # a careful player trusts a count a little less
OWN = 1 << 32  # a number of a row that no hand has


def look(w: Numbers, v: Numbers, seat: int, size: int, trick: int, position: int) -> None:
    """The view of a seat: everything that lies open, and his own cards."""
    for i in range(WORK):
        v[i] = 0
    for other in range(PLAYERS):
        v[BIDS + other] = w[BIDS + other]
        v[TAKEN + other] = w[TAKEN + other]
        v[PASSES + other] = w[PASSES + other]
    v[HELD + seat] = w[HELD + seat]
    v[TRUMP] = w[TRUMP]
    v[TRUMP + 1] = w[TRUMP + 1]
    for i in range(trick * PLAYERS + position):
        v[PLAYS + i] = w[PLAYS + i]


def show(w: Numbers, v: Numbers, size: int, set_number: int, dealer: int) -> None:
    """The card that everybody saw when the trump was found."""
    method = METHODS[trump_row(size, PLAYERS, DECK_SIZE, set_number)]
    v[SHOWN], v[SHOWN + 1] = -1, -1
    if method == NEXT_CARD:
        v[SHOWN] = w[CARDS + size * PLAYERS]
    elif method == DEALERS_LAST:
        v[SHOWN], v[SHOWN + 1] = w[CARDS + size * PLAYERS - 1], dealer


def name_trump(w: Numbers, size: int, set_number: int, dealer: int, row: int) -> int:
    """As at the table, but one who is no random player names the trump under which the cards he has seen claim most."""
    state = find_trump(w, size, set_number, dealer, row)
    rule = trump_row(size, PLAYERS, DECK_SIZE, set_number)
    if state != GOES_ON or METHODS[rule] != CHOOSE:
        return state
    seat = dealer if BY_DEALER[rule] else next_seat(dealer)
    if w[KINDS + seat] == RANDOM:
        return state
    hand, order = 0, (seat - dealer - 1) % PLAYERS
    for i in range(min(SEEN[rule], size)):
        hand |= 1 << w[CARDS + order + i * PLAYERS]
    best, most, choices = -1, -1, CHOICES[rule]
    while choices:
        suit = first_index(choices)
        choices &= choices - 1
        claims = all_claims(hand, suit)
        if claims > most:
            best, most = suit, claims
    w[TRUMP] = best
    return state


def all_claims(hand: int, trump: int) -> int:
    """What the cards of a hand would claim as leads, taken together."""
    claims = 0
    while hand:
        claims += worth(first_index(hand), trump)
        hand &= hand - 1
    return claims


def make_bids(w: Numbers, v: Numbers, x: Numbers, mind: Numbers, size: int, set_number: int, dealer: int, row: int) -> int:
    total, seat = 0, dealer
    for turn in range(PLAYERS):
        seat = next_seat(seat)
        may = legal_bids(size, turn, total, w[PASSES + seat])
        if may == 0:
            return NO_BID
        if w[KINDS + seat] == RANDOM:
            bid = nth_index(may, chance(row, turn + 1, popcount(may)))
        else:
            look(w, v, seat, size, 0, 0)
            show(w, v, size, set_number, dealer)
            bid = think_bid(v, x, mind, w[KINDS + seat], w[EFFORT], seat, size, set_number, dealer, turn, may, stream(row, OWN + seat))
        w[BIDS + seat] = bid
        total += bid
    for seat in range(PLAYERS):
        w[PASSES + seat] += w[BIDS + seat] == 0
    return GOES_ON


def think_bid(
    v: Numbers, x: Numbers, mind: Numbers, kind: int, effort: int, seat: int, size: int, set_number: int, dealer: int, turn: int, may: int, row: int
) -> int:
    unseen = reflect(v, mind, seat, size, dealer, 0, 0, False)
    aim = count_tricks(v[HELD + seat], unseen, size, v[TRUMP], ROUGHLY if kind == EASY else CAREFULLY, row)
    if kind == HARD:
        return try_bids(v, x, mind, seat, size, set_number, dealer, turn, may, aim, effort, 1, 0, row)
    if kind == CRAZY:
        return try_bids(v, x, mind, seat, size, set_number, dealer, turn, may, aim, MORE * effort, FITTING, SPITE, row)
    return bid_near(may, aim if kind == EASY else aim - CAUTION)


def think_play(
    v: Numbers, x: Numbers, mind: Numbers, kind: int, effort: int, seat: int, size: int, set_number: int, dealer: int, trick: int, position: int, row: int
) -> int:
    if kind == HARD:
        return try_plays(v, x, mind, seat, size, set_number, dealer, trick, position, effort, 1, 0, row)
    if kind == CRAZY:
        return try_plays(v, x, mind, seat, size, set_number, dealer, trick, position, MORE * effort, FITTING, SPITE, row)
    if kind == NORMAL and position == 0:
        return mindful_lead(v, mind, seat, size, dealer, trick, row)
    if kind == EASY and chance(row, 999, CARELESS) == 0:
        return careless_play(v, seat, trick, position, row)
    return plain_play(v, seat, size, trick, position, row, 0)


def careless_play(v: Numbers, seat: int, trick: int, position: int, row: int) -> int:
    at, played = PLAYS + trick * PLAYERS, 0
    for i in range(position):
        played |= 1 << (v[at + i] & 255)
    cards = may_play(v[HELD + seat], v[TRUMP], trick, position, v[at], played)
    return any_play(cards, may_call(v[TRUMP], position, v[at]), row, 998)


def mindful_lead(v: Numbers, mind: Numbers, seat: int, size: int, dealer: int, trick: int, row: int) -> int:
    """Leads what fewest of the cards still out can beat, or most of them where no trick is wanted."""
    unseen = reflect(v, mind, seat, size, dealer, trick, 0, False)
    cards, calls = may_play(v[HELD + seat], v[TRUMP], trick, 0, 0, 0), may_call(v[TRUMP], 0, 0)
    want = v[BIDS + seat] > v[TAKEN + seat]
    chosen, liked = -1, 0
    play = next_play(cards, calls, -1)
    while play >= 0:
        beaters = beaten_by(play, unseen, v[TRUMP])
        price = worth(play & 255, v[TRUMP])
        like = -(beaters << 50) - price if want else (beaters << 50) + (price if price < 1 << 40 else -1)
        if chosen < 0 or like > liked:
            chosen, liked = play, like
        play = next_play(cards, calls, play)
    return chosen


def beaten_by(led: int, unseen: int, trump: int) -> int:
    """How many of the cards still out would beat a lead."""
    claim, many = claim_as_lead(led, trump), 0
    calls = may_call(trump, 1, led)
    play, counted = next_play(unseen, calls, -1), -1
    while play >= 0:
        if play & 255 != counted and claim_behind(play, 1, led, trump, 0) > claim:
            many += 1
            counted = play & 255
        play = next_play(unseen, calls, play)
    return many


def make_plays(w: Numbers, v: Numbers, x: Numbers, mind: Numbers, size: int, set_number: int, dealer: int, row: int) -> int:
    leader, trump, place = next_seat(dealer), w[TRUMP], PLAYERS + 1
    for trick in range(size):
        at, seat, played = PLAYS + trick * PLAYERS, leader, 0
        for position in range(PLAYERS):
            if w[KINDS + seat] == RANDOM:
                cards = may_play(w[HELD + seat], trump, trick, position, w[at], played)
                play = any_play(cards, may_call(trump, position, w[at]), row, place)
            else:
                look(w, v, seat, size, trick, position)
                show(w, v, size, set_number, dealer)
                own = stream(stream(row, OWN + seat), place)
                play = think_play(v, x, mind, w[KINDS + seat], w[EFFORT], seat, size, set_number, dealer, trick, position, own)
            if play < 0:
                return NO_PLAY
            put(w, seat, trick, position, play)
            played |= 1 << (play & 255)
            place += 1
            seat = next_seat(seat)
        leader = taker_of(w, at, leader, trump)
        if leader < 0:
            return NO_TAKER
        w[TAKEN + leader] += 1
    return GOES_ON


def played_hand(w: Numbers, size: int, set_number: int, dealer: int, deal: int, choice: int) -> int:
    """A hand from its deal to its last trick; GOES_ON, or what it cannot go on for."""
    v, x, mind = w[VIEW : VIEW + WORK], w[TRIED : TRIED + WORK], w[THOUGHT : THOUGHT + MIND_SIZE]
    deal_cards(w, size, dealer, deal)
    state = name_trump(w, size, set_number, dealer, choice)
    if state == GOES_ON:
        state = make_bids(w, v, x, mind, size, set_number, dealer, choice)
    if state == GOES_ON:
        state = make_plays(w, v, x, mind, size, set_number, dealer, choice)
    return state
