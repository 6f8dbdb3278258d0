"""Lines of a record taken apart: `word: what`, lists of `name value`, comments left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.record import Entry, Word
from rulespec.spans import Source, Span

MOST_FAULTS = 60  # then reading stops: the rest would be noise
NUMBER = re.compile(r"-?[0-9]{1,9}")
NO_NAME = re.compile(r"[,:#()]|->")
LONGEST_NAME = 40


class Faulty:
    """Collects faults; too many end the reading."""

    def __init__(self) -> None:
        self.faults: list[Diagnostic] = []

    def wrong(self, code: str, message: str, span: Span, help_: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, span, help_))
        if len(self.faults) >= MOST_FAULTS:
            self.stop()

    def stop(self) -> None:
        if self.faults:
            raise Faults(self.faults)


@dataclass(frozen=True, slots=True)
class Line:
    """`trick 2: East JK+S, ...`: the keyword, what stands between it and the colon, and the rest."""

    keyword: Word
    argument: Word
    value: Word | None  # None where there is no colon
    span: Span


def lines(source: Source) -> Iterator[Line]:
    """The lines that say something."""
    for start in source.line_starts:
        end = source.text.find("\n", start)
        text = source.text[start : len(source.text) if end < 0 else end].split("#", 1)[0]
        if text.strip():
            yield _line(part(source, start, text))


def _line(line: Word) -> Line:
    head, colon, rest = line.text.partition(":")
    keyword = part_of(line, 0, len(head.split(None, 1)[0]) if head.strip() else 0)
    argument = part_of(line, len(keyword.text), len(head))
    value = part_of(line, len(head) + 1, len(head) + 1 + len(rest)) if colon else None
    return Line(keyword, argument, value, line.span)


def part(source: Source, start: int, text: str) -> Word:
    """A text at an offset, without the blanks around it."""
    stripped = text.strip()
    begin = start + (text.index(stripped[0]) if stripped else 0)
    return Word(stripped, Span(source, begin, begin + len(stripped)))


def part_of(word: Word, start: int, end: int) -> Word:
    """A piece of a word, without the blanks around it."""
    return part(word.span.source, word.span.start + start, word.text[start:end])


def split(word: Word, separator: str) -> list[Word]:
    """The pieces between separators, each without the blanks around it."""
    pieces: list[Word] = []
    start = 0
    for text in word.text.split(separator):
        pieces.append(part_of(word, start, start + len(text)))
        start += len(text) + len(separator)
    return pieces


def words(word: Word) -> list[Word]:
    """The words between blanks and commas."""
    return [part_of(word, found.start(), found.end()) for found in re.finditer(r"[^\s,]+", word.text)]


def last_word(word: Word) -> tuple[Word, Word | None]:
    """`Big Ann 3` to the name and the last word; None where there is one word only."""
    head, *rest = word.text.rsplit(None, 1)
    return part_of(word, 0, len(head)), part_of(word, len(word.text) - len(rest[0]), len(word.text)) if rest else None


def plain(name: Word) -> str:
    """A name with single blanks."""
    return " ".join(name.text.split())


def is_number(word: Word) -> bool:
    return NUMBER.fullmatch(word.text) is not None


class Table(Faulty):
    """The players of a record, and lists of what they say, play and score."""

    def __init__(self) -> None:
        super().__init__()
        self.players: tuple[str, ...] = ()

    def seat(self, name: Word) -> int | None:
        """Where a player sits; otherwise a fault and None."""
        known = plain(name)
        if known in self.players:
            return self.players.index(known)
        listed = "the players are " + ", ".join(f"`{p}`" for p in self.players)
        self.wrong("RS422", f"there is no player `{name.text}`", name.span, did_you_mean(name.text, self.players) or listed)
        return None

    def entries(self, value: Word, what: str, numbers: bool) -> tuple[Entry, ...]:
        """`East 1, South 0`: each player once at most."""
        found: list[Entry] = []
        for item in split(value, ","):
            entry = self.entry(item, what)
            if entry is None:
                continue
            if any(entry.seat == other.seat for other in found):
                self.wrong("RS423", f"`{self.players[entry.seat]}` stands here twice", entry.span)
            elif numbers and not is_number(entry.value):
                self.wrong("RS424", f"`{entry.value.text}` is not a whole number in digits", entry.value.span)
            else:
                found.append(entry)
        return tuple(found)

    def entry(self, item: Word, what: str) -> Entry | None:
        name, value = last_word(item) if item.text else (item, None)
        if value is None:
            self.wrong("RS421", f"a player and {what} are needed here", item.span, f"for example `{self.players[0]} {EXAMPLES.get(what, '1')}`")
            return None
        seat = self.seat(name)
        return None if seat is None else Entry(seat, value, item.span)


EXAMPLES = {"a card": "10H"}


def bad_name(name: str, earlier: Sequence[str]) -> str | None:
    """What is wrong with a player's name."""
    if not name:
        return "a player's name is missing here"
    if NO_NAME.search(name):
        return f"`{name}` cannot name a player: `,` `:` `#` `(` `)` and `->` have a meaning of their own"
    if len(name) > LONGEST_NAME:
        return f"a player's name has more than {LONGEST_NAME} characters"
    return f"`{name}` names two players" if name in earlier else None
