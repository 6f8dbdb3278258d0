"""A hand of random players, as `evening.py` asks for one."""

from __future__ import annotations

from verifier.kernel.interface import Numbers
from verifier.kernel.table import WORK, random_hand

HAND_WORK = WORK


def played_hand(w: Numbers, size: int, set_number: int, dealer: int, deal: int, choice: int) -> int:
    return random_hand(w, size, set_number, dealer, deal, choice)
