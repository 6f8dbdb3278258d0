"""The command line. One file a command; nothing heavy is imported before the command that needs it runs."""

from verifier.cli.group import main

__all__ = ["main"]
