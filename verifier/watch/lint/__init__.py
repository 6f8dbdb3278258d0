"""What looks wrong in a rule set that is right as far as the language goes.

    run ──> rows      proved: rows that never answer, that hold together, whose order is nothing
        ├─> written   read off the files: overrides, options, sources, promises
        └─> examples  worked examples, asked again

Findings are data with a stable id, so that one can be ignored by name. A section whose first row
that holds answers cannot have a gap: the language refuses a last row with a condition.
"""

from verifier.watch.lint.finding import Finding
from verifier.watch.lint.run import Linted, Request, lint

__all__ = ["Finding", "Linted", "Request", "lint"]
