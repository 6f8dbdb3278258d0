"""A foreign program that answers lines: a line out, a line in, and hard limits on everything.

Nothing it does hangs or fails the one who asks. A keeper stands between the two, which ends the program with everything
it started when it breaks down, is no longer needed, or nobody is there any more who asks. Its pipes are never waited on
without a deadline.
"""

from __future__ import annotations

import math
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Literal

from rulespec.diagnostics import Faults, fault

MAX_REPLY = 1 << 16  # bytes of a line
MAX_STDERR = 1 << 12  # bytes kept, the last ones
START_LIMIT = 10.0  # seconds more for the first answer after a start
LAST_WORDS = 0.05  # seconds that standard error may be silent before it is taken to be complete
LISTENED = 0.5  # seconds that last words may last
GRACE = 0.5  # seconds for a program that closed its output to end by itself
FAREWELL = 8.0  # seconds for the keeper to end everybody
CHUNK = 1 << 16
KEEPER = Path(__file__).with_name("keeper.py")

Kind = Literal["died", "slow", "flood", "nonsense"]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What a program did instead of answering with one line."""

    kind: Kind
    says: str


class Program:
    """The program; started when first asked, started again after a breakdown."""

    def __init__(self, argv: Sequence[str], timeout: float) -> None:
        self.argv, self.timeout = list(argv), timeout
        self.end = math.inf  # when nobody waits for an answer any more
        self.process: subprocess.Popen[bytes] | None = None  # the keeper
        self.life: socket.socket | None = None  # what keeps the keeper
        self.pid = 0
        self.news = b""
        self.fresh = True
        self.answered = True  # since it was last started; the first time it has as long as if it had
        self.unread = b""
        self.errors = b""

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.kill()

    def ask(self, line: str) -> str | Breakdown:
        """The line it answers with. Raises Faults where it cannot be started at all."""
        if self.process is None:
            self.start()
        deadline = min(time.monotonic() + self.timeout + (START_LIMIT if self.fresh and self.answered else 0), self.end)
        found = self.chatter() or self.send(line.encode() + b"\n", deadline) or self.receive(deadline)
        self.answered = isinstance(found, str) or (self.answered and not self.fresh)
        self.fresh = False
        if isinstance(found, Breakdown):
            self.kill()
        return found

    def start(self) -> None:
        """Starts the keeper, and it the program. Raises Faults."""
        if sys.platform == "win32":
            raise fault("RV113", "this system has no way to end a program with everything it started, so none is asked here")
        self.life, theirs = socket.socketpair()
        words = [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno()), *self.argv]
        pipe = subprocess.PIPE
        try:
            with theirs:
                self.process = subprocess.Popen(
                    words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, pass_fds=[theirs.fileno()]
                )
        except (OSError, ValueError) as error:
            self.life.close()
            raise self.not_started(getattr(error, "strerror", None) or str(error)) from None
        self.fresh, self.unread, self.errors, self.news = True, b"", b"", b""
        for stream in self.pipes():
            os.set_blocking(stream.fileno(), False)
        self.born()

    def born(self) -> None:
        """Waits for the keeper's word on how the start went. Raises Faults."""
        said = self.heard(b"+", time.monotonic() + START_LIMIT) or self.heard(b"-", 0)
        if said is None or said.startswith(b"-"):
            self.kill()
            raise self.not_started(os.strerror(int(said[1:])) if said else "its keeper did not start it")
        self.pid = int(said[1:])

    def not_started(self, reason: str) -> Faults:
        return fault("RV113", f"`{self.argv[0]}` cannot be started: {reason.lower()}")

    def heard(self, sign: bytes, deadline: float) -> bytes | None:
        """The keeper's line that begins with a sign; None where none comes in time."""
        assert self.life is not None
        while True:
            for line in self.news.split(b"\n")[:-1]:
                if line.startswith(sign):
                    return line
                if line.startswith(b"-"):
                    return None
            self.life.settimeout(max(0.0, deadline - time.monotonic()))
            try:
                data = self.life.recv(CHUNK)
            except OSError:
                return None
            if not data:
                return None
            self.news += data

    def pipes(self) -> list[IO[bytes]]:
        process = self.process
        assert process is not None and process.stdin is not None and process.stdout is not None and process.stderr is not None
        return [process.stdin, process.stdout, process.stderr]

    def kill(self) -> None:
        """Ends the program and everything it started."""
        if self.process is None:
            return
        assert self.life is not None
        self.life.close()
        for stream in self.pipes():
            with suppress(OSError):
                stream.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        if self.process.returncode != 0:  # somebody stopped or killed it: the program's own group at least
            for group in filter(None, (self.pid, self.process.pid)):
                with suppress(OSError):
                    os.killpg(group, signal.SIGKILL)
            self.process.wait()
        self.process, self.pid = None, 0

    # --- one question -------------------------------------------------------------------------

    def chatter(self) -> Breakdown | None:
        """Output that nobody asked for."""
        data = self.read(self.pipes()[1])
        if data is None and not self.unread:
            return self.died("before the question")
        self.unread += data or b""
        return self.too_much() if self.unread else None

    def send(self, data: bytes, deadline: float) -> Breakdown | None:
        stdin = self.pipes()[0]
        while data:
            try:
                data = data[os.write(stdin.fileno(), data) :]
            except BlockingIOError:
                if not self.wait(stdin, selectors.EVENT_WRITE, deadline):
                    return self.slow("does not read the question")
            except OSError:
                return self.died("before the question")
        return None

    def receive(self, deadline: float) -> str | Breakdown:
        stdout = self.pipes()[1]
        while b"\n" not in self.unread:
            if len(self.unread) > MAX_REPLY:
                return Breakdown("flood", f"wrote {len(self.unread):,} bytes without a line end: {shown(self.unread)}")
            if not self.wait(stdout, selectors.EVENT_READ, deadline):
                return self.slow("gave no answer")
            data = self.read(stdout)
            if data is None:
                return self.died("without an answer" if not self.unread else f"in the middle of an answer, {shown(self.unread)}")
            self.unread += data
        line, _, self.unread = self.unread.partition(b"\n")
        if len(line) > MAX_REPLY:
            return Breakdown("flood", f"wrote a line of {len(line):,} bytes: {shown(line)}")
        return self.too_much(line) if self.unread else line.decode("utf-8", "replace").rstrip("\r")

    def read(self, stream: IO[bytes]) -> bytes | None:
        """What is there to be read now; None at the end."""
        try:
            return os.read(stream.fileno(), CHUNK) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def wait(self, stream: IO[bytes], event: int, deadline: float) -> bool:
        """Until the stream is ready; what is written to standard error meanwhile is kept, cut to its end."""
        stderr = self.pipes()[2]
        with selectors.DefaultSelector() as selector:
            selector.register(stream, event)
            selector.register(stderr, selectors.EVENT_READ)
            while (left := deadline - time.monotonic()) > 0:
                ready = [key.fileobj for key, _ in selector.select(left)]
                if stderr in ready and not self.keep_errors():
                    selector.unregister(stderr)
                if stream in ready:
                    return True
        return False

    def keep_errors(self) -> bool:
        """Whether standard error is still open."""
        data = self.read(self.pipes()[2])
        self.errors = (self.errors + (data or b""))[-MAX_STDERR:]
        return data is not None

    # --- breakdowns ---------------------------------------------------------------------------

    def slow(self, what: str) -> Breakdown:
        return Breakdown("slow", f"{what} within {self.timeout:g} seconds{self.last_words()}")

    def too_much(self, line: bytes = b"") -> Breakdown:
        before = f"{shown(line)} and then " if line else ""
        return Breakdown("flood", f"wrote more than one line for a question: {before}{shown(self.unread)}")

    def died(self, when: str) -> Breakdown:
        said = self.heard(b"=", time.monotonic() + GRACE)
        if said is None:
            return Breakdown("died", f"closed its output {when}{self.last_words()}")
        code = os.waitstatus_to_exitcode(int(said[1:]))
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return Breakdown("died", f"{how} {when}{self.last_words()}")

    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.pipes()[2], selectors.EVENT_READ)
            end = time.monotonic() + LISTENED
            while time.monotonic() < end and selector.select(LAST_WORDS) and self.keep_errors():
                pass
        lines = self.errors.decode("utf-8", "replace").split("\n")
        words = next((line for line in reversed(lines) if line.strip()), "")
        return f"; its last words were {shown(words.encode())}" if words else ""


def shown(data: bytes) -> str:
    """The beginning of a text that may be anything, for one line of a message."""
    text = data[:200].decode("utf-8", "replace").strip().split("\n")[0]
    clean = "".join(char if char.isprintable() else "\ufffd" for char in text)
    return f"`{clean[:80]}{'...' if len(data) > 200 or len(clean) > 80 else ''}`"
