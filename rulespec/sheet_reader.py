"""A score sheet from its CSV text. Nothing is guessed: what does not add up is a fault of its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.record import FEWEST_PLAYERS, MOST_PLAYERS, Word
from rulespec.record_lines import LONGEST_NAME, Faulty, bad_name, part_of, plain
from rulespec.sheet import Sheet, SheetHand
from rulespec.spans import Source, Span

BID, TRICKS, BOTH = "bid", "tricks", "bid/tricks"
KINDS = {"bid": BID, "bids": BID, "tricks": TRICKS, "trick": TRICKS, "took": TRICKS, "taken": TRICKS}
NAME_FIRST = re.compile(rf"(.*?)[\s_:.(-]+({'|'.join(KINDS)})\)?", re.IGNORECASE)
KIND_FIRST = re.compile(rf"({'|'.join(KINDS)})[\s_:.-]+(.*)", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]{1,3}")
TWO_NUMBERS = re.compile(r"(\d{1,3})\s*[-–:.|\\ ]\s*(\d{1,3})")
DATE = re.compile(r"\d{1,4}[-/. ]+[^\W\d_]{3,}\.?([-/. ]+\d{1,4})?|[^\W\d_]{3,}[-/. ]+\d{1,4}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
MOST_CELLS = 100
MOST_COLUMNS = 3 + 2 * MOST_PLAYERS
LONGEST_CELL = LONGEST_NAME + 10
PASSES = ("pass", "-")  # other ways to write a bid of zero
HEADER_HELP = "`hand,cards,NAME bid,NAME tricks,...` or `hand,cards,NAME,NAME,...` with cells like `2/3`"


def read_sheet(source: Source) -> Sheet:
    """The sheet a text holds. Raises Faults with what is wrong in any line."""
    return _Reader(source).sheet()


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds: a number of the hand, or a player's bid, tricks, or both."""

    kind: str
    player: int | None = None


class _Reader(Faulty):
    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.players: list[str] = []
        self.columns: list[Column] = []
        self.separator = ","
        self.blocks: list[list[SheetHand]] = [[]]
        self.last: int | None = None  # the number of the hand before

    def sheet(self) -> Sheet:
        lines = sheet_lines(self.source)
        header = next((line for line in lines if line.text.strip()), None)
        if header is None:
            raise fault("RS430", "the sheet is empty", Span(self.source, 0, 1), f"a header is {HEADER_HELP}")
        self.header(header)
        self.stop()
        for line in lines:
            self.line(line)
        blocks = tuple(tuple(block) for block in self.blocks if block)
        if not blocks and not self.faults:
            self.wrong("RS430", "the sheet has no hand", header.span)
        self.stop()
        return Sheet(self.source, tuple(self.players), header.span, blocks, len(blocks) > 1)

    # --- the header -----------------------------------------------------------------------------------

    def header(self, line: Word) -> None:
        self.separator = max(",;\t", key=line.text.count)
        cells = self.cells(line)
        if len(cells) > MOST_COLUMNS:
            self.wrong("RS430", f"{len(cells)} columns, and {MOST_PLAYERS} players need no more than {MOST_COLUMNS}", line.span)
            return
        before: Word | None = None
        for cell in cells:
            self.columns.append(self.column(cell, before))
            before = cell
        self.complete(line)

    def column(self, cell: Word, before: Word | None) -> Column:
        word = cell.text.lower()
        if word in ("hand", "cards", "dealer"):
            return Column(word)
        if not cell.text and before is not None and self.columns[-1].kind == BOTH:
            player = self.columns[-1].player  # a name over two columns: bid, then tricks
            self.columns[-1] = Column(BID, player)
            return Column(TRICKS, player)
        return self.player_column(cell)

    def player_column(self, cell: Word) -> Column:
        kind, name = BOTH, plain(cell)
        if len(name) > LONGEST_CELL:
            name = name[:LONGEST_CELL]
        elif found := NAME_FIRST.fullmatch(cell.text):
            name, kind = found[1], KINDS[found[2].lower()]
        elif found := KIND_FIRST.fullmatch(cell.text):
            name, kind = found[2], KINDS[found[1].lower()]
        name = " ".join(name.split())
        wrong = bad_name(name, ())
        if wrong is not None:
            self.wrong("RS430", wrong, cell.span, HEADER_HELP)
        if name not in self.players:
            self.players.append(name)
        return Column(kind, self.players.index(name))

    def complete(self, line: Word) -> None:
        """Hand and cards once, and for each player a bid and tricks."""
        for kind in ("hand", "cards"):
            if Column(kind) not in self.columns:
                self.wrong("RS430", f"the header has no column `{kind}`", line.span, f"a header is {HEADER_HELP}")
        for column in dict.fromkeys(c for c in self.columns if self.columns.count(c) > 1):
            of = "" if column.player is None else f" of {self.players[column.player]}"
            self.wrong("RS430", f"the column `{column.kind}`{of} stands here twice", line.span)
        for player, name in enumerate(self.players):
            kinds = {column.kind for column in self.columns if column.player == player}
            if kinds not in ({BOTH}, {BID, TRICKS}):
                self.wrong("RS430", f"`{name}` needs a column of bids and one of tricks", line.span, f"a header is {HEADER_HELP}")
        if not FEWEST_PLAYERS <= len(self.players) <= MOST_PLAYERS:
            self.wrong("RS430", f"{len(self.players)} players, and a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}", line.span)

    # --- a line ---------------------------------------------------------------------------------------

    def cells(self, line: Word) -> list[Word]:
        """The cells of a line, no more than there is any use for."""
        found = islice(split_quoted(line.text, self.separator), MOST_CELLS)
        return [_unquoted(part_of(line, start, end)) for start, end in found]

    def line(self, line: Word) -> None:
        cells = self.cells(line)
        if not any(cell.text for cell in cells):
            if self.blocks[-1]:
                self.blocks.append([])
            return
        if self.is_under_header(cells):
            return
        while len(cells) > len(self.columns) and not cells[-1].text:
            cells.pop()
        if len(cells) != len(self.columns):
            self.wrong("RS431", f"{len(cells)} cells, and the header has {len(self.columns)}", line.span)
            self.last = None if self.last is None else self.last + 1
            return
        self.in_order(cells[self.columns.index(Column("hand"))])
        hand = self.hand(cells, line.span)
        if hand is not None:
            self.adds_up(hand)
            self.blocks[-1].append(hand)

    def is_under_header(self, cells: Sequence[Word]) -> bool:
        """`,,bid,tricks,bid,tricks` under names that span two columns."""
        words = [cell.text.lower() for cell in cells]
        wanted = [column.kind if column.player is not None else "" for column in self.columns]
        return not self.blocks[0] and [KINDS.get(word, word) for word in words] == wanted

    def hand(self, cells: Sequence[Word], span: Span) -> SheetHand | None:
        numbers: dict[tuple[str, int | None], int] = {}
        dealer = None
        for column, cell in zip(self.columns, cells, strict=True):
            if column.kind == "dealer":
                dealer = self.dealer(cell)
            elif column.kind == BOTH:
                parts = cell.text.split("/")
                if len(parts) != 2 or (cell.text[:1].isdigit() and DATE.fullmatch(cell.text)):
                    self.wrong("RS431", f"`{cell.text}` is not a bid and the tricks, as `2/3`", cell.span, _with_slash(cell.text))
                    continue
                numbers[BID, column.player] = self.number(part_of(cell, 0, len(parts[0])), bid=True)
                numbers[TRICKS, column.player] = self.number(part_of(cell, len(parts[0]) + 1, len(cell.text)))
            else:
                numbers[column.kind, column.player] = self.number(cell, bid=column.kind == BID)
        players = range(len(self.players))
        wanted = [("hand", None), ("cards", None), *((kind, p) for kind in (BID, TRICKS) for p in players)]
        if any(numbers.get(key, -1) < 0 for key in wanted):
            return None
        bids, tricks = (tuple(numbers[kind, player] for player in players) for kind in (BID, TRICKS))
        return SheetHand(numbers["hand", None], numbers["cards", None], bids, tricks, dealer, span)

    def number(self, cell: Word, bid: bool = False) -> int:
        """The number of a cell; otherwise a fault and -1."""
        if bid and cell.text.lower() in PASSES:
            return 0
        if NUMBER.fullmatch(cell.text):
            return int(cell.text)
        self.wrong("RS431", f"`{cell.text}` is not a whole number in digits" if cell.text else "this cell is empty", cell.span)
        return -1

    def dealer(self, cell: Word) -> int | None:
        name = plain(cell)
        if name in self.players:
            return self.players.index(name)
        self.wrong("RS431", f"there is no player `{name}`", cell.span, did_you_mean(name, self.players))
        return None

    def adds_up(self, hand: SheetHand) -> None:
        too_much = [(name, what, number) for what, numbers in (("bid", hand.bids), ("took", hand.tricks))
                    for name, number in zip(self.players, numbers, strict=True) if number > hand.cards]  # fmt: skip
        for name, what, number in too_much:
            self.wrong("RS433", f"{name} {what} {number}, and the hand has {hand.cards} cards", hand.span)
        if sum(hand.tricks) != hand.cards and not too_much:
            self.wrong("RS433", f"the tricks of hand {hand.number} add up to {sum(hand.tricks)}, and it has {hand.cards}", hand.span)

    def in_order(self, cell: Word) -> None:
        """Hands are numbered through the sheet, or from 1 in each block; the sheet may begin with a later set."""
        due = None if self.last is None else self.last + 1
        number = int(cell.text) if NUMBER.fullmatch(cell.text) else due
        self.last = number
        if due is None or number is None or number == due or (number == 1 and not self.blocks[-1]):
            return
        missing = f"hand {due}" if number == due + 1 else f"hands {due} to {number - 1}"
        said = f"{missing} should stand before hand {number}" if number > due else f"this should be hand {due}, not {number}"
        self.wrong("RS432", said, cell.span, "hands are numbered from 1 where a new set begins: put a blank line before it" if number == 1 else None)


def _with_slash(text: str) -> str | None:
    """How a bid and tricks that were written otherwise are to be written."""
    if found := TWO_NUMBERS.fullmatch(text):
        return f"a slash stands between them: `{found[1]}/{found[2]}`"
    return "a spreadsheet took the two numbers for a date: make the column text" if DATE.fullmatch(text) else None


def sheet_lines(source: Source) -> Iterator[Word]:
    """Every line without its comment, a comment's own line left out; blank lines stay, they end a block."""
    for start in source.line_starts:
        end = source.text.find("\n", start)
        whole = source.text[start : len(source.text) if end < 0 else end]
        text = whole.split("#", 1)[0]
        if text.strip() or not whole.strip():
            yield Word(text, Span(source, start, start + len(text)))


def split_quoted(text: str, separator: str) -> Iterator[tuple[int, int]]:
    """Where the cells of a line begin and end; a separator between quotes ends none."""
    start, quoted = 0, False
    for i, char in enumerate(text):
        quoted ^= char == '"'
        if char == separator and not quoted:
            yield start, i
            start = i + 1
    yield start, len(text)


def _unquoted(cell: Word) -> Word:
    quoted = len(cell.text) > 1 and cell.text[0] == cell.text[-1] == '"'
    return part_of(cell, 1, len(cell.text) - 1) if quoted else cell
