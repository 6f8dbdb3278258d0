"""Commands are run in this folder, so that what they print has no path of the machine."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(autouse=True)
def same_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that tests start run the same sources, wherever they stand."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
def jokeri(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a command line in the folder of these tests; an exception of the program is the test's."""
    monkeypatch.chdir(HERE)

    def run(*args: str, input: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, args, input=input)

    return run


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with `golden/NAME`. With UPDATE_GOLDENS=1 it is written instead: read what changed."""

    def check(name: str, text: str) -> None:
        path = HERE / "golden" / name
        if os.environ.get("UPDATE_GOLDENS") == "1":
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture
def document() -> Callable[[Result], dict[str, Any]]:
    """The one JSON document of a result, with its envelope."""

    def read(result: Result) -> dict[str, Any]:
        doc: dict[str, Any] = json.loads(result.stdout)
        assert doc["version"] == 1
        assert doc["exit_code"] == result.exit_code
        return doc

    return read
