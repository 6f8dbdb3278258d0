"""Imports run one way, as docs/architecture.md lists them; no rule of a profile stands in code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("variants", "rulespec", "verifier")
FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def allowed() -> dict[str, set[str]]:
    """What each package may import, from the page."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    listed = page.split("<!-- allowed imports")[1].split("<!-- end -->")[0]
    rows = re.findall(r"^- `([\w.]+)`: (.*)$", listed, re.M)
    return {name: set(re.findall(r"`([\w.]+)`", others)) for name, others in rows}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
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


# --- inside the packages ------------------------------------------------------------------------

MODULES = {".".join(part for part in path.relative_to(ROOT).with_suffix("").parts if part != "__init__"): path for path in FILES}
LOGIC = tuple(f"verifier.{name}" for name in ("proofs", "compare", "diagrams", "symbolic", "witness", "match", "work", "small_game"))
TEXT = "verifier.witness.text"
PRESENTATION = ("verifier.output", "verifier.cli", "verifier.tables", TEXT)


class Imports(ast.NodeVisitor):
    """Modules of the packages that a file imports at its top, and those that a function of it imports when called."""

    def __init__(self, path: Path) -> None:
        self.inside = 0
        self.early: set[str] = set()
        self.late: set[str] = set()
        self.visit(tree(path))

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.inside += 1
        self.generic_visit(node)
        self.inside -= 1

    def visit_Import(self, node: ast.Import) -> None:
        self.note(alias.name for alias in node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        whole = (f"{node.module}.{alias.name}" for alias in node.names)
        self.note(name if name in MODULES else node.module or "" for name in whole)

    def note(self, names: Iterable[str]) -> None:
        (self.late if self.inside else self.early).update(name for name in names if name in MODULES)


@cache
def imported() -> dict[str, Imports]:
    return {module: Imports(path) for module, path in MODULES.items()}


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; nothing where there is none."""
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as found:
        return list(found.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    assert circle({module: found.early - {module} for module, found in imported().items()}) == []


def test_no_late_import_hides_a_circle() -> None:
    assert circle({module: (found.early | found.late) - {module} for module, found in imported().items()}) == []


def within(module: str, packages: Iterable[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_logic_does_not_import_presentation() -> None:
    found = [
        (module, other) for module, seen in imported().items() if within(module, LOGIC) and not within(module, [TEXT])
        for other in seen.early | seen.late if within(other, PRESENTATION)
    ]  # fmt: skip
    assert found == []


def test_the_third_opinion_shares_nothing_with_what_it_is_compared_with() -> None:
    """It plays games by the engine; the table of hands and the solver's situations are what it checks."""
    shared = ("verifier.symbolic", "verifier.diagrams", "verifier.proofs", "verifier.compare")
    found = [(m, other) for m, i in imported().items() if within(m, ["verifier.small_game"]) for other in i.early | i.late if within(other, shared)]
    assert found == []


def test_few_files_stand_beside_the_folders() -> None:
    assert len(list((ROOT / "verifier").glob("*.py"))) <= 6


MEANING_MAY = ("rulespec.ir", "rulespec.meanings", "rulespec.check.bounds", "rulespec.plays")


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
    docs = {id(node.body[0].value) for node in ast.walk(tree(path)) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)}
    texts = [n.value for n in ast.walk(tree(path)) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs]
    names = [n.id for n in ast.walk(tree(path)) if isinstance(n, ast.Name)] + [n.attr for n in ast.walk(tree(path)) if isinstance(n, ast.Attribute)]
    return "\n".join([*texts, *names])
