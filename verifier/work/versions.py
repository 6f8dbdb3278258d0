"""Which solver, in which version: stands in every report."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

SOLVERS = {"z3": "z3-solver", "bitwuzla": "bitwuzla", "cvc5": "cvc5"}


def solver_versions(*names: str) -> dict[str, str]:
    """Versions as the solvers say them; a solver that is not installed is left out."""
    found: dict[str, str] = {}
    for name in names:
        try:
            found[name] = ".".join(version(SOLVERS[name]).split(".")[:3])
        except PackageNotFoundError:
            continue
    return found
