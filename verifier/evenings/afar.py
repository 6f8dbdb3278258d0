"""Games played by the workers of a cluster, a piece a task; a piece is the same wherever it is played."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rulespec.meanings.kernel.values import Refused
from verifier.evenings.pieces import Note, Piece, Player, Span, Work
from verifier.work.cluster import Cluster
from verifier.work.outcome import Done, Failed

PLAY: Final = "verifier.evenings.afar:play"
ROUNDS: Final = 8  # pieces a core
LARGEST: Final = 80  # times as many games a piece as a core plays here at a time: few seconds
_preparing: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Afar:
    """The cores of a cluster."""

    cluster: Cluster

    @property
    def jobs(self) -> int:
        return self.cluster.cores

    def step(self, work: Work, games: int) -> int:
        """Some rounds of pieces for every core, none so long that much is lost with a worker."""
        return max(1, min(LARGEST * work.step, games // max(1, self.jobs * ROUNDS)))

    def play(self, work: Work, spans: Sequence[Span], note: Note) -> Iterator[Piece]:
        games = sum(number for _, number in spans)
        for _, outcome in self.cluster.outcomes(PLAY, [(work, games, span) for span in spans]):
            match outcome:
                case Done(Piece() as piece):
                    yield piece
                case Done(str(why)):
                    raise Refused(why)
                case Failed(trace):
                    raise RuntimeError(f"a worker of the cluster failed:\n{trace}")
                case other:
                    raise MemoryError(f"a worker of the cluster: {other}")


def play(task: tuple[Work, int, Span]) -> Piece | str:
    """A piece, in a worker; or why it cannot be played."""
    work, games, span = task
    try:
        with _preparing:  # a worker has several threads, and one of them is to compile
            player = _ready(work, games)
    except Refused as refused:
        return str(refused)
    return player(*span)


@lru_cache(maxsize=16)
def _ready(work: Work, games: int) -> Player:
    return work.ready(games, lambda text: None)
