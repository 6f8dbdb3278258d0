"""What the printed rules of a rule set hold: the constants and functions that the table plays by.

Stubs for readers and type checkers. In the compiled text the functions of one rule set stand in their place, printed
by `rulespec/meanings/kernel/printed.py`, and the helpers of `rulespec/meanings/kernel/bits.py`.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, TypeVar

from rulespec.meanings.kernel.plain_bits import (
    chance,
    first_index,
    low_bit,
    nth_index,
    popcount,
    stream,
    table,
    top_bit,
    up_to,
)

__all__ = ["chance", "first_index", "low_bit", "nth_index", "popcount", "stream", "table", "top_bit", "up_to"]

Numbers = MutableSequence[int]
F = TypeVar("F", bound=Callable[..., Any])

PLAYERS, SUITS, RANKS, NO_SUIT = 4, 4, 9, 4
PLAIN, JOKERS, SUITED = 0, 0, 36  # masks of the pack played with; the first joker's bit
DECK_SIZE, LARGEST, HANDS, SETS = 36, 9, 24, 4
LONGEST_SET, CALLS = 8, 10
DECK: Numbers = []  # the cards played with
SIZES: Numbers = []  # of each hand of a game
SET_OF: Numbers = []  # the set of each hand, from 1
LENGTHS: Numbers = []  # hands of each set
SCORE_ROWS, PREMIUM_ROWS = 1, 1
READS_OTHERS = False  # how strong a card is hangs on the cards played after it
FIRST_RANK = -1  # who is dealt the first card of it deals the first hand; below 0 chance decides
METHODS: Numbers = []  # by row of `trump`: how the trump is found
BY_DEALER: Numbers = []
SEEN: Numbers = []  # cards the chooser has seen
FIXED_SUIT: Numbers = []
CHOICES: Numbers = []  # what may be chosen, as bits; no trump is behind the last suit
FIELDS = 6  # numbers of a player that `premium` reads, and which is which
MADE_ALL, BEST, BEST_BUT_LAST, LAST, TOTAL, ZERO_BIDS = range(6)


def trump_row(hand_size: int, players: int, deck_size: int, set_number: int) -> int:
    """The row that says how the trump is found."""
    raise NotImplementedError


def legal_bids(hand_size: int, seat: int, earlier_total: int, passes_before: int) -> int:
    """The bids that may be made, as bits."""
    raise NotImplementedError


def lead(hand: int, trump: int, trick_number: int) -> int:
    """The cards that may be led."""
    raise NotImplementedError


def follow(hand: int, trump: int, asked: int, joker_led: bool, level_led: int, played: int, led: int) -> int:
    """The cards that may follow."""
    raise NotImplementedError


def calls_leading(trump: int, asked: int) -> int:
    """How a led joker may be announced, as bits: high without and with each suit, then low."""
    raise NotImplementedError


def calls_following(trump: int, asked: int) -> int:
    raise NotImplementedError


def strength(
    card: int, index: int, joker: bool, level: int, position: int, asked: int, trump: int, joker_led: bool, level_led: int,
    others_played: int, led: int,
) -> int:  # fmt: skip
    """A card's claim to a trick; the greatest wins, below 0 never."""
    raise NotImplementedError


def score_row(bid: int, tricks: int, hand_size: int, bids_total: int, doubled: bool, players: int, set_number: int) -> int:
    raise NotImplementedError


def score(bid: int, tricks: int, hand_size: int, bids_total: int, doubled: bool, players: int, set_number: int) -> int:
    raise NotImplementedError


def premium_rows(
    fields: Numbers, seat: int, makers: int, run_before: int, run_best: int, run_best_but_last: int, hands: int, largest_hand: int,
    smallest_hand: int, set_number: int,
) -> int:  # fmt: skip
    """The rows of `premium` that hold for a seat, as bits."""
    raise NotImplementedError


def premium(
    fields: Numbers, seat: int, makers: int, run_before: int, run_best: int, run_best_but_last: int, hands: int, largest_hand: int,
    smallest_hand: int, set_number: int,
) -> int:  # fmt: skip
    raise NotImplementedError


def entry(signature: str) -> Callable[[F], F]:
    """Marks a function that is called from outside: it is compiled for these types and kept."""
    return lambda function: function

# What `beside.py` prints for `noticed.py`: the rows that are looked for, the rows of this rule set, the answers of another one.

SECTION, LEFT_ROWS, RIGHT_ROWS = 0, -1, -1  # bits of rows behind a bit for none; -1 is any row


def bid_row(bid: int, hand_size: int, players: int, seat: int, earlier_total: int, passes_before: int) -> int:
    """The row that forbids a bid; below 0 for none."""
    raise NotImplementedError


def lead_row(hand: int, trump: int, trick_number: int) -> int:
    raise NotImplementedError


def follow_row(hand: int, trump: int, asked: int, joker_led: bool, level_led: int, played: int, led: int) -> int:
    raise NotImplementedError


def call_row(leading: bool, level: int, named: int, trump: int, asked: int) -> int:
    """The row that forbids an announcement; below 0 for none."""
    raise NotImplementedError


strength_row, other_strength, other_strength_row = strength, strength, strength
other_bid_row, other_call_row = bid_row, call_row
other_lead, other_lead_row, other_follow, other_follow_row = lead, lead_row, follow, follow_row
other_score, other_score_row, other_premium, other_premium_rows = score, score_row, premium, premium_rows


# What a part in front of `evening.py` defines: `randomly.py` for random players, `kinds.py` for players of all kinds.

HAND_WORK = 0  # how many numbers a hand works with


def played_hand(w: Numbers, size: int, set_number: int, dealer: int, deal: int, choice: int) -> int:
    """A hand from its deal to its last trick; GOES_ON, or what it cannot go on for."""
    raise NotImplementedError
