"""The diagnostic record, and the one exception that carries diagnostics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from rulespec.spans import NOWHERE, Span


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


class Faults(Exception):
    """Everything wrong with an input, collected before stopping. Exit code 2."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics))


def fault(code: str, message: str, span: Span = NOWHERE, help: str | None = None) -> Faults:
    """A single fault, ready to be raised."""
    return Faults([Diagnostic(code, message, span, help)])


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A hint towards a near name, or nothing where none is near."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.7)
    return f"did you mean `{near[0]}`?" if near else None
