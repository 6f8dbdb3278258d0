"""The page of each code: what the fault is, and how it is mended."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulespec.diagnostics.faults import did_you_mean, fault

PAGES = Path(__file__).parent / "pages"


@cache
def codes() -> dict[str, Path]:
    """Every code that has a page, in order."""
    return {path.stem: path for path in sorted(PAGES.glob("R*.md"))}


def page(code: str) -> str:
    """The page of a code. Raises Faults for no code."""
    path = codes().get(code)
    if path is None:
        raise fault("RV111", f"there is no code `{code}`", help=did_you_mean(code, codes()) or "`jokeri explain --codes` lists them")
    return path.read_text(encoding="utf-8")


def title(code: str) -> str:
    """The first line of a page, without its marks."""
    return page(code).lstrip().split("\n", 1)[0].lstrip("# ").removeprefix(code).lstrip(": ")
