"""The pages of the codes that findings have, made of the list of what there is to find."""

from __future__ import annotations

from verifier.watch.lint.finding import KINDS, WARNING

SAID = {True: "A warning of `jokeri lint`, which ends with 1 where there is one", False: "A note of `jokeri lint`, which does not count"}


def codes() -> tuple[str, ...]:
    """Every code of a finding, in order."""
    return tuple(sorted(KINDS))


def title(code: str) -> str:
    """What is found, in a few words."""
    return KINDS[code].title


def page(code: str) -> str | None:
    """The page of a code in Markdown; None where there is no such code."""
    found = KINDS.get(code.upper())
    if found is None:
        return None
    how = f"What to do: {found.help}. `--ignore {code.upper()}` leaves out all of its kind, `--ignore` with the id of a finding that one."
    return f"# {code.upper()}: {found.title}\n\n{SAID[found.severity == WARNING]}.\n\n{how}\n"
