"""Files as every command writes them: whole or not at all, and nothing that was there is lost without being told.

A file is written beside its place and then put there. What is no file (a terminal, `/dev/null`, a pipe) is written to as it is.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rulespec.diagnostics import Diagnostic, Faults, fault

STDOUT = "-"  # where a file is named, standard output


def write(path: Path, text: str | bytes, force: bool = False, code: str = "RV112") -> None:
    """Writes one file. Raises Faults where it cannot be, or where another one stands there and nobody forces."""
    write_all({path: text}, force, code)


def write_all(files: Mapping[Path, str | bytes], force: bool = False, code: str = "RV112") -> None:
    """Writes files and the folders they are in; none where one of them would take the place of another one."""
    if not force and (others := [path for path, text in files.items() if _another(path, _bytes(text))]):
        help_ = "name another place, or overwrite what is there with `--force`"
        raise Faults([Diagnostic(code, f"`{path}` is there already", help=help_) for path in others])
    for path, text in files.items():
        try:
            _write(path, _bytes(text), force)
        except FileExistsError:
            raise fault(code, f"`{path}` is there already", help="somebody wrote it just now") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise fault(code, f"`{path}` cannot be written: {reason.lower()}") from None


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def make_folder(folder: Path, code: str = "RV112") -> None:
    """The folder that files are to be in. Raises Faults where there can be none."""
    if folder == Path(STDOUT):
        raise fault(code, f"`{STDOUT}` is standard output, and these are files of a folder", help="name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise fault(code, f"`{folder}` cannot be made a folder: {(getattr(error, 'strerror', None) or str(error)).lower()}") from None


def _another(path: Path, data: bytes) -> bool:
    """Whether a file with other contents stands there, which would be lost."""
    try:
        return path.is_file() and (path.stat().st_size != len(data) or path.read_bytes() != data)
    except (OSError, ValueError):
        return False  # what keeps it from being read will be said when it is written


def _write(path: Path, data: bytes, force: bool) -> None:
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.write(data)
        return
    path = Path(os.path.realpath(path))  # a link stays one
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        _put(beside, path, data, force)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(beside)


def _put(beside: str, path: Path, data: bytes, force: bool) -> None:
    """The new file in its place; a link fails where somebody was faster, and where there are no links we look again."""
    if force or path.exists():
        if not force and _another(path, data):
            raise FileExistsError
        os.replace(beside, path)
        return
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        os.replace(beside, path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
