"""A campaign that is killed goes on where it was, repeats no game, and ends with the numbers of an unbroken run."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from rulespec import pipeline
from rulespec.diagnostics import Faults
from verifier.cli import main
from verifier.evenings.many import Games, Table
from verifier.evenings.pieces import Here, Note, Piece, Span, Work, fitting, gathered, joined, missing
from verifier.evenings.store import Store
from verifier.work.tasks import packed

ROOT = Path(__file__).parents[3]
HOUSE = str(ROOT / "examples" / "three-hands.yaml")
RUN = (HOUSE, HOUSE + "+khishti_short=-500", "--games", "600", "--seed", "9")
OWN = ("seconds", "jobs", "rate")


def document(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["simulate", *args, "--format", "json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return {key: value for key, value in found.items() if key not in OWN}


def killed(*args: str) -> None:
    """A run of its own process that ends itself by SIGKILL at a moment."""
    command = [sys.executable, str(Path(__file__).with_name("campaign_killed.py")), *args]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


def seeds(path: Path) -> list[list[int]]:
    """Every seed that is kept, by run."""
    with closing(sqlite3.connect(path)) as base:
        rows = base.execute("SELECT run, first, number FROM pieces ORDER BY run, first").fetchall()
    return [[seed for r, first, number in rows if r == run for seed in range(first, first + number)] for run in sorted({row[0] for row in rows})]


@pytest.fixture(scope="module")
def unbroken() -> dict[str, Any]:
    return document(*RUN, "--jobs", "1")


def test_a_run_that_is_killed_again_and_again_comes_to_the_numbers_of_an_unbroken_one(tmp_path: Path, unbroken: dict[str, Any]) -> None:
    path, store = tmp_path / "games.db", ("--store", str(tmp_path / "games.db"))
    for when, pieces, jobs in (("before", 1, "1"), ("after", 2, "2")):
        killed(when, str(pieces), *RUN, "--jobs", jobs, *store)
    assert sum(map(len, seeds(path))) == 600  # the pieces of the first profile
    assert document(*RUN, "--jobs", "2", *store) == unbroken
    assert seeds(path) == [list(range(9, 609))] * 2
    assert document(*RUN, "--jobs", "1", *store) == unbroken


def test_a_run_that_is_killed_from_outside_at_any_moment_goes_on(tmp_path: Path, unbroken: dict[str, Any]) -> None:
    path = tmp_path / "games.db"
    command = [sys.executable, "-m", "verifier.cli", "simulate", *RUN, "--store", str(path)]
    running = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while running.poll() is None and not path.exists() and time.monotonic() < end:
        time.sleep(0.002)
    time.sleep(Random().random() / 5)  # another moment in every run of the tests
    running.kill()
    assert running.wait() in (0, -signal.SIGKILL)
    assert document(*RUN, "--store", str(path)) == unbroken
    assert seeds(path) == [list(range(9, 609))] * 2


def test_two_runs_on_one_store_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    first = Store(path)
    command = [sys.executable, "-m", "verifier.cli", "simulate", *RUN, "--store", str(path)]
    second = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert (second.returncode, second.stdout) == (2, "") and "RV138" in second.stderr and "in use by another run" in second.stderr
    first.close()
    assert document(*RUN, "--store", str(path))["games"] == 600


# --- only what is missing is played -----------------------------------------------------------------


class Watched(Here):
    """Notes what it is given to play."""

    given: list[Span] = []

    def play(self, work: Work, spans: Sequence[Span], note: Note) -> Iterator[Piece]:
        Watched.given = list(spans)
        yield from super().play(work, spans, note)


def games(settings: str = "", **table: Any) -> Games:
    return Games(packed(pipeline.load(HOUSE + settings)), Table(**table))


@pytest.mark.parametrize(("run", "given"), [
    ((0, 300), []), ((0, 100), [(0, 100)]), ((0, 600), [(300, 250), (550, 50)]), ((-20, 340), [(-20, 20), (300, 20)]), ((100, 300), [(100, 150), (300, 100)]),
])  # fmt: skip
def test_a_longer_run_or_another_part_of_it_plays_what_is_missing(tmp_path: Path, run: Span, given: list[Span]) -> None:
    store, work = Store(tmp_path / "games.db"), games()
    gathered(work, 0, 300, Here(1), store)
    found = gathered(work, *run, Watched(1), store)
    assert Watched.given == given
    plain = gathered(work, *run, Here(1))
    assert all((getattr(found, name) == getattr(plain, name)).all() for name in ("counts", "ended", "rows"))


def test_games_of_other_rules_or_players_are_not_taken(tmp_path: Path) -> None:
    path, mine = tmp_path / "games.db", games()

    def asked(work: Games, seed: int = 0) -> tuple[int, list[str]]:
        notes: list[str] = []
        store = Store(path, notes.append)
        found = len(store.pieces(work, seed, 20))
        store.close()
        return found, notes

    assert asked(mine) == (0, [])
    store = Store(path)
    gathered(mine, 0, 20, Here(1), store)
    store.close()
    assert asked(mine) == (1, [])
    others = [games("+khishti_short=-500"), games(kinds=("hard",)), games(kinds=("easy",), effort=3), games(kinds=("easy",), effort=4)]
    told = [asked(other) for other in others]
    assert [found for found, _ in told] == [0] * 4 and all(len(notes) == 1 for _, notes in told)
    assert "holds games, but none of `three-hands`" in told[0][1][0] and "players hard, effort 20" in told[1][1][0]
    assert "none of these seeds, or of this version" in asked(mine, 500)[1][0]
    assert len({work.key() for work in (mine, *others)}) == 5
    assert games(effort=7).key() == mine.key()  # random players imagine nothing


@pytest.mark.parametrize("spoil", ["UPDATE pieces SET numbers = X'00'", "UPDATE pieces SET first = first + 1", "UPDATE pieces SET number = number - 1", "UPDATE pieces SET seal = X'11'"])
def test_a_damaged_piece_is_played_again(tmp_path: Path, spoil: str) -> None:
    path, work, notes = tmp_path / "games.db", games(), []
    store = Store(path)
    plain = gathered(work, 0, 300, Here(1), store)
    store.close()
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(f"{spoil} WHERE first = 0")
    store = Store(path, notes.append)
    again = gathered(work, 0, 300, Here(1), store)
    assert (again.counts == plain.counts).all() and (again.rows == plain.rows).all()
    assert "are damaged and are played again" in notes[0]


def other(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(script)


@pytest.mark.parametrize(("make", "said"), [
    (lambda path: path.mkdir(), "is no file"),
    (lambda path: os.mkfifo(path), "is no file"),
    (lambda path: path.symlink_to("/dev/zero"), "is no file"),
    (lambda path: path.symlink_to(path), "unable to open"),
    (lambda path: path.open("wb").truncate(6 << 30), "not a database"),
    (lambda path: path.write_text("this is the score sheet of an evening, and no store\n" * 9), "not a database"),
    (lambda path: other(path, "CREATE TABLE mine (a); PRAGMA user_version = 3;"), "is no store of games"),
    (lambda path: other(path, "CREATE TABLE mine (a);"), "is no store of games"),
])  # fmt: skip
def test_what_is_no_store_is_left_alone(tmp_path: Path, make: Any, said: str) -> None:
    path = tmp_path / "mine"
    make(path)
    before = path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 20 else None
    with pytest.raises(Faults) as found:
        Store(path)
    assert found.value.diagnostics[0].code == "RV137" and said in found.value.diagnostics[0].message
    assert before is None or path.read_bytes() == before


def test_a_store_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["simulate", HOUSE, "--store", str(tmp_path / "nowhere" / "games.db")])
    assert (result.exit_code, result.stdout) == (2, "") and "RV137" in result.stderr and "unable to open" in result.stderr


def test_pieces_are_put_together_in_the_order_of_their_seeds() -> None:
    def piece(first: int, number: int) -> Piece:
        numbers = np.arange(first, first + number)
        return Piece(first, number, numbers[:, None], -numbers, np.array([number]))

    found = joined([piece(7, 3), piece(2, 5), piece(10, 1)])
    assert (found.first, found.number, found.counts.ravel().tolist(), found.rows.tolist()) == (2, 9, [*range(2, 11)], [9])
    assert list(missing(0, 20, [piece(7, 3), piece(2, 5)], 4)) == [(0, 2), (10, 4), (14, 4), (18, 2)]
    assert list(fitting([(0, 5), (0, 9), (3, 4), (9, 1), (9, 30)], 0, 12)) == [(0, 9), (9, 1)]
