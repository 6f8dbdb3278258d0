"""The smallest witness is the same whichever version of the solver finds it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OTHER = os.environ.get("JOKERI_OTHER_Z3", "")
WHY = "JOKERI_OTHER_Z3 names no folder with another version, as `pip install --target FOLDER z3-solver==4.16.0.0` makes one"


def printed(*first: str) -> list[str]:
    """The solver's version and the witnesses, with folders put first on the path."""
    path = os.pathsep.join([*first, str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("witness_lines.py"))], env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.skipif(not (Path(OTHER) / "z3").is_dir() or not OTHER, reason=WHY)
def test_two_versions_of_the_solver_find_the_same_witnesses() -> None:
    pinned, other = printed(), printed(OTHER)
    assert pinned[0] != other[0], "the two versions are one"
    assert pinned[1:] == other[1:]
    assert len(pinned) == 1 + 6 + 3
