"""Imports run one way, as docs/architecture.md lists them; no rule of a profile stands in code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("variants", "rulespec", "verifier")
FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def allowed() -> dict[str, set[str]]:
    """What each package may import, from the page."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    listed = page.split("<!-- allowed imports")[1].split("<!-- end -->")[0]
    rows = re.findall(r"^- `([\w.]+)`: (.*)$", listed, re.M)
    return {name: set(re.findall(r"`([\w.]+)`", others)) for name, others in rows}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def owner(module: str, names: set[str]) -> str | None:
    """The longest listed package a module belongs to."""
    fitting = [name for name in names if module == name or module.startswith(name + ".")]
    return max(fitting, key=len, default=None)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    rules = allowed()
    assert set(rules) >= set(PACKAGES)
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    mine = owner(module, set(rules))
    assert mine is not None
    for imported in imports(path):
        other = owner(imported, set(rules))
        assert other in (None, mine) or other in rules[mine], f"{module} imports {imported}"


MEANING_MAY = ("rulespec.ir", "rulespec.meanings", "rulespec.check.bounds", "rulespec.situations")


@pytest.mark.parametrize("path", sorted((ROOT / "rulespec" / "meanings").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_meanings_see_only_the_core(path: Path) -> None:
    for imported in imports(path):
        if imported.startswith(("rulespec", "verifier", "variants")):
            assert imported.startswith(MEANING_MAY), imported


def test_help_starts_nothing_heavy() -> None:
    code = "import sys; import verifier.cli; print([m for m in ('z3', 'yaml', 'tabulate', 'dd', 'numpy', 'numba', 'multiprocessing') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_no_profile_or_option_is_named_in_code() -> None:
    from rulespec.library import shipped
    from rulespec.pipeline import load

    ids = set(shipped())
    options = {name for id_ in ids for name in load(id_).options} - {"pack", "premium"}  # also words of the language
    words = re.compile(r"\b(" + "|".join(map(re.escape, sorted(ids | options))) + r")\b")
    found = [(str(p.relative_to(ROOT)), m.group()) for p in FILES for m in [words.search(_code(p))] if m]
    assert found == []


def _code(path: Path) -> str:
    """The file's names and texts, without docstrings and comments."""
    tree = ast.parse(path.read_text())
    docs = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)}
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs]
    names = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)] + [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    return "\n".join([*texts, *names])
