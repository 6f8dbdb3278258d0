"""The command line. One file a command; nothing heavy is imported before the command that needs it runs."""

from verifier.cli.group import main
from verifier.work import solver_library  # noqa: F401  before anything imports the solver

__all__ = ["main"]
