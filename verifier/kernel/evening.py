"""Whole games in compiled code: hand after hand, points, premiums, totals, and what is counted of each seat.

A game is known by its seed: who deals first, every deal and every choice follow from it. Hands of two rule sets with
one pack and one schedule are dealt the same.
"""

from __future__ import annotations

from verifier.kernel.interface import (
    BEST,
    BEST_BUT_LAST,
    DECK,
    DECK_SIZE,
    FIELDS,
    FIRST_RANK,
    HAND_WORK,
    LAST,
    LENGTHS,
    MADE_ALL,
    PLAYERS,
    PREMIUM_ROWS,
    RANKS,
    SCORE_ROWS,
    SET_OF,
    SETS,
    SIZES,
    SUITED,
    TOTAL,
    ZERO_BIDS,
    Numbers,
    chance,
    entry,
    played_hand,
    premium,
    premium_rows,
    score,
    score_row,
    stream,
)
from verifier.kernel.table import BIDS, CARDS, GOES_ON, PASSES, TAKEN, draw_card, next_seat

SEAT_FIELDS = HAND_WORK  # what `premium` reads, seat after seat
TOTALS = SEAT_FIELDS + PLAYERS * FIELDS
POINTS = TOTALS + PLAYERS  # of the last hand, by seat
ROWS = POINTS + PLAYERS  # how often each row of `score`, then of `premium`, decided in this game
GAME_WORK = ROWS + SCORE_ROWS + PREMIUM_ROWS
# what is counted of a seat in a game
END, MADE, KHISHTI, ALL_TRICKS, PREMIUMS, PREMIUM_POINTS, STRIKES, STRIKE_POINTS, COUNTS = 0, 1, 2, 3, 4, 5, 6, 7, 8
FIRST_DEALER = 1 << 40  # a number of a row that no hand has


def score_hand(w: Numbers, size: int, set_number: int, first: bool) -> None:
    """Everybody's points of a hand, into what is known of his set."""
    bids_total = 0
    for seat in range(PLAYERS):
        bids_total += w[BIDS + seat]
    for seat in range(PLAYERS):
        bid, tricks, at = w[BIDS + seat], w[TAKEN + seat], SEAT_FIELDS + seat * FIELDS
        points = score(bid, tricks, size, bids_total, False, PLAYERS, set_number)
        w[ROWS + score_row(bid, tricks, size, bids_total, False, PLAYERS, set_number)] += 1
        w[POINTS + seat] = points
        w[at + BEST_BUT_LAST] = points if first else w[at + BEST]
        w[at + BEST] = points if first else max(points, w[at + BEST])
        w[at + LAST] = points
        w[at + TOTAL] = points + (0 if first else w[at + TOTAL])
        w[at + MADE_ALL] = bid == tricks and (first or w[at + MADE_ALL] != 0)
        w[at + ZERO_BIDS] = (bid == 0) + (0 if first else w[at + ZERO_BIDS])


def count_hand(w: Numbers, out: Numbers, game: int, size: int) -> None:
    for seat in range(PLAYERS):
        bid, tricks, at = w[BIDS + seat], w[TAKEN + seat], (game * PLAYERS + seat) * COUNTS
        out[at + MADE] += bid == tricks
        out[at + KHISHTI] += bid > 0 and tricks == 0
        out[at + ALL_TRICKS] += bid == size and tricks == size


def finish_set(w: Numbers, out: Numbers, game: int, number: int, first_hand: int) -> None:
    """Premiums, and the totals after them."""
    fields, makers = w[SEAT_FIELDS : SEAT_FIELDS + PLAYERS * FIELDS], 0
    largest, smallest = SIZES[first_hand], SIZES[first_hand]
    for i in range(1, LENGTHS[number]):
        largest, smallest = max(largest, SIZES[first_hand + i]), min(smallest, SIZES[first_hand + i])
    for seat in range(PLAYERS):
        makers += fields[seat * FIELDS + MADE_ALL] != 0
    for seat in range(PLAYERS):
        run = run_before(fields, seat)
        best, but_last = run_best(fields, seat, run, BEST), run_best(fields, seat, run, BEST_BUT_LAST)
        added = premium(fields, seat, makers, run, best, but_last, LENGTHS[number], largest, smallest, number + 1)
        held = premium_rows(fields, seat, makers, run, best, but_last, LENGTHS[number], largest, smallest, number + 1)
        for row in range(PREMIUM_ROWS):
            w[ROWS + SCORE_ROWS + row] += held >> row & 1
        w[TOTALS + seat] += fields[seat * FIELDS + TOTAL] + added
        at = (game * PLAYERS + seat) * COUNTS
        out[at + PREMIUMS] += added > 0
        out[at + PREMIUM_POINTS] += max(added, 0)
        out[at + STRIKES] += added < 0
        out[at + STRIKE_POINTS] += min(added, 0)


def run_before(fields: Numbers, seat: int) -> int:
    """How many players just before a seat, one after the other, made every bid."""
    run = 0
    while run < PLAYERS - 1 and fields[(seat - run - 1) % PLAYERS * FIELDS + MADE_ALL] != 0:
        run += 1
    return run


def run_best(fields: Numbers, seat: int, run: int, field: int) -> int:
    """The greatest number of those players; 0 where there are none."""
    best = 0
    for i in range(run):
        found = fields[(seat - i - 1) % PLAYERS * FIELDS + field]
        best = found if i == 0 else max(best, found)
    return best


def first_dealer(w: Numbers, row: int) -> int:
    """Who deals the first hand: by lot, or whoever is dealt the first card of a rank, from seat 0 on."""
    if FIRST_RANK < 0:
        return chance(row, FIRST_DEALER, PLAYERS)
    for i in range(DECK_SIZE):
        w[CARDS + i] = DECK[i]
    for i in range(DECK_SIZE):
        card = draw_card(w, stream(row, FIRST_DEALER), i)
        if card < SUITED and card % RANKS == FIRST_RANK:
            return i % PLAYERS
    return 0


def one_game(w: Numbers, out: Numbers, game: int, seed: int) -> int:
    """A game to its end; GOES_ON, or what a hand cannot go on for and its number, from 1, above that."""
    row = stream(0, seed)
    dealer = first_dealer(w, row)
    for seat in range(PLAYERS):
        w[PASSES + seat] = 0
        w[TOTALS + seat] = 0
    for i in range(SCORE_ROWS + PREMIUM_ROWS):
        w[ROWS + i] = 0
    hand = 0
    for number in range(SETS):
        for i in range(LENGTHS[number]):
            size, set_number = SIZES[hand], SET_OF[hand]
            state = played_hand(w, size, set_number, dealer, stream(row, 2 * hand), stream(row, 2 * hand + 1))
            hand += 1
            if state != GOES_ON:
                return state + (hand << 8)
            score_hand(w, size, set_number, i == 0)
            count_hand(w, out, game, size)
            dealer = next_seat(dealer)
        finish_set(w, out, game, number, hand - LENGTHS[number])
    for seat in range(PLAYERS):
        out[(game * PLAYERS + seat) * COUNTS + END] = w[TOTALS + seat]
    return GOES_ON


@entry("void(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def many_games(w: Numbers, rows: Numbers, out: Numbers, ended: Numbers, seed: int, number: int) -> None:
    """Games of the seeds from one on; `ended` says how each ended, `rows` counts the rows of those that came to their end."""
    for game in range(number):
        ended[game] = one_game(w, out, game, seed + game)
        if ended[game] == GOES_ON:
            for i in range(SCORE_ROWS + PREMIUM_ROWS):
                rows[i] += w[ROWS + i]
