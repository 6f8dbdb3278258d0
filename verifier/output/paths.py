"""Paths as a reader sees them: from where he stands; shipped files the same wherever they are installed."""

from __future__ import annotations

import os
from pathlib import Path

import variants

SHIPPED = str(variants.HERE) + os.sep


def near(name: str) -> str:
    """One path without the way to it."""
    if name.startswith(SHIPPED):
        return os.path.join(variants.HERE.name, name.removeprefix(SHIPPED))
    try:
        return str(Path(name).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return name


def near_text(text: str) -> str:
    """A text in which every path is near."""
    return text.replace(SHIPPED, variants.HERE.name + os.sep).replace(os.getcwd() + os.sep, "")
