"""Answers between runs: only what is certain is kept, only what is whole is used, and nothing that happens to the folder stops a run."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from rulespec.plays import Play
from rulespec.questions import Bidding, Dealing, Following, GameShape, Hand, HandEnd, Leading, SetEnd, WholeTrick
from verifier.compare.model import DiffClass, Example, RowRef, SectionDiff
from verifier.proofs import property as properties
from verifier.proofs.obligation import Obligation, key
from verifier.proofs.outcomes import Decided, Failure, FamilyVerdict
from verifier.proofs.prove import prove
from verifier.proofs.replayed import still_refuted
from verifier.proofs.verdict import Disagreement, Proved, Refuted, Unknown, Unreached, Unsupported, Vacuous
from verifier.witness.witness import Witness
from verifier.work.cache import Answers, Sections, sealed, unsealed
from verifier.work.disk import Store
from verifier.work.tasks import packed

ROOT = Path(__file__).parents[2]

FIRST, LATER = Hand(1, 1, 1, 1), Hand(20, 3, 8, 3)
MOMENTS = [
    Dealing(LATER), Dealing(FIRST, 4), Bidding(LATER, (0, 2), 1, (1, 0), 4), Leading(LATER, 5, None, 2), Following(LATER, 5, None, (Play(36, "high", 2), Play(3))),
    WholeTrick(FIRST, 0, (Play(1), Play(37, "low", None))), HandEnd(FIRST, (0, 1), (1, 0), 1, (0, 0)),
    SetEnd(1, (9, 9), ((0, 1), (2, 3)), ((0, 9), (9, 0)), 3, (1, 0)), GameShape(),
]  # fmt: skip
OPTIONS = (("low_lead", "never_wins"), ("khishti_nine", -200))
WITNESSES = [Witness("trick", moment, OPTIONS) for moment in MOMENTS]
RULES = load("tvaladze")
HOUSE = "rulespec: 1\nid: house\nextends: tvaladze\n"


@pytest.mark.parametrize("witness", WITNESSES, ids=lambda w: type(w.moment).__name__)
def test_every_answer_comes_back_as_it_was(tmp_path: Path, witness: Witness) -> None:
    family = FamilyVerdict(Refuted(witness), 2592, 7, 3, "a == b", "c == d", (Failure("a == b", 7, witness),))
    answers = Answers(Store(tmp_path))
    for name, decided in {
        "proved": Decided(Proved("all", witness), opinions=("z3", "bitwuzla"), unheard=("not enumerated",)),
        "refuted": Decided(Refuted(witness), more=(witness, witness)),
        "family": Decided(Refuted(witness), family),
    }.items():
        answers.put(name, decided, 0.25)
        assert Answers(Store(tmp_path)).get(name) == (decided, 0.25)


def a_game(rules: RuleSet = RULES) -> Witness:
    """A refutation with its game: the joker that must be played."""
    verdict = prove(rules, next(p for p in properties.shipped() if p.id == "void-may-keep-joker"))
    assert isinstance(verdict, Refuted) and verdict.witness is not None and verdict.witness.game
    return verdict.witness


def test_a_kept_refutation_is_used_only_where_its_game_still_goes(tmp_path: Path) -> None:
    """Under rules that the game breaks it is looked for anew, whatever the name it was kept under."""
    claim = next(p for p in properties.shipped() if p.id == "void-may-keep-joker")
    answers = Answers(Store(tmp_path))
    answers.put("name", Decided(Refuted(a_game())), 0.25)
    nobody_passes = load_text(HOUSE + "bid:\n  - {name: nobody passes, forbid: bid == 0, assumed: a test}\n")
    assert answers.get("name", partial(still_refuted, RULES, claim)) is not None
    assert answers.get("name", partial(still_refuted, nobody_passes, claim)) is None


UNCERTAIN = [Unknown("x"), Vacuous("x"), Unsupported("x"), Disagreement("x"), Unreached(WITNESSES[0])]


@pytest.mark.parametrize("verdict", UNCERTAIN, ids=lambda v: type(v).__name__)
def test_what_is_not_certain_is_not_kept(tmp_path: Path, verdict: Any) -> None:
    answers = Answers(Store(tmp_path))
    answers.put("name", Decided(verdict), 1.0)
    answers.put("name", Decided(Proved(""), notes=("not all witnesses were found",)), 1.0)
    assert answers.get("name") is None
    assert list(tmp_path.rglob("*.json")) == []


@pytest.mark.parametrize("verdict", ["unknown", "vacuous", "unreached", "disagreement"])
def test_sections_that_are_not_settled_are_not_kept(tmp_path: Path, verdict: str) -> None:
    sections = Sections(Store(tmp_path))
    sections.put("name", SectionDiff("bid", verdict, why="x"))
    assert sections.get("name") is None


def test_a_section_comes_back_as_it_was(tmp_path: Path) -> None:
    example = Example({"question": "bids", "cards": 3}, [1, 2], [2], MOMENTS[2])
    one = DiffClass(RowRef("a", "f:1", "guide 3"), None, "left stricter", example, example, 3, 10**30, True, a_game().game)
    found = SectionDiff("bid", "different", "left stricter", (one,), 7, 9, {1: (3, 4), 2: (5, 6)}, "", 0.5)
    sections = Sections(Store(tmp_path))
    sections.put("name", found)
    back = Sections(Store(tmp_path)).get("name")
    assert back is not None and back.cached
    assert back == SectionDiff("bid", "different", "left stricter", (one,), 7, 9, {1: (3, 4), 2: (5, 6)}, "", 0.5, cached=True)


SPOILT: list[Callable[[dict[str, Any]], object]] = [
    lambda answer: {**answer, "digest": "0" * 64},
    lambda answer: {**answer, "value": answer["value"][:1]},
    lambda answer: {"value": answer["value"]},
    lambda answer: {},
    lambda answer: {**answer, "value": [{"class": "Decided", "verdict": {"class": "Unknown", "reason": "x"}}, 1.0]},
    lambda answer: sealed(("proved", 1.0)),
    lambda answer: sealed((Decided(Proved("")), 1)),
    lambda answer: json.loads(json.dumps(answer).replace("Proved", "Refuted")),
    lambda answer: json.loads(json.dumps(answer).replace('"bounds"', '"bound"')),
]


@pytest.mark.parametrize("spoil", SPOILT, ids=range(len(SPOILT)))
def test_a_spoilt_answer_is_not_used(tmp_path: Path, spoil: Callable[[dict[str, Any]], object]) -> None:
    notes: list[str] = []
    answers = Answers(Store(tmp_path, notes.append))
    answers.put("name", Decided(Proved("all")), 1.5)
    (path,) = tmp_path.rglob("*.json")
    written = json.loads(path.read_text())
    path.write_text(json.dumps({**written, "answer": spoil(written["answer"])}))
    assert answers.get("name") is None


def test_unknown_classes_are_never_made() -> None:
    for value in ({"class": "Store"}, {"class": "Witness"}, {"class": 3}, {"list": 3}, {"map": [1]}, {"x": 1}):
        digest = hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
        assert unsealed({"value": value, "digest": digest}) is None
    assert unsealed(sealed(True)) is True


# --- what an answer depends on ----------------------------------------------------------------

DEALER_CAN_BID = next(p for p in properties.shipped() if p.id == "dealer-can-bid")


def name_of(text: str, asked: properties.Property = DEALER_CAN_BID, **more: Any) -> str:
    ruleset = load_text(text)
    cross_check = more.pop("cross_check", False)
    return key(ruleset, Obligation(packed(ruleset), asked, **more), cross_check)


def test_a_question_depends_on_the_rows_it_can_see_and_on_no_other() -> None:
    other_score = HOUSE + "score:\n  - {name: nothing, points: 0, assumed: a test}\n"
    other_bid = HOUSE + "bid:\n  - {name: no threes, forbid: bid == 3, assumed: a test}\n"
    other_name = "rulespec: 1\nid: other\nname: Another\nextends: tvaladze\n"
    assert name_of(HOUSE) == name_of(other_score) == name_of(other_name)
    assert name_of(HOUSE) != name_of(other_bid)
    assert name_of(HOUSE) != name_of(HOUSE + "options: {game_length: nines}\n")


def test_a_question_depends_on_the_property_and_the_way_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("""properties:
  - {id: same, scope: bidding, says: other words, given: is_dealer, holds: legal_bids > 0}
  - {id: more, scope: bidding, says: other words, given: is_dealer, holds: legal_bids > 1}
  - {id: less, scope: bidding, says: other words, holds: legal_bids > 0}
""")
    same, more, less = properties.read(path)
    names = [name_of(HOUSE, p) for p in (DEALER_CAN_BID, more, less)]
    names += [name_of(HOUSE, witnesses=2), name_of(HOUSE, example=True), name_of(HOUSE, cross_check=True)]
    assert len(set(names)) == 6
    assert name_of(HOUSE, same) == names[0]


def test_a_question_of_a_family_depends_on_its_open_options() -> None:
    ruleset = load("georgian")
    asked = next(p for p in properties.shipped() if p.id == "dealers-equal")
    names = {key(one, Obligation(packed(one), asked), False) for one in (ruleset, load("georgian+game_length=nines"), load("tvaladze"))}
    assert len(names) == 3


# --- whole runs -------------------------------------------------------------------------------


def command(cache: Path, *args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JOKERI_CACHE": str(cache)}
    return subprocess.run([sys.executable, "-m", "verifier.cli", *args], capture_output=True, text=True, env=environment, check=False, **more)


CHECK = ("check", "tvaladze", "-p", "dealer*", "-p", "left-names-trump", "--format", "json", "--jobs", "1")


def results(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.stdout)["profiles"][0]["results"]
    return found


def without_cached(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [{key: value for key, value in one.items() if key not in ("cached", "seconds")} for one in results(done)]


def test_the_second_run_takes_the_answers_of_the_first(tmp_path: Path) -> None:
    first, second, third = command(tmp_path, *CHECK), command(tmp_path, *CHECK), command(tmp_path, *CHECK, "--no-cache")
    assert [one["cached"] for one in results(first)] == [False] * 3
    assert [one["cached"] for one in results(second)] == [True] * 3
    assert [one["cached"] for one in results(third)] == [False] * 3
    assert [one["seconds"] for one in results(second)] == [one["seconds"] for one in results(first)]
    assert without_cached(first) == without_cached(second) == without_cached(third)
    assert first.returncode == second.returncode == third.returncode == 0
    for path in tmp_path.rglob("*.json"):
        path.write_text(path.read_text()[:-20])
    damaged = command(tmp_path, *CHECK)
    assert [one["cached"] for one in results(damaged)] == [False] * 3
    assert "note: a kept answer is damaged and not used" in damaged.stderr
    assert without_cached(damaged) == without_cached(first)


def test_comparisons_are_kept_too(tmp_path: Path) -> None:
    args = ("diff", "tvaladze", "skill-games", "--section", "bid", "--section", "score", "--format", "json", "--jobs", "1")
    first, second = command(tmp_path, *args), command(tmp_path, *args)
    sections = json.loads(second.stdout)["sections"]
    assert [one.pop("cached", None) for one in sections] == [True, True]
    assert sections == json.loads(first.stdout)["sections"]
    assert first.returncode == second.returncode == 1


def test_two_runs_at_once(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JOKERI_CACHE": str(tmp_path)}
    runs = [subprocess.Popen([sys.executable, "-m", "verifier.cli", *CHECK], stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
    outputs = [run.communicate()[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    left, right = (json.loads(output)["profiles"][0]["results"] for output in outputs)
    assert [one["verdict"] for one in left] == [one["verdict"] for one in right]
    assert [one["cached"] for one in results(command(tmp_path, *CHECK))] == [True] * 3
    assert [path.name for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".json"] == []


def test_a_full_disk_under_the_cache(tmp_path: Path) -> None:
    """No file may grow, as on a full disk: the answers are right, and it is said that they are not kept."""

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = command(tmp_path, *CHECK, preexec_fn=full)
    assert done.returncode == 0
    assert [one["verdict"] for one in results(done)] == ["refuted", "proved", "proved"]
    assert done.stderr.count("note: answers are not kept") == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_a_solver_killed_from_outside(tmp_path: Path) -> None:
    """The worker is replaced and the answers are the same as ever."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JOKERI_CACHE": str(tmp_path)}
    run = subprocess.Popen([sys.executable, "-m", "verifier.cli", *CHECK], stdout=subprocess.PIPE, text=True, env=environment)
    victim = None
    while victim is None and run.poll() is None:
        victim = worker_of(run.pid)
        time.sleep(0.01)
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    output, _ = run.communicate()
    assert run.returncode == 0
    assert [one["verdict"] for one in json.loads(output)["profiles"][0]["results"]] == ["refuted", "proved", "proved"]


def worker_of(parent: int) -> int | None:
    """A worker process of this program: a child that runs a pipe's other end."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            mine = f"\nPPid:\t{parent}\n" in (folder / "status").read_text()
            if mine and b"spawn_main" in (folder / "cmdline").read_bytes():
                return int(folder.name)
        except OSError:  # gone meanwhile
            continue
    return None
