"""The lines of a hand in a record: read, put together, and looked over at the hand's end."""

from __future__ import annotations

import re
from dataclasses import replace

from rulespec.check.pack import MAX_CARDS
from rulespec.record import NAMED, TURNED, DealLine, Numbers, PlayerName, RecordedHand, TrickLine, TrumpLine, Word
from rulespec.record_lines import Line, Table, part_of, words
from rulespec.spans import Span

HAND = re.compile(r"([0-9]{1,3})\s+cards?\s*,\s*dealer\s+(\S[^,]*?)\s*(?:,\s*dealt\s+again\s+([0-9]{1,2}))?")
TRUMP = re.compile(r"([^()]*[^()\s])\s*(?:\(\s*(turned|named\s+by|fixed)\b\s*([^()]*)\))?")
NUMBER = re.compile(r"[0-9]{1,3}")
STAGES = ("deal", "trump", "bids", "trick", "points")  # the order of the lines of a hand
CLOSED = len(STAGES)  # no hand is open


class HandReader(Table):
    """Reads hand after hand; `stage` is the last kind of line the open hand has had."""

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[RecordedHand] = []
        self.stage = CLOSED

    def read_hand(self, line: Line, value: Word) -> None:
        self.close_hand(finished=True)
        number, said = len(self.hands) + 1, self.number(line.argument, "hand")
        if said is not None and said != number:
            before = f"hand {number - 1} stands before it" if self.hands else "it is the first"
            self.wrong("RS425", f"this should be hand {number}: {before}", line.argument.span, f"is hand {number} missing?" if said > number else None)
        found = HAND.fullmatch(value.text)
        if found is None:
            self.wrong("RS420", "a hand is `hand 1: 3 cards, dealer NAME`", value.span)
            self.stop()
        assert found is not None
        name = part_of(value, found.start(2), found.end(2))
        dealer = self.seat(name)
        size = part_of(value, found.start(1), found.end(1))
        self.hands.append(RecordedHand(number, size, PlayerName(dealer or 0, name.span), line.span, redeals=int(found[3] or 0)))
        self.stage = 0

    def number(self, word: Word, what: str) -> int | None:
        if NUMBER.fullmatch(word.text):
            return int(word.text)
        self.wrong("RS424", f"`{what}` needs its number, `{what} 1: ...`", word.span)
        return None

    def change(self, **parts: object) -> None:
        self.hands[-1] = replace(self.hands[-1], **parts)  # type: ignore[arg-type]

    def read_deal(self, line: Line, value: Word) -> None:
        seat = self.seat(line.argument)
        if seat is None:
            return
        if any(seat == other.seat for other in self.hands[-1].deal):
            self.wrong("RS423", f"`{self.players[seat]}` is dealt cards twice", line.span)
        cards = tuple(words(value))
        if len(cards) > MAX_CARDS:
            self.wrong("RS420", f"{len(cards)} cards, and no pack has more than {MAX_CARDS}", line.span)
        self.change(deal=(*self.hands[-1].deal, DealLine(seat, cards[:MAX_CARDS], line.span)))

    def read_trump(self, line: Line, value: Word) -> None:
        found = TRUMP.fullmatch(value.text)
        if found is None:
            self.wrong("RS420", "a trump is a suit or `no trump`, and how it came about in brackets", value.span, "`hearts (turned 7H)`, `no trump (named by NAME)` or `spades (fixed)`")
            return
        suit = part_of(value, found.start(1), found.end(1))
        how = " ".join((found[2] or "").split())
        rest = part_of(value, found.start(3), found.end(3)) if how else None
        by = self.seat(rest) if how == NAMED and rest is not None else None
        if how == TURNED and rest is not None and len(words(rest)) != 1:
            self.wrong("RS420", "`turned` is followed by one card", rest.span)
        self.change(trump=TrumpLine(suit, how, rest if how == TURNED else None, by, line.span))

    def read_bids(self, line: Line, value: Word) -> None:
        self.change(bids=self.entries(value, "a number", numbers=True), bids_span=line.span)

    def read_trick(self, line: Line, value: Word) -> None:
        hand, said = self.hands[-1], self.number(line.argument, "trick")
        number = len(hand.tricks) + 1
        if said is not None and said != number:
            self.wrong("RS425", f"this should be trick {number}", line.argument.span, f"is trick {number} missing?" if said > number else None)
        plays, arrow, winner = value.text.partition("->")
        name = part_of(value, len(plays) + len(arrow), len(value.text))
        seat = self.seat(name) if arrow else None
        taken = None if seat is None else PlayerName(seat, name.span)
        trick = TrickLine(self.entries(part_of(value, 0, len(plays)), "a card", numbers=False), taken, line.span)
        self.change(tricks=(*hand.tricks, trick))

    def read_points(self, line: Line, value: Word) -> None:
        self.change(points=self.everyone(line, value))

    def everyone(self, line: Line, value: Word) -> Numbers:
        """A number for each player."""
        found = Numbers(self.entries(value, "a number", numbers=True), line.span)
        self.all_there([entry.seat for entry in found.entries], f"`{line.keyword.text}`", line.span)
        return found

    def all_there(self, seats: list[int], what: str, span: Span) -> None:
        missing = [name for seat, name in enumerate(self.players) if seat not in seats]
        if missing:
            self.wrong("RS423", f"{what} lacks {', '.join(f'`{name}`' for name in missing)}", span)

    # --- the hand's end --------------------------------------------------------------------------------

    def close_hand(self, finished: bool) -> None:
        """The hand before has all its lines; the last of an unfinished record may stop anywhere."""
        if self.stage == CLOSED:
            return
        hand, reached, self.stage = self.hands[-1], self.stage, CLOSED
        stops = CLOSED if finished else reached
        if stops > STAGES.index("deal"):
            self.all_there([line.seat for line in hand.deal], f"the deal of hand {hand.number}", hand.span)
        if stops > STAGES.index("trump") and hand.trump is None:
            self.lacks(hand, "a `trump` line")
        if stops > STAGES.index("bids"):
            self.all_there([entry.seat for entry in hand.bids], "the line of bids", hand.bids_span or hand.span)
        if stops > STAGES.index("trick") and len(hand.tricks) != hand.cards:
            self.lacks(hand, f"{hand.cards} tricks; it has {len(hand.tricks)}")
        for number, trick in enumerate(hand.tricks, 1):
            if finished or number < len(hand.tricks):
                self.all_there([entry.seat for entry in trick.plays], f"trick {number}", trick.span)

    def lacks(self, hand: RecordedHand, what: str) -> None:
        self.wrong("RS421", f"hand {hand.number} needs {what}", hand.span, "a record that stops before the end of the game says `unfinished` in its last line")
