"""Kept answers come from the user alone: what others could have put there is not believed, and what cannot be read does no harm."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from verifier.work import disk as store
from verifier.work import owned
from verifier.work.disk import Store

from .conftest import within

NAME = store.key(["a question"])
ME, OTHER = os.geteuid(), 12345


def kept(root: Path) -> tuple[Store, list[str]]:
    notes: list[str] = []
    return Store(root, notes.append), notes


def filled(root: Path) -> Path:
    """A store with one answer, and the file it is in."""
    Store(root).put(NAME, {"verdict": "same"})
    (path,) = root.rglob("*.json")
    return path


def given_away(path: Path) -> None:
    if ME:
        pytest.skip("only root can give a file to somebody else")
    os.lchown(path, OTHER, -1)


def belongs_to_another(root: Path) -> None:
    given_away(root)


def open_to_all(root: Path) -> None:
    root.chmod(0o777)


def open_though_sticky(root: Path) -> None:
    root.chmod(0o1777)


def open_to_a_group(root: Path) -> None:
    root.chmod(0o770)
    os.chown(root, -1, (set(os.getgroups()) - {os.getegid()} or {54321}).pop() if ME else 54321)


def below_an_open_folder(root: Path) -> None:
    root.parent.chmod(0o777)


def below_a_folder_of_another(root: Path) -> None:
    given_away(root.parent)


def a_link_that_another_made(root: Path) -> None:
    root.rename(root.with_name("elsewhere"))
    root.symlink_to(root.with_name("elsewhere"))
    given_away(root)


def a_link_into_an_open_folder(root: Path) -> None:
    (there := root.parent / "open").mkdir()
    there.chmod(0o777)
    root.rename(there / "cache")
    root.symlink_to(there / "cache")


SHARED = [
    belongs_to_another, open_to_all, open_though_sticky, open_to_a_group, below_an_open_folder, below_a_folder_of_another,
    a_link_that_another_made, a_link_into_an_open_folder,
]  # fmt: skip


@pytest.mark.parametrize("share", SHARED, ids=lambda f: f.__name__)
def test_a_folder_that_others_can_write_to_is_not_used(tmp_path: Path, share: Callable[[Path], None]) -> None:
    root = tmp_path / "mine" / "cache"
    root.parent.mkdir()
    before = filled(root)
    assert Store(root).get(NAME) == {"verdict": "same"}
    share(root)
    one, notes = kept(root)
    assert one.empty and one.get(NAME) is None
    one.put(NAME, {"verdict": "different"})
    assert len(notes) == 1 and notes[0].startswith("answers are not kept: ")
    assert [b"different" in path.read_bytes() for path in tmp_path.rglob(before.name)] == [False]


def test_folders_of_the_user_are_used_and_made_for_the_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        root = tmp_path / "new" / "cache"
        path = filled(root)
    finally:
        os.umask(before)
    assert [oct(os.stat(one).st_mode & 0o777) for one in (root.parent, root, path.parent, path)] == ["0o700", "0o700", "0o700", "0o600"]
    link = tmp_path / "link"
    link.symlink_to(root)
    (tmp_path / "sticky").mkdir()
    (tmp_path / "sticky").chmod(0o1777)
    for fine in (root, link, tmp_path / "sticky" / "made"):
        one, notes = kept(fine)
        one.put(NAME, {"verdict": "same"})
        assert (one.get(NAME), notes) == ({"verdict": "same"}, [])


def test_a_group_of_ones_own_is_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path / "cache")
    (tmp_path / "cache").chmod(0o770)
    for alone in (True, False):
        monkeypatch.setattr(owned, "_alone_in", lambda group, alone=alone: alone)
        assert (Store(tmp_path / "cache").closed is None) is alone


def test_a_folder_that_another_makes_first_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faster(folder: Path) -> None:
        folder.mkdir()
        folder.chmod(0o777)

    monkeypatch.setattr(owned, "make", faster)
    one, notes = kept(tmp_path / "cache")
    one.put(NAME, {})
    assert len(notes) == 1 and "others may write" in notes[0]
    assert list((tmp_path / "cache").iterdir()) == []


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(6 << 30)


def link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


STRANGE: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo, "a folder": Path.mkdir, "six gigabytes": sparse, "an endless device": link_to("/dev/zero"),
    "a link to a good answer": lambda path: path.symlink_to(path.with_suffix(".good")), "a link round in a circle": lambda path: path.symlink_to(path),
    "writable by all": lambda path: (path.with_suffix(".good").rename(path), path.chmod(0o666)),
}  # fmt: skip


@pytest.mark.parametrize("kind", STRANGE)
def test_an_entry_that_is_no_small_file_of_the_users_own_is_not_used(tmp_path: Path, kind: str) -> None:
    path = filled(tmp_path)
    path.rename(path.with_suffix(".good"))
    STRANGE[kind](path)
    one, notes = kept(tmp_path)
    with within(5):
        assert one.get(NAME) is None
    assert len(notes) == 1 and "a kept answer is damaged and not used" in notes[0]
    one.put(NAME, {"verdict": "different"})
    if kind != "a folder":
        assert Store(tmp_path).get(NAME) == {"verdict": "different"}


# --- what is kept is played again, and said to be kept ------------------------------------------

CHECK = ("check", "tvaladze", "-p", "dealer-can-bid", "-p", "left-names-trump", "--jobs", "1")
DIFF = ("diff", "tvaladze", "skill-games", "--section", "bid", "--section", "score", "--section", "follow", "--no-count", "--jobs", "1")
COMPARE = ("compare", "tvaladze", "web-225", "--section", "bid", "--section", "score", "--no-count", "--jobs", "1")
SAYS = {
    "text": "kept from an earlier run", "markdown": "kept", "github": "kept from an earlier run", "junit": 'name="cached" value="true"',
    "sarif": '"cached": [', "json": '"cached": true', "csv": ",yes", "html": "kept",
}  # fmt: skip
FORMATS = {CHECK: ("text", "markdown", "github", "junit", "sarif", "json"), DIFF: ("text", "markdown", "csv", "html", "json"), COMPARE: ("text", "markdown", "csv", "html", "json")}


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JOKERI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize("command", FORMATS, ids=lambda words: words[0])
def test_an_answer_that_was_kept_says_so_in_every_format(jokeri: Callable[..., Result], own_folder: Path, command: tuple[str, ...]) -> None:
    first = jokeri(*command)
    assert SAYS["text"] not in first.stdout
    for format_ in FORMATS[command]:
        again = jokeri(*command, "--format", format_)
        assert again.exit_code == first.exit_code
        assert SAYS[format_] in again.stdout, format_


def forged(root: Path, change: Callable[[str], str]) -> int:
    """Changes kept answers, with the right digest; how many were changed."""
    count = 0
    for path in root.rglob("*.json"):
        document = json.loads(path.read_text())
        written = json.loads(change(json.dumps(document["answer"]["value"])))
        count += written != document["answer"]["value"]
        digest = hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()
        path.write_text(json.dumps({**document, "answer": {"value": written, "digest": digest}}))
    return count


def without_witness(value: object) -> object:
    """The same answer with every refutation's witness left out."""
    if isinstance(value, list):
        return [without_witness(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: None if key == "witness" else without_witness(one) for key, one in value.items()}


FORGED: dict[str, tuple[tuple[str, ...], Callable[[str], str]]] = {
    "a moment that breaks nothing": (CHECK, lambda text: text.replace('"size": 9', '"size": 1')),
    "a moment that no game has": (CHECK, lambda text: text.replace('"number": 9', '"number": 99')),
    "a moment of another kind": (CHECK, lambda text: re.sub(r'"Dealing", "hand": \{[^}]*\}, "turned": null', '"GameShape"', text)),
    "no witness": (CHECK, lambda text: json.dumps(without_witness(json.loads(text)))),
    "another answer": (DIFF, lambda text: text.replace('"left": {"list": ["', '"left": {"list": ["AS", "')),
    "the same answer": (DIFF, lambda text: re.sub(r'"left": (\{"list": \[[^]]*\]\}), "right": \{"list": \[[^]]*\]\}', r'"left": \1, "right": \1', text)),
    "a section that is the same": (DIFF, lambda text: text.replace('"section": "follow", "verdict": "different"', '"section": "bid", "verdict": "different"')),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_refutation_is_not_told(jokeri: Callable[..., Result], own_folder: Path, kind: str) -> None:
    command, change = FORGED[kind]
    first = jokeri(*command)
    assert forged(own_folder, change) > 0
    second = jokeri(*command)
    assert "note: a kept answer" in second.stderr and "not used" in second.stderr
    assert second.exit_code == first.exit_code
    assert re.sub(r"; \d+ kept from an earlier run|, kept| +kept$|; kept$", "", second.stdout, flags=re.M) == first.stdout
