"""A rule set at a revision is found wherever `git show` finds it, whatever it is called, and git's own words are told."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from verifier.compare.revision import at_revision

KID = "rulespec: 1\nid: kid\nextends: ./base.yaml\n"
BASE = "rulespec: 1\nid: base\nextends: tvaladze\n"
NEW = KID + "score:\n  - {name: nothing, points: 0, assumed: a test}\n"
NAMES = ("kid.yaml", "é.yaml", 'a "q" b.yaml', "tab\there.yaml", "back\\slash.yaml", "-dash.yaml", "new\nline.yaml", "no ending")


def git(folder: Path, *words: str) -> None:
    identity = {"GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "e@e", "GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "e@e", "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *words], cwd=folder, env={**os.environ, **identity}, check=True, capture_output=True)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Names of every kind in `rules`, in two versions; the second says that nothing scores."""
    top = tmp_path_factory.mktemp("repository")
    (top / "rules" / "deep").mkdir(parents=True)
    (top / "rules" / "base.yaml").write_text(BASE)
    for text in (KID, NEW):
        for name in NAMES:
            (top / "rules" / name).write_text(text)
        if text == KID:
            git(top, "init", "-q")
            (top / "rules" / "link.yaml").symlink_to("/etc/passwd")
            git(top, "add", "-A")
            git(top, "commit", "-qm", "first")
    return top


PLACES = [
    (".", "HEAD:rules/{}"), (".", "HEAD:./rules/{}"), ("rules", "HEAD:rules/{}"), ("rules", "HEAD:./{}"), ("rules", "HEAD:{}"),
    ("rules/deep", "HEAD:rules/{}"), ("rules/deep", "HEAD:../{}"),
]  # fmt: skip


def loaded(asked: str) -> RuleSet:
    with at_revision(asked) as (path, _):
        return load(path)


@pytest.mark.parametrize(("place", "written"), PLACES)
def test_a_file_is_found_wherever_git_finds_it(repository: Path, monkeypatch: pytest.MonkeyPatch, place: str, written: str) -> None:
    monkeypatch.chdir(repository / place)
    assert loaded(written.format("kid.yaml")).fingerprint == load("tvaladze").fingerprint
    assert load(str(repository / "rules" / "kid.yaml")).fingerprint != load("tvaladze").fingerprint


@pytest.mark.parametrize("name", NAMES, ids=repr)
def test_a_name_may_be_any(repository: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(repository)
    assert loaded(f"HEAD:rules/{name}").id == "kid"


def test_the_command_compares_with_it(jokeri: Callable[..., Result], repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "rules")
    result = jokeri("diff", "kid.yaml", "--against", "HEAD:rules/kid.yaml", "--section", "score", "--no-count")
    assert result.exit_code == 1, result.output


REFUSED = {
    "HEAD:no.yaml": "path 'no.yaml' does not exist in 'HEAD'", "NOPE:rules/kid.yaml": "invalid object name 'NOPE'.",
    "HEAD:rules": "is no file of rules", "HEAD:rules/link.yaml": "is no file of rules", "--help:x": "is not a revision and a path",
    "HEAD:": "is not a revision and a path", ":kid.yaml": "is not a revision and a path", "HEAD:../../x": "outside repository",
}  # fmt: skip


@pytest.mark.parametrize("asked", REFUSED)
def test_what_git_refuses_is_told_in_its_own_words(jokeri: Callable[..., Result], repository: Path, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.chdir(repository)
    monkeypatch.setenv("LC_ALL", "C")
    result = jokeri("diff", "rules/kid.yaml", f"--against={asked}")
    assert result.exit_code == 2 and REFUSED[asked] in result.stderr
    assert result.stderr.count("error[RV105]") == 1


def test_without_a_repository(jokeri: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "kid.yaml").write_text(BASE)
    result = jokeri("diff", "kid.yaml", "--against", "HEAD:kid.yaml")
    assert result.exit_code == 2 and "not a git repository" in result.stderr
