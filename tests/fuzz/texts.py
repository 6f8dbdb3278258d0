"""Texts changed as slips of the hand, broken programs and bad disks change them; words change places with their like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Change = Callable[[str, Random], str]

WORD = re.compile(r"(?:10|[2-9JQKA])[A-Z]\b|JK[+-]?[A-Z]?\b|[^\W\d_][\w.-]*|\d+|[^\w\s]|\s+")
CARD = re.compile(r"(?:10|[2-9JQKA])[A-Z]|JK[+-]?[A-Z]?")
SIGNS = "()[]{},:#'\"&*-|>!%@`? \t\n\\=<+/~^0x_.é\0\x1b\x85\u2028\u202e\ufeff🃏"
NUMBERS = ("0", "-1", "1", "2", "9", "10", "36", "110", "111", "1.5", "1e400", "0x10", "007", "9999999999999999", "9" * 400, "NaN", "-0", "true", "null", "")
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig")


def shape(word: str) -> str:
    """What a word looks like; only its like takes its place."""
    if CARD.fullmatch(word):
        return "card"
    return "number" if word.isdigit() else "blank" if word.isspace() else "word" if word[0].isalpha() else word if word in ",:" else "sign"


def other_word(text: str, rng: Random) -> str:
    """A word in the place of another one of its shape, both from this text."""
    words = WORD.findall(text)
    at = rng.randrange(len(words)) if words else 0
    like = [word for word in words if shape(word) == shape(words[at]) and word != words[at]] if words else []
    return "".join([*words[:at], rng.choice(like), *words[at + 1 :]]) if like else text


def other_number(text: str, rng: Random) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    one = rng.choice(found)
    near = str(max(0, int(one[0][:9]) + rng.choice((-1, 1))))
    return text[: one.start()] + rng.choice((near, near, rng.choice(NUMBERS))) + text[one.end() :]


def other_line(text: str, rng: Random) -> str:
    """A line left out, written twice, changed with another, or moved in or out."""
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[i]
        case 1:
            lines.insert(j, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case _:
            lines[i] = " " * rng.randrange(6) + lines[i].strip()
    return "\n".join(lines)


def other_sign(text: str, rng: Random) -> str:
    """One character left out, put in, or in the place of another."""
    at = rng.randrange(len(text) + 1)
    new = rng.choice(("", rng.choice(SIGNS), rng.choice(text or " ")))
    return text[:at] + new + text[at + rng.randrange(2) :]


def broken_off(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def grown(text: str, rng: Random) -> str:
    """A piece again and again."""
    at = rng.randrange(len(text) + 1)
    piece = text[at : at + rng.randrange(1, 40)]
    return text[:at] + piece * rng.choice((2, 3, 50, 2_000)) + text[at:]


SLIPS: Sequence[Change] = (other_word, other_word, other_word, other_number, other_line, other_sign)
BREAKS: Sequence[Change] = (*SLIPS, broken_off, grown)


def slipped(text: str, rng: Random) -> str:
    """One to three slips, seldom a break."""
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        text = rng.choice(SLIPS if rng.random() < 0.9 else BREAKS)(text, rng)
    return text


def as_bytes(text: str, rng: Random) -> bytes:
    """A text as a file has it; one in twenty is written or kept badly."""
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() >= 0.05:
        return data
    match rng.randrange(4):
        case 0:
            return text.encode(rng.choice(ENCODINGS), "replace")
        case 1:
            at = rng.randrange(len(data) + 1)
            return data[:at] + rng.randbytes(rng.randrange(1, 5)) + data[at:]
        case 2:
            return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\0")))
        case _:
            return rng.randbytes(rng.randrange(200))
