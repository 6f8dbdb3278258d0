"""Numbers in arrays: their library ends the whole process, with a code of its own, where it gets too little memory.

So it is seen first that there is some. Whoever loads the library imports this before.
"""

from __future__ import annotations

import mmap
import os
import sys

NEEDED = (64 + 40 * min(os.cpu_count() or 1, 64)) << 20  # bytes of addresses: the library, and room for each of its threads

if "numpy" not in sys.modules:
    try:
        mmap.mmap(-1, NEEDED).close()
    except (OSError, ValueError) as error:
        raise MemoryError("for the library of numbers") from error
