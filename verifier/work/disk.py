"""Answers kept on disk between runs, under names that change with everything the answer depends on.

Only what was proved or refuted may be kept, and only in a folder that belongs to the user and that nobody else can
write to. A file that cannot be read or makes no sense counts as not there; one that cannot be written is not kept.
Neither is an error, and both are said.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

from rulespec.digests import sha256
from verifier.work import owned

Note = Callable[[str], None]
PACKAGES = ("rulespec", "verifier")
MAX_ENTRY = 8 << 20  # bytes; the answer with the most witnesses has a hundredth of it
FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
HOMELESS = "there is no home folder; `JOKERI_CACHE` can name one"


def directory() -> Path | None:
    """Where answers are kept: `JOKERI_CACHE`, or the user's cache folder; nowhere without a home."""
    named = os.environ.get("JOKERI_CACHE")
    of_the_platform = None if named else _of_the_platform()
    return Path(named) if named else of_the_platform and of_the_platform / "jokeri"


def _of_the_platform() -> Path | None:
    """Where programs keep what can be made again."""
    try:
        match sys.platform:
            case "win32":
                return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
            case "darwin":
                return Path.home() / "Library" / "Caches"
            case _:
                named = Path(os.environ.get("XDG_CACHE_HOME", ""))
                return named if named.is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None


@cache
def code_version() -> str:
    """Changes with every change of this program, released or not."""
    digest = sha256()
    for package in PACKAGES:
        spec = find_spec(package)
        for root in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(root).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def key(parts: Iterable[str]) -> str:
    """A name for an answer, from all that it depends on."""
    return sha256("\0".join((code_version(), *parts)).encode()).hexdigest()


class Store:
    """Answers by name. `note` gets a word on what went wrong, the first time."""

    def __init__(self, root: Path | None = None, note: Note = lambda text: None) -> None:
        self.root = directory() if root is None else root
        self.note = note
        self.noted: set[str] = set()

    @cached_property
    def closed(self) -> str | None:
        """Why the folder is not used; None where it is."""
        return HOMELESS if self.root is None else owned.stranger(self.root)

    @property
    def empty(self) -> bool:
        """Whether there can be no answer in it."""
        try:
            return self.root is None or self.closed is not None or next(self.root.iterdir(), None) is None
        except OSError:
            return True

    def get(self, name: str) -> Mapping[str, object] | None:
        """What was kept under a name; None where nothing was, or nothing that can be read."""
        if self.root is None or self.closed:
            self._say("write", f"answers are not kept: {self.closed}")
            return None
        path = _path(self.root, name)
        try:
            value = json.loads(_small(path))
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
        try:
            path = _path(self._made(), name)
            owned.make(path.parent)
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

    def _made(self) -> Path:
        """The folder, made and looked at again, as somebody may have been faster. Raises OSError where it is not to be used."""
        if self.root is None or self.closed:
            raise OSError(self.closed)
        if not self.root.is_dir():
            owned.make(self.root)
            if why := owned.stranger(self.root):
                raise OSError(why)
        return self.root

    def _say(self, kind: str, text: str) -> None:
        if kind not in self.noted:
            self.noted.add(kind)
            self.note(text)


def _path(root: Path, name: str) -> Path:
    return root / name[:2] / f"{name}.json"


def _small(path: Path) -> bytes:
    """The bytes of a small file of the user's own. Raises OSError for anything else; nothing that stands there can block."""
    with os.fdopen(os.open(path, FLAGS), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_ENTRY or not owned.mine(status):
            raise OSError("no small file of the user's own")
        return file.read(MAX_ENTRY)
