"""An expression looked at character by character, before it is parsed: brackets, quotes, strangers.

What Python's parser would take in silence is caught here: `a) + (b`, which its surrounding brackets
would complete, `#`, which would end the expression, and letters that only look like others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_BRACKETS = 40
PAIRS = {")": "(", "]": "[", "}": "{"}
WRITE = {
    "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "·": "*", "−": "-", "–": "-", "—": "-", "÷": "//", "∧": "and", "∨": "or",
    "¬": "not", "∈": "in", "∩": "&", "∪": "|", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault at a range of the text."""

    code: str
    message: str
    start: int
    end: int
    help: str | None = None


@dataclass(slots=True)
class Scanner:
    """Walks a text once; `open` are the brackets and `quote` the quote it stands in."""

    text: str
    open: list[int] = field(default_factory=list)
    quote: int | None = None
    slips: list[Slip] = field(default_factory=list)

    def scan(self) -> list[Slip]:
        for at, char in enumerate(self.text):
            if self.quote is not None:
                self.quoted(at, char)
            elif self.plain(at, char):
                return self.slips
        if self.quote is not None:
            self.slip("RS105", "a quote is never closed", self.quote)
        elif self.open:
            self.slip("RS105", "a bracket is never closed", self.open[-1])
        return self.slips

    def slip(self, code: str, message: str, at: int, help_: str | None = None) -> None:
        self.slips.append(Slip(code, message, at, at + 1, help_))

    def strange(self, at: int) -> None:
        """A fault for a character, or for a whole run of them that nothing is known to stand for."""
        char, last = self.text[at], self.slips[-1] if self.slips else None
        if char in WRITE:
            self.slip("RS105", f"`{char}` has no meaning in an expression", at, f"write `{WRITE[char]}`")
        elif last is not None and last.end == at and last.help is None:
            self.slips[-1] = Slip(last.code, f"`{self.text[last.start:at + 1]}` has no meaning in an expression", last.start, at + 1)
        else:
            self.slip("RS105", f"`{char}` has no meaning in an expression", at)

    def quoted(self, at: int, char: str) -> None:
        if char == "\\":
            self.slip("RS105", "a backslash has no meaning here", at, "cards are written plainly: `cards(\"10H JK\")`")
        elif self.quote is not None and char == self.text[self.quote]:
            self.quote = None

    def plain(self, at: int, char: str) -> bool:
        """Whether the rest cannot be read."""
        if char in "'\"":
            self.quote = at
        elif char in "([{":
            self.open.append(at)
            if len(self.open) > MAX_BRACKETS:
                self.slip("RS106", f"brackets nested deeper than {MAX_BRACKETS}", at)
                return True
        elif char in PAIRS:
            return self.close(at, char)
        elif char in "#\\" or not char.isascii() or not (char.isprintable() or char in "\n\t"):
            self.strange(at)
        return False

    def close(self, at: int, char: str) -> bool:
        if self.open and self.text[self.open[-1]] == PAIRS[char]:
            self.open.pop()
            return False
        self.slip("RS105", f"`{char}` closes nothing", at)
        return True


def slips(text: str) -> list[Slip]:
    """Everything in the text that is wrong whatever it means."""
    return Scanner(text).scan()
