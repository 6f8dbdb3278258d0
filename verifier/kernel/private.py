"""Files that only this user can write, with a seal that tells when one is damaged or comes from elsewhere.

Loading compiled code is running it. So a file is used only if this user alone can write it and every folder above it, and
if it bears the seal of a key that lies beside it. Whatever fails is as good as absent.
"""

from __future__ import annotations

import hmac
import os
import secrets
import stat
import tempfile
from pathlib import Path

from verifier.work import owned

KEY_BYTES, SEAL_BYTES = 32, 32


class NotPrivate(Exception):
    """Somebody else could write here; the message says where."""


def private_folder(folder: Path) -> Path:
    """The folder, made where it is missing. Raises NotPrivate, or OSError where it cannot be made."""
    if not hasattr(os, "geteuid"):
        raise NotPrivate("who may write a folder is not known on this system")
    if (why := owned.stranger(folder)) is not None:
        raise NotPrivate(why)
    owned.make(folder)
    return folder


def read_private(path: Path) -> bytes | None:
    """What a file holds; None where it is missing, no plain file or not this user's alone."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or not owned.mine(status):
            return None
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read()
    except OSError:
        return None
    finally:
        os.close(handle)


def write_private(path: Path, content: bytes) -> None:
    """The file appears whole or not at all. Raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def key_of(folder: Path) -> bytes:
    """The key of the seals in a folder, made once; a damaged one is made anew, and every seal is broken then."""
    path = folder / "key"
    found = read_private(path)
    if found is None or len(found) != KEY_BYTES:
        write_private(path, secrets.token_bytes(KEY_BYTES))
        found = read_private(path)  # of two programs that start at once, one key remains
    if found is None or len(found) != KEY_BYTES:
        raise OSError(f"`{path}` cannot be read back")
    return found


def sealed(content: bytes, name: str, key: bytes) -> bytes:
    """The content behind its seal, which holds for this name only."""
    return hmac.digest(key, name.encode() + b"\0" + content, "sha256") + content


def unsealed(file: bytes | None, name: str, key: bytes) -> bytes | None:
    """The content, or None where the seal is not ours."""
    if file is None or len(file) < SEAL_BYTES:
        return None
    seal, content = file[:SEAL_BYTES], file[SEAL_BYTES:]
    return content if hmac.compare_digest(seal, hmac.digest(key, name.encode() + b"\0" + content, "sha256")) else None
