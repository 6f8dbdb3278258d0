"""What can become of a task that a worker process was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Done:
    """The call returned; `seconds` as the worker measured them."""

    value: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The worker was killed at the limit."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Died:
    """The worker ended in the middle, twice, or the machine had too little for the task; `how` says in words what ended it last."""

    how: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The call raised, or its task or result cannot travel between processes."""

    traceback: str


Outcome: TypeAlias = Done | TimedOut | Died | Failed
