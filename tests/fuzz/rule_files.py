"""Mutated rule set files and files of claims."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from random import Random

import variants
from rulespec.diagnostics import Faults
from rulespec.diagnostics.faults import NOT_SAYABLE
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load
from rulespec.yaml_tree import parse
from tests.fuzz.case_lines import cases
from tests.fuzz.kind import ODD, ROOT, SMALLEST, Input, Kind, Tried, loaded, tree_text
from tests.fuzz.texts import as_bytes, slipped
from tests.fuzz.trees import Kin, Tree, kin
from tests.fuzz.trial import CODES, run
from verifier.proofs.property import look

FEW_CARDS = 16  # packs that the solver is asked about
SHORT = 4_000  # characters
SOLVER = ("--jobs", "1", "--timeout", "3")
FOLDERS = (variants.PROFILES, ROOT / "tests" / "language" / "good", ROOT / "examples", ROOT / "tests" / "faults", ROOT / "tests" / "check")


def yaml_files(of: str) -> list[Path]:
    """The files that begin with a key."""
    found = [path for folder in FOLDERS for path in sorted(folder.glob("*.yaml"))]
    return [path for path in found if f"\n{of}:".encode() in b"\n" + path.read_bytes()]


class Rules(Kind):
    """Rule set files: shown, and one more command on what is a rule set."""

    name, share, ending = "rule file", 20, ".yaml"

    @cached_property
    def seeds(self) -> list[tuple[str, Tree]]:
        return [*map(loaded, yaml_files("rulespec"))]

    @cached_property
    def short(self) -> list[tuple[str, Tree]]:
        """Those of a page and a small pack: more of them are tried in the time."""
        return [(text, tree) for text, tree in self.seeds if len(text) < SHORT and ("cards" in tree or len(text) < SHORT // 4)]

    @cached_property
    def kin(self) -> Kin:
        return kin([tree for _, tree in self.seeds])

    def mutate(self, rng: Random) -> bytes:
        text, tree = rng.choice(rng.choice((self.seeds, self.short, self.short, self.short)))
        how = rng.random()
        if how < 0.75:
            text = tree_text(tree, rng, self.kin)
        return as_bytes(slipped(text, rng) if how > 0.6 else text, rng)

    def read(self, given: Input) -> object:
        return parse(given.source())

    def tried(self, given: Input, rng: Random) -> Tried:
        codes, ruleset = resolved(given.path)
        yield run(["show", str(given.path), "--format", rng.choice(("text", "text", "json", "markdown"))]), codes
        if ruleset is not None and rng.random() < 0.6:
            yield run(self.more(str(given.path), ruleset, rng)), CODES

    def more(self, name: str, ruleset: RuleSet, rng: Random) -> list[str]:
        """A command on the rules; one that asks the solver where the pack is small."""
        plain = [
            ["simulate", name, "--seed", str(rng.randrange(100)), "--jobs", "1"],
            ["table", rng.choice(("scores", "schedule", "premiums", "answers", "joker-leads")), name, *SOLVER[2:]], ["build", name, "--target", "python", "--out", "-"],
            ["ask", name, "cases.jsonl"], ["conform", name, "cases.jsonl"], ["explain", name, rng.choice(cases()[1])],
            ["rescore", "sheet.csv", "--profiles", f"{name},tvaladze"], ["replay", "game.txt", "--profile", name],
        ]  # fmt: skip
        asking = [
            ["lint", name, *SOLVER],
            ["check", name, "-p", rng.choice(("one-winner", "legal-bid-exists", "*", "dealer-can-bid")), "--no-cache", *SOLVER],
            ["diff", *rng.sample((name, rng.choice((ODD, SMALLEST))), 2), "--no-cache", *SOLVER],
        ]
        return rng.choice(plain + asking * 2 if ruleset.pack.size <= FEW_CARDS else plain)


def resolved(path: Path) -> tuple[Collection[int], RuleSet | None]:
    """The codes that showing a rule set may end with, and the rule set."""
    try:
        return (0,), load(str(path))
    except Faults as faults:
        return ((3,) if all(one.code == NOT_SAYABLE for one in faults.diagnostics) else (2,)), None


class Claims(Kind):
    """Files of properties: asked of a small house."""

    name, share, ending = "property file", 10, ".yaml"

    @cached_property
    def seeds(self) -> list[tuple[str, Tree]]:
        return [(text, tree) for text, tree in map(loaded, yaml_files("properties")) if "rulespec" not in tree]

    @cached_property
    def kin(self) -> Kin:
        return kin([tree for _, tree in self.seeds])

    def mutate(self, rng: Random) -> bytes:
        _, tree = rng.choice(self.seeds)
        few = {**tree, "properties": rng.sample(tree["properties"], min(3, len(tree["properties"])))}
        text = tree_text(few, rng, self.kin)
        return as_bytes(slipped(text, rng) if rng.random() < 0.3 else text, rng)

    def read(self, given: Input) -> object:
        return parse(given.source())

    def tried(self, given: Input, rng: Random) -> Tried:
        try:
            found, faults = look(given.path)
        except Faults:
            found, faults = (), [1]  # type: ignore[list-item]
        names = [word for one in found for word in ("-p", one.id)] or ["-p", "one-winner"]
        format_ = rng.choice(("text", "text", "json", "markdown", "junit", "sarif", "github"))
        words = ["check", rng.choice((ODD, SMALLEST)), "--properties", str(given.path), *names, "--no-cache", *SOLVER, "--format", format_]
        yield run(words), (2,) if faults else CODES
