"""The worker's side: a process that answers tasks until its pipe closes or its parent is gone."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from verifier.work import solver_library  # noqa: F401  before a task imports the solver
from verifier.work.outcome import Died, Done, Failed
from verifier.work.shortage import shortage

NO_MEMORY: Final = 75  # what a worker ends with that has no room for a task
READY: Final = b""  # a worker's first message; no pickle is empty
ENDING: Final = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}


def serve(pipe: Connection, call: str) -> None:
    """A worker's life: import what is needed, say so, then answer until the pipe closes."""
    _stand_apart()
    with suppress(Exception):  # what is wrong with `call` is the answer to every task
        _function(call)
    try:
        pipe.send_bytes(READY)
        while True:
            payload = pipe.recv_bytes()
            _die_with_parent()
            pipe.send_bytes(answer(call, payload))
    except (EOFError, OSError):
        return
    except MemoryError:  # where not even the task has room: no trace, which would be the reader's
        os._exit(NO_MEMORY)


def _function(call: str) -> Callable[[Any], Any]:
    module, _, name = call.partition(":")
    with redirect_stdout(None):  # a library that cannot be loaded prints a page of advice
        function: Callable[[Any], Any] = getattr(importlib.import_module(module), name)
    return function


def answer(call: str, payload: bytes) -> bytes:
    """The outcome of a task, both as they travel; whatever happens is one."""
    try:
        started = time.perf_counter()
        value = _function(call)(pickle.loads(payload))
        done = Done(value, time.perf_counter() - started)
    except BaseException as error:  # `sys.exit` in a task is a failure too
        short = shortage(error)
        return pickle.dumps(Failed(traceback.format_exc()) if short is None else Died(short))
    try:
        return pickle.dumps(done)
    except Exception as error:
        return pickle.dumps(Failed(f"the result cannot be sent back: {error}"))


def _stand_apart() -> None:
    """Leave the terminal's group, so Ctrl-C is the parent's affair and a kill reaches all that a task starts."""
    if sys.platform != "win32":
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    with suppress(OSError):  # a program without standard error
        os.dup2(2, 1)
    sys.stdout = sys.stderr


def _die_with_parent() -> None:
    """Have the kernel end this group when the parent is gone, even in the middle of a solver that never looks up.

    Spawn keeps a pipe whose other end only the parent has; its closing sends SIGIO, whose default is death. It is armed
    with the first task, when the parent has certainly written all it writes into that pipe.
    """
    parent = multiprocessing.parent_process()
    if sys.platform == "win32" or parent is None:
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, -os.getpid())
    fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, fcntl.fcntl(parent.sentinel, fcntl.F_GETFL) | os.O_ASYNC)
    if wait([parent.sentinel], 0):
        os._exit(1)
