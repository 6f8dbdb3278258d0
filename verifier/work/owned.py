"""Whether a folder belongs to the user and nobody else can put anything into it, or put another folder in its place.

Every step of the way there counts: whoever may write in a folder may exchange what is in it. A folder whose entries
only their owners may move (`/tmp`) is no danger by itself. Where the system knows no owners, folders are taken as they are.
"""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path
from typing import Final

MOST_LINKS: Final = 40


def stranger(folder: Path) -> str | None:
    """Why somebody else could have a hand in a folder, which need not be there yet; None where nobody can."""
    if not hasattr(os, "geteuid"):
        return None
    try:
        return _along(Path(os.path.abspath(folder)), MOST_LINKS)
    except (OSError, ValueError) as error:
        return f"`{folder}` cannot be looked at: {getattr(error, 'strerror', None) or error}"


def make(folder: Path) -> None:
    """Makes a folder, and those on the way that are missing, for the user alone."""
    if not folder.is_dir():
        make(folder.parent)
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            if not folder.is_dir():
                raise


def mine(status: os.stat_result) -> bool:
    """Whether something belongs to the user and only the user may write to it."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not _open_to_others(status))


def _along(folder: Path, links: int) -> str | None:
    """The first step of the way that somebody else could change."""
    for step in (*reversed(folder.parents), folder):
        try:
            status = os.lstat(step)
        except FileNotFoundError:
            return None
        found = _fault(step, status, step == folder)
        if found is not None:
            return found
        if stat.S_ISLNK(status.st_mode):
            target = step.parent / os.readlink(step) / folder.relative_to(step)
            return _along(Path(os.path.abspath(target)), links - 1) if links else f"`{step}` leads round in a circle"
    return None


def _fault(step: Path, status: os.stat_result, last: bool) -> str | None:
    if status.st_uid not in (os.geteuid(), 0):
        return f"`{step}` belongs to another user"
    if stat.S_ISLNK(status.st_mode):
        return None
    if not stat.S_ISDIR(status.st_mode):
        return f"`{step}` is no folder"
    if last and status.st_uid != os.geteuid():
        return f"`{step}` belongs to another user"
    if _open_to_others(status) and (last or not status.st_mode & stat.S_ISVTX):
        return f"others may write in `{step}`"
    return None


def _open_to_others(status: os.stat_result) -> bool:
    mode = status.st_mode
    return bool(mode & stat.S_IWOTH) or bool(mode & stat.S_IWGRP and not _alone_in(status.st_gid))


@cache
def _alone_in(group: int) -> bool:
    """Whether a group is the user's own, as many systems make one for each user."""
    import grp
    import pwd

    try:
        user, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return user.pw_gid == group and found.gr_name == user.pw_name and set(found.gr_mem) <= {user.pw_name}
