"""SHA-256, from a library that prints a page of log and goes on without it where there is too little memory to load it.

So what it says while it is loaded is not heard, and what is missing then is a shortage like any other.
"""

from __future__ import annotations

import io
from contextlib import redirect_stderr

with redirect_stderr(io.StringIO()):
    import hashlib

try:
    sha256 = hashlib.sha256
except AttributeError as error:
    raise MemoryError("for the library of digests") from error
