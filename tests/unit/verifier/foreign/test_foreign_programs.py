"""Programs that die, hang, flood or talk nonsense are reported as such, and leave nothing behind."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.diagnostics import Faults
from rulespec.pipeline import load
from verifier.programs.foreign.findings import MOST_BREAKDOWNS, MOST_NONSENSE
from verifier.programs.foreign.judge import Limits, judge
from verifier.programs.foreign.process import MAX_REPLY, Breakdown, Program
from verifier.programs.foreign.put import CaseRecord
from verifier.programs.foreign.replies import Replied, Unsupported, read_reply

SLOW = 0.5  # seconds for an answer, where a test waits for it to pass
CASES: list[CaseRecord] = [
    {"question": "score", "cards": 3, "bid": bid, "tricks": tricks, "answer": 0, "row": "r"} for bid in range(4) for tricks in range(4)
]
HEAD = "import sys, os, time, json\nanswer = lambda: print(json.dumps({'answer': 0}), flush=True)\n"
LOOP = HEAD + "for n, line in enumerate(sys.stdin):\n    "
RULES = load("tvaladze")

PROGRAMS = {
    # name: program, what it is found to be, what is said
    "dies at once": ("raise SystemExit(7)", "died", "exit code 7"),
    "dies with words": ("import sys; sys.exit('no such file: engine.dat')", "died", "no such file: engine.dat"),
    "is killed": (LOOP + "os.kill(os.getpid(), 9)", "died", "signal 9"),
    "ends in the middle": (LOOP + "sys.stdout.write('{\"ans'); sys.exit()", "died", "in the middle of an answer"),
    "closes its output": (HEAD + "os.close(1); time.sleep(60)", "died", "closed its output"),
    "leaves a child": (LOOP + "os.system('sleep 60 &'); sys.exit(3)", "slow", "no answer"),
    "hangs": (LOOP + "time.sleep(60)", "slow", "no answer within 0.5 seconds"),
    "never reads": (HEAD + "time.sleep(60)", "slow", "no answer"),
    "half a line": (LOOP + "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", "slow", "no answer"),
    "floods without a line end": (LOOP + "\n    while True: sys.stdout.write('x' * 65536)", "flood", "without a line end"),
    "floods with lines": (LOOP + "\n    while True: answer()", "flood", "more than one line"),
    "one long line": (LOOP + f"print('x' * {MAX_REPLY + 1000}, flush=True)", "flood", "bytes"),
    "says hello": (HEAD + "print('Engine 1.0 ready', flush=True); time.sleep(60)", "flood", "Engine 1.0 ready"),
    "says more": (LOOP + "print('thinking...\\n' + json.dumps({'answer': 0}), flush=True)", "flood", "thinking..."),
    "no JSON": (LOOP + "print('forty', flush=True)", "nonsense", "`forty`"),
    "no answer": (LOOP + "print('{}', flush=True)", "nonsense", "no `answer`"),
    "another kind": (LOOP + "print('{\"answer\":\"0\"}', flush=True)", "nonsense", "whole number"),
    "a number that is none": (LOOP + "print('{\"answer\":NaN}', flush=True)", "nonsense", "NaN"),
    "true is not one": (LOOP + "print('{\"answer\":true}', flush=True)", "nonsense", "whole number"),
    "not text": (LOOP + "sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush()", "nonsense", "\ufffd"),
    "another id": (LOOP + "print('{\"id\":0,\"answer\":0}', flush=True)", "nonsense", "another `id`"),
    "not quite unsupported": (LOOP + "print('{\"unsupported\":1}', flush=True)", "nonsense", "no `answer`"),
    "empty lines": (LOOP + "print(flush=True)", "nonsense", "answered ``"),
}


def argv(program: str) -> list[str]:
    return [sys.executable, "-c", program]


@pytest.mark.parametrize("name", [*PROGRAMS])
def test_what_a_program_does_instead_is_said(name: str) -> None:
    program, kind, says = PROGRAMS[name]
    waits = kind == "slow" or name in ("says hello", "closes its output")
    with Program(argv(program), SLOW if waits else 30) as running:
        running.fresh = False
        reply = warm(running, waits)
    assert isinstance(reply, Breakdown)
    assert (reply.kind, says in reply.says) == (kind, True), reply.says
    assert reply.says.isprintable()


def warm(running: Program, waits: bool) -> object:
    """The first breakdown; a program that chatters is asked until a line of it comes between two questions."""
    if waits:
        running.start()
        time.sleep(SLOW)
        running.fresh = False
    for number in range(1, 500):
        reply = read_reply("score", number, running.ask("{}"))
        if isinstance(reply, Breakdown):
            return reply
    return None


def test_a_program_is_started_again_after_a_breakdown() -> None:
    program = LOOP + "answer() if '\"bid\": 1' not in line else sys.exit(5)"
    with Program(argv(program), 30) as running:
        findings = judge(RULES, running, CASES[:8], Limits(0, 60, sections=("score",)), lambda text: None)
    assert [case["bid"] for case, _ in findings.breakdowns[:4]] == [1, 1, 1, 1]
    assert {breakdown.kind for _, breakdown in findings.breakdowns} == {"died"}
    assert findings.exit_code == (1 if findings.broken_rows else 3)


@pytest.mark.parametrize(
    ("program", "most", "why"), [("raise SystemExit", MOST_BREAKDOWNS, "broke down"), (LOOP + "print(1, flush=True)", MOST_NONSENSE, "nonsense")]
)
def test_a_hopeless_program_is_given_up(program: str, most: int, why: str) -> None:
    with Program(argv(program), 30) as running:
        findings = judge(RULES, running, CASES * 3, Limits(5, 60), lambda text: None)
    assert len(findings.breakdowns) == most
    assert findings.given_up is not None and why in findings.given_up
    assert (findings.exit_code, findings.answered) == (3, 0)


def test_a_program_that_supports_nothing_settles_nothing() -> None:
    with Program(argv(LOOP + "print('{\"unsupported\":true}', flush=True)"), 30) as running:
        findings = judge(RULES, running, CASES, Limits(0, 60), lambda text: None)
    assert (findings.exit_code, findings.breakdowns) == (3, [])
    assert findings.unsupported["score"] > len(CASES) and findings.silent


def test_a_silent_or_slow_program_is_given_up_within_half_a_minute() -> None:
    start = time.monotonic()
    with Program(argv(LOOP + "time.sleep(60)"), 1) as running:
        findings = judge(RULES, running, CASES, Limits(5, 25), lambda text: None)
    assert time.monotonic() - start < 30
    assert (findings.exit_code, findings.answered) == (3, 0) and findings.given_up


def test_words_on_standard_error_do_no_harm() -> None:
    with Program(argv(LOOP + "sys.stderr.write('noise ' * 100_000); answer()"), 60) as running:
        replies = [read_reply("score", n, running.ask("{}")) for n in range(1, 6)]
    assert replies == [Replied(0)] * 5


def test_the_time_is_kept() -> None:
    program = LOOP + "time.sleep(0.05); answer()"
    with Program(argv(program), 30) as running:
        findings = judge(RULES, running, CASES[:2], Limits(10_000, 0.1), lambda text: None)
    assert findings.answered < 10 and not findings.finished
    assert findings.exit_code == 1 if findings.broken_rows else 3


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """The program and the child it started are gone, though both would run for a minute."""
    note = tmp_path / "pids"
    program = HEAD + f"child = os.fork()\nopen({str(note)!r}, 'a').write(f'{{os.getpid()}} ')\ntime.sleep(60)"
    with Program(argv(program), SLOW) as running:
        running.start()
        deadline = time.monotonic() + 30
        while len((note.read_text() if note.exists() else "").split()) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
    pids = [int(word) for word in note.read_text().split()]
    assert len(pids) == 2
    deadline = time.monotonic() + 30
    while any(alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(pid) for pid in pids)


def alive(pid: int) -> bool:
    """Whether a process still runs; one that only waits to be collected does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (OSError, IndexError):
        return False


@pytest.mark.parametrize("command", [["no-such-program-here"], ["."], [os.devnull], ["with\0nul"]])
def test_a_program_that_cannot_be_started_is_a_fault(command: list[str]) -> None:
    with Program(command, 1) as running, pytest.raises(Faults) as caught:
        running.ask("{}")
    assert [d.code for d in caught.value.diagnostics] == ["RV113"]


@given(st.text(max_size=60) | st.sampled_from(['{"answer":', '{"answer":[1]}', '{"id":1}', '{"answer":0,"answer":1}']), st.sampled_from(["score", "plays", "winner"]))
@settings(max_examples=150, deadline=None)
def test_any_line_is_a_reply(line: str, question: str) -> None:
    assert isinstance(read_reply(question, 1, line), Replied | Unsupported | Breakdown)
