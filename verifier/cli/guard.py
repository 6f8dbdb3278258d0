"""How a run ends: every exception as an exit code with one clear text, or as one JSON document."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import click

from rulespec.diagnostics import Diagnostic, Faults, render
from rulespec.diagnostics.faults import NOT_SAYABLE
from verifier.cli.output import document, emit, error_record
from verifier.proofs.verdict import DISAGREE, NOT_SETTLED, WRONG_INPUT

INTERRUPTED = 130
PIPE_CLOSED = 141
USAGE = "RV110"
BUG = "RV199"


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
        sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        return PIPE_CLOSED
    if type(code) is not int:
        raise TypeError(f"the command ended with {code!r} instead of an exit code")
    return code


def guarded(args: Sequence[str], names: Sequence[str], run: Callable[[], int]) -> int:
    """Runs a command line; what it raises is reported and becomes a code."""
    command = next((word for word in args if word in names), None)
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
    except Exception as error:
        return report_bug(args, command, error)


def report(args: Sequence[str], command: str | None, diagnostics: Sequence[Diagnostic], text: str, code: int = WRONG_INPUT) -> int:
    if wants_json(args):
        emit(document(command, code, errors=[error_record(d) for d in diagnostics]))
    else:
        click.echo(text, err=True)
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

