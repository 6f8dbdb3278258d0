"""Nothing in the folder a command is run in becomes part of the program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run, environment

PLANTED = (
    "socket", "pickle", "threading", "signal", "multiprocessing", "struct", "selectors", "subprocess", "runpy", "os", "re", "enum",
    "z3", "click", "yaml", "tabulate", "dd", "bitwuzla", "rulespec", "verifier", "variants", "sitecustomize",
)  # fmt: skip
COMMANDS = (
    ("check", "tvaladze", "-p", "one-winner", "--no-cache"),
    ("check", "tvaladze", "-p", "one-winner", "--no-cache", "--cross-check"),
    ("diff", "tvaladze", "web-225", "--section", "bid", "--no-cache"),
    ("lint", "web-225-nines"),
    ("table", "joker-leads", "web-225-nines"),
    ("simulate", "tvaladze"),
    ("ask", "tvaladze"),
    ("show", "tvaladze"),
    ("vectors", "tvaladze", "--size", "small", "--section", "trump"),
)


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A folder full of files that leave a mark when anything imports them."""
    for name in PLANTED:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write({name!r} + ' ')\n")
    (tmp_path / "libz3.so").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_imports_from_the_current_folder(run: Run, planted: Path, words: tuple[str, ...]) -> None:
    done = run(*words, folder=planted)
    assert not (planted / "mark").exists(), (planted / "mark").read_text()
    assert done.returncode in (0, 1, 3), done.stderr


@pytest.mark.parametrize("flags", [[], ["-E"], ["-s"], ["-O"]], ids=" ".join)
def test_workers_keep_the_current_folder_out_however_python_was_started(planted: Path, flags: list[str]) -> None:
    """Without `-P` here: the path is set by hand, as a script's folder would be."""
    root = Path(__file__).parents[2]
    code = f"import sys; sys.path[0] = {str(root)!r}\nfrom verifier.work.workers import run\nprint(run([7], 'math:sqrt', 1, 30)[0].value)"
    done = subprocess.run([sys.executable, *flags, "-c", code], cwd=planted, env=environment(), capture_output=True, timeout=60, check=False)
    assert not (planted / "mark").exists(), (planted / "mark").read_text()
    assert done.stdout.startswith(b"2.64"), done.stderr


def test_the_solver_is_loaded_from_its_package(tmp_path: Path) -> None:
    """It would look in the current folder first; the hook sees every library that is opened."""
    code = """if True:
        import os, sys
        opened = []
        sys.addaudithook(lambda event, args: opened.append(os.path.realpath(args[0])) if event == "ctypes.dlopen" and args[0] else None)
        import verifier.work.workers
        import z3
        print(z3.get_version_string())
        sys.exit(any(os.path.dirname(name) == os.getcwd() for name in opened))
    """
    for name in ("libz3.so", "libz3.so.5.4", "libz3.so.4.16", "libz3.dylib", "libz3.dll"):
        (tmp_path / name).write_bytes(b"no library")
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment(), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
