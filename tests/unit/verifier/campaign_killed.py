"""A run that is killed while it plays: `python campaign_killed.py WHEN PIECES ARGUMENTS...` of `jokeri simulate`.

WHEN is `before` or `after` a piece is kept, PIECES how many are kept by then.
"""

import os
import signal
import sys

from verifier.cli import main
from verifier.evenings.pieces import Piece, Work
from verifier.evenings.store import Store

kept, put = 0, Store.put
when, pieces, arguments = sys.argv[1], int(sys.argv[2]), sys.argv[3:]


def put_and_die(self: Store, work: Work, piece: Piece) -> None:
    global kept
    if (when, kept) == ("before", pieces):
        os.kill(os.getpid(), signal.SIGKILL)
    put(self, work, piece)
    kept += 1
    if (when, kept) == ("after", pieces):
        os.kill(os.getpid(), signal.SIGKILL)


Store.put = put_and_die  # type: ignore[method-assign]
main(["simulate", *arguments])
