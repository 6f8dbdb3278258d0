"""Hands one after the other without a game around them, for measuring."""

from __future__ import annotations

from verifier.kernel.interface import PLAYERS, Numbers, entry, stream
from verifier.kernel.table import GOES_ON, PASSES, random_hand


@entry("int64(int64[::1], int64, int64, int64, int64)")
def many_hands(w: Numbers, size: int, set_number: int, row: int, number: int) -> int:
    """Hands of one size one after the other, each seat dealing in turn; how many came to their end."""
    done = 0
    for i in range(number):
        for seat in range(PLAYERS):
            w[PASSES + seat] = 0
        done += random_hand(w, size, set_number, i % PLAYERS, stream(row, 2 * i), stream(row, 2 * i + 1)) == GOES_ON
    return done
