"""Every verdict there is, from solvers that misbehave in every known way: its word, its text, its exit code, in every format."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main
from verifier.proofs import check, obligation
from verifier.proofs.check import Checked, Request
from verifier.work import tasks, workers

HERE = Path(__file__).parent
CASES = {
    # stub: verdict, exit code, words in the text
    "stub-honest": ("proved", 0, ""),
    "stub-refuted": ("refuted", 1, "24 hands in 4 sets"),
    "stub-unknown": ("unknown", 3, "not settled: the stub has had enough"),
    "stub-unsat": ("vacuous", 3, "nothing was proved: no moment of scope `game` fulfils what is given"),
    "stub-sat": ("disagreement", 4, "the solver's model does not fulfil its own assertion"),
    "stub-dies": ("unknown", 3, "not settled: the worker process ended: killed by SIGKILL"),
    "stub-hangs": ("unknown", 3, "not settled: no answer within"),
    "stub-raises": ("disagreement", 4, "working on it failed: ZeroDivisionError: in the stub"),
    "stub-out-of-memory": ("unknown", 3, "not settled: the worker process ended: there is too little memory"),
    "stub-another-answer": ("disagreement", 4, "a worker answered 'proved'"),
    "stub-other-meaning": ("disagreement", 4, "the reference meaning does not agree with the solver on `stub-other-meaning`"),
    "stub-twice-honest": ("proved", 0, ""),
    "stub-second-gives-up": ("unknown", 3, "not settled: bitwuzla has no answer"),
    "stub-second-dissents": ("disagreement", 4, "z3 says proved, bitwuzla says vacuous"),
    "stub-third-dissents": ("disagreement", 4, "z3 says proved, enumeration says refuted in scope game on a pack of 8 cards"),
    "stub-no-second": ("unsupported", 3, "no second opinion: `bitwuzla` is not installed"),
    "stub-denied": ("disagreement", 4, "z3 says proved, bitwuzla says refuted"),
}
FAMILY = ("stub-honest", "stub-unknown", "stub-unsat", "stub-sat", "stub-dies", "stub-raises", "stub-twice-honest", "stub-denied")
IDS = [*(f"tvaladze {stub}" for stub in CASES), *(f"georgian {stub}" for stub in FAMILY)]


@pytest.fixture(scope="module")
def stubbed() -> Iterator[Callable[[str], None]]:
    """Makes workers call a stub instead of what they are told."""
    patch = pytest.MonkeyPatch()
    patch.syspath_prepend(str(HERE))
    real = workers.run

    def use(stub: str) -> None:
        patch.setattr(workers, "run", lambda tasks, call, *rest, **more: real(tasks, f"stub_solver:{stub}", *rest, **more))

    yield use
    patch.undo()


@pytest.fixture(scope="module")
def outcomes(stubbed: Callable[[str], None]) -> dict[str, Checked]:
    """What each stub comes to, alone: the claims are one question, so the names are put into it."""
    stubbed("obey")
    patch = pytest.MonkeyPatch()
    patch.setattr(obligation, "key", lambda ruleset, task, cross_check: f"{ruleset.id} {task.property.id}")
    request = Request(("tvaladze", "georgian"), files=(str(HERE / "stubs.yaml"),), timeout=5)
    found = {}
    for profile, stubs in (("tvaladze", tuple(CASES)), ("georgian", FAMILY)):
        (checked,) = check.check(replace(request, profiles=(profile,), patterns=stubs))
        found |= {f"{profile} {r.property.id}": replace(checked, results=(r,)) for r in checked.results}
    patch.undo()
    return found


def expected(case: str) -> tuple[str, str, int, str]:
    stub = case.split()[1]
    return (stub, *CASES[stub])


@pytest.fixture
def run(outcomes: dict[str, Checked], monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Result]:
    """The command, with a result that was found already."""

    def command(case: str, format_: str) -> Result:
        monkeypatch.setattr(check, "check", lambda *args: [outcomes[case]])
        monkeypatch.setattr(tasks, "early", lambda *args: nullcontext())  # no workers for what is known
        return CliRunner().invoke(main, ["check", case.split()[0], "--no-cache", "--format", format_])

    return command


@pytest.mark.parametrize("case", IDS)
def test_text(run: Callable[[str, str], Result], case: str) -> None:
    stub, verdict, code, words = expected(case)
    result = run(case, "text")
    assert result.exit_code == code
    assert words in result.stdout
    assert f"  {verdict.upper() if code else verdict}" in result.stdout
    assert ("all as promised" in result.stdout) == (code == 0)
    assert ("not everything was settled" in result.stdout) == (code == 3)
    assert ("there is a bug in this program" in result.stdout) == (code == 4)


@pytest.mark.parametrize("case", IDS)
def test_json(run: Callable[[str, str], Result], case: str) -> None:
    stub, verdict, code, words = expected(case)
    result = run(case, "json")
    document = json.loads(result.stdout)
    (profile,) = document["profiles"]
    (found,) = profile["results"]
    assert (result.exit_code, document["exit_code"], profile["exit_code"]) == (code, code, code)
    assert (found["property"], found["verdict"], found["expected"]) == (stub, verdict, "proved")
    assert (found["witness"] is not None) == (verdict == "refuted")
    if verdict != "refuted":
        assert words.removeprefix("not settled: ").removeprefix("nothing was proved: ") in found.get("reason", "")


LEVELS = {0: None, 1: "error", 3: "warning", 4: "error"}


@pytest.mark.parametrize("case", IDS)
def test_formats_of_continuous_integration(run: Callable[[str, str], Result], case: str) -> None:
    stub, verdict, code, _ = expected(case)
    results = {format_: run(case, format_) for format_ in ("sarif", "junit", "github", "markdown")}
    assert {result.exit_code for result in results.values()} == {code}
    (sarif,) = json.loads(results["sarif"].stdout)["runs"]
    assert [(r["ruleId"], r["level"]) for r in sarif["results"]] == ([(stub, LEVELS[code])] if code else [])
    assert sarif["invocations"][0]["exitCode"] == code
    ((test,),) = ElementTree.fromstring(results["junit"].stdout)
    assert (test.get("name"), [child.tag for child in test]) == (stub, {0: [], 1: ["failure"]}.get(code, ["error"]))
    assert (f"::{LEVELS[code]} " in results["github"].stdout and f"title={stub}::" in results["github"].stdout) == (code != 0)
    assert f"| `{stub}` | {verdict.upper() if code else verdict} |" in results["markdown"].stdout


DIFFS = {
    "unknown": ("unknown", 3, "the stub has had enough"),
    "unsat": ("vacuous", 3, "no such situation in common"),
    "sat": ("disagreement", 4, "does not fulfil its own assertion"),
    "dies": ("unknown", 3, "killed by SIGKILL"),
    "hangs": ("unknown", 3, "no answer within"),
    "raises": ("disagreement", 4, "ZeroDivisionError: in the stub"),
}


@pytest.mark.parametrize("stub", DIFFS)
def test_every_verdict_of_diff(stubbed: Callable[[str], None], stub: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stubbed("compare_badly")
    monkeypatch.setenv("JOKERI_STUB", stub)
    verdict, code, words = DIFFS[stub]
    limits = ["--jobs", "1", "--timeout", "2" if stub == "hangs" else "60"]
    args = ["diff", "tvaladze", "examples/pass-limit.yaml", "--section", "bid", "--section", "schedule", "--no-count", "--no-cache"]
    monkeypatch.chdir(HERE.parents[1])
    result = CliRunner().invoke(main, [*args, *limits, "--format", "json"])
    document: dict[str, Any] = json.loads(result.stdout)
    schedule, bid = document["sections"]
    assert (bid["verdict"], schedule["verdict"]) == (verdict, "same")
    assert words in bid["reason"]
    assert (result.exit_code, document["exit_code"]) == (code, code)
