"""Every line of docs/build.md is run, in order, and prints what stands behind it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.built.conftest import ROOT
from tests.built.node import binary
from verifier.cli import main

PAGE = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
PRINTS = {"js": re.compile(r"console\.log\(.*\); // (.*)$"), "python": re.compile(r"print\(.*\)  # (.*)$")}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the commands of the page were run."""
    folder = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in "".join(blocks("sh")).splitlines():
            words = shlex.split(line)
            done = CliRunner().invoke(main, words[1:], standalone_mode=True)
            assert words[0] == "jokeri" and done.exit_code == 0, done.output
    return folder


def expected(kind: str) -> list[str]:
    lines = [line for block in blocks(kind) for line in block.splitlines()]
    return [found[1] for line in lines if (found := PRINTS[kind].search(line))]


@pytest.mark.parametrize(("kind", "program"), [("js", [binary()]), ("python", [sys.executable])])
def test_the_lines_print_what_stands_behind_them(kind: str, program: list[str], folder: Path) -> None:
    name = {"js": "page.mjs", "python": "page.py"}[kind]
    (folder / name).write_text("\n".join(blocks(kind)), encoding="utf-8")
    done = subprocess.run([*program, name], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected(kind) and len(expected(kind)) >= 5


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert set(re.findall(r"^```(\w+)", PAGE, re.M)) == {"sh", "js", "python"}
