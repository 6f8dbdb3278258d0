"""Answers kept on disk between runs, under names that change with everything the answer depends on.

Only what was proved or refuted may be kept. A file that cannot be read or makes no sense counts as
not there; one that cannot be written is not kept. Neither is an error, and both are said.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

Note = Callable[[str], None]
PACKAGES = ("rulespec", "verifier")


def directory() -> Path:
    """Where answers are kept: `JOKERI_CACHE`, or the user's cache folder."""
    named = os.environ.get("JOKERI_CACHE")
    return Path(named) if named else _of_the_platform() / "jokeri"


def _of_the_platform() -> Path:
    """Where programs keep what can be made again; without a home, where everything is kept for a while only."""
    try:
        match sys.platform:
            case "win32":
                return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
            case "darwin":
                return Path.home() / "Library" / "Caches"
            case _:
                return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return Path(tempfile.gettempdir())


@cache
def code_version() -> str:
    """Changes with every change of this program, released or not."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        spec = find_spec(package)
        for root in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(root).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def key(parts: Iterable[str]) -> str:
    """A name for an answer, from all that it depends on."""
    return hashlib.sha256("\0".join((code_version(), *parts)).encode()).hexdigest()


class Store:
    """Answers by name. `note` gets a word on what went wrong, the first time."""

    def __init__(self, root: Path | None = None, note: Note = lambda text: None) -> None:
        self.root = directory() if root is None else root
        self.note = note
        self.noted: set[str] = set()

    @property
    def empty(self) -> bool:
        """Whether there can be no answer in it."""
        try:
            return next(self.root.iterdir(), None) is None
        except OSError:
            return True

    def get(self, name: str) -> Mapping[str, object] | None:
        """What was kept under a name; None where nothing was, or nothing that can be read."""
        path = self._path(name)
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, RecursionError):
            value = None
        match value:
            case {"name": str(found), "answer": dict(answer)} if found == name:
                return answer
        self._say("read", f"a kept answer is damaged and not used: {path}")
        return None

    def put(self, name: str, answer: Mapping[str, object]) -> None:
        """Keeps an answer. It appears whole or not at all, whoever else writes at the same time."""
        path = self._path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".new")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump({"name": name, "answer": answer}, file)
                os.replace(temporary, path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            self._say("write", f"answers are not kept: {error.strerror or error}")

    def _path(self, name: str) -> Path:
        return self.root / name[:2] / f"{name}.json"

    def _say(self, kind: str, text: str) -> None:
        if kind not in self.noted:
            self.noted.add(kind)
            self.note(text)
