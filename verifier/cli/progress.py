"""How far long work is: one line of a terminal that is written over and over; lines of their own where that is asked for.

A thread writes it, from the first second on, whether the command has a word to say or not. What the command says goes
before it: whoever prints clears the line first. Nothing is written where standard error is no terminal.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import click

from rulespec.plain import clean
from verifier.cli.output import BEFORE, say

if TYPE_CHECKING:
    from tqdm import tqdm

EVERY: Final = 0.5  # seconds between two looks
SILENCE: Final = 10.0  # seconds after which a plain line says that there is nothing new
AUTO, PLAIN, NONE = "auto", "plain", "none"
LONG = ("jobs", "timeout")  # what commands take that may work for long
FORMAT, WITH_BAR = "{desc} [{elapsed}]", "{desc} {bar:12} [{elapsed}]"


class Watch:
    """One run's line: what it says, and the thread that writes it."""

    def __init__(self, what: str, mode: str, every: float = EVERY) -> None:
        self.what, self.every = what, every
        self.text, self.share = "", 0.0
        self.plain = mode == PLAIN
        self.line: tqdm[Any] | None = None
        self.lock, self.over = threading.RLock(), threading.Event()
        self.start = self.last = time.monotonic()
        self.said = ""
        self.thread = threading.Thread(target=self._run, name="progress", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.over.wait(self.every):
            with self.lock:
                if self.over.is_set():
                    return
                try:
                    (self._plainly if self.plain else self._drawn)()
                except (OSError, ValueError):  # nobody listens any more
                    return

    def words(self) -> str:
        return clean(f"{self.what}: {self.text}" if self.text else self.what)

    def _drawn(self) -> None:
        if self.line is None:
            self.line = _line(self.words(), time.monotonic() - self.start)
            return
        self.line.n, self.line.bar_format = self.share, WITH_BAR if self.share else FORMAT
        self.line.set_description_str(self.words(), refresh=False)
        self.line.refresh()

    def _plainly(self) -> None:
        now = time.monotonic()
        if self.words() != self.said or now - self.last >= SILENCE:
            self.said, self.last = self.words(), now
            say(f"{self.said} [{now - self.start:.0f} s]", err=True)

    def clear(self) -> None:
        """Takes the line away, until the next look."""
        if self.line is not None:
            with self.lock:
                self.line.clear()

    def end(self) -> None:
        self.over.set()
        self.thread.join()
        if self.line is not None:
            self.line.close()


def _line(words: str, elapsed: float) -> tqdm[Any]:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no second thread
    tqdm.set_lock(threading.RLock())
    line = tqdm(desc=words, total=1.0, file=sys.stderr, leave=False, dynamic_ncols=True, bar_format=FORMAT, mininterval=0)
    line.start_t -= elapsed
    return line


# --- the run's own line -------------------------------------------------------------------------

_mode = AUTO
_what = ""
_watch: Watch | None = None


def progress(text: str, share: float = 0.0) -> None:
    """A word on how far things are, for people who watch; with a bar where it is known what share of 1 is done."""
    if _watch is None:
        begin()
    if _watch is not None:
        _watch.text, _watch.share = text, share


def begin() -> None:
    """From now on there is a line, where anybody can see it."""
    global _watch
    seen = _mode == PLAIN or (_mode == AUTO and sys.stderr is not None and sys.stderr.isatty())
    if _watch is None and seen:
        _watch = Watch(_what, _mode)


def clear() -> None:
    """Before anything else is printed."""
    if _watch is not None:
        _watch.clear()


BEFORE.append(clear)


def end() -> None:
    """At the end of a command, however it ends."""
    global _watch, _mode
    found, _watch, _mode = _watch, None, AUTO
    if found is not None:
        found.end()


# --- the option -----------------------------------------------------------------------------------


def _chosen(ctx: click.Context, param: click.Parameter, value: str) -> None:
    global _mode, _what
    if ctx.resilient_parsing:
        return
    _mode, _what = value, ctx.info_name or ""
    if any(one.name == LONG[0] for one in ctx.command.params):
        begin()


def offered(command: click.Command) -> click.Command:
    """The command with `--progress`, where it may work for long; a group's commands too."""
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        offered(inner)
    names = {param.name for param in command.params}
    if names.intersection(LONG) and "progress" not in names:
        command.params.append(click.Option(
            ["--progress"], type=click.Choice([AUTO, PLAIN, NONE]), default=AUTO, show_default=True, expose_value=False, callback=_chosen,
            help="How far it is, on standard error: a line of a terminal, or plain lines anywhere.",
        ))  # fmt: skip
    return command
