"""A sample of the mutated inputs, other ones each time; and the guard itself finds what it is there for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom

import pytest

from tests.fuzz import mutated, trial
from tests.fuzz.mutated import KINDS, furnished, kind_of, random_of, shares, tried
from verifier.cli import show

SAMPLE = {"rule file": 6, "property file": 3, "case": 12, "record": 8, "sheet": 8, "program answer": 6}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JOKERI_CACHE", "")
    yield furnished(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample(folder: Path, kind: str) -> None:
    """What fails here is seen again by the command line that is told."""
    seed = SystemRandom().randrange(1 << 32)
    tally = tried(seed, kind, range(SAMPLE[kind]), folder)
    assert tally.tried[kind] == SAMPLE[kind]
    assert not tally.complaints, "\n".join(one.text(seed) for one in tally.complaints)


def test_a_seed_gives_the_same_again_and_another_seed_others() -> None:
    for name in KINDS:
        kind = kind_of(name)
        first, again, other = ([kind.mutate(random_of(seed, name, n)) for n in range(5)] for seed in (1, 1, 2))
        assert first == again != other


def test_shares_come_to_the_count() -> None:
    assert sum(kind.share for kind in KINDS.values()) == 100
    for count in (1, 99, 20_000):
        assert sum(shares(count).values()) == count


BROKEN = {
    "a traceback": (lambda *args: 1 // 0, "ended with 4"), "a hang": (lambda *args: time.sleep(0) or spin(), "hangs"),
    "a code of its own": (lambda *args: 1, "ended with 1"), "insides": (lambda *args: show.say("Traceback (most recent call last)") or 0, "shows its insides"),
    "a bell": (lambda *args: print("\x07") or 0, "prints U+0007"), "exhaustion": (lambda *args: bytearray(1 << 62), "ended with"),
}  # fmt: skip


def spin() -> None:
    while True:
        pass


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    broken, word = BROKEN[kind]
    monkeypatch.setattr(trial, "LONGEST", 0.3)
    monkeypatch.setattr(show.command, "callback", lambda **given: broken(given))
    ending = trial.run(["show", "tvaladze"])
    assert any(word in one for one in ending.complaints((0,))), list(ending.complaints((0,)))


def test_less_than_a_third_past_the_parser_is_not_enough() -> None:
    tally = mutated.Tally()
    tally.tried["case"], tally.parsed["case"] = 9, 2
    assert not tally.fine
    tally.parsed["case"] = 3
    assert tally.fine
