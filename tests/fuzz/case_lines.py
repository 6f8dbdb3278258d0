"""Mutated lines of cases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from random import Random

from rulespec.cases import json_tree
from tests.fuzz.kind import ROOT, SHIPPED, Input, Kind, Tried
from tests.fuzz.texts import as_bytes, slipped
from tests.fuzz.trees import Kin, Tree, changed, kin
from tests.fuzz.trial import CODES, Ending, run

GOOD = '{"question": "score", "cards": 5, "bid": 3, "tricks": 4}'
ANSWERED = '{"question": "score", "cards": 5, "bid": 3, "tricks": 4, "answer": 40'


@cache
def cases() -> tuple[list[Tree], list[str]]:
    """Cases of shipped rule sets with their answers, as trees and as lines."""
    lines = [line for name in SHIPPED for line in (ROOT / "tests" / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [json.loads(line) for line in lines], lines


def mutated(tree: Tree, rng: Random, known: Kin, most: int = 3) -> str:
    """A line of JSON with changes."""
    tree = json.loads(json.dumps(tree))
    for _ in range(rng.randint(1, most)):
        tree = changed(tree, rng, known)
    text = json.dumps(tree, ensure_ascii=rng.random() < 0.5)
    return slipped(text, rng) if rng.random() < 0.25 else text


class Cases(Kind):
    """Asked, held against their answers, explained; a faulty line never changes what its neighbours get."""

    name, share, ending = "case", 28, ".jsonl"

    @cached_property
    def kin(self) -> Kin:
        return kin(cases()[0])

    def mutate(self, rng: Random) -> bytes:
        return as_bytes(mutated(rng.choice(cases()[0]), rng, self.kin), rng)

    def read(self, given: Input) -> object:
        return json_tree.parse(given.source())

    def tried(self, given: Input, rng: Random) -> Tried:
        profile, file = rng.choice(SHIPPED), given.path.with_name("lines.jsonl")
        file.write_bytes(b"\n".join((GOOD.encode(), given.data, GOOD.encode())) + b"\n")
        match rng.choice(("ask", "ask", "ask", "conform", "explain", "explain a line")):
            case "ask":
                ending = run(["ask", profile, str(file)])
                yield beside(ending, ending.stdout.splitlines()), CODES
            case "conform":
                yield run(["conform", profile, str(file), "--format", rng.choice(("text", "json", "junit"))]), (2,)  # two have no answer
            case "explain":
                text = given.data.decode("utf-8", "replace").replace("\0", "") or "{"
                yield run(["explain", "--format", rng.choice(("text", "json")), "--", profile, text]), (0, 2)
            case _:
                yield run(["explain", profile, f"{file}:2", "--format", rng.choice(("text", "json"))]), (0, 2)


def beside(ending: Ending, answers: Sequence[str]) -> Ending:
    """The ending; it is a trouble where the lines before and after are not answered as they are alone."""
    if ending.code in (0, 2) and not (answers and answers[0].startswith(ANSWERED) and answers[-1].startswith(ANSWERED)):
        return replace(ending, trouble=f"a neighbour is not answered: {answers[:1]} {answers[-1:]}")
    return ending
