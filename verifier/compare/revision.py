"""A rule set file as it was at a revision of the git repository it lives in."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rulespec.diagnostics import Faults, fault
from rulespec.library import ENDINGS
from rulespec.yaml_tree import MAX_BYTES

TIMEOUT: Final = 20
MOST_NEIGHBOURS: Final = 1_000
QUIET: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
FILES: Final = (b"100644 ", b"100755 ", b"100664 ")  # not what is a link: it leads out of the revision


@contextmanager
def at_revision(text: str) -> Iterator[tuple[str, str]]:
    """`REV:PATH` to a file that holds what stood there, with its neighbours beside it, and the folder to forget.

    It is looked up as `git show REV:PATH` does: from the top of the repository, or from here after `./` and `../`; and
    from here too where nothing stands at the top. Raises Faults where there is no such revision, path or repository.
    """
    revision, colon, path = text.partition(":")
    if not colon or not revision or not path or revision.startswith("-"):
        raise fault("RV105", f"`{text}` is not a revision and a path", help="write `REV:PATH`, for example `HEAD~1:rules/house.yaml`")
    path = _found(revision, path)
    folder, _, name = path.rpartition("/")
    with TemporaryDirectory() as here:
        for other, blob in _neighbours(revision, folder, name).items():
            (Path(here) / other).write_bytes(_git("cat-file", "blob", blob))
        if not (Path(here) / name).is_file():
            raise fault("RV105", f"`{path}` is no file of rules at revision `{revision}`")
        yield str(Path(here) / name), here + "/"


def _found(revision: str, path: str) -> str:
    """The path as it is found at the revision. The message of the first try is the one to be told."""
    try:
        _git("cat-file", "-e", f"{revision}:{path}")
    except Faults as first:
        try:
            _git("cat-file", "-e", f"{revision}:./{path}")
        except Faults:
            raise first from None
        return f"./{path}"
    return path


def _neighbours(revision: str, folder: str, name: str) -> Mapping[str, str]:
    """The rule set files of the folder at that revision, small enough to be some, and what git calls their contents."""
    tree = f"{revision}:{folder}/" if folder else f"{revision}:"
    found: dict[str, str] = {}
    for entry in _git("ls-tree", "--full-tree", "-z", "-l", tree).split(b"\0"):
        head, _, raw = entry.partition(b"\t")
        other, words = os.fsdecode(raw), head.split()
        wanted = other == name or (other.endswith(ENDINGS) and len(found) < MOST_NEIGHBOURS)
        if wanted and entry.startswith(FILES) and (int(words[3]) <= MAX_BYTES or other == name):
            found[other] = words[2].decode()
    return found


def _git(*words: str) -> bytes:
    """What git prints. Raises Faults with git's own first line where it refuses."""
    program = shutil.which("git")
    if program is None or Path(program).parent == Path.cwd():  # a system may look in the current folder first
        raise fault("RV105", "git is not installed")
    try:
        done = subprocess.run(
            [program, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False, env={**os.environ, **QUIET}
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise fault("RV105", f"git cannot be asked: {error}") from None
    if done.returncode:
        raise _refused(done.stderr.decode(errors="replace"))
    return done.stdout


def _refused(said: str) -> Faults:
    first = next((line for line in said.split("\n") if line.strip()), "git gave no reason")
    return fault("RV105", first.removeprefix("fatal: ").strip())
