"""Random nine-card hands as one would write them by hand for Numba, for one account's rules and no other.

The measure for compiled rules: the same deal, bids, plays and winners, chosen as evenly, without a rule set behind them.
36 cards and jokers on top, four players; the dealer's left names the trump; the dealer may not balance the bids; a high
lead takes the best of the suit and is not beaten by trumps; a player without suit and trump may play anything.
"""

from __future__ import annotations

import numpy as np
from numba import njit

CARDS = np.array([c for c in range(38) if c not in (0, 27)], dtype=np.int64)
SUITS = np.array([0x1FF << 9 * s for s in range(4)] + [0], dtype=np.int64)
JOKERS = 3 << 36
NONE = 4


@njit
def step(x):
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    return x ^ (x << np.uint64(17))


@njit
def below(x, n):
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit
def count(m):
    m = m - ((m >> 1) & 0x5555555555555555)
    m = (m & 0x3333333333333333) + ((m >> 2) & 0x3333333333333333)
    return (((m + (m >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56


@njit
def nth(m, n):
    for _ in range(n):
        m &= m - 1
    low, i = m & -m, 0
    if low >> 32:
        low, i = low >> 32, 32
    if low >> 16:
        low, i = low >> 16, i + 16
    if low >> 8:
        low, i = low >> 8, i + 8
    if low >> 4:
        low, i = low >> 4, i + 4
    return i + (low >> 1) - (low >> 3)


@njit
def hand(deck, held, bids, taken, dealer, size, x):
    for seat in range(4):
        held[seat] = 0
        taken[seat] = 0
    seat = dealer
    for i in range(4 * size):
        x = step(x)
        j = i + below(x, 36 - i)
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
        seat = (seat + 1) & 3
        held[seat] |= 1 << card
    x = step(x)
    trump = below(x, 5)
    total = 0
    for turn in range(4):
        seat = (dealer + 1 + turn) & 3
        x = step(x)
        if turn == 3 and total <= size:
            bid = below(x, size)
            bid += bid >= size - total
        else:
            bid = below(x, size + 1)
        bids[seat] = bid
        total += bid
    leader = (dealer + 1) & 3
    for _ in range(size):
        cards = held[leader]
        jokers = cards & JOKERS
        plain = count(cards ^ jokers)
        x = step(x)
        n = below(x, plain + 8 * count(jokers) if jokers else plain)
        high_led = False
        if n < plain:
            card = nth(cards ^ jokers, n)
            asked = card // 9
            best = 50 + card % 9 if asked != trump else 100 + card % 9
        else:
            n -= plain
            card = 36 + (n >> 3) if jokers == JOKERS else 36 + (jokers >> 37)
            asked, high_led = n & 3, (n & 4) != 0
            best = 200 if high_led else 0
        held[leader] = cards & ~(1 << card)
        winner = leader
        for place in range(1, 4):
            seat = (leader + place) & 3
            cards = held[seat]
            jokers = cards & JOKERS
            legal = cards & SUITS[asked]
            if legal:
                if high_led:
                    top = legal
                    top |= top >> 1
                    top |= top >> 2
                    top |= top >> 4
                    top |= top >> 8
                    legal = (top ^ (top >> 1)) & legal
            else:
                legal = cards & SUITS[trump]
                if legal == 0:
                    legal = cards ^ jokers
            plain = count(legal)
            x = step(x)
            n = below(x, plain + 2 * count(jokers) if jokers else plain)
            if n < plain:
                card = nth(legal, n)
                suit = card // 9
                claim = 100 + card % 9 if suit == trump else 50 + card % 9 if suit == asked else -1
            else:
                n -= plain
                card = 36 + (n >> 1) if jokers == JOKERS else 36 + (jokers >> 37)
                claim = 300 + place if n & 1 else -1
            held[seat] = cards & ~(1 << card)
            if claim > best:
                best, winner = claim, seat
        taken[winner] += 1
        leader = winner
    return x


@njit(nogil=True)
def hands(number, size, seed):
    """So many hands; the sum of made bids, so that nothing is left out as unused."""
    held, bids, taken = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    deck, x, made = CARDS.copy(), np.uint64(seed * 2 + 1), 0
    for i in range(number):
        x = hand(deck, held, bids, taken, i & 3, size, x)
        for seat in range(4):
            made += bids[seat] == taken[seat]
    return made
