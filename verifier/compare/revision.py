"""A rule set file as it was at a revision of the git repository it lives in."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from rulespec.diagnostics import Faults, fault
from rulespec.library import ENDINGS

TIMEOUT = 20


@contextmanager
def at_revision(text: str) -> Iterator[tuple[str, str]]:
    """`REV:PATH` to a file that holds what stood there, with its neighbours beside it, and the folder to forget.

    Raises Faults where there is no such revision, path or repository.
    """
    revision, colon, path = text.partition(":")
    if not colon or not revision or not path:
        raise fault("RV105", f"`{text}` is not a revision and a path", help="write `REV:PATH`, for example `HEAD~1:rules/house.yaml`")
    folder = PurePosixPath(path).parent
    with TemporaryDirectory() as here:
        for name in _neighbours(revision, folder):
            (Path(here) / name).write_bytes(_git("show", f"{revision}:{_joined(folder, name)}"))
        wanted = Path(here) / PurePosixPath(path).name
        if not wanted.exists():
            raise fault("RV105", f"there is no file `{path}` at revision `{revision}`")
        yield str(wanted), here + "/"


def _joined(folder: PurePosixPath, name: str) -> str:
    return f"./{name}" if str(folder) == "." else f"./{folder}/{name}" if not str(folder).startswith("/") else f"{folder}/{name}"


def _neighbours(revision: str, folder: PurePosixPath) -> list[str]:
    """The rule set files of the folder at that revision."""
    listed = _git("ls-tree", "--name-only", f"{revision}:./{folder}" if str(folder) != "." else f"{revision}:./")
    return [name for name in listed.decode(errors="replace").split("\n") if name.endswith(ENDINGS)]


def _git(*words: str) -> bytes:
    try:
        done = subprocess.run(["git", *words], capture_output=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise fault("RV105", f"git cannot be asked: {error}") from None
    if done.returncode:
        raise _refused(done.stderr.decode(errors="replace"))
    return done.stdout


def _refused(words: str) -> Faults:
    first = next((line for line in words.split("\n") if line.strip()), "git gave no reason")
    return fault("RV105", first.removeprefix("fatal: ").strip().lower())
