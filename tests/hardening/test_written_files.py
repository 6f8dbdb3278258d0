"""What is written is whole or not there, and what was there is not lost without a word."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulespec.diagnostics import Faults
from verifier.output import writing

from .conftest import Run

COMMANDS: dict[str, tuple[str, ...]] = {
    "record": ("simulate", "tvaladze", "--record", "out/x.txt"),
    "new": ("new", "mine", "--out", "out/mine.yaml"),
    "export": ("export", "smt2", "tvaladze", "-p", "one-winner", "--out", "out"),
    "save": ("check", "tvaladze", "-p", "left-names-trump", "-p", "void-may-keep-joker", "--save", "out"),
    "build": ("build", "tvaladze", "--target", "python", "--out", "out"),
}


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command_that_writes(jokeri: Callable[..., Result], tmp_path: Path, kind: str) -> None:
    words, out = COMMANDS[kind], tmp_path / "out"
    out.mkdir()
    first = jokeri(*words)
    assert first.exit_code == 0, first.output
    written = files(out)
    assert written and not any(name.startswith(".") for name in written)
    again = jokeri(*words)
    assert (again.exit_code, files(out)) == (0, written), "the same again is no loss"
    name = sorted(written)[-1]
    (out / name).write_bytes(b"mine\n")
    refused = jokeri(*words)
    assert refused.exit_code == 2 and f"`out/{name}` is there already" in refused.stderr and "--force" in refused.stderr
    assert (out / name).read_bytes() == b"mine\n"
    forced = jokeri(*words, "--force")
    assert (forced.exit_code, files(out)) == (0, written)


@pytest.mark.parametrize("kind", ["record", "new", "export", "build"])
def test_a_hyphen_is_standard_output(jokeri: Callable[..., Result], tmp_path: Path, kind: str) -> None:
    words = COMMANDS[kind]
    (tmp_path / "out").mkdir()
    jokeri(*words)
    written = b"".join(data for _, data in sorted(files(tmp_path / "out").items())).decode()
    printed = jokeri(*words[:-1], "-")
    assert printed.exit_code == 0 and not (tmp_path / "-").exists()
    assert all(line in printed.stdout for line in written.splitlines())
    if kind != "export":
        assert printed.stdout == written
    assert kind != "record" or jokeri(*words[:-1], "-", "--format", "json").exit_code == 2


@pytest.mark.parametrize("name", ["-", "./-"])
def test_what_several_files_are_for_is_no_stream(jokeri: Callable[..., Result], tmp_path: Path, name: str) -> None:
    result = jokeri(*COMMANDS["save"][:-1], name)
    assert result.exit_code == 2 and "`-` is standard output" in result.stderr
    assert files(tmp_path) == {}


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_full_disk_takes_nothing_away(run: Run, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for name in ("x.txt", "mine.yaml"):
        (out / name).write_bytes(b"mine\n")
    before = files(out)
    done = run(*COMMANDS[kind], "--force", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert done.returncode == 2 and b"cannot be written: file too large" in done.stderr, done.stderr
    assert files(out) == before


# --- the function itself --------------------------------------------------------------------------


def test_rights_and_links_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    before = os.umask(0o027)
    try:
        writing.write(file, "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    file.chmod(0o604)
    link.symlink_to("file")
    writing.write(link, "two", force=True)
    assert link.is_symlink() and file.read_text() == "two" and stat.S_IMODE(file.stat().st_mode) == 0o604


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    writing.write(Path(os.devnull), "gone")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    reading, giving = os.pipe()
    writing.write(Path(f"/dev/fd/{giving}"), "through")
    assert os.read(reading, 100) == b"through"
    os.close(reading)
    os.close(giving)


def test_one_that_is_there_keeps_all_from_being_written(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("old")
    with pytest.raises(Faults) as caught:
        writing.write_all({tmp_path / "a": "1", tmp_path / "b": "2", tmp_path / "c": "3"})
    assert len(caught.value.diagnostics) == 1
    assert files(tmp_path) == {"b": b"old"}


@pytest.mark.parametrize("links", [True, False])
def test_somebody_who_was_faster_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    path = tmp_path / "x"
    real = os.chmod

    def meanwhile(*args: object, **kwargs: object) -> None:
        real(*args, **kwargs)  # type: ignore[arg-type]
        path.write_text("theirs")

    def no_links(*args: object) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(os, "chmod", meanwhile)
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    with pytest.raises(Faults):
        writing.write(path, "ours")
    assert files(tmp_path) == {"x": b"theirs"}


@pytest.mark.parametrize("place", ["no/such/x", ".", "x" * 300, "a\0b"])
def test_a_place_that_takes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Faults):
        writing.write(Path(place), "x")
    assert files(tmp_path) == {}


def test_nothing_is_written_in_place() -> None:
    """Every file goes through the one function, but for the answers that are kept, which are put in place the same way."""
    import re

    root = Path(writing.__file__).parents[2]
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in [*(root / "verifier").rglob("*.py"), *(root / "rulespec").rglob("*.py")]
        for line in path.read_text().splitlines()
        if re.search(r"write_(text|bytes)\(|open\([^)]*[\"'][wax]b?[\"']", line)
    ]
    assert {line.split(":")[0] for line in found} <= {"verifier/output/writing.py", "verifier/work/disk.py", "verifier/compare/revision.py", "verifier/start.py", "verifier/kernel/private.py"}
