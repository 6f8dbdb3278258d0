"""The score sheet that a record holds: bids, and the tricks as its winners are written."""

from __future__ import annotations

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.record import PREMIUMS, Record, RecordedHand
from rulespec.sheet import Sheet, SheetHand


def sheet_of(record: Record) -> Sheet:
    """The sheet of a record. Raises Faults for a hand that has no end, or tricks without winners."""
    faults = [fault for hand in record.hands if (fault := _unscored(hand, len(record.players))) is not None]
    if faults:
        raise Faults(faults)
    hands = [_hand(hand, len(record.players)) for hand in record.hands]
    ends = sorted({line.after for line in record.sums if line.kind == PREMIUMS} | {len(hands)})
    blocks = tuple(tuple(hands[start:end]) for start, end in zip([0, *ends], ends, strict=False) if start < end)
    return Sheet(record.source, record.players, record.players_span, blocks, len(blocks) > 1)


def _unscored(hand: RecordedHand, players: int) -> Diagnostic | None:
    whole = len(hand.bids) == players and len(hand.tricks) == hand.cards
    if whole and all(trick.winner and len(trick.plays) == players for trick in hand.tricks):
        return None
    why = "does not say who won its tricks" if whole else "is not played to its end"
    return Diagnostic("RS436", f"hand {hand.number} {why}, so it has no score", hand.span)


def _hand(hand: RecordedHand, players: int) -> SheetHand:
    bids = tuple(entry.number for entry in sorted(hand.bids, key=lambda entry: entry.seat))
    winners = [trick.winner.seat for trick in hand.tricks if trick.winner is not None]
    taken = tuple(winners.count(seat) for seat in range(players))
    return SheetHand(hand.number, hand.cards, bids, taken, hand.dealer.seat, hand.span)
