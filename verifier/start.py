"""Where the `jokeri` script begins. Until the commands are imported, an interrupt just ends the process: there is nothing to put away yet."""

import signal
from typing import NoReturn

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where it is to be ignored, as under nohup
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> NoReturn:
    """Runs the command line and ends the process with its code."""
    from verifier.cli import main as commands

    commands()
    raise SystemExit(0)
