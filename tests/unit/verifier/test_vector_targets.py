"""Test files for other people's test runners: a right engine passes, a wrong one fails, one without answers is skipped."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulespec.pipeline import load
from verifier.programs.vectors import Vectors, vectors
from verifier.programs.vectors.targets import TARGETS
from verifier.watch.mutate.study import Subject

HOUSE = str(Path(__file__).parents[2] / "lint" / "house.yaml")
SCORE = {
    "pytest": ('raise NotImplementedError(case["question"])', 'if case["question"] != "score":\n        raise NotImplementedError\n    return {right} if case["bid"] == case["tricks"] else {missed}', "10 + case['bid']", "(case['tricks'] or MISS)"),
    "node": ("return undefined;", 'if (question.question !== "score") return undefined;\n  return question.bid === question.tricks ? {right} : {missed};', "10 + question.bid", "(question.tricks || MISS)"),
}
"""For each runner the line of the adaptor that is filled in, and an engine that scores the house's hands."""


@pytest.fixture(scope="module")
def found() -> Vectors:
    return vectors(Subject(HOUSE), ("score", "bid"))


def run(target: str, file: Path) -> subprocess.CompletedProcess[str]:
    node = shutil.which("node")
    if target == "node" and node is None:
        pytest.skip("no interpreter for node")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"] if target == "pytest" else [str(node), "--test"]
    return subprocess.run([*words, str(file)], capture_output=True, text=True, timeout=120, cwd=file.parent)


@pytest.mark.parametrize("target", [*TARGETS])
@pytest.mark.parametrize(("missed", "passes"), [("", True), (" + 1", False)], ids=["right", "wrong"])
def test_a_right_engine_passes_and_a_wrong_one_fails(tmp_path: Path, found: Vectors, target: str, missed: str, passes: bool) -> None:
    line, body, right, low = SCORE[target]
    text = TARGETS[target](found)
    assert text.count(line) == 1
    miss = load(HOUSE).chosen["miss"]
    file = tmp_path / {"pytest": "test_house.py", "node": "house.test.mjs"}[target]
    file.write_text(text.replace(line, body.format(right=right, missed=low.replace("MISS", str(miss)) + missed)), encoding="utf-8")
    done = run(target, file)
    assert (done.returncode == 0) is passes, done.stdout + done.stderr
    assert "skip" in done.stdout


def test_the_adaptor_is_short() -> None:
    for line, *_ in SCORE.values():
        assert len(line.splitlines()) <= 5
