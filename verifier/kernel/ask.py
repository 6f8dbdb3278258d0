"""Single questions put to the compiled rules, for comparing them with the reference."""

from __future__ import annotations

from verifier.kernel.interface import (
    PLAYERS,
    Numbers,
    calls_following,
    calls_leading,
    entry,
    follow,
    lead,
    legal_bids,
    premium,
    premium_rows,
    score,
    score_row,
    strength,
    trump_row,
)
from verifier.kernel.table import taker_of


@entry("int64(int64, int64, int64)")
def ask_trump(hand_size: int, deck_size: int, set_number: int) -> int:
    return trump_row(hand_size, PLAYERS, deck_size, set_number)


@entry("int64(int64, int64, int64, int64)")
def ask_bids(hand_size: int, seat: int, earlier_total: int, passes_before: int) -> int:
    return legal_bids(hand_size, seat, earlier_total, passes_before)


@entry("int64(int64, int64, int64)")
def ask_lead(hand: int, trump: int, trick_number: int) -> int:
    return lead(hand, trump, trick_number)


@entry("int64(int64, int64, int64, boolean, int64, int64, int64)")
def ask_follow(hand: int, trump: int, asked: int, joker_led: bool, level_led: int, played: int, led: int) -> int:
    return follow(hand, trump, asked, joker_led, level_led, played, led)


@entry("int64(boolean, int64, int64)")
def ask_calls(leading: bool, trump: int, asked: int) -> int:
    return calls_leading(trump, asked) if leading else calls_following(trump, asked)


@entry("int64(int64, int64, boolean, int64, int64, int64, int64, boolean, int64, int64, int64)")
def ask_strength(
    card: int, index: int, joker: bool, level: int, position: int, asked: int, trump: int, joker_led: bool, level_led: int,
    others_played: int, led: int,
) -> int:  # fmt: skip
    return strength(card, index, joker, level, position, asked, trump, joker_led, level_led, others_played, led)


@entry("int64(int64[::1], int64, int64, int64)")
def ask_taker(w: Numbers, first: int, leader: int, trump: int) -> int:
    return taker_of(w, first, leader, trump)


@entry("int64(int64, int64, int64, int64, int64)")
def ask_score(bid: int, tricks: int, hand_size: int, bids_total: int, set_number: int) -> int:
    return score(bid, tricks, hand_size, bids_total, False, PLAYERS, set_number)


@entry("int64(int64, int64, int64, int64, int64)")
def ask_score_row(bid: int, tricks: int, hand_size: int, bids_total: int, set_number: int) -> int:
    return score_row(bid, tricks, hand_size, bids_total, False, PLAYERS, set_number)


@entry("int64(int64[::1], int64[::1], int64)")
def ask_premium(fields: Numbers, whole: Numbers, seat: int) -> int:
    """`whole` are the numbers of the set in the order of the printed function."""
    return premium(fields, seat, whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], whole[6], whole[7])


@entry("int64(int64[::1], int64[::1], int64)")
def ask_premium_rows(fields: Numbers, whole: Numbers, seat: int) -> int:
    """`whole` are the numbers of the set in the order of the printed function."""
    return premium_rows(fields, seat, whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], whole[6], whole[7])
