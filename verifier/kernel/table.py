"""One hand of random players in compiled code: deal, trump, bids, plays and who takes the tricks.

Everything lies in one array of numbers, the work; what starts where is said below. Seats count from 0, a suit is its
index or NO_SUIT. The deal hangs on its row of chances alone, so two rule sets with one pack deal the same cards.
"""

from __future__ import annotations

from verifier.kernel.interface import (
    BY_DEALER,
    CALLS,
    CHOICES,
    DECK,
    DECK_SIZE,
    FIXED_SUIT,
    JOKERS,
    LARGEST,
    METHODS,
    NO_SUIT,
    PLAYERS,
    RANKS,
    READS_OTHERS,
    SUITED,
    Numbers,
    calls_following,
    calls_leading,
    chance,
    follow,
    lead,
    legal_bids,
    nth_index,
    popcount,
    strength,
    trump_row,
)

GOES_ON, NO_BID, NO_PLAY, NO_TAKER, NO_CARD = 0, 1, 2, 3, 4  # how a hand ended
HELD, BIDS, TAKEN, PASSES = 0, PLAYERS, 2 * PLAYERS, 3 * PLAYERS  # by seat
ON_TABLE = 4 * PLAYERS  # the trick's plays by place
CARDS = 5 * PLAYERS  # the pack in the order it was dealt
TRUMP = CARDS + DECK_SIZE  # the suit, then who named it or -1
PLAYS = TRUMP + 2  # every play of the hand in order
WORK = PLAYS + LARGEST * PLAYERS
CALL_SHIFT = 8  # a play is the card's index, and a joker's announcement from 1 above it
HIGH_CALLS = NO_SUIT + 1  # so many announcements are high
CALL_BITS = (1 << CALLS) - 1
NEXT_CARD, DEALERS_LAST, CHOOSE = 0, 1, 2


def next_seat(seat: int) -> int:
    return seat + 1 if seat + 1 < PLAYERS else 0


def deal_cards(w: Numbers, size: int, dealer: int, row: int) -> None:
    """Cards one by one from the dealer's left; one more lies next, where there is one."""
    for i in range(DECK_SIZE):
        w[CARDS + i] = DECK[i]
    for seat in range(PLAYERS):
        w[HELD + seat] = 0
        w[TAKEN + seat] = 0
    seat = dealer
    for i in range(size * PLAYERS):
        seat = next_seat(seat)
        w[HELD + seat] |= 1 << draw_card(w, row, i)
    if size * PLAYERS < DECK_SIZE:
        draw_card(w, row, size * PLAYERS)


def draw_card(w: Numbers, row: int, i: int) -> int:
    j = i + chance(row, i, DECK_SIZE - i)
    card = w[CARDS + j]
    w[CARDS + j] = w[CARDS + i]
    w[CARDS + i] = card
    return card


def suit_of(index: int) -> int:
    return index // RANKS if index < SUITED else NO_SUIT


def find_trump(w: Numbers, size: int, set_number: int, dealer: int, row: int) -> int:
    """Settles the trump; one who may choose does so by chance. NO_CARD where none is left to turn."""
    rule = trump_row(size, PLAYERS, DECK_SIZE, set_number)
    method = METHODS[rule]
    w[TRUMP + 1] = -1
    if method == NEXT_CARD:
        if size * PLAYERS >= DECK_SIZE:
            return NO_CARD
        w[TRUMP] = suit_of(w[CARDS + size * PLAYERS])
    elif method == DEALERS_LAST:
        w[TRUMP] = suit_of(w[CARDS + size * PLAYERS - 1])
    elif method == CHOOSE:
        w[TRUMP + 1] = dealer if BY_DEALER[rule] else next_seat(dealer)
        w[TRUMP] = nth_index(CHOICES[rule], chance(row, 0, popcount(CHOICES[rule])))
    else:
        w[TRUMP] = FIXED_SUIT[rule]
    return GOES_ON


def random_bids(w: Numbers, size: int, dealer: int, row: int) -> int:
    total, seat = 0, dealer
    for turn in range(PLAYERS):
        seat = next_seat(seat)
        may = legal_bids(size, turn, total, w[PASSES + seat])
        if may == 0:
            return NO_BID
        bid = nth_index(may, chance(row, turn + 1, popcount(may)))
        w[BIDS + seat] = bid
        w[PASSES + seat] += bid == 0
        total += bid
    return GOES_ON


def any_play(cards: int, calls: int, row: int, place: int) -> int:
    """One of the plays that these cards and announcements leave, each as likely as the others; -1 for none."""
    if JOKERS == 0:
        many = popcount(cards)
        return nth_index(cards, chance(row, place, many)) if many else -1
    jokers = cards & JOKERS
    plain, ways = popcount(cards ^ jokers), 0
    if jokers:
        ways = popcount(calls)
    many = plain + popcount(jokers) * ways
    if many == 0:
        return -1
    number = chance(row, place, many)
    if number < plain:
        return nth_index(cards ^ jokers, number)
    number -= plain
    return nth_index(jokers, number // ways) | (nth_index(calls, number % ways) + 1) << CALL_SHIFT


def level_of(play: int) -> int:
    """1 for a joker announced high."""
    return int(0 < play >> CALL_SHIFT <= HIGH_CALLS)


def asked_by(play: int) -> int:
    """The suit to follow: the led card's, or the one a led joker names."""
    index = play & 255
    if index < SUITED:
        return index // RANKS
    call = ((play >> CALL_SHIFT) - 1) % HIGH_CALLS
    return call - 1 if call else NO_SUIT


def random_plays(w: Numbers, size: int, dealer: int, row: int) -> int:
    """Every trick of the hand."""
    leader, trump = next_seat(dealer), w[TRUMP]
    place = PLAYERS + 1
    for trick in range(size):
        first = PLAYS + trick * PLAYERS
        hand = w[HELD + leader]
        play = any_play(lead(hand, trump, trick + 1), calls_leading(trump, NO_SUIT), row, place)
        if play < 0:
            return NO_PLAY
        index = play & 255
        w[HELD + leader] = hand & ~(1 << index)
        w[first] = play
        place += 1
        joker_led, level_led, asked = index >= SUITED, level_of(play), asked_by(play)
        played = 1 << index
        best, taker, rivals = -1, leader, 0
        if not READS_OTHERS:
            best = strength(1 << index, index, joker_led, level_led, 0, asked, trump, joker_led, level_led, 0)
        seat = leader
        for position in range(1, PLAYERS):
            seat = next_seat(seat)
            hand = w[HELD + seat]
            play = any_play(follow(hand, trump, asked, joker_led, level_led, played), calls_following(trump, asked), row, place)
            if play < 0:
                return NO_PLAY
            index = play & 255
            w[HELD + seat] = hand & ~(1 << index)
            w[first + position] = play
            place += 1
            played |= 1 << index
            if not READS_OTHERS:
                claim = strength(1 << index, index, index >= SUITED, level_of(play), position, asked, trump, joker_led, level_led, 0)
                if claim > best:
                    best, taker, rivals = claim, seat, 0
                elif claim == best:
                    rivals = 1
        if READS_OTHERS:
            taker = taker_of(w, first, leader, trump)
            if taker < 0:
                return NO_TAKER
        elif best < 0 or rivals:
            return NO_TAKER
        w[TAKEN + taker] += 1
        leader = taker
    return GOES_ON


def taker_of(w: Numbers, first: int, leader: int, trump: int) -> int:
    """Who takes a full trick that lies at a place of the work; -1 where the rules name none."""
    asked, joker_led, level_led = asked_by(w[first]), (w[first] & 255) >= SUITED, level_of(w[first])
    played = 0
    for position in range(PLAYERS):
        played |= 1 << (w[first + position] & 255)
    best, taker, rivals, seat = -1, leader, 0, leader
    for position in range(PLAYERS):
        index = w[first + position] & 255
        card, level = 1 << index, level_of(w[first + position])
        claim = strength(card, index, index >= SUITED, level, position, asked, trump, joker_led, level_led, played & ~card)
        if claim > best:
            best, taker, rivals = claim, seat, 0
        elif claim == best:
            rivals = 1
        seat = next_seat(seat)
    return -1 if best < 0 or rivals else taker


def random_hand(w: Numbers, size: int, set_number: int, dealer: int, deal: int, choice: int) -> int:
    """A hand from its deal to its last trick; GOES_ON, or what it cannot go on for."""
    deal_cards(w, size, dealer, deal)
    state = find_trump(w, size, set_number, dealer, choice)
    if state == GOES_ON:
        state = random_bids(w, size, dealer, choice)
    if state == GOES_ON:
        state = random_plays(w, size, dealer, choice)
    return state
