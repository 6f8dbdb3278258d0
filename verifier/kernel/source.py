"""The text that is compiled: the printed rules, then the parts of the table that are asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel.printed import printed
from rulespec.meanings.kernel.sections import FIELDS

HELPERS = "chance, first_index, low_bit, nth_index, popcount, stream, table, top_bit, up_to"
PLAIN, COMPILED = "plain_bits", "bits"
COMPILED_HEAD = """\
import numpy as np
from numba import njit
inner = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
ENTRIES = []
def entry(signature):
    def marked(function):
        ENTRIES.append((function.__name__, signature))
        return njit(nogil=True, error_model="numpy")(function)
    return marked
"""
PLAIN_HEAD = """\
def inner(function):
    return function
def entry(signature):
    return inner
"""


def source(ruleset: RuleSet, parts: Sequence[str], compiled: bool = True, more: str = "") -> str:
    """The whole text. `parts` are files of this folder, each behind those it uses; `more` is printed with the rules. Raises Refused."""
    head = COMPILED_HEAD if compiled else PLAIN_HEAD
    helpers = f"from rulespec.meanings.kernel.{COMPILED if compiled else PLAIN} import {HELPERS}\n"
    rules = re.sub(r"^def ", "@inner\ndef ", f"{printed(ruleset)}\n{more}", flags=re.M)
    texts = [f"# the rules of {ruleset.id!r}, {ruleset.fingerprint}\n", helpers, head, _fields(), rules, *map(part, parts)]
    text = "\n".join(texts)
    no_name_twice(text)
    return text


def no_name_twice(text: str) -> None:
    """All parts share one space of names; a second meaning of a name would quietly replace the first."""
    seen: set[str] = set()
    for node in ast.parse(text).body:
        for name in _defined(node):
            assert name not in seen, f"`{name}` is defined twice in the compiled text"
            seen.add(name)


def _defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef():
            return [node.name]
        case ast.Assign():
            return [found.id for target in node.targets for found in ast.walk(target) if isinstance(found, ast.Name)]
        case _:
            return []


def _fields() -> str:
    """The numbers of a player at a set's end, by their places."""
    return f"FIELDS = {len(FIELDS)}\n" + "".join(f"{field.upper()} = {place}\n" for place, field in enumerate(FIELDS))


@cache
def part(name: str) -> str:
    """A file of this folder without what only its readers need: imports, annotations, docstrings."""
    tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    kept = [_bare(node) for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)]
    return ast.unparse(ast.Module(kept, []))


def _bare(node: ast.stmt) -> ast.stmt:
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return ast.copy_location(ast.Assign([node.target], node.value), node)
    if isinstance(node, ast.FunctionDef):
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        node.decorator_list = node.decorator_list or [ast.Name("inner")]
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return node


def interpreted(ruleset: RuleSet, parts: Sequence[str], more: str = "") -> ModuleType:
    """The same text run by Python itself: slow, and nothing in it can overflow."""
    return run(source(ruleset, parts, compiled=False, more=more))


def run(text: str) -> ModuleType:
    module = ModuleType("kernel")
    exec(compile(text, "<kernel>", "exec"), module.__dict__)
    return module


def helper_text() -> str:
    """The helpers that go into the compiled code without being in its text."""
    spec = find_spec(f"rulespec.meanings.kernel.{COMPILED}")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")
