"""The command line. One file a command; nothing heavy is imported before the command that needs it runs."""

from verifier.work import solver_library  # noqa: F401  before anything imports the solver
from verifier.cli.group import main

__all__ = ["main"]
