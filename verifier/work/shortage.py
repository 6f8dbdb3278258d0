"""Whether something failed because the machine has too little of something: nobody's bug, and nothing that was wrong with the rules."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Final

MEMORY: Final = "there is too little memory"
FILES: Final = "too few files may be open at once: allow more with `ulimit -n`"
PROCESSES: Final = "no further process can be started"
LIBRARY: Final = "the solver's library cannot be loaded: there is too little memory, or it is not installed whole"
NUMBERS: Final = {errno.ENOMEM: MEMORY, errno.EMFILE: FILES, errno.ENFILE: FILES, errno.EAGAIN: PROCESSES}
WORDS: Final = {
    "out of memory": MEMORY, "cannot allocate memory": MEMORY, "failed to map segment": MEMORY, "cannot create shared object descriptor": MEMORY,
    "cannot map zero-fill": MEMORY, "cannot enable executable stack": MEMORY, "can't start new thread": PROCESSES, "too many open files": FILES,
    "cannot open shared object file: error 24": FILES,
}  # fmt: skip
"""What libraries say that could not be loaded, or solvers that gave up."""


def shortage(error: BaseException) -> str | None:
    """What there is too little of, in words; None where an error says nothing of the kind, nor does what led to it."""
    return next((found for one in _chain(error) if (found := _of(one)) is not None), None)


def _of(error: BaseException) -> str | None:
    if isinstance(error, MemoryError) or (isinstance(error, SystemError) and "without" in str(error) and "exception" in str(error)):
        return MEMORY  # the second is what Python says when it cannot even make an exception
    if isinstance(error, OSError) and error.errno in NUMBERS:
        return NUMBERS[error.errno]
    said = str(error).lower()
    if (type(error).__name__ == "Z3Exception" and said.startswith("libz3") and "not found" in said) or "undefined symbol: z3_" in said:
        return LIBRARY
    if isinstance(error, ImportError | OSError | RuntimeError) or type(error).__name__ == "Z3Exception":
        return next((what for words, what in WORDS.items() if words in said), None)
    return None


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in seen:
        seen.append(following)
        yield following
        following = following.__cause__ or following.__context__
