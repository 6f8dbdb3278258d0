"""Inputs that would be endless or enormous are bounded, and it is said."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulespec.check.options import MAX_OPTIONS

from .conftest import Run

TIMED = [
    ("check", "tvaladze", "--timeout"), ("diff", "tvaladze", "web-225", "--timeout"), ("compare", "--timeout"), ("lint", "tvaladze", "--timeout"),
    ("mutate", "tvaladze", "--timeout"), ("mutate", "tvaladze", "--at-least"), ("table", "joker-leads", "tvaladze", "--timeout"),
    ("conform", "tvaladze", "--program", "true", "--seconds"), ("conform", "tvaladze", "--program", "true", "--timeout"),
]  # fmt: skip


@pytest.mark.parametrize("words", TIMED, ids=" ".join)
@pytest.mark.parametrize("number", ["nan", "-nan", "-inf", "0", "1e"])
def test_what_is_no_number_of_seconds(jokeri: Callable[..., Result], words: tuple[str, ...], number: str) -> None:
    if number == "0" and words[-1] == "--at-least":
        return
    result = jokeri(*words, number)
    assert result.exit_code == 2 and f"Invalid value for '{words[-1]}'" in result.stderr


def family(options: int, values: int = 100) -> str:
    listed = "\n".join(f"  o{i}: {{values: [{', '.join(f'v{j}' for j in range(values))}]}}" for i in range(options))
    return f"rulespec: 1\nid: many\nfamily: true\nextends: tvaladze\noptions:\n{listed}\n"


def test_options_are_as_many_as_their_combinations_can_be_written(jokeri: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(family(MAX_OPTIONS - 20))
    result = jokeri("check", "many.yaml", "-p", "legal-bid-exists")
    assert result.exit_code == 0, result.output
    (tmp_path / "many.yaml").write_text(family(2_000, 9))
    result = jokeri("show", "many.yaml")
    assert result.exit_code == 2 and f"more than {MAX_OPTIONS}" in result.stderr
    assert result.stderr.count("error[") == 1


@pytest.mark.parametrize("words", [("conform", "tvaladze", "x.jsonl"), ("ask", "tvaladze", "x.jsonl", "--format", "json"), ("explain", "tvaladze", "x.jsonl:9")], ids=" ".join)
def test_faulty_lines_are_counted_not_kept(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"{\n" * 20_000)
    done = run(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (48 << 20, 48 << 20)))
    assert done.returncode == 2 and b"memory" not in done.stderr, done.stderr
    assert len(done.stdout) + len(done.stderr) < 100_000
    if "json" in words:
        document = json.loads(done.stdout)
        assert (document["faulty"], len(document["errors"])) == (20_000, 100)
    elif words[0] == "conform":
        assert b"and 19,900 more" in done.stderr
