"""A campaign's file: every piece that was played, at once and for good, so that a run that is killed goes on where it was.

SQLite keeps it. A piece is written whole or not at all; a journal beside the file (`FILE-wal`) holds the latest until the
run ends or the next one begins. One run at a time: the file is locked as long as its process lives. A piece bears a digest,
and one that does not fit it is played again.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rulespec.diagnostics import Faults, fault
from rulespec.digests import sha256
from verifier.evenings.pieces import Note, Piece, Span, Work, fitting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MARK, LAYOUT = 0x4A4F4B52, 1
FIRST = """
CREATE TABLE runs (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, says TEXT NOT NULL);
CREATE TABLE pieces (run INTEGER NOT NULL REFERENCES runs, first INTEGER NOT NULL, number INTEGER NOT NULL, seal BLOB NOT NULL,
    numbers BLOB NOT NULL, PRIMARY KEY (run, first, number));
"""


class Store:
    """The file, open and locked. Raises Faults where it cannot be used."""

    def __init__(self, path: Path, note: Note = lambda text: None) -> None:
        self.path, self.note = path, note
        if path.exists() and not path.is_file():
            raise fault("RV137", f"`{path}` is no file", help="name a file that is there from an earlier run, or a new one")
        with self._told():
            self.base = sqlite3.connect(str(path), timeout=0, isolation_level=None)
        try:
            with self._told():
                self._begin()
        except BaseException:
            self.base.close()
            raise

    def _begin(self) -> None:
        """Locks the file, and lays it out where it is new."""
        self.base.execute("PRAGMA locking_mode = EXCLUSIVE")
        layout = self._number("user_version"), self._number("application_id")
        if layout == (0, 0) and not self._number("schema_version"):
            self.base.execute("PRAGMA journal_mode = WAL")
            self.base.executescript(f"BEGIN EXCLUSIVE; {FIRST} PRAGMA application_id = {MARK}; PRAGMA user_version = {LAYOUT}; COMMIT;")
        elif layout != (LAYOUT, MARK):
            raise fault("RV137", f"`{self.path}` is no store of games", help="name a file that is there from an earlier run, or a new one")
        self.base.execute("PRAGMA journal_mode = WAL")
        self.base.execute("PRAGMA synchronous = NORMAL")
        self.base.executescript("BEGIN EXCLUSIVE; COMMIT;")  # from here on nobody else
        self.before = [says for (says,) in self.base.execute("SELECT DISTINCT says FROM runs JOIN pieces ON run = id ORDER BY id")]

    def _number(self, pragma: str) -> int:
        return int(self.base.execute(f"PRAGMA {pragma}").fetchone()[0])

    def close(self) -> None:
        self.base.close()

    def pieces(self, work: Work, seed: int, games: int) -> list[Piece]:
        """What is kept of a run, as far as it is whole."""
        with self._told():
            run = self._run(work)
            known = self.base.execute("SELECT first, number FROM pieces WHERE run = ? AND first >= ? AND first < ?", (run, seed, seed + games)).fetchall()
            spans = list(fitting(known, seed, games))
            if not spans and self.before:
                self._tell_of_others(run)
            self.before.clear()  # what a run begins with is enough to be told
            return [piece for span in spans if (piece := self._piece(work, run, span)) is not None]

    def put(self, work: Work, piece: Piece) -> None:
        """Keeps a piece: when this returns, a kill no longer loses it."""
        numbers = packed(piece)
        with self._told():
            run = self._run(work)
            row = (run, piece.first, piece.number, sealed(work, (piece.first, piece.number), numbers), numbers)
            self.base.execute("INSERT OR REPLACE INTO pieces VALUES (?, ?, ?, ?, ?)", row)

    def _run(self, work: Work) -> int:
        key = work.key()
        self.base.execute("INSERT OR IGNORE INTO runs (key, says) VALUES (?, ?)", (key, work.says))
        return int(self.base.execute("SELECT id FROM runs WHERE key = ?", (key,)).fetchone()[0])

    def _piece(self, work: Work, run: int, span: Span) -> Piece | None:
        row = (run, *span)
        seal, numbers = self.base.execute("SELECT seal, numbers FROM pieces WHERE run = ? AND first = ? AND number = ?", row).fetchone()
        piece = unpacked(work, span, numbers) if seal == sealed(work, span, numbers) else None
        if piece is None:
            self.note(f"`{self.path}`: {span[1]} games from seed {span[0]} are damaged and are played again")
        return piece

    def _tell_of_others(self, run: int) -> None:
        """A word where the store has games, but none of these: of other rules, players or seeds, or of another version of the program."""
        mine = self.base.execute("SELECT says FROM runs WHERE id = ?", (run,)).fetchone()[0]
        why = "these seeds, or of this version of the program" if mine in self.before else mine
        self.note(f"`{self.path}` holds games, but none of {why}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite says, to people."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._fault(error) from None

    def _fault(self, error: sqlite3.Error) -> Faults:
        said = str(error)
        if "locked" in said:
            return fault("RV138", f"`{self.path}` is in use by another run", help="wait until that one has ended, or name another store")
        return fault("RV137", f"`{self.path}` cannot be used as a store: {said}", help="what was kept in it before is not touched; name another file where it is none of ours")


@contextmanager
def opened(path: Path | None, note: Note) -> Iterator[Store | None]:
    """The store of a run, closed in the end; nothing where none is named."""
    store = None if path is None else Store(path, note)
    try:
        yield store
    finally:
        if store is not None:
            store.close()


def packed(piece: Piece) -> bytes:
    """The numbers of a piece, the same on every machine."""
    import numpy as np

    numbers = np.concatenate([piece.counts.ravel(), piece.ended, piece.rows])
    return zlib.compress(numbers.astype("<i8").tobytes(), 1)


def unpacked(work: Work, span: Span, numbers: bytes) -> Piece | None:
    """The piece again; None where there are more or fewer numbers than it has."""
    import numpy as np

    (first, number), (width, rows) = span, work.shape
    try:
        found: NDArray[np.int64] = np.frombuffer(zlib.decompress(numbers), "<i8").astype(np.int64)
    except (zlib.error, ValueError):
        return None
    if len(found) != number * (width + 1) + rows:
        return None
    ends = number * width, number * (width + 1)
    return Piece(first, number, found[: ends[0]].reshape(number, width), found[ends[0] : ends[1]], found[ends[1] :])


def sealed(work: Work, span: Span, numbers: bytes) -> bytes:
    """A digest of a piece and of what it is a piece of."""
    return sha256(f"{work.key()} {span[0]} {span[1]} ".encode() + numbers).digest()


__all__ = ["Store", "opened"]
