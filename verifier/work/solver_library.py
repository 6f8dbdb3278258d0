"""Where the solver's own library is looked for: beside its package, not in the current folder, which it would try first."""

from __future__ import annotations

import builtins
import os
import sys

if not hasattr(builtins, "Z3_LIB_DIRS"):  # what the solver reads when it is first imported
    _homes = [os.path.join(path, "z3") for path in sys.path if os.path.isabs(path)]
    builtins.Z3_LIB_DIRS = [*(os.path.join(home, "lib") for home in _homes), *_homes, os.path.join(sys.prefix, "lib")]  # type: ignore[attr-defined]
