"""Text that somebody else wrote, made fit to be shown: nothing in it moves a cursor, rings a bell or turns the reading direction."""

from __future__ import annotations

import re
from typing import Final

UNSAFE: Final = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters but for tab and line end, marks and overrides of direction, and letters that nobody sees."""

REPLACEMENT: Final = "\ufffd"


def clean(text: str) -> str:
    """A text of any length, with a sign in the place of each character that is not to be shown."""
    return UNSAFE.sub(REPLACEMENT, text)


def one_line(text: str) -> str:
    """A name or a sentence: clean, and in one line with single blanks, however it was written."""
    return clean(" ".join(text.split()))
