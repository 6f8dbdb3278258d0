"""Mutated answers of somebody's program: what a program writes is read by the one who asks it, byte by byte."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import SimpleNamespace
from typing import Any

from rulespec.cases import answer, read_object
from rulespec.pipeline import load
from rulespec.rulebook import rulebook
from rulespec.spans import Source
from tests.fuzz.case_lines import cases
from tests.fuzz.kind import Input, Kind, Tried
from tests.fuzz.texts import as_bytes, slipped
from tests.fuzz.trees import Kin, changed, kin
from tests.fuzz.trial import Ending, run
from verifier.cli import foreign
from verifier.programs.foreign import judge as judging
from verifier.programs.foreign.process import Program

PROFILE = "tvaladze"
UNORDERED = ("bids", "plays", "calls")


class Answers(Kind):
    """A run of `conform --program` in which one answer is mutated; a wrong one is never taken for right."""

    name, share, ending = "program answer", 14, ".json"

    @cached_property
    def asked(self) -> list[dict[str, Any]]:
        """Cases with the right answers."""
        rules, found = rulebook(load(PROFILE)).ruleset, []
        for case in cases()[0][-167:]:
            bare = {key: value for key, value in case.items() if key not in ("id", "source", "answer", "row")}
            try:
                right = answer(rules, bare)
            except Exception:  # a case of another rule set
                continue
            found.append({**bare, "answer": right.answer, "row": right.row})
        return found

    @cached_property
    def kin(self) -> Kin:
        return kin([{"answer": case["answer"], "error": "no", "unsupported": True} for case in self.asked])

    def mutate(self, rng: Random) -> bytes:
        """Which case is asked, then the answer's bytes."""
        number = rng.randrange(len(self.asked))
        tree = {"id": 1, "answer": self.asked[number]["answer"]}
        tree = rng.choice((tree, tree, tree, {"unsupported": True}, {"id": 1, "error": {"message": "no"}}))
        text = json.dumps(changed(json.loads(json.dumps(tree)), rng, self.kin), ensure_ascii=False)
        text = slipped(text, rng) if rng.random() < 0.3 else text
        ended = rng.choices(("\n", "", "\r\n", "\nmore\n"), (90, 4, 3, 3))[0]
        return number.to_bytes(2, "big") + as_bytes(text + ended, rng)

    def read(self, given: Input) -> object:
        line = given.data[2:].partition(b"\n")[0].decode("utf-8", "replace")
        return read_object(Source("answer", line))

    def tried(self, given: Input, rng: Random) -> Tried:
        case, said = self.asked[int.from_bytes(given.data[:2], "big")], given.data[2:]
        words = ["conform", PROFILE, "--program", "somebody", "--games", "0", "--timeout", "0.2", "--format", rng.choice(("text", "json", "junit"))]
        with answering(case, said):
            ending = run([*words, *(("--section", "score") if case["question"] == "score" else ())])
        yield never_right(ending, case, said), (0, 1, 3)


def never_right(ending: Ending, case: Mapping[str, Any], said: bytes) -> Ending:
    """The ending; it is a trouble where the answer is another than the right one, and all is said to be well."""
    if ending.code != 0 or case["question"] == "set":
        return ending
    try:
        found, right = json.loads(said)["answer"], case["answer"]
    except (ValueError, KeyError, TypeError):
        return replace(ending, trouble=f"{said[:200]!r} passes for an answer")
    if case["question"] in UNORDERED and isinstance(found, list):
        found, right = sorted(map(str, found)), sorted(map(str, right))
    return ending if found == right and type(found) is type(right) else replace(ending, trouble=f"{said[:200]!r} passes for {right!r}")


# --- a program in this process ------------------------------------------------------------------------


@dataclass
class Somebody(Program):
    """A program that answers one thing whatever it is asked, and ends where no line does; its pipes are real ones."""

    said: bytes
    timeout: float
    argv: Sequence[str] = ()
    ends: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(["somebody"], self.timeout)

    def start(self) -> None:
        self.kill()
        self.life, theirs = socket.socketpair()
        pairs = [os.pipe() for _ in range(3)]
        theirs.close()
        os.write(pairs[1][1], self.said[:60_000])
        for _, writing in pairs[1:]:
            os.close(writing)
        files = [open(pairs[0][1], "wb", 0), open(pairs[1][0], "rb", 0), open(pairs[2][0], "rb", 0)]  # noqa: SIM115
        for file in files:
            os.set_blocking(file.fileno(), False)
        self.ends = [pairs[0][0]]
        self.process = SimpleNamespace(stdin=files[0], stdout=files[1], stderr=files[2])  # type: ignore[assignment]
        self.fresh, self.unread, self.errors, self.news = True, b"", b"", b""

    def chatter(self) -> None:
        """What it has to say is there before the question; in a program of its own it would come after."""

    def kill(self) -> None:
        if self.process is None:
            return
        for file in self.pipes():
            file.close()
        for end in self.ends:
            os.close(end)
        assert self.life is not None
        self.life.close()
        self.process, self.ends = None, []

    def ask(self, line: str) -> Any:
        self.kill()
        return super().ask(line)


@contextmanager
def answering(case: Mapping[str, Any], said: bytes) -> Iterator[None]:
    """`conform --program` asks this one case, of somebody in this process."""
    kept = foreign.Program, foreign.vectors, foreign.profiles, judging.directed
    foreign.Program = lambda argv, timeout: Somebody(said, timeout)  # type: ignore[assignment, misc]
    foreign.vectors = lambda *args, **more: SimpleNamespace(cases=[case])  # type: ignore[assignment]
    foreign.profiles = lambda: ()  # type: ignore[assignment]
    judging.directed = lambda ruleset: iter(())
    try:
        yield
    finally:
        foreign.Program, foreign.vectors, foreign.profiles, judging.directed = kept  # type: ignore[misc]
