"""How a run ends: every exception as an exit code with one clear text, or as one JSON document."""

from __future__ import annotations

import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any, NoReturn

import click

from rulespec.diagnostics import Diagnostic, Faults, render
from rulespec.diagnostics.faults import NOT_SAYABLE
from verifier.cli.output import OutputLost, document, emit, error_record, say
from verifier.proofs.verdict import DISAGREE, NOT_SETTLED, WRONG_INPUT
from verifier.work.shortage import shortage

INTERRUPTED = 130
PIPE_CLOSED = 141
UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
AGAIN = 0.02  # seconds until a signal whose exception got lost is sent once more
USAGE, LOST, SHORT, BUG = "RV110", "RV114", "RV115", "RV199"


class Ended(BaseException):
    """A signal asked the program to end; what it started and half wrote is put away first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def arguments(args: Sequence[str] | None) -> list[str]:
    """The words of the command line. Whatever is written later, no character stops the writing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    return list(sys.argv[1:] if args is None else args)


def closing_quietly(run: Callable[[], Any]) -> int:
    """The code of a command; a reader that went away is no fault of anybody."""
    try:
        code = run()
        flush()
    except BrokenPipeError:
        _to_nowhere(1)
        return PIPE_CLOSED
    if type(code) is not int:
        raise TypeError(f"the command ended with {code!r} instead of an exit code")
    return code


def flush() -> None:
    """Everything that was said is written now. Raises OutputLost where it cannot be."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputLost(error.strerror or str(error)) from error


def guarded(args: Sequence[str], names: Sequence[str], run: Callable[[], int]) -> int:
    """Runs a command line; what it raises is reported and becomes a code. Where even that cannot be said, the code says it."""
    command = next((word for word in args if word in names), None)
    with _signals():
        try:
            code = _ending(args, command, run)
            flush()
            return code
        except (BrokenPipeError, OutputLost, OSError) as error:
            return _lost(error)


def _ending(args: Sequence[str], command: str | None, run: Callable[[], int]) -> int:
    try:
        return run()
    except Faults as faults:
        code = NOT_SETTLED if all(one.code == NOT_SAYABLE for one in faults.diagnostics) else WRONG_INPUT
        return report(args, command, faults.diagnostics, render(faults.diagnostics), code)
    except click.ClickException as error:
        usage = error.ctx.get_usage() if isinstance(error, click.UsageError) and error.ctx else ""
        text = "\n".join(filter(None, (usage, f"error: {error.format_message()}", _where_help(error))))
        return report(args, command, [Diagnostic(USAGE, error.format_message())], text)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except SystemExit as ended:
        if isinstance(sys.stdout, click.utils.PacifyFlushWrapper):  # the library met a reader that went away
            raise BrokenPipeError from ended
        raise
    except (OutputLost, BrokenPipeError):
        raise
    except Exception as error:
        return _mishap(args, command, error)


def _mishap(args: Sequence[str], command: str | None, error: Exception) -> int:
    """What nobody foresaw: the machine's, or else ours."""
    if (short := shortage(error)) is not None:
        return _simple(args, command, SHORT, short)
    if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITTEN:  # the library's own words, as help
        raise OutputLost(error.strerror)
    if isinstance(error, OSError):
        named = f"`{error.filename}`: " if error.filename is not None else ""
        return _simple(args, command, SHORT, f"{named}{(error.strerror or str(error)).lower()}")
    return report_bug(args, command, error)


def _simple(args: Sequence[str], command: str | None, code: str, message: str) -> int:
    found = [Diagnostic(code, message)]
    return report(args, command, found, render(found))


def _lost(error: Exception) -> int:
    """The code of a run whose words cannot be written, with a word on that where anybody can hear it."""
    with suppress(OSError, OutputLost):
        if isinstance(error, OutputLost):
            say(render([Diagnostic(LOST, f"standard output cannot be written: {error}".lower())]), err=True)
        if sys.stderr is not None:
            sys.stderr.flush()
    _to_nowhere(1, 2)
    return PIPE_CLOSED if isinstance(error, BrokenPipeError) else WRONG_INPUT


def _to_nowhere(*descriptors: int) -> None:
    """What is still to be written when the process ends is let go."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in descriptors:
            os.dup2(nowhere, descriptor)


@contextmanager
def _signals() -> Iterator[None]:
    """An interrupt and a request to end unwind the program as exceptions, so that nothing is left behind."""
    with _none_swallowed(), _handlers():
        yield


@contextmanager
def _none_swallowed() -> Iterator[None]:
    """Where such an exception comes up in what Python calls by itself, which lets it go, the signal is sent once more."""
    usual = sys.unraisablehook
    again: list[Timer] = []

    def hook(lost: sys.UnraisableHookArgs) -> None:
        number = lost.exc_value.number if isinstance(lost.exc_value, Ended) else signal.SIGINT if lost.exc_type is KeyboardInterrupt else None
        if number is None:
            usual(lost)
        else:  # by a thread, as the handler must not run before this has returned
            again.append(Timer(AGAIN, signal.raise_signal, (number,)))
            again[-1].start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = usual
        for timer in again:
            timer.cancel()


@contextmanager
def _handlers() -> Iterator[None]:
    numbers = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before: dict[int, Any] = {}
    with suppress(ValueError):  # not in the main thread: somebody else's program, and his affair
        before = {number: signal.signal(number, _end) for number in numbers if signal.getsignal(number) is signal.SIG_DFL}
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except Ended as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        os.kill(os.getpid(), ended.number)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: object) -> NoReturn:
    raise Ended(number)


def report(args: Sequence[str], command: str | None, diagnostics: Sequence[Diagnostic], text: str, code: int = WRONG_INPUT) -> int:
    if wants_json(args):
        emit(document(command, code, errors=[error_record(d) for d in diagnostics]))
    else:
        say(text, err=True)
    return code


def report_bug(args: Sequence[str], command: str | None, error: Exception) -> int:
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    if os.environ.get("JOKERI_DEBUG") == "1":
        traceback.print_exception(error)
    text = f"this is a bug in jokeri: {what}\nrun it again with JOKERI_DEBUG=1 to see where"
    return report(args, command, [Diagnostic(BUG, f"this is a bug in jokeri: {what}")], text, DISAGREE)


def wants_json(args: Sequence[str]) -> bool:
    """Whether the command line asks for JSON, readable also where the rest of it is not."""
    return "--format=json" in args or ("--format", "json") in zip(args, args[1:], strict=False)


def _where_help(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"  = help: `{context.command_path} --help` shows what it takes" if context else ""
