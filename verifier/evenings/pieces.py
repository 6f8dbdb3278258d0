"""Games taken piece by piece: which seeds are still open, who plays them, in any order, and all of it put together.

What a piece comes to follows from its seeds alone, so it is the same whoever plays it, wherever and whenever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

Note = Callable[[str], None]
OnGames = Callable[[int, int], None]  # how many games there are, and how many of them were played just now
Span = tuple[int, int]  # the first seed, and how many
Player = Callable[[int, int], "Piece"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Games of neighbouring seeds: `counts` a row a game, how each `ended`, and `rows` counted over all of them."""

    first: int
    number: int
    counts: Counts
    ended: Counts
    rows: Counts


class Work(Protocol):
    """What is to be played, as data that can travel; equal keys mean equal games."""

    @property
    def step(self) -> int:
        """How many games a core plays before it looks up."""

    @property
    def shape(self) -> tuple[int, int]:
        """How many numbers `counts` has of a game, and how many `rows` there are."""

    @property
    def says(self) -> str:
        """What is played, in words."""

    def __hash__(self) -> int: ...

    def key(self) -> str:
        """Changes with everything that the games hang on but their seeds."""

    def ready(self, games: int, note: Note) -> Player:
        """Makes ready to play about so many games. Raises Refused."""


class Shelf(Protocol):
    """Where pieces are kept between runs."""

    def pieces(self, work: Work, seed: int, games: int) -> list[Piece]: ...

    def put(self, work: Work, piece: Piece) -> None: ...


class Crew(Protocol):
    """Who plays. Pieces come as they are done."""

    def step(self, work: Work, games: int) -> int: ...

    def play(self, work: Work, spans: Sequence[Span], note: Note) -> Iterator[Piece]: ...


@dataclass(frozen=True, slots=True)
class Here:
    """Cores of this machine: compiled code holds no lock, so threads share them."""

    jobs: int

    def step(self, work: Work, games: int) -> int:
        return work.step

    def play(self, work: Work, spans: Sequence[Span], note: Note) -> Iterator[Piece]:
        player = work.ready(sum(number for _, number in spans), note)
        if self.jobs == 1:
            yield from (player(*span) for span in spans)
            return
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                yield from (future.result() for future in as_completed([pool.submit(player, *span) for span in spans]))
            finally:
                pool.shutdown(cancel_futures=True)


def gathered(work: Work, seed: int, games: int, crew: Crew, shelf: Shelf | None = None, on_games: OnGames = lambda done, fresh: None, note: Note = lambda text: None) -> Piece:
    """All games of a run as one piece; those that the shelf has are not played again, and it gets every other one at once."""
    found = [] if shelf is None else shelf.pieces(work, seed, games)
    fresh, kept = 0, sum(piece.number for piece in found)
    spans = list(missing(seed, games, found, crew.step(work, games)))
    on_games(kept, 0)
    for piece in crew.play(work, spans, note) if spans else ():
        if shelf is not None:
            shelf.put(work, piece)
        found.append(piece)
        fresh += piece.number
        on_games(kept + fresh, fresh)
    return joined(found)


def missing(seed: int, games: int, found: Iterable[Piece], step: int) -> Iterator[Span]:
    """What is still to be played, in steps."""
    at = seed
    for piece in sorted(found, key=lambda one: one.first):
        yield from _steps(at, piece.first, step)
        at = piece.first + piece.number
    yield from _steps(at, seed + games, step)


def _steps(first: int, end: int, step: int) -> Iterator[Span]:
    return ((at, min(step, end - at)) for at in range(first, end, step))


def fitting(known: Iterable[Span], seed: int, games: int) -> Iterator[Span]:
    """Of the pieces that are known those that lie within a run, none over another; where several begin, the longest."""
    at, end = seed, seed + games
    for first, number in sorted(known, key=lambda span: (span[0], -span[1])):
        if at <= first and first + number <= end:
            at = first + number
            yield first, number


def joined(pieces: Iterable[Piece]) -> Piece:
    """Pieces that leave no gap, as one."""
    import numpy as np

    ordered = sorted(pieces, key=lambda one: one.first)
    counts, ended = (np.concatenate([getattr(one, name) for one in ordered]) for name in ("counts", "ended"))
    rows: Counts = np.sum([one.rows for one in ordered], axis=0, dtype=np.int64)
    return Piece(ordered[0].first, len(ended), counts, ended, rows)
