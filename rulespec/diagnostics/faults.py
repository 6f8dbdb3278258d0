"""The diagnostic record, and the one exception that carries diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from rulespec.spans import NOWHERE, Span

NUMBER = re.compile(r"[-+]?[0-9]+")  # which look alike without being alike
NOT_SAYABLE = "RS314"  # the one fault that is nobody's mistake
ENOUGH = 1_000  # faults of one file, after which no more are looked for
LONGEST_NAME = 60  # of those that others are looked for
LONGEST = 600  # characters of a message


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: `code` names its page, `message` the problem, `help` the mend.

    House rules for texts: lower case, no full stop, the user's words in backticks, no name of a
    Python type; the message says what is wrong, the help what to do.
    """

    code: str
    message: str
    span: Span = NOWHERE
    help: str | None = None
    related: tuple[tuple[str, Span], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", shown(self.message))
        if self.help is not None:
            object.__setattr__(self, "help", shown(self.help))


class Faults(Exception):
    """Everything wrong with an input, collected before stopping. Exit code 2."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics))


def fault(code: str, message: str, span: Span = NOWHERE, help: str | None = None) -> Faults:
    """A single fault, ready to be raised."""
    return Faults([Diagnostic(code, message, span, help)])


def shown(text: str) -> str:
    """A text of which users wrote a part, fit for one line of a terminal: nothing unprintable, not too long."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    return "".join(char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A hint towards a near name, or nothing where none is near."""
    return next((f"did you mean `{word}`?" for word in near(name, known)), None)


def near(name: str, known: Iterable[str]) -> list[str]:
    """The name of the list that is nearest, or none where none is near."""
    return _near(name, tuple(known)) if len(name) <= LONGEST_NAME and not NUMBER.fullmatch(name) else []


@lru_cache(1024)
def _near(name: str, known: tuple[str, ...]) -> list[str]:
    return get_close_matches(name, known, n=1, cutoff=0.65)
