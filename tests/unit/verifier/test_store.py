"""Answers kept on disk: used when whole, ignored with a word when not, never in the way."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from verifier.work import disk as store
from verifier.work.disk import Store

NAME = store.key(["a", "b"])


def test_an_answer_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    assert kept.get(NAME) is None
    kept.put(NAME, {"verdict": "same", "count": 10**30})
    assert Store(tmp_path).get(NAME) == {"verdict": "same", "count": 10**30}


def test_a_store_says_whether_there_can_be_answers(tmp_path: Path) -> None:
    assert Store(tmp_path).empty and Store(tmp_path / "not-there").empty
    Store(tmp_path).put(NAME, {})
    assert not Store(tmp_path).empty


def test_names_depend_on_every_part_and_their_borders() -> None:
    assert len({store.key(parts) for parts in (["a", "b"], ["ab"], ["a"], ["b", "a"], ["a", "b", ""])}) == 5


DAMAGED = [
    b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"name": "another", "answer": {}}', b'{"answer": {}}',
    b'{"name": NAME, "answer": 3}', b"[" * 100_000,
]  # fmt: skip


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_counts_as_absent(tmp_path: Path, content: bytes) -> None:
    notes: list[str] = []
    kept = Store(tmp_path, notes.append)
    kept.put(NAME, {"verdict": "same"})
    (path,) = tmp_path.rglob("*.json")
    path.write_bytes(content.replace(b"NAME", json.dumps(NAME).encode()))
    assert kept.get(NAME) is None and kept.get(NAME) is None
    assert len(notes) == 1 and str(path) in notes[0]
    kept.put(NAME, {"verdict": "different"})
    assert kept.get(NAME) == {"verdict": "different"}


def test_a_folder_that_takes_no_files_is_said_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    notes: list[str] = []
    kept = Store(blocked, notes.append)
    kept.put(NAME, {})
    kept.put(NAME, {})
    assert len(notes) == 1 and "not kept" in notes[0]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    notes: list[str] = []
    monkeypatch.setattr(store.json, "dump", full)
    Store(tmp_path, notes.append).put(NAME, {})
    assert notes == ["answers are not kept: No space left on device"]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_many_writers_at_once_leave_one_whole_answer(tmp_path: Path) -> None:
    answers = [{"number": i, "text": "x" * 20_000} for i in range(8)]
    writers = [threading.Thread(target=lambda a=a: [Store(tmp_path).put(NAME, a) for _ in range(10)]) for a in answers]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert Store(tmp_path).get(NAME) in [None, *answers]
    assert Store(tmp_path).get(NAME) in answers
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_the_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOKERI_CACHE", str(tmp_path / "here"))
    assert store.directory() == tmp_path / "here"
    monkeypatch.delenv("JOKERI_CACHE")
    monkeypatch.setattr(store.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert store.directory() == tmp_path / "jokeri"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.directory() == tmp_path / ".cache" / "jokeri"


def test_nothing_is_kept_for_somebody_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("JOKERI_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(store.Path, "home", homeless)
    assert store.directory() is None
    notes: list[str] = []
    kept = Store(note=notes.append)
    kept.put(NAME, {"verdict": "same"})
    assert kept.get(NAME) is None and kept.empty
    assert notes == ["answers are not kept: there is no home folder; `JOKERI_CACHE` can name one"]
