"""The page of a code: what it means, an example, how to mend it."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).parent / "pages"
CODE = re.compile(r"R[SV][0-9]{3}")


def codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    return tuple(sorted(path.stem for path in PAGES.glob("*.md")))


def page(code: str) -> str | None:
    """The page of a code in Markdown, however the code is cased; None where there is no such code."""
    code = code.upper()
    path = PAGES / f"{code}.md"
    return path.read_text(encoding="utf-8") if CODE.fullmatch(code) and path.exists() else None


def title(code: str) -> str:
    """The short name of a code that has a page."""
    first = (page(code) or "").split("\n", 1)[0]
    return first.removeprefix(f"# {code}: ")
