"""Generated pages are fresh, and the rule sets in the language page load."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec.ir import ops
from rulespec.ir.sections import NAMES
from rulespec.pipeline import load
from verifier import docs
from verifier.cli import main

LANGUAGE = docs.ROOT / "docs" / "language.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", LANGUAGE.read_text(encoding="utf-8"), re.S)
FILES = {match[1]: block for block in BLOCKS if (match := re.match(r"# (\S+\.yaml)\n", block))}
FRAGMENTS = [block for block in BLOCKS if block not in FILES.values()]


@pytest.mark.parametrize("path", docs.GENERATED)
def test_a_generated_page_is_fresh(path: str) -> None:
    assert docs.stale([path]) == {}, "write it anew with `python -m verifier.cli docs`"


def test_a_stale_page_is_named_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "language.md").write_text("a\n<!-- begin sections -->\nold\n<!-- end sections -->\nb\n")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "GENERATED", {"docs/language.md": lambda: docs.filled("docs/language.md"), "docs/new/page.md": lambda: "made\n"})
    run = CliRunner().invoke
    checked = run(main, ["docs", "--check"])
    assert checked.exit_code == 1 and checked.output.splitlines() == [f"{path} is stale" for path in docs.GENERATED]
    assert [*tmp_path.joinpath("docs").iterdir()] == [tmp_path / "docs" / "language.md"]
    assert run(main, ["docs"]).exit_code == 0
    assert run(main, ["docs", "--check"]).exit_code == 0
    assert (tmp_path / "docs" / "new" / "page.md").read_text() == "made\n"
    filled = (tmp_path / "docs" / "language.md").read_text()
    assert filled.startswith("a\n<!-- begin sections -->\n| section |") and filled.endswith("<!-- end sections -->\nb\n")


@pytest.mark.parametrize("name", FILES)
def test_a_rule_set_of_the_language_page_loads(name: str, tmp_path: Path) -> None:
    for other, block in FILES.items():
        (tmp_path / other).write_text(block)
    ruleset = load(str(tmp_path / name))
    assert ruleset.id == Path(name).stem
    for offer in ruleset.offers:
        assert load(f"{tmp_path / name}+{offer}").fingerprint != ruleset.fingerprint


@pytest.mark.parametrize("block", FRAGMENTS, ids=lambda block: block.split(":")[0])
def test_a_part_of_a_rule_set_in_the_language_page_loads(block: str, tmp_path: Path) -> None:
    path = tmp_path / "part.yaml"
    path.write_text(f"rulespec: 1\nid: part\nextends: tvaladze\n{block}")
    assert load(str(path)).id == "part"


def test_the_language_page_names_every_section_and_operator() -> None:
    text = LANGUAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in NAMES)
    assert all(f"| `{op.written}` |".replace("`|`", "`\\|`") in text for op in ops.OPS)
    assert len(FILES) >= 4 and len(FRAGMENTS) >= 2
