"""Compiled code on disk: used only where this user alone can have written it, made anew where it is damaged or foreign."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.kernel import kept
from verifier.kernel.private import NotPrivate, key_of, private_folder, read_private, sealed, unsealed
from verifier.kernel.source import COMPILED_HEAD

TEXT = COMPILED_HEAD + """
@entry("int64(int64)")
def twice(n):
    return 2 * n
@entry("int64(int64)")
def thrice(n):
    return 3 * n
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered within the process."""
    kept._loaded.clear()
    yield
    kept._loaded.clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled house in it."""
    made = tmp_path_factory.mktemp("code") / "kernel"
    kept.compiled_text(TEXT, "rules", made)
    return made


def code_in(folder: Path) -> Path:
    (found,) = folder.glob("*.code")
    return found


def loaded(folder: Path) -> tuple[list[int], list[str], int]:
    """Answers of the module that is loaded or compiled, the notes, and how many functions were compiled."""
    notes: list[str] = []
    kept._loaded.clear()
    compiled: list[str] = []
    write = kept.Shelf.write

    def counted(shelf: kept.Shelf) -> None:
        compiled.extend(shelf.blobs if shelf.fresh else ())
        write(shelf)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept.Shelf, "write", counted)
        module: Any = kept.compiled_text(TEXT, "rules", folder, notes.append)
    return [module.twice(4), module.thrice(4)], notes, len(compiled)


def test_code_is_kept_for_this_user_alone_and_used_again(folder: Path) -> None:
    assert code_in(folder).name.startswith("rules-")
    assert [path.stat().st_mode & 0o777 for path in (folder, code_in(folder), folder / "key")] == [0o700, 0o600, 0o600]
    assert loaded(folder) == ([8, 12], [], 0)


def test_another_text_has_code_of_its_own(folder: Path) -> None:
    before = set(folder.iterdir())
    other: Any = kept.compiled_text(TEXT.replace("2 * n", "5 * n"), "rules", folder)
    (new,) = set(folder.iterdir()) - before
    assert other.twice(4) == 20 and new.suffix == ".code"
    new.unlink()


DAMAGES = {
    "cut short": lambda content: content[:-10],
    "one bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "empty": lambda content: b"",
    "no seal": lambda content: content[32:],
    "another seal": lambda content: sealed(content[32:], "x", bytes(32)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_and_foreign_code_is_made_anew(folder: Path, damage: str) -> None:
    good = code_in(folder).read_bytes()
    code_in(folder).write_bytes(DAMAGES[damage](good))
    again, notes, compiled = loaded(folder)
    assert again == [8, 12] and compiled == 2
    assert len(notes) == 1 and "damaged or foreign, and are made anew" in notes[0]
    assert loaded(folder) == ([8, 12], [], 0)


class Evil:
    """Says that it was unpickled."""

    def __reduce__(self) -> Any:
        return os.putenv, ("JOKERI_EVIL", "ran")


def test_nothing_without_our_seal_is_ever_unpickled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, payload = code_in(folder), pickle.dumps({"twice": pickle.dumps(Evil())})
    ran: list[str] = []
    monkeypatch.setattr(os, "putenv", lambda *args: ran.append("ran"))
    for content in (payload, sealed(payload, "x", bytes(32)), sealed(payload, path.stem + "x", key_of(folder))):
        path.write_bytes(content)
        assert loaded(folder)[2] > 0
    assert ran == []


def test_sealed_code_that_cannot_be_used_is_made_anew(folder: Path) -> None:
    """As after an update that nothing in the name tells."""
    path = code_in(folder)
    path.write_bytes(sealed(pickle.dumps({"twice": b"no code"}), path.stem, key_of(folder)))
    assert loaded(folder)[2] > 0


def test_a_lost_key_breaks_every_seal(folder: Path) -> None:
    (folder / "key").unlink()
    assert loaded(folder)[2] > 0 and loaded(folder)[1:] == ([], 0)


def test_a_file_that_others_can_write_is_not_read(folder: Path, tmp_path: Path) -> None:
    path = code_in(folder)
    path.chmod(0o622)
    assert read_private(path) is None
    path.chmod(0o600)
    (tmp_path / "link").symlink_to(path)
    assert read_private(tmp_path / "link") is None and read_private(tmp_path) is None and read_private(tmp_path / "none") is None


@pytest.mark.parametrize("which", ["itself", "above"])
def test_a_folder_that_others_can_write_keeps_nothing(tmp_path: Path, which: str) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (inner if which == "itself" else inner.parent).chmod(0o777)
    with pytest.raises(NotPrivate, match="others may write"):
        private_folder(inner)
    hand, notes, _ = loaded(inner)
    assert len(notes) == 1 and "not kept: others may write" in notes[0] and list(inner.iterdir()) == [] and hand == [8, 12]


def test_where_nothing_can_be_written_the_rules_are_compiled_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    hand, notes, _ = loaded(tmp_path / "file" / "kernel")
    assert len(notes) == 1 and "not kept" in notes[0] and hand == [8, 12]


def test_a_seal_holds_for_one_name_and_one_content() -> None:
    key = bytes(range(32))
    file = sealed(b"code", "a", key)
    assert unsealed(file, "a", key) == b"code"
    assert unsealed(file, "b", key) is unsealed(file + b"x", "a", key) is unsealed(file, "a", bytes(32)) is unsealed(None, "a", key) is None
