"""The pages of the manual, where they stand in a clone and where they are installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

FOLDER = "docs"
ROOT = Path(__file__).parents[2]


def pages() -> dict[str, Path]:
    """The pages by the names of their files."""
    return {path.name: path for path in sorted(_clone() or _installed())}


def _clone() -> list[Path]:
    return [*(ROOT / FOLDER).glob("*.md")] if (ROOT / "pyproject.toml").is_file() else []


def _installed() -> list[Path]:
    try:
        found = files("jokeri") or []
    except PackageNotFoundError:
        return []
    return [Path(str(one.locate())) for one in found if one.parent.name == FOLDER and one.suffix == ".md"]


def title(path: Path) -> str:
    """The first line of a page, which is its title."""
    with path.open(encoding="utf-8") as file:
        return file.readline().strip("# \n")
