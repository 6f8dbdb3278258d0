"""Modules built once for all tests of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.agreement import Built, built, small, with_options
from rulespec.pipeline import load
from tests.built.node import Node, node

ROOT = Path(__file__).parents[2]
Modules = Callable[[str], Built]


@pytest.fixture(scope="session")
def running() -> Iterator[Node]:
    with node() as started:
        yield started


@pytest.fixture(scope="session")
def modules(running: Node, tmp_path_factory: pytest.TempPathFactory) -> Modules:
    """Both modules of a rule set by its id; `small ID` is the same on a pack of eight cards, `ID*` a family's member by its own modules."""
    made: dict[str, Built] = {}

    def of(name: str) -> Built:
        if name not in made:
            kind, _, rest = name.partition(" ")
            ruleset = small(rest) if kind == "small" else load(str(ROOT / name) if name.endswith(".yaml") else name)
            made[name] = built(ruleset, running, tmp_path_factory.mktemp("built"), f"M{len(made)}")
        return made[name]

    return of


@pytest.fixture(scope="session")
def member(modules: Modules) -> Modules:
    """The family's own modules with the options of one of its members."""
    made: dict[str, Built] = {}

    def of(name: str) -> Built:
        if name not in made:
            made[name] = with_options(modules("georgian"), load(name), f"F{len(made)}")
        return made[name]

    return of
