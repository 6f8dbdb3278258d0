"""A record from its text: the right lines in the right order, every name looked up.

What the lines claim is judged elsewhere; here a record is only readable or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rulespec.diagnostics.faults import did_you_mean
from rulespec.record import FEWEST_PLAYERS, MOST_PLAYERS, PLACES, PREMIUMS, TOTAL, VERSION, Record, SumLine, Word
from rulespec.record_hand import CLOSED, STAGES, HandReader
from rulespec.record_lines import Line, bad_name, lines, plain, split
from rulespec.spans import Source, Span

SET = re.compile(r"([0-9]{1,3})\s+premiums")
ALONE = ("record", "profile", "players", "trump", "bids", "points", "total", "places", "unfinished")


def read_record(source: Source) -> Record:
    """The record a text holds. Raises Faults with what cannot be read."""
    return _Reader(source).record()


def is_record(source: Source) -> bool:
    """The text begins as a record does."""
    first = next(lines(source), None)
    return first is not None and first.keyword.text == "record"


class _Reader(HandReader):
    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.profile: Word | None = None
        self.players_span: Span | None = None
        self.sums: list[SumLine] = []
        self.last: Line | None = None  # the line after which nothing may follow
        self.end = Span(source, 0, min(1, len(source.text)))
        self.readers: Mapping[str, Callable[[Line, Word], None]] = {
            "profile": self.read_profile, "players": self.read_players, "hand": self.read_hand, "deal": self.read_deal,
            "trump": self.read_trump, "bids": self.read_bids, "trick": self.read_trick, "points": self.read_points,
            "set": self.read_premiums, TOTAL: self.read_total, PLACES: self.read_places,
        }  # fmt: skip

    def record(self) -> Record:
        following = lines(self.source)
        self.header(next(following, None))
        for line in following:
            self.end = line.span
            self.line(line)
        self.close_hand(self.finished)
        if not self.hands and not self.faults:
            self.wrong("RS421", "the record has no hand", self.end, "a hand begins with `hand 1: 1 card, dealer NAME`")
        self.scores_everywhere()
        self.stop()
        assert self.players_span is not None
        stopped = None if self.finished or self.last is None else self.last.span
        return Record(
            self.source, self.profile, self.players, self.players_span, tuple(self.hands), tuple(self.sums), stopped, self.end
        )  # fmt: skip

    @property
    def finished(self) -> bool:
        return self.last is None or self.last.keyword.text != "unfinished"

    # --- one line ----------------------------------------------------------------------------------

    def header(self, first: Line | None) -> None:
        if first is None or first.keyword.text != "record" or first.value is None:
            self.wrong("RS420", "a record begins with its version", first.span if first else self.end, f"write `record: {VERSION}` above it")
            self.stop()
        elif first.value.text != VERSION:
            self.wrong("RS420", f"this program reads version {VERSION} of records", first.value.span)

    def line(self, line: Line) -> None:
        word = line.keyword.text
        if self.last is not None:
            self.wrong("RS421", f"nothing may follow `{self.last.keyword.text}`", line.span)
        elif word in ALONE and line.argument.text:
            self.wrong("RS420", f"`{word}` is followed by a colon", line.argument.span, f"write `{word}: ...`")
        elif word == "unfinished" and line.value is None:
            self.last = line
        elif word not in self.readers:
            self.unknown(line)
        elif line.value is None or not line.value.text:
            self.wrong("RS420", f"`{word}` says nothing", line.span, f"write `{word} ...: ...`" if word not in ALONE else f"write `{word}: ...`")
            if word == "hand":
                self.stop()
        else:
            self.in_place(line)
            self.readers[word](line, line.value)

    def unknown(self, line: Line) -> None:
        known = (*self.readers, "unfinished")
        listed = "a line begins with one of " + ", ".join(f"`{word}`" for word in known)
        self.wrong("RS420", f"no line of a record begins with `{line.keyword.text}`", line.keyword.span, did_you_mean(line.keyword.text, known) or listed)

    def in_place(self, line: Line) -> None:
        """The line may stand here; otherwise a fault that ends the reading, for what follows would be none."""
        word = line.keyword.text
        if not self.players and word not in ("profile", "players"):
            self.wrong("RS421", f"`{word}` comes before the players are named", line.span, "write `players: NAME, NAME, ...` above it, clockwise")
            self.stop()
        if word not in STAGES:
            return
        if not self.hands or self.stage == CLOSED:
            self.wrong("RS421", f"`{word}` belongs to a hand, and none is open here", line.span, "a hand begins with `hand 1: 1 card, dealer NAME`")
            self.stop()
        stage = STAGES.index(word)
        if stage < self.stage or (stage == self.stage and word not in ("deal", "trick")):
            again = "a second time" if stage == self.stage else f"after `{STAGES[self.stage]}`"
            self.wrong("RS421", f"`{word}` stands here {again}", line.keyword.span, f"the lines of a hand are {', '.join(STAGES)}, in this order")
            self.stop()
        self.stage = stage

    # --- the head -----------------------------------------------------------------------------------

    def read_profile(self, line: Line, value: Word) -> None:
        if self.profile is not None or self.hands:
            self.wrong("RS421", "`profile` stands once, at the top", line.span)
        self.profile = value

    def read_players(self, line: Line, value: Word) -> None:
        if self.players:
            self.wrong("RS421", "`players` stands here a second time", line.span)
            return
        names: list[str] = []
        found = split(value, ",")
        if not FEWEST_PLAYERS <= len(found) <= MOST_PLAYERS:
            self.wrong("RS422", f"{len(found)} players, and a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}", value.span)
        for word in found[:MOST_PLAYERS]:
            wrong = bad_name(plain(word), names)
            if wrong is not None:
                self.wrong("RS422", wrong, word.span)
            names.append(plain(word))
        self.stop()
        self.players, self.players_span = tuple(names), line.span

    # --- a set's end, the game's end ------------------------------------------------------------------

    def read_premiums(self, line: Line, value: Word) -> None:
        found = SET.fullmatch(line.argument.text)
        if found is None:
            self.wrong("RS420", "a set's end is `set 1 premiums: NAME 0, ...`", line.span)
        else:
            self.sum_line(PREMIUMS, int(found[1]), line, value)

    def read_total(self, line: Line, value: Word) -> None:
        self.sum_line(TOTAL, None, line, value)

    def read_places(self, line: Line, value: Word) -> None:
        self.sum_line(PLACES, None, line, value)
        self.last = line

    def sum_line(self, kind: str, number: int | None, line: Line, value: Word) -> None:
        self.close_hand(finished=True)
        self.sums.append(SumLine(kind, number, len(self.hands), self.everyone(line, value)))

    def scores_everywhere(self) -> None:
        """Points and winners are written in every finished hand and trick, or in none."""
        done = self.hands if self.finished else self.hands[:-1]
        if self.sums or any(hand.points for hand in self.hands):
            for hand in (h for h in done if h.points is None):
                self.wrong("RS421", f"hand {hand.number} has no `points` line, and other scores are written", hand.span)
        tricks = [trick for hand in self.hands for trick in hand.tricks]
        if any(trick.winner for trick in tricks):
            for trick in (t for t in (tricks if self.finished else tricks[:-1]) if t.winner is None):
                self.wrong("RS421", "this trick has no winner, and others have", trick.span, "end it with `-> NAME`")
