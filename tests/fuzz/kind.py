"""A kind of things that people and programs hand in: how one is mutated, which parser it must pass, how it is tried."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

import yaml

from rulespec.diagnostics import Faults
from rulespec.spans import Source
from rulespec.yaml_tree import read_source
from tests.fuzz.trees import Kin, Tree, changed
from tests.fuzz.trial import ROOT, SHIPPED, Ending

__all__ = ["ODD", "ROOT", "SHIPPED", "SMALLEST", "Input", "Kind", "Tried", "accepted", "loaded", "tree_text"]
ODD = str(ROOT / "tests" / "check" / "odd-house.yaml")
SMALLEST = str(ROOT / "tests" / "language" / "good" / "smallest.yaml")

Tried = Iterator[tuple[Ending, Collection[int]]]
"""Command lines that were run, with the codes they may have ended with."""


@dataclass(frozen=True)
class Input:
    """One mutated thing, and the file it is in."""

    data: bytes
    path: Path

    def source(self) -> Source:
        """As commands read a file. Raises Faults."""
        return read_source(self.path)


class Kind:
    """`share` is of a hundred; `ending` that of the file."""

    name: ClassVar[str]
    share: ClassVar[int]
    ending: ClassVar[str]

    def mutate(self, rng: Random) -> bytes:
        raise NotImplementedError

    def read(self, given: Input) -> object:
        """What the parser makes of it. Raises Faults."""
        raise NotImplementedError

    def tried(self, given: Input, rng: Random) -> Tried:
        raise NotImplementedError

    def parsed(self, given: Input) -> bool:
        """Whether it passes the parser."""
        return accepted(self.read, given)


def accepted(read: object, *args: object) -> bool:
    try:
        read(*args)  # type: ignore[operator]
    except Faults:
        return False
    return True


def loaded(path: Path) -> tuple[str, Tree]:
    """A YAML file as text and as a tree."""
    text = path.read_text(encoding="utf-8")
    return text, yaml.load(text, Loader=yaml.CSafeLoader)


def tree_text(tree: Tree, rng: Random, known: Kin) -> str:
    """A changed copy of a tree, as people write it or as programs do."""
    tree = json.loads(json.dumps(tree, default=str))
    for _ in range(rng.choice((1, 1, 1, 1, 2, 4))):
        tree = changed(tree, rng, known)
    if rng.random() < 0.5:
        return json.dumps(tree, indent=1, ensure_ascii=False)
    return yaml.dump(tree, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=rng.choice((40, 200)))
