"""Every console block of the README and of the pages under docs is run, and prints what it shows.

`JOKERI_REWRITE=1 python -m pytest tests/docs` puts in what the commands print now: read the change before you keep it.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(p for p in sorted((ROOT / "docs").glob("*.md")) if p.name != "diagnostics.md")]  # its blocks are cut short, and run by their own test
BLOCK = re.compile(r"```console\n(.*?)```", re.S)


def blocks() -> list[tuple[Path, int, str]]:
    return [(page, i, block) for page in PAGES for i, block in enumerate(BLOCK.findall(page.read_text()))]


def printed(block: str) -> str:
    """The block with each command followed by what it prints now."""
    lines: list[str] = []
    for command in re.findall(r"^\$ jokeri (.*)$", block, re.M):
        result = CliRunner().invoke(main, shlex.split(command), standalone_mode=True)
        lines += [f"$ jokeri {command}", *result.output.rstrip("\n").replace(str(ROOT) + os.sep, "").split("\n")]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("page", "number", "block"), [pytest.param(*b, id=f"{b[0].stem}-{b[1]}") for b in blocks()])
def test_a_console_block_shows_what_is_printed(page: Path, number: int, block: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JOKERI_CACHE", str(tmp_path))  # as where nothing was asked before
    monkeypatch.chdir(ROOT)
    now = printed(block)
    if os.environ.get("JOKERI_REWRITE") == "1":
        page.write_text(page.read_text().replace(block, now))
    else:
        assert now == block


def test_the_readme_has_console_blocks() -> None:
    assert sum(page.name == "README.md" for page, _, _ in blocks()) >= 4


def test_the_readmes_python_prints_what_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    exec(compile(code, "README.md", "exec"), {})
    allowed, *game = capsys.readouterr().out.splitlines()
    assert allowed == "[1]" and any(line.startswith("nobody takes the trick") for line in game)
