"""Games in which every moment is noticed where two rule sets answer otherwise by certain rows; compiled code.

A hand is looked through when it has been played, by whatever players: his cards, what lay on the table and the rows are
all known then. The second rule set is asked what it would have answered at the same moments.
"""

from __future__ import annotations

from verifier.kernel.evening import (
    POINTS,
    SEAT_FIELDS,
    TOTALS,
    finish_set,
    first_dealer,
    run_before,
    run_best,
    score_hand,
)
from verifier.kernel.interface import (
    BEST,
    BEST_BUT_LAST,
    FIELDS,
    HANDS,
    JOKERS,
    LEFT_ROWS,
    LENGTHS,
    MADE_ALL,
    NO_SUIT,
    PLAYERS,
    RIGHT_ROWS,
    SECTION,
    SET_OF,
    SETS,
    SIZES,
    SUITED,
    TOTAL,
    Numbers,
    bid_row,
    call_row,
    entry,
    follow,
    follow_row,
    lead,
    lead_row,
    other_bid_row,
    other_call_row,
    other_follow,
    other_follow_row,
    other_lead,
    other_lead_row,
    other_premium,
    other_premium_rows,
    other_score,
    other_score_row,
    other_strength,
    other_strength_row,
    played_hand,
    premium,
    premium_rows,
    score,
    score_row,
    stream,
    strength,
    strength_row,
)
from verifier.kernel.table import BIDS, CARDS, GOES_ON, HELD, PASSES, PLAYS, TAKEN, TRUMP, asked_by, level_of, next_seat

IN_BIDS, IN_LEADS, IN_FOLLOWING, IN_CALLS, IN_STRENGTH, IN_SCORE, IN_PREMIUM = 0, 1, 2, 3, 4, 5, 6
UNITS = SETS if SECTION == IN_PREMIUM else HANDS  # what is paid at once


def of_class(left: int, right: int) -> int:
    """Whether these are the rows that are looked for; -1 is no row."""
    return int((LEFT_ROWS >> (left + 1)) & (RIGHT_ROWS >> (right + 1)) & 1)


def notice_bids(w: Numbers, met: Numbers, at: int, size: int, dealer: int) -> None:
    """A bidder for whom one side forbids a bid that the other allows."""
    total, seat = 0, dealer
    for turn in range(PLAYERS):
        seat, found = next_seat(seat), 0
        made = w[BIDS + seat]
        passes = w[PASSES + seat] - (made == 0)
        for bid in range(size + 1):
            left, right = bid_row(bid, size, PLAYERS, turn, total, passes), other_bid_row(bid, size, PLAYERS, turn, total, passes)
            if (left < 0) != (right < 0):
                found |= of_class(left, right)
        met[at + seat] += found
        total += made


def hold_again(w: Numbers, size: int, dealer: int) -> None:
    """Every hand as it was dealt."""
    for seat in range(PLAYERS):
        w[HELD + seat] = 0
    seat = dealer
    for i in range(size * PLAYERS):
        seat = next_seat(seat)
        w[HELD + seat] |= 1 << w[CARDS + i]


def notice_plays(w: Numbers, met: Numbers, at: int, size: int, dealer: int) -> None:
    """Trick by trick: what each player might have led, followed with or announced, and who takes it."""
    hold_again(w, size, dealer)
    leader, trump = next_seat(dealer), w[TRUMP]
    for trick in range(size):
        first, seat, played = PLAYS + trick * PLAYERS, leader, 0
        for position in range(PLAYERS):
            hand = w[HELD + seat]
            if SECTION == IN_LEADS and position == 0:
                met[at + seat] += differs_in_leads(hand, trump, trick + 1)
            if SECTION == IN_FOLLOWING and position:
                met[at + seat] += differs_in_following(hand, trump, w[first], played)
            if SECTION == IN_CALLS:
                met[at + seat] += differs_in_calls(hand, trump, position, trick, w[first], played)
            played |= 1 << (w[first + position] & 255)
            w[HELD + seat] = hand & ~(1 << (w[first + position] & 255))
            seat = next_seat(seat)
        if SECTION == IN_STRENGTH:
            leader = notice_taker(w, met, at, first, leader, trump, played)
        else:
            leader = plain_taker(w, first, leader, trump, played)


def differs_in_leads(hand: int, trump: int, trick_number: int) -> int:
    if lead(hand, trump, trick_number) == other_lead(hand, trump, trick_number):
        return 0
    return of_class(lead_row(hand, trump, trick_number), other_lead_row(hand, trump, trick_number))


def differs_in_following(hand: int, trump: int, led: int, played: int) -> int:
    index = led & 255
    joker, level, asked, card = index >= SUITED, level_of(led), asked_by(led), 1 << index
    if follow(hand, trump, asked, joker, level, played, card) == other_follow(hand, trump, asked, joker, level, played, card):
        return 0
    left = follow_row(hand, trump, asked, joker, level, played, card)
    return of_class(left, other_follow_row(hand, trump, asked, joker, level, played, card))


def differs_in_calls(hand: int, trump: int, position: int, trick: int, led: int, played: int) -> int:
    """Somebody who may play a joker, and for whom one side forbids an announcement that the other allows."""
    index, asked = led & 255, NO_SUIT
    if position == 0:
        cards = lead(hand, trump, trick + 1)
    else:
        asked = asked_by(led)
        cards = follow(hand, trump, asked, index >= SUITED, level_of(led), played, 1 << index)
    if cards & JOKERS == 0:
        return 0
    for level in range(2):
        for named in range(NO_SUIT + 1):
            left, right = call_row(position == 0, level, named, trump, asked), other_call_row(position == 0, level, named, trump, asked)
            if (left < 0) != (right < 0) and of_class(left, right):
                return 1
    return 0


def claim_of(w: Numbers, first: int, position: int, trump: int, played: int) -> int:
    index, led = w[first + position] & 255, w[first] & 255
    card, level = 1 << index, level_of(w[first + position])
    return strength(
        card, index, index >= SUITED, level, position, asked_by(w[first]), trump, led >= SUITED, level_of(w[first]), played & ~card, 1 << led
    )


def other_claim_of(w: Numbers, first: int, position: int, trump: int, played: int) -> int:
    index, led = w[first + position] & 255, w[first] & 255
    card, level = 1 << index, level_of(w[first + position])
    return other_strength(
        card, index, index >= SUITED, level, position, asked_by(w[first]), trump, led >= SUITED, level_of(w[first]), played & ~card, 1 << led
    )


def plain_taker(w: Numbers, first: int, leader: int, trump: int, played: int) -> int:
    """Who takes a trick of a hand that went on to its end."""
    best, place = -1, 0
    for position in range(PLAYERS):
        claim = claim_of(w, first, position, trump, played)
        if claim > best:
            best, place = claim, position
    return (leader + place) % PLAYERS


def notice_taker(w: Numbers, met: Numbers, at: int, first: int, leader: int, trump: int, played: int) -> int:
    """Who takes the trick, who is noticed where somebody else or nobody would take it by the second rule set."""
    taker, best, place, rivals = plain_taker(w, first, leader, trump, played), -1, -1, 0
    for position in range(PLAYERS):
        claim = other_claim_of(w, first, position, trump, played)
        if claim > best:
            best, place, rivals = claim, position, 0
        elif claim == best and claim >= 0:
            rivals = 1
    if rivals:
        place = -1
    mine = (taker - leader) % PLAYERS
    if place != mine:
        met[at + taker] += of_class(row_at(w, first, mine, trump, played), other_row_at(w, first, place, trump, played) if place >= 0 else -1)
    return taker


def row_at(w: Numbers, first: int, position: int, trump: int, played: int) -> int:
    index, led = w[first + position] & 255, w[first] & 255
    card, level = 1 << index, level_of(w[first + position])
    return strength_row(
        card, index, index >= SUITED, level, position, asked_by(w[first]), trump, led >= SUITED, level_of(w[first]), played & ~card, 1 << led
    )


def other_row_at(w: Numbers, first: int, position: int, trump: int, played: int) -> int:
    index, led = w[first + position] & 255, w[first] & 255
    card, level = 1 << index, level_of(w[first + position])
    return other_strength_row(
        card, index, index >= SUITED, level, position, asked_by(w[first]), trump, led >= SUITED, level_of(w[first]), played & ~card, 1 << led
    )


def notice_scores(w: Numbers, met: Numbers, at: int, size: int, set_number: int) -> None:
    total = 0
    for seat in range(PLAYERS):
        total += w[BIDS + seat]
    for seat in range(PLAYERS):
        bid, tricks = w[BIDS + seat], w[TAKEN + seat]
        if score(bid, tricks, size, total, False, PLAYERS, set_number) != other_score(bid, tricks, size, total, False, PLAYERS, set_number):
            left = score_row(bid, tricks, size, total, False, PLAYERS, set_number)
            met[at + seat] += of_class(left, other_score_row(bid, tricks, size, total, False, PLAYERS, set_number))


def notice_premiums(w: Numbers, met: Numbers, at: int, number: int, first_hand: int) -> None:
    """Here all rows that hold are looked for, or any; both sides are given the same hands."""
    fields, makers = w[SEAT_FIELDS : SEAT_FIELDS + PLAYERS * FIELDS], 0
    largest, smallest, many = SIZES[first_hand], SIZES[first_hand], LENGTHS[number]
    for i in range(1, many):
        largest, smallest = max(largest, SIZES[first_hand + i]), min(smallest, SIZES[first_hand + i])
    for seat in range(PLAYERS):
        makers += fields[seat * FIELDS + MADE_ALL] != 0
    for seat in range(PLAYERS):
        run = run_before(fields, seat)
        best, but_last = run_best(fields, seat, run, BEST), run_best(fields, seat, run, BEST_BUT_LAST)
        mine = premium(fields, seat, makers, run, best, but_last, many, largest, smallest, number + 1)
        if mine != other_premium(fields, seat, makers, run, best, but_last, many, largest, smallest, number + 1):
            left = premium_rows(fields, seat, makers, run, best, but_last, many, largest, smallest, number + 1)
            right = other_premium_rows(fields, seat, makers, run, best, but_last, many, largest, smallest, number + 1)
            met[at + seat] += LEFT_ROWS in (-1, left) and RIGHT_ROWS in (-1, right)


def notice_hand(w: Numbers, met: Numbers, at: int, size: int, set_number: int, dealer: int) -> None:
    if SECTION == IN_BIDS:
        notice_bids(w, met, at, size, dealer)
    elif SECTION == IN_SCORE:
        notice_scores(w, met, at, size, set_number)
    elif SECTION != IN_PREMIUM:
        notice_plays(w, met, at, size, dealer)


def noticed_game(w: Numbers, out: Numbers, met: Numbers, points: Numbers, game: int, seed: int) -> int:
    """As `one_game`; what is noticed and what is paid, a number a hand (or a set) and seat."""
    row = stream(0, seed)
    dealer, hand = first_dealer(w, row), 0
    for seat in range(PLAYERS):
        w[PASSES + seat] = 0
        w[TOTALS + seat] = 0
    for number in range(SETS):
        first_hand = hand
        for i in range(LENGTHS[number]):
            size, set_number = SIZES[hand], SET_OF[hand]
            state = played_hand(w, size, set_number, dealer, stream(row, 2 * hand), stream(row, 2 * hand + 1))
            at = (game * UNITS + hand) * PLAYERS
            hand += 1
            if state != GOES_ON:
                return state + (hand << 8)
            score_hand(w, size, set_number, i == 0)
            if SECTION != IN_PREMIUM:
                notice_hand(w, met, at, size, set_number, dealer)
                for seat in range(PLAYERS):
                    points[at + seat] = w[POINTS + seat]
            dealer = next_seat(dealer)
        if SECTION == IN_PREMIUM:
            at = (game * UNITS + number) * PLAYERS
            notice_premiums(w, met, at, number, first_hand)
            for seat in range(PLAYERS):
                points[at + seat] = -w[TOTALS + seat]
        finish_set(w, out, 0, number, first_hand)
        if SECTION == IN_PREMIUM:
            for seat in range(PLAYERS):
                points[(game * UNITS + number) * PLAYERS + seat] += w[TOTALS + seat] - w[SEAT_FIELDS + seat * FIELDS + TOTAL]
    return GOES_ON


@entry("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def noticed_games(w: Numbers, out: Numbers, met: Numbers, points: Numbers, ended: Numbers, seed: int, number: int) -> None:
    """Games of the seeds from one on. `out` is for counts that nobody asks for."""
    for game in range(number):
        ended[game] = noticed_game(w, out, met, points, game, seed + game)
