"""Stands between jokeri and a foreign program, and leaves nobody behind when either of them ends, however it ends.

    python -I -S keeper.py DESCRIPTOR PROGRAM ARGUMENT...

The descriptor is a socket whose other end only jokeri has: over it go `+PID` or `-ERRNO` once, and `=STATUS` when the
program has ended. When it closes, because jokeri lets go or is no more, the keeper ends the program with everything it
started. On Linux orphans come to the keeper, so that whoever left his session and his parents is found too; elsewhere
they are those that are children of children at that moment. A file of its own, without the rest of jokeri: it must be
there at once.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

SUBREAPER = 36  # of Linux's prctl
PATIENCE = 5.0  # seconds to end everybody
RESTORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD)


def main() -> None:
    life, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(life, False)
    _adopt()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    try:
        program = os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=RESTORED)
    except OSError as error:
        _tell(life, f"-{error.errno}")
        return
    _tell(life, f"+{program}")
    _let_go_of_its_streams()
    try:
        _watch(life, woken, program)
    finally:
        _end(program)


def _adopt() -> None:
    """Have orphans come here, where the system can."""
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def _tell(life: int, text: str) -> None:
    with contextlib.suppress(OSError):  # nobody listens any more
        os.write(life, f"{text}\n".encode())


def _let_go_of_its_streams() -> None:
    """The program's ends are its own: where it closes them, they are closed."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _watch(life: int, woken: int, program: int) -> None:
    """Until the other end closes; tells how the program ended, and collects whoever ends."""
    while True:
        ready, _, _ = select.select([life, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            for pid, status in _collected():
                if pid == program:
                    _tell(life, f"={status}")
        if life in ready and not os.read(life, 1):
            return


def _collected() -> list[tuple[int, int]]:
    """Children that ended, with how."""
    found = []
    with contextlib.suppress(ChildProcessError):
        while (one := os.waitpid(-1, os.WNOHANG))[0]:
            found.append(one)
    return found


def _end(program: int) -> None:
    """Kills everybody below, again and again, as those who are being killed may still start others."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        _kill(program)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def _kill(program: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    for pid in _below(os.getpid()):
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def _below(top: int) -> list[int]:
    """Everybody whose parents lead up to a process."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found, waiting = [], [top]
    while waiting:
        own = children.pop(waiting.pop(), [])
        found += own
        waiting += own
    return found


def _processes() -> list[tuple[int, int]]:
    """Every process with its parent."""
    if not os.path.exists("/proc/self/stat"):
        return _listed()
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, IndexError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
            found.append((int(name), int(file.read().rpartition(b")")[2].split()[1])))
    return found


def _listed() -> list[tuple[int, int]]:
    import subprocess

    with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
        done = subprocess.run(["/bin/ps", "-axo", "pid=,ppid="], stdin=subprocess.DEVNULL, capture_output=True, timeout=2, check=False)
        return [(int(pid), int(parent)) for pid, parent in map(bytes.split, done.stdout.splitlines())]
    return []


if __name__ == "__main__":
    main()
